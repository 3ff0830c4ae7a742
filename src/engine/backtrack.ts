import { MOST_NODES, written } from './automaton.js';
import type { Pattern, ReadPattern } from './pattern.js';
import { includes, type Ranges } from './ranges.js';

/** Slots hold positions: two a group, its begin and its end, and one a loop, where its present pass began. */
type Instruction =
  | { readonly op: 'set'; readonly ranges: Ranges }
  /** Goes on at `first`, and if that fails at `second`. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'clear'; readonly from: number; readonly to: number }
  /** Fails where nothing was read since the slot was saved. */
  | { readonly op: 'advance'; readonly slot: number }
  | { readonly op: 'begin' | 'end' | 'accept' }
  | { readonly op: 'boundary'; readonly negated: boolean }
  | { readonly op: 'reference'; readonly number: number }
  /** What follows up to its own `accept` is looked for; goes on at `next`. */
  | { readonly op: 'look'; readonly negated: boolean; next: number };

/** Where matching may go on. Slots are never changed, but replaced. */
interface Choice {
  readonly pc: number;
  readonly at: number;
  readonly slots: readonly number[];
}

const UNSET = -1;
const WORD: Ranges = [48, 57, 65, 90, 95, 95, 97, 122];

/** The steps of a match are used up. */
export class StepsExceeded extends Error {}

/**
 * A matcher for patterns with back-references, look-ahead or word boundaries, which has to try alternatives one after the
 * other, as ECMAScript says (ECMA-262, 22.2.2): that can take exponential time, so that its steps are bounded.
 */
export class Backtracker {
  private readonly code: Instruction[] = [];
  private readonly room: number;
  private slots: number;

  /**
   * Throws `RangeError` where the repetitions of the pattern multiply to too much.
   *
   * @param mostSteps  instructions that one match may take
   */
  constructor(
    { pattern, groups }: ReadPattern,
    private readonly mostSteps: number,
  ) {
    this.room = 10 * (MOST_NODES + written(pattern));
    this.slots = 2 * groups + 2;
    this.build(pattern);
    this.add({ op: 'end' });
    this.add({ op: 'accept' });
  }

  /** Whether the pattern matches the whole of a text; throws `StepsExceeded`. */
  matches(text: string): boolean {
    const slots = new Array<number>(this.slots).fill(UNSET);
    return this.run({ pc: 0, at: 0, slots }, text, { left: this.mostSteps }) !== undefined;
  }

  // ------------------------------------------------------------------------------------------------------ construction

  private add<T extends Instruction>(instruction: T): T {
    if (this.code.length >= this.room) throw new RangeError(`more than ${MOST_NODES} states`);
    this.code.push(instruction);
    return instruction;
  }

  private build(pattern: Pattern): void {
    switch (pattern.kind) {
      case 'set':
        this.add({ op: 'set', ranges: pattern.ranges });
        break;
      case 'begin':
      case 'end':
        this.add({ op: pattern.kind });
        break;
      case 'boundary':
        this.add({ op: 'boundary', negated: pattern.negated });
        break;
      case 'reference':
        this.add({ op: 'reference', number: pattern.number });
        break;
      case 'sequence':
        for (const item of pattern.items) this.build(item);
        break;
      case 'choice':
        this.choice(pattern.options);
        break;
      case 'group':
        this.add({ op: 'save', slot: 2 * pattern.number });
        this.build(pattern.item);
        this.add({ op: 'save', slot: 2 * pattern.number + 1 });
        break;
      case 'look': {
        const look = this.add({ op: 'look', negated: pattern.negated, next: 0 });
        this.build(pattern.item);
        this.add({ op: 'accept' });
        look.next = this.code.length;
        break;
      }
      case 'repeat':
        this.repeat(pattern);
    }
  }

  private choice(options: readonly Pattern[]): void {
    const jumps = options.map((option, i) => {
      const split = i + 1 < options.length ? this.split() : undefined;
      this.build(option);
      const jump = this.add({ op: 'jump', to: 0 });
      if (split !== undefined) split.second = this.code.length;
      return jump;
    });
    for (const jump of jumps) jump.to = this.code.length;
  }

  /** A split whose first way is what follows. */
  private split(): { first: number; second: number } {
    return this.add({ op: 'split', first: this.code.length + 1, second: 0 });
  }

  private repeat({ item, least, most, lazy }: Extract<Pattern, { kind: 'repeat' }>): void {
    const captured = capturedBy(item);
    for (let i = 0; i < least; i++) this.pass(item, captured);
    const exits: { first: number; second: number }[] = [];
    if (most === Number.POSITIVE_INFINITY) {
      const begin = this.code.length;
      exits.push(this.split());
      this.optionalPass(item, captured);
      this.add({ op: 'jump', to: begin });
    } else
      for (let i = least; i < most; i++) {
        exits.push(this.split());
        this.optionalPass(item, captured);
      }
    for (const exit of exits) exit.second = this.code.length;
    if (lazy) for (const exit of exits) [exit.first, exit.second] = [exit.second, exit.first];
  }

  /** Each pass of a repetition forgets what its groups captured in the one before. */
  private pass(item: Pattern, captured: readonly number[]): void {
    // Also where there is nothing to forget: passes without instructions could be repeated for ever.
    this.add({ op: 'clear', from: 2 * (captured[0] ?? 0), to: 2 * (captured.at(-1) ?? -1) + 2 });
    this.build(item);
  }

  private optionalPass(item: Pattern, captured: readonly number[]): void {
    const slot = this.slots++;
    this.add({ op: 'save', slot });
    this.pass(item, captured);
    this.add({ op: 'advance', slot });
  }

  // ----------------------------------------------------------------------------------------------------------- running

  /** The slots at the first `accept` that is reached; undefined where none is. */
  private run(start: Choice, text: string, steps: { left: number }): readonly number[] | undefined {
    const choices: Choice[] = [start];
    for (let choice = choices.pop(); choice !== undefined; choice = choices.pop()) {
      const found = this.follow(choice, choices, text, steps);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Follows one way until it accepts or fails; leaves the others to `choices`. */
  private follow(
    { pc, at, slots }: Choice,
    choices: Choice[],
    text: string,
    steps: { left: number },
  ): readonly number[] | undefined {
    for (let next = pc + 1; ; pc = next, next = pc + 1) {
      if (--steps.left < 0) throw new StepsExceeded();
      const instruction = this.code[pc];
      switch (instruction?.op) {
        case undefined:
          throw new Error('a pattern ends without accepting');
        case 'accept':
          return slots;
        case 'set':
          if (at >= text.length || !includes(instruction.ranges, text.charCodeAt(at))) return undefined;
          at++;
          break;
        case 'split':
          choices.push({ pc: instruction.second, at, slots });
          next = instruction.first;
          break;
        case 'jump':
          next = instruction.to;
          break;
        case 'save':
          slots = filled(slots, at, instruction.slot, instruction.slot + 1);
          break;
        case 'clear':
          slots = filled(slots, UNSET, instruction.from, instruction.to);
          break;
        case 'advance':
          if (slots[instruction.slot] === at) return undefined;
          break;
        case 'begin':
          if (at !== 0) return undefined;
          break;
        case 'end':
          if (at !== text.length) return undefined;
          break;
        case 'boundary':
          if (isBoundary(text, at) === instruction.negated) return undefined;
          break;
        case 'reference': {
          const captured = capturedText(text, slots, instruction.number);
          if (!text.startsWith(captured, at)) return undefined;
          at += captured.length;
          break;
        }
        case 'look': {
          const found = this.run({ pc: next, at, slots }, text, steps);
          if ((found === undefined) !== instruction.negated) return undefined;
          // Captures of a look-ahead that holds stay, its other ways are given up.
          slots = found ?? slots;
          next = instruction.next;
        }
      }
    }
  }
}

/** The same but for the slots [from, to). */
function filled(slots: readonly number[], position: number, from: number, to: number): readonly number[] {
  return from < to ? [...slots].fill(position, from, to) : slots;
}

function isBoundary(text: string, at: number): boolean {
  return isWord(text, at - 1) !== isWord(text, at);
}

function isWord(text: string, at: number): boolean {
  return at >= 0 && at < text.length && includes(WORD, text.charCodeAt(at));
}

/** What a group captured; a group that took no part matches nothing, anywhere. */
function capturedText(text: string, slots: readonly number[], number: number): string {
  const [begin = UNSET, end = UNSET] = [slots[2 * number], slots[2 * number + 1]];
  return begin === UNSET || end === UNSET ? '' : text.slice(begin, end);
}

/** The numbers of the groups in a pattern; they follow one another. */
function capturedBy(pattern: Pattern): number[] {
  switch (pattern.kind) {
    case 'group':
      return [pattern.number, ...capturedBy(pattern.item)];
    case 'sequence':
      return pattern.items.flatMap(capturedBy);
    case 'choice':
      return pattern.options.flatMap(capturedBy);
    case 'repeat':
    case 'look':
      return capturedBy(pattern.item);
    default:
      return [];
  }
}
