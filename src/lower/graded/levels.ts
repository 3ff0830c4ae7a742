/** The three graded axes of a leg, least dangerous level first (Pikuri, TrifectaLegs). Rules know them as `*_level`. */
export const UNTRUSTED_LEVELS = ['none', 'weakened', 'hard'] as const;
export const REVIEW_LEVELS = ['no_egress', 'human_reviewed', 'unreviewed'] as const;
export const DESTINATION_LEVELS = ['no_egress', 'tool_vouched', 'attacker_reachable'] as const;

export type UntrustedLevel = (typeof UNTRUSTED_LEVELS)[number];
export type ReviewLevel = (typeof REVIEW_LEVELS)[number];
export type DestinationLevel = (typeof DESTINATION_LEVELS)[number];

/** What a tool, or an agent, has of each leg. Review and destination are two axes of one leg: both are `no_egress`, or none is. */
export interface Legs {
  readonly private: boolean;
  readonly untrusted: UntrustedLevel;
  readonly review: ReviewLevel;
  readonly destination: DestinationLevel;
}

/** Legs as they are written: words that may be no levels; a destination that is left out is derived. */
export interface WrittenLegs {
  readonly private: boolean;
  readonly untrusted: string;
  readonly review: string;
  readonly destination?: string | undefined;
}

export type LegsResult = { readonly ok: true; readonly legs: Legs } | ({ readonly ok: false } & LegsFault);

export interface LegsFault {
  /** The axis to mend. */
  readonly axis: 'untrusted' | 'review' | 'destination';
  /** The word of that axis is no level; else the two axes of the way out disagree. */
  readonly unknown: boolean;
  /** What the axis may be. */
  readonly levels: readonly string[];
  readonly message: string;
}

/**
 * Checks written legs. A word that is no level would read as a missing leg, so it is an error, and so is a way out that is
 * there on one of its axes alone. A destination that is left out is where an attacker reads, if there is a way out.
 */
export function checkLegs(written: WrittenLegs): LegsResult {
  const untrusted = levelOf(UNTRUSTED_LEVELS, written.untrusted);
  if (untrusted === undefined) return unknown('untrusted', 'untrusted', UNTRUSTED_LEVELS, written.untrusted);
  const review = levelOf(REVIEW_LEVELS, written.review);
  if (review === undefined) return unknown('review', 'egress review', REVIEW_LEVELS, written.review);
  const derived = review === 'no_egress' ? 'no_egress' : 'attacker_reachable';
  const destination = levelOf(DESTINATION_LEVELS, written.destination ?? derived);
  if (destination === undefined)
    return unknown('destination', 'egress destination', DESTINATION_LEVELS, written.destination ?? '');
  if ((review === 'no_egress') !== (destination === 'no_egress')) {
    const message = `egress axes disagree on whether the leg exists: :${review} / :${destination}`;
    return { ok: false, axis: 'destination', unknown: false, levels: DESTINATION_LEVELS, message };
  }
  return { ok: true, legs: { private: written.private, untrusted, review, destination } };
}

/** The word as a level of an axis; undefined where it is none. */
export function levelOf<Level extends string>(levels: readonly Level[], word: string): Level | undefined {
  return levels.find((level) => level === word);
}

function unknown(axis: LegsFault['axis'], name: string, levels: readonly string[], word: string): LegsResult {
  return { ok: false, axis, unknown: true, levels, message: `unknown ${name} level: :${word}` };
}
