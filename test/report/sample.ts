import type { Finding } from '../../src/findings/finding.js';
import type { Place } from '../../src/place.js';
import { buildReport, type Outcome } from '../../src/report/build.js';
import type { Report } from '../../src/report/model.js';
import { Sources } from '../../src/report/sources.js';

/** Where a piece of a file's text stands, first occurrence. */
export function at(file: string, text: string, piece: string): Place {
  const start = text.indexOf(piece);
  if (start < 0) throw new Error(`${file} has no ${JSON.stringify(piece)}`);
  return { file, start, end: start + piece.length };
}

export function finding(place: Place, more: Partial<Finding> = {}): Finding {
  return {
    code: 'X-1',
    severity: 'error',
    message: 'something is wrong',
    place,
    subject: { workflow: place.file, task: null, source: null, sources: [] },
    path: [],
    related: [],
    names: [],
    repair: [],
    order: 0,
    ...more,
  };
}

export function report(files: Record<string, string>, outcome: Partial<Outcome>): { report: Report; sources: Sources } {
  const sources = new Sources();
  for (const [file, text] of Object.entries(files)) sources.add(file, text);
  const count = Object.keys(files).length;
  const whole = {
    law: '2.1',
    files: count,
    workflows: count,
    agents: 0,
    findings: [],
    noClaims: [],
    errors: [],
    ...outcome,
  } as const;
  return { report: buildReport(whole, sources), sources };
}
