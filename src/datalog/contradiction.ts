import type { Place } from '../place.js';
import type { Comparison } from './ir.js';
import type { Details } from './report.js';
import type { AtomLiteral, Literal, Term, Variable } from './resolved.js';

/** Why the conditions of a rule cannot all hold. */
export interface Contradiction {
  readonly place: Place;
  readonly message: string;
  readonly details: Details;
}

type Constraint = Extract<Literal, { kind: 'constraint' }>;

/** The first contradiction between the conditions of a rule that shows without knowing any facts; null where none does. */
export function contradiction(body: readonly Literal[]): Contradiction | null {
  return falseComparison(body) ?? emptyInterval(body) ?? deniedAtom(body);
}

const MEND = 'take the rule out, or mend the comparison';

function falseComparison(body: readonly Literal[]): Contradiction | null {
  for (const literal of body) {
    if (literal.kind !== 'constraint' || holds(literal.op, literal.left, literal.right) !== false) continue;
    return { place: literal.place, message: 'this never holds, so nothing is derived', details: { repair: MEND } };
  }
  return null;
}

/** Whether a comparison holds as far as it shows; null for other terms, and for the order of symbols. */
function holds(op: Comparison, left: Term, right: Term): boolean | null {
  if (left.kind === 'variable' && right.kind === 'variable')
    return left.variable === right.variable ? compare(op, 0, 0) : null;
  if (left.kind === 'symbol' && right.kind === 'symbol') {
    return op === '=' ? left.text === right.text : op === '!=' ? left.text !== right.text : null;
  }
  return left.kind === 'number' && right.kind === 'number' ? compare(op, left.value, right.value) : null;
}

function compare(op: Comparison, a: number, b: number): boolean {
  switch (op) {
    case '=':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}

// ------------------------------------------------------------------------------------- bounds of a variable by constants

interface Bound {
  readonly value: number;
  readonly literal: Constraint;
}

interface Interval {
  low: Bound | null;
  high: Bound | null;
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** `x > 5, x < 3`: the values that comparisons with constants leave to a variable. Values are integers. */
function emptyInterval(body: readonly Literal[]): Contradiction | null {
  const intervals = new Map<Variable, Interval>();
  for (const literal of body) {
    if (literal.kind !== 'constraint') continue;
    const { left, right, op } = literal;
    const found =
      left.kind === 'variable' && right.kind === 'number'
        ? narrow(intervals, left.variable, op, { value: right.value, literal })
        : left.kind === 'number' && right.kind === 'variable'
          ? narrow(intervals, right.variable, MIRRORED[op], { value: left.value, literal })
          : null;
    if (found !== null) return found;
  }
  return null;
}

function narrow(
  intervals: Map<Variable, Interval>,
  variable: Variable,
  op: Comparison,
  bound: Bound,
): Contradiction | null {
  const interval = intervals.get(variable) ?? { low: null, high: null };
  intervals.set(variable, interval);
  const { value, literal } = bound;
  const low = op === '>' ? value + 1 : op === '>=' || op === '=' ? value : null;
  const high = op === '<' ? value - 1 : op === '<=' || op === '=' ? value : null;
  if (low !== null && (interval.low === null || low > interval.low.value)) interval.low = { value: low, literal };
  if (high !== null && (interval.high === null || high < interval.high.value)) interval.high = { value: high, literal };
  if (interval.low === null || interval.high === null || interval.low.value <= interval.high.value) return null;
  const other = interval.low.literal === literal ? interval.high.literal : interval.low.literal;
  return {
    place: literal.place,
    message: `no \`${variable.name}\` fulfils this and another comparison, so nothing is derived`,
    details: { related: [{ place: other.place, message: 'the other one' }], repair: MEND },
  };
}

// -------------------------------------------------------------------------------------------------- an atom and its denial

/** Pairs that are compared at most, for rules of thousands of conditions. */
const MOST_PAIRS = 10_000;

/** `a(x, y), !a(x, _)` */
function deniedAtom(body: readonly Literal[]): Contradiction | null {
  const atoms = body.filter((literal): literal is AtomLiteral => literal.kind === 'atom');
  const denied = atoms.filter((atom) => atom.negated);
  if (denied.length * (atoms.length - denied.length) > MOST_PAIRS) return null;
  for (const denial of denied) {
    const atom = atoms.find((one) => !one.negated && one.relation === denial.relation && covers(denial, one));
    if (atom === undefined) continue;
    return {
      place: denial.place,
      message: 'this denies another condition, so nothing is derived',
      details: { related: [{ place: atom.place, message: 'the other one' }], repair: 'take one of them out' },
    };
  }
  return null;
}

/** Whether each tuple that fits an atom fits a denied one. */
function covers(denial: AtomLiteral, atom: AtomLiteral): boolean {
  return denial.args.every((arg, i) => {
    const other = atom.args[i];
    if (arg.kind === 'wildcard') return true;
    if (arg.kind === 'variable') return other?.kind === 'variable' && other.variable === arg.variable;
    if (arg.kind === 'symbol') return other?.kind === 'symbol' && other.text === arg.text;
    return arg.kind === 'number' && other?.kind === 'number' && other.value === arg.value;
  });
}
