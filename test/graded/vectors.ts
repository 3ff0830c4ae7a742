import { readFileSync } from 'node:fs';

/** The vectors of a system beside the repository; undefined where they are not there. */
export function readVectors<Vector>(name: string): readonly Vector[] | undefined {
  try {
    const file: { vectors: readonly Vector[] } = JSON.parse(readFileSync(`../shared/vectors/${name}.json`, 'utf8'));
    return file.vectors;
  } catch {
    return undefined;
  }
}
