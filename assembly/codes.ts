/** The numbers that the core and the host agree on. Plain enums, so that both compilers read this file. */

/** Operations of a plan; `plan.ts` has their operands. */
export const enum Op {
  Join = 1,
  Cross = 2,
  Exists = 3,
  Member = 4,
  Compare = 5,
  Calculate = 6,
  Symbols = 7,
  Range = 8,
  Aggregate = 9,
  Accumulate = 10,
  Emit = 11,
}

export const enum Comparison {
  Equal = 0,
  NotEqual = 1,
  Less = 2,
  LessOrEqual = 3,
  LessUnsigned = 4,
  LessOrEqualUnsigned = 5,
}

export const enum Calculation {
  Copy = 0,
  Add = 1,
  Subtract = 2,
  Multiply = 3,
  Divide = 4,
  Remainder = 5,
  DivideUnsigned = 6,
  RemainderUnsigned = 7,
  Power = 8,
  PowerUnsigned = 9,
  Negate = 10,
  And = 11,
  Or = 12,
  Xor = 13,
  Not = 14,
  ShiftLeft = 15,
  ShiftRight = 16,
  ShiftRightUnsigned = 17,
  LogicalAnd = 18,
  LogicalOr = 19,
  LogicalXor = 20,
  LogicalNot = 21,
  Least = 22,
  Greatest = 23,
  LeastUnsigned = 24,
  GreatestUnsigned = 25,
}

export const enum Aggregation {
  Count = 0,
  Sum = 1,
  Least = 2,
  Greatest = 3,
  LeastUnsigned = 4,
  GreatestUnsigned = 5,
}

/** Functors and tests on symbols, evaluated by the host. */
export const enum SymbolFunction {
  Concatenate = 0,
  Length = 1,
  Substring = 2,
  ToNumber = 3,
  ToUnsigned = 4,
  NumberToString = 5,
  UnsignedToString = 6,
  Match = 7,
  Contains = 8,
  Less = 9,
  LessOrEqual = 10,
  Least = 11,
  Greatest = 12,
}

/** What stopped an evaluation; the host turns it into an error with a place. */
export const enum Fault {
  None = 0,
  Memory = 1,
  Tuples = 2,
  Time = 3,
  Division = 4,
  Conversion = 5,
  /** A matrix has no room for a value: the host chooses another store and goes on. */
  Unfit = 6,
  /** A match of a pattern took too many steps. */
  Steps = 7,
  /** Texts that functors made take too much of the host's memory. */
  Texts = 8,
}
