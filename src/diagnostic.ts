import type { Place } from './place.js';

export type Severity = 'error' | 'warning' | 'note';

/**
 * An expected failure, as a value: what, where, why and the smallest repair. Every producer keeps a closed list of its
 * codes (`NIKA-YAML-004`, `DL-ARITY` …); exceptions are for bugs alone.
 */
export interface Diagnostic<Code extends string = string> {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly place: Place;
  readonly repair?: readonly string[];
  /** Other places the message speaks of, such as the two declarations of a type clash. */
  readonly related?: readonly { readonly place: Place; readonly message: string }[];
}
