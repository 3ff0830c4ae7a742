import { checkOptions, FLAG, type Kind, type Kinds } from '../datalog/kinds.js';
import { isString, LAW, TEXT } from '../options.js';
import type { AdmitOptions } from './admit.js';
import type { CheckOptions, InferOptions } from './check.js';

const POLICY: Kind = { name: 'a function', has: (value) => typeof value === 'function' };

const INFER: Kinds<InferOptions> = { cwd: TEXT, law: LAW, parity: FLAG, pureFree: FLAG };
const CHECK: Kinds<CheckOptions> = { ...INFER, prices: TEXT };
const ADMIT: Kinds<AdmitOptions> = { ...CHECK, policy: POLICY };

/** Checks what `check` is given; throws a TypeError that names what is wrong. */
export function checkCheck(target: unknown, options: unknown): void {
  checkTarget('check', target);
  checkOptions('check', CHECK, options);
}

/** The same of `inferPermits`. */
export function checkInfer(target: unknown, options: unknown): void {
  checkTarget('inferPermits', target);
  checkOptions('inferPermits', INFER, options);
}

/** The same of `admit`, which takes a file alone. */
export function checkAdmit(path: unknown, options: unknown): void {
  if (!isString(path)) throw new TypeError('admit: give the path of a workflow');
  checkOptions('admit', ADMIT, options);
}

function checkTarget(of: string, target: unknown): void {
  if (!isString(target) && !isSource(target))
    throw new TypeError(`${of}: give the path of a workflow, or { name, text }, a string and its text or bytes`);
}

function isSource(target: unknown): boolean {
  if (typeof target !== 'object' || target === null || !('name' in target) || !('text' in target)) return false;
  return isString(target.name) && (isString(target.text) || target.text instanceof Uint8Array);
}
