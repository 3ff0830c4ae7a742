/** What the core asks of the host. Neither function may call back into the core. */

/** 1 when the time budget is used up. */
// @ts-ignore: decorator
@external('host', 'expired')
export declare function expired(): i32;

/**
 * Evaluates a functor or test on symbols for `rows` rows: `a`, `b`, `c` and `out` are addresses of vectors. A test writes
 * 0 or 1. Returns the fault that stopped it, such as `Fault.Conversion` where `to_number` gets a text that is no number.
 */
// @ts-ignore: decorator
@external('host', 'symbols')
export declare function symbols(functor: u32, a: usize, b: usize, c: usize, out: usize, rows: u32): i32;
