/** Names of files are bytes. Here they become text that can be printed and compared. */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A name as text. Bytes that are no UTF-8 are percent-escaped, and so is `%` in such a name. */
export function printable(name: Buffer): string {
  try {
    return decoder.decode(name);
  } catch {
    return escapeInvalid(name);
  }
}

function escapeInvalid(name: Buffer): string {
  let out = '';
  for (let at = 0; at < name.length; ) {
    const length = validLength(name, at);
    const part = name.subarray(at, at + Math.max(1, length));
    if (length === 0 || part[0] === 0x25) out += `%${part.toString('hex').toUpperCase()}`;
    else out += decoder.decode(part);
    at += part.length;
  }
  return out;
}

/** Bytes of the UTF-8 character at an offset; 0 when there is none. */
function validLength(name: Buffer, at: number): number {
  for (let length = 1; length <= 4; length++) {
    try {
      decoder.decode(name.subarray(at, at + length));
      return at + length <= name.length ? length : 0;
    } catch {}
  }
  return 0;
}

/**
 * Whether a file of this name is a workflow or a manifest of agents, in capitals too, a project file or a configuration of
 * agentd. The names are ASCII, so bytes are as good as text.
 */
export function isWorkflowName(name: Buffer): boolean {
  const text = name.toString('latin1');
  return (
    /(?:\.nika|\.nika\.ya?ml|\.agents\.(?:ya?ml|json))$/i.test(text) || /^(?:nika\.yaml|\.agentd\.ya?ml)$/.test(text)
  );
}

/** Whether a file of this name may be of interest by its content: YAML or JSON of any kind. */
export function isCandidateName(name: Buffer): boolean {
  return /\.(?:ya?ml|jsonc?)$/i.test(name.toString('latin1'));
}

export function joinBytes(folder: Buffer, name: Buffer): Buffer {
  const slash = folder.at(-1) === 0x2f ? '' : '/';
  return Buffer.concat([folder, Buffer.from(slash), name]);
}

/** Whether a path is a folder or in it; both real paths. */
export function isInside(path: Buffer, folder: Buffer): boolean {
  if (path.equals(folder)) return true;
  const prefix = folder.at(-1) === 0x2f ? folder : Buffer.concat([folder, Buffer.from('/')]);
  return path.subarray(0, prefix.length).equals(prefix);
}
