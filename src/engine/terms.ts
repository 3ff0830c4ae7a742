import { Aggregation, Calculation, Comparison, SymbolFunction } from '../../assembly/codes.js';
import type { Aggregate, Functor, Primitive, Term } from '../datalog/ir.js';
import { BodyPlanner } from './body.js';
import { type Condition, normalise, termVariables } from './normal.js';
import type { Operand, Step } from './step.js';

/** Terms, comparisons and tests as steps of the body that is being planned. Their variables are bound. */

const NONE: Operand = { kind: 'constant', value: 0 };

/** Adds the steps that compute a term; returns where its value is. */
export function compileTerm(body: BodyPlanner, term: Term): Operand {
  switch (term.kind) {
    case 'variable':
      return { kind: 'variable', variable: term.index };
    case 'number':
      return { kind: 'constant', value: term.value >>> 0 };
    case 'symbol':
      return { kind: 'text', text: term.text };
    case 'functor':
      return compileFunctor(body, term);
    case 'range':
      return compileRange(body, term);
    case 'aggregate':
      return compileAggregate(body, term);
    case 'wildcard':
      throw new Error('a wildcard has no value');
  }
}

type ConstraintOf<K extends Condition['kind']> = Extract<Condition, { kind: K }>;

export function compileComparison(body: BodyPlanner, condition: ConstraintOf<'constraint'>): void {
  const left = compileTerm(body, condition.left);
  const right = compileTerm(body, condition.right);
  const { op, primitive } = condition;
  if (op === '=' || op === '!=') {
    body.steps.push({ kind: 'compare', comparison: op === '=' ? Comparison.Equal : Comparison.NotEqual, left, right });
    return;
  }
  const swapped = op === '>' || op === '>=';
  const strict = op === '<' || op === '>';
  const [low, high] = swapped ? [right, left] : [left, right];
  if (primitive === 'symbol') {
    test(body, strict ? SymbolFunction.Less : SymbolFunction.LessOrEqual, low, high, true);
    return;
  }
  body.steps.push({ kind: 'compare', comparison: ordering(strict, primitive), left: low, right: high });
}

function ordering(strict: boolean, primitive: Primitive): Comparison {
  if (primitive === 'unsigned') return strict ? Comparison.LessUnsigned : Comparison.LessOrEqualUnsigned;
  return strict ? Comparison.Less : Comparison.LessOrEqual;
}

export function compileTest(body: BodyPlanner, condition: ConstraintOf<'test'>): void {
  const left = compileTerm(body, condition.left);
  const right = compileTerm(body, condition.right);
  const what = condition.op === 'match' ? SymbolFunction.Match : SymbolFunction.Contains;
  test(body, what, left, right, !condition.negated);
}

function test(body: BodyPlanner, what: SymbolFunction, left: Operand, right: Operand, wanted: boolean): void {
  const to = body.scope.fresh('number');
  body.steps.push({ kind: 'symbols', what, args: [left, right, NONE], to });
  const answer: Operand = { kind: 'variable', variable: to };
  const expected: Operand = { kind: 'constant', value: wanted ? 1 : 0 };
  body.steps.push({ kind: 'compare', comparison: Comparison.Equal, left: answer, right: expected });
}

// ---------------------------------------------------------------------------------------------------------- functors

function compileFunctor(body: BodyPlanner, term: Extract<Term, { kind: 'functor' }>): Operand {
  const args = term.args.map((arg) => compileTerm(body, arg));
  const first = args[0] ?? NONE;
  const argument = term.args[0];
  const from = argument === undefined ? 'number' : body.scope.primitiveOf(argument);
  switch (term.op) {
    case 'cat':
      return fold(args, (a, b) => symbols(body, SymbolFunction.Concatenate, [a, b, NONE], 'symbol'));
    case 'strlen':
      return symbols(body, SymbolFunction.Length, [first, NONE, NONE], 'number');
    case 'substr':
      return symbols(body, SymbolFunction.Substring, [first, args[1] ?? NONE, args[2] ?? NONE], 'symbol');
    case 'to_number':
      return from === 'symbol' ? symbols(body, SymbolFunction.ToNumber, [first, NONE, NONE], 'number') : first;
    case 'to_unsigned':
      return from === 'symbol' ? symbols(body, SymbolFunction.ToUnsigned, [first, NONE, NONE], 'unsigned') : first;
    case 'to_string':
      return from === 'symbol' ? first : symbols(body, stringOf(from), [first, NONE, NONE], 'symbol');
    case 'ord':
      return first;
    case 'min':
    case 'max':
      return fold(args, (a, b) => extreme(body, term.op === 'min', term.primitive, a, b));
    default:
      return calculate(body, calculation(term.op, term.primitive), first, args[1] ?? NONE, term.primitive);
  }
}

function fold(args: readonly Operand[], combine: (a: Operand, b: Operand) => Operand): Operand {
  return args.slice(1).reduce(combine, args[0] ?? NONE);
}

function stringOf(primitive: Primitive): SymbolFunction {
  return primitive === 'unsigned' ? SymbolFunction.UnsignedToString : SymbolFunction.NumberToString;
}

function extreme(body: BodyPlanner, least: boolean, primitive: Primitive, a: Operand, b: Operand): Operand {
  if (primitive === 'symbol')
    return symbols(body, least ? SymbolFunction.Least : SymbolFunction.Greatest, [a, b, NONE], 'symbol');
  if (primitive === 'unsigned')
    return calculate(body, least ? Calculation.LeastUnsigned : Calculation.GreatestUnsigned, a, b, primitive);
  return calculate(body, least ? Calculation.Least : Calculation.Greatest, a, b, primitive);
}

function symbols(
  body: BodyPlanner,
  what: SymbolFunction,
  args: readonly [Operand, Operand, Operand],
  primitive: Primitive,
): Operand {
  const to = body.scope.fresh(primitive);
  body.steps.push({ kind: 'symbols', what, args, to });
  return { kind: 'variable', variable: to };
}

function calculate(body: BodyPlanner, what: Calculation, left: Operand, right: Operand, primitive: Primitive): Operand {
  const to = body.scope.fresh(primitive);
  body.steps.push({ kind: 'calculate', what, left, right, to });
  return { kind: 'variable', variable: to };
}

type Arithmetic = Exclude<
  Functor,
  'cat' | 'strlen' | 'substr' | 'ord' | 'to_number' | 'to_string' | 'to_unsigned' | 'min' | 'max'
>;

const CALCULATIONS: { readonly [op in Arithmetic]: Calculation } = {
  add: Calculation.Add,
  sub: Calculation.Subtract,
  mul: Calculation.Multiply,
  div: Calculation.Divide,
  mod: Calculation.Remainder,
  pow: Calculation.Power,
  neg: Calculation.Negate,
  band: Calculation.And,
  bor: Calculation.Or,
  bxor: Calculation.Xor,
  bnot: Calculation.Not,
  bshl: Calculation.ShiftLeft,
  bshr: Calculation.ShiftRight,
  bshru: Calculation.ShiftRightUnsigned,
  land: Calculation.LogicalAnd,
  lor: Calculation.LogicalOr,
  lxor: Calculation.LogicalXor,
  lnot: Calculation.LogicalNot,
};

function calculation(op: Arithmetic, primitive: Primitive): Calculation {
  if (primitive !== 'unsigned') return CALCULATIONS[op];
  if (op === 'div') return Calculation.DivideUnsigned;
  if (op === 'mod') return Calculation.RemainderUnsigned;
  if (op === 'pow') return Calculation.PowerUnsigned;
  if (op === 'bshr') return Calculation.ShiftRightUnsigned;
  return CALCULATIONS[op];
}

// ------------------------------------------------------------------------------------------------ ranges, aggregates

function compileRange(body: BodyPlanner, term: Extract<Term, { kind: 'range' }>): Operand {
  const from = compileTerm(body, term.from);
  const end = compileTerm(body, term.to);
  const unsigned = term.primitive === 'unsigned';
  const to = body.scope.fresh(term.primitive);
  const by = term.step === null ? direction(body, from, end, unsigned) : compileTerm(body, term.step);
  body.steps.push({ kind: 'range', from, end, by, unsigned, to });
  return { kind: 'variable', variable: to };
}

/** Without a step a range counts up or down by one, whichever leads to its end: 1 - 2 × (from > end). */
function direction(body: BodyPlanner, from: Operand, end: Operand, unsigned: boolean): Operand {
  const least = calculate(body, unsigned ? Calculation.LeastUnsigned : Calculation.Least, from, end, 'number');
  const distance = calculate(body, Calculation.Subtract, from, least, 'number');
  const falls = calculate(body, Calculation.LogicalOr, distance, NONE, 'number');
  const twice = calculate(body, Calculation.Add, falls, falls, 'number');
  return calculate(body, Calculation.Subtract, { kind: 'constant', value: 1 }, twice, 'number');
}

function compileAggregate(body: BodyPlanner, term: Aggregate): Operand {
  const outputs = new Set<number>();
  if (term.value !== null) termVariables(term.value, outputs);
  const given = new Set<number>();
  termVariables(term, given);
  const conjuncts = normalise(term.body, body.scope);
  const inner = new BodyPlanner(body.scope, body.statistics, conjuncts, given, outputs, true);
  inner.plan();
  const value = term.value === null ? NONE : compileTerm(inner, term.value);
  const to = body.scope.fresh(term.primitive);
  const step: Step = { kind: 'aggregate', what: aggregation(term), inner: inner.steps, value, to };
  body.steps.push(step);
  return { kind: 'variable', variable: to };
}

function aggregation(term: Aggregate): Aggregation {
  if (term.op === 'count') return Aggregation.Count;
  if (term.op === 'sum') return Aggregation.Sum;
  const unsigned = term.primitive === 'unsigned';
  if (term.op === 'min') return unsigned ? Aggregation.LeastUnsigned : Aggregation.Least;
  return unsigned ? Aggregation.GreatestUnsigned : Aggregation.Greatest;
}
