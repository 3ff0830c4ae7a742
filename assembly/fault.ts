/** The state that ends an evaluation early: a fault, and the budgets that raise one. */
import { Fault } from './codes';
import { expired } from './host';

let present: Fault = Fault.None;
let rowsLeft: u32 = u32.MAX_VALUE;
let fuel: u32 = 0;

/** Batches between two questions to the host whether time is up: some hundred microseconds of work. */
const FUEL: u32 = 64;

/** The first fault since `begin`; 0 is none. */
export function fault(): Fault {
  return present;
}

export function raise(what: Fault): void {
  if (present == Fault.None) present = what;
}

/** Clears the fault and sets how many rows may be inserted from here on. */
export function begin(rows: u32): void {
  present = Fault.None;
  rowsLeft = rows;
  fuel = FUEL;
}

/** Counts inserted rows against the budget. */
export function spend(rows: u32): void {
  if (rows > rowsLeft) raise(Fault.Tuples);
  else rowsLeft -= rows;
}

/** Takes back a `spend`, for rows that will be counted again. */
export function refund(rows: u32): void {
  rowsLeft = rows > u32.MAX_VALUE - rowsLeft ? u32.MAX_VALUE : rowsLeft + rows;
}

/** Forgets a fault that the host has dealt with. */
export function forgive(): void {
  present = Fault.None;
}

/** True where evaluation is to stop; called once per batch. */
export function stopped(): bool {
  if (present != Fault.None) return true;
  if (--fuel == 0) {
    fuel = FUEL;
    if (expired() != 0) raise(Fault.Time);
  }
  return present != Fault.None;
}
