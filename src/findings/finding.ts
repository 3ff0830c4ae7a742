import type { Severity } from '../diagnostic.js';
import type { Place } from '../place.js';

/** What a run has to say of one place: a law's verdict, or a file that cannot be read or judged. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place: Place;
  readonly subject: Subject;
  /** The way from the source to the sink, in order of flow; empty where nothing flows. */
  readonly path: readonly Step[];
  /** Other places a person should look at. */
  readonly related: readonly RelatedPlace[];
  /** Who brings each leg, by the name of the leg, where the finding is about an agent. */
  readonly legs?: HeldLegs;
  /** What an auditor keeps of it. */
  readonly record?: AuditRecord;
  /** What it is about, by names that stay when lines move. */
  readonly names: readonly string[];
  /** Any one of these mends it. */
  readonly repair: readonly string[];
  /** Lists of which the message and the repairs name the beginning alone; findings share them. */
  readonly lists?: readonly NamedList[];
  /** Declaration order within the file. */
  readonly order: number;
  /** The tuple that it is, in a relation of the rules; left out where no rule found it. */
  readonly tuple?: FindingTuple;
}

export interface FindingTuple {
  readonly relation: string;
  readonly values: readonly number[];
}

export interface Subject {
  /** The file of the workflow. */
  readonly workflow: string;
  readonly task: string | null;
  /** The first source in reference order. */
  readonly source: string | null;
  /** All of them, in the same order. */
  readonly sources: readonly string[];
}

/** All values that stand for a `{name}` of a text. */
export interface NamedList {
  readonly name: string;
  readonly values: readonly string[];
}

export interface Step {
  readonly task: string;
  readonly why: string;
  readonly place: Place;
}

export interface RelatedPlace {
  readonly message: string;
  readonly place: Place;
}

export type HeldLegs = Readonly<Record<string, readonly LegHolder[]>>;

/** A tool or server that brings a leg, and the agent that holds it. */
export interface LegHolder {
  readonly name: string;
  readonly agent: string;
}

/** An event with what it says: what was allowed, and what allowed it. */
export interface AuditRecord {
  readonly event: string;
  readonly fields: Readonly<Record<string, string>>;
}
