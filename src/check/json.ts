import { visibleJson } from '../visible.js';
import type { CheckReport } from './model.js';

/** The report as JSON, ending with a line feed; nothing in it acts on a terminal. */
export function jsonCheck(report: CheckReport): string {
  return `${visibleJson(JSON.stringify(report, null, 2))}\n`;
}
