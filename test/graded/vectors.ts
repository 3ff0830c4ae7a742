import { existsSync, readFileSync } from 'node:fs';

/** The vectors of a system beside the repository; undefined where they are not there. */
export function readVectors<Vector>(name: string): readonly Vector[] | undefined {
  const path = `../shared/vectors/${name}.json`;
  if (!existsSync(path)) return undefined;
  const file: { vectors: readonly Vector[] } = JSON.parse(readFileSync(path, 'utf8'));
  return file.vectors;
}
