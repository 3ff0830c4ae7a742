import {
  checkLegs,
  DESTINATION_LEVELS,
  type DestinationLevel,
  type Legs,
  levelOf,
  REVIEW_LEVELS,
  type ReviewLevel,
  UNTRUSTED_LEVELS,
  type UntrustedLevel,
  type WrittenLegs,
} from '../lower/graded/levels.js';

/** A name for each leg that is there: `private`, `untrusted_hard`, `egress_reviewed` … */
export type LegTag =
  | 'private'
  | 'untrusted_weakened'
  | 'untrusted_hard'
  | 'egress'
  | 'egress_reviewed'
  | 'egress_vouched'
  | 'egress_reviewed_vouched';

/**
 * The legs of the lethal trifecta that a tool or an agent has, as in Pikuri's class of this name. Immutable; a level that
 * is none, and a way out on one axis alone, is a RangeError.
 */
export class TrifectaLegs implements Legs {
  static readonly NONE = new TrifectaLegs({ private: false, untrusted: 'none', review: 'no_egress' });
  /** What a tool is taken for of which nothing is declared: hostile, but for private data, which is the user's to declare. */
  static readonly ASSUMED = new TrifectaLegs({ private: false, untrusted: 'hard', review: 'unreviewed' });

  readonly private: boolean;
  readonly untrusted: UntrustedLevel;
  readonly review: ReviewLevel;
  readonly destination: DestinationLevel;

  constructor(written: WrittenLegs) {
    const checked = checkLegs(written);
    if (!checked.ok) throw new RangeError(checked.message);
    this.private = checked.legs.private;
    this.untrusted = checked.legs.untrusted;
    this.review = checked.legs.review;
    this.destination = checked.legs.destination;
  }

  /** Legs that meet at one agent: the stronger of the two on each axis, which may be a cell that neither holds. A RangeError on a word that is no level. */
  union(legs: Legs): TrifectaLegs {
    const other = new TrifectaLegs(legs);
    return new TrifectaLegs({
      private: this.private || other.private,
      untrusted: stronger(UNTRUSTED_LEVELS, this.untrusted, other.untrusted),
      review: stronger(REVIEW_LEVELS, this.review, other.review),
      destination: stronger(DESTINATION_LEVELS, this.destination, other.destination),
    });
  }

  /** These legs as they come up to the agent that hands out the work: content arrives as a report, weakened once and for all. */
  relabelInbound(): TrifectaLegs {
    return this.untrusted === 'hard' ? new TrifectaLegs({ ...this.plain(), untrusted: 'weakened' }) : this;
  }

  /**
   * These legs with the review axis no higher than the hand-off lets through; where it lets nothing through the leg is
   * gone. Whether the cap applies is for the caller to say. A RangeError where the level is none.
   */
  capPayloadReview(channel: string): TrifectaLegs {
    const level = levelOf(REVIEW_LEVELS, channel);
    if (level === undefined) throw new RangeError(`unknown egress review level: :${channel}`);
    const review = stronger(REVIEW_LEVELS, this.review, level) === level ? this.review : level;
    const destination = review === 'no_egress' ? 'no_egress' : this.destination;
    return new TrifectaLegs({ ...this.plain(), review, destination });
  }

  /** Names of the legs that are there, in the order private, untrusted, egress. */
  toTags(): LegTag[] {
    const tags: LegTag[] = [];
    if (this.private) tags.push('private');
    if (this.untrusted !== 'none') tags.push(`untrusted_${this.untrusted}`);
    if (this.review !== 'no_egress') tags.push(egressTag(this.review, this.destination));
    return tags;
  }

  /** The four axes as a plain object. */
  plain(): Legs {
    return { private: this.private, untrusted: this.untrusted, review: this.review, destination: this.destination };
  }
}

function egressTag(review: ReviewLevel, destination: DestinationLevel): LegTag {
  const vouched = destination === 'tool_vouched';
  if (review === 'human_reviewed') return vouched ? 'egress_reviewed_vouched' : 'egress_reviewed';
  return vouched ? 'egress_vouched' : 'egress';
}

function stronger<Level extends string>(levels: readonly Level[], a: Level, b: Level): Level {
  return levels.indexOf(a) >= levels.indexOf(b) ? a : b;
}
