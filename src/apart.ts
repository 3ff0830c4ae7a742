/** What came of files that could not be judged all together. */
export interface Apart<Part> {
  readonly parts: readonly Part[];
  /** Files that cannot be judged even by themselves. */
  readonly failed: readonly string[];
}

/**
 * Judges files in groups, after they could not be judged together: each group that is too much is halved, so that one file
 * that is takes nothing from the others. Every file that is too much by itself costs a logarithm of failures.
 *
 * @param judge  judges some files; null where they are too much
 */
export function judgeApart<Part>(
  files: readonly string[],
  judge: (files: ReadonlySet<string>) => Part | null,
): Apart<Part> {
  const parts: Part[] = [];
  const failed: string[] = [];
  if (files.length <= 1) return { parts, failed: [...files] };
  const pending = halves(files);
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    const part = judge(new Set(group));
    if (part !== null) parts.push(part);
    else if (group.length > 1) pending.push(...halves(group));
    else failed.push(...group);
  }
  return { parts, failed: failed.sort() };
}

function halves(files: readonly string[]): (readonly string[])[] {
  const middle = Math.ceil(files.length / 2);
  return [files.slice(0, middle), files.slice(middle)];
}
