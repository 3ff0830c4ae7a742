import { readFileSync } from 'node:fs';
import { targets } from './targets.js';
import { tryInputs } from './worker.js';

/** Tries saved inputs again, those of one target together; throws where they fail. */
export function tryFiles(paths: readonly string[]): void {
  for (const target of Object.values(targets)) {
    const inputs = paths.filter((path) => path.endsWith(target.extension)).map((path) => readFileSync(path));
    if (inputs.length > 0) tryInputs(target, inputs);
  }
}
