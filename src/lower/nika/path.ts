/**
 * A path as POSIX's normpath of Python writes it: no `.`, no doubled `/` (but two that stand first), and `..` only where
 * nothing before it can be taken back. The empty path is `.`.
 */
export function normalPath(path: string): string {
  const slashes = path.startsWith('//') && !path.startsWith('///') ? '//' : path.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    const last = parts.at(-1);
    if (part !== '..' || last === '..' || (last === undefined && slashes === '')) parts.push(part);
    else parts.pop();
  }
  return slashes + parts.join('/') || '.';
}
