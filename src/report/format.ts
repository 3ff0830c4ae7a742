import type { Colors } from 'picocolors/types';
import type { Report } from './model.js';
import type { ReportedRule } from './rules.js';
import type { Sources } from './sources.js';

/** What a format may draw on beside the report. */
export interface View {
  readonly sources: Sources;
  readonly colors: Colors;
  /** Every kind of finding that the run could have had, in a fixed order. */
  readonly rules: readonly ReportedRule[];
}

/** A report as text, in pieces that are written one after the other. */
export type Format = (report: Report, view: View) => Iterable<string>;
