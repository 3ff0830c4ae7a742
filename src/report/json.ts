import { visibleJson } from '../visible.js';
import type { Report } from './model.js';

/** The report as JSON, in pieces of one entry each, so that a large one is never held as one string. */
export function* json(report: Report): Iterable<string> {
  const { findings, noClaims, lists, errors, ...head } = report;
  yield visibleJson(JSON.stringify(head, null, 2)).replace(/\n}$/, '');
  yield* list('findings', findings);
  yield* list('noClaims', noClaims);
  if (lists !== undefined) yield* list('lists', lists);
  yield* list('errors', errors);
  yield '\n}\n';
}

/** A list under its name, behind what stands before it in the object. */
export function* list(name: string, entries: readonly object[]): Iterable<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n    ';
  for (const entry of entries) {
    yield separator + visibleJson(JSON.stringify(entry, null, 2).replaceAll('\n', '\n    '));
    separator = ',\n    ';
  }
  yield entries.length === 0 ? ']' : '\n  ]';
}
