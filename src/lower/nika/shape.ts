import type { Scalar } from '../../parse/tree.js';

/** What a value of the language may be. `wanted` says so to a person who wrote something else. */
export type Shape = Anything | Leaf | List | Names | RecordShape | Choice | Later;

export interface Anything {
  readonly kind: 'any';
}

/** A scalar. */
export interface Leaf {
  readonly kind: 'leaf';
  readonly wanted: string;
  readonly fits: (scalar: Scalar) => boolean;
}

export interface List {
  readonly kind: 'list';
  readonly wanted: string;
  readonly of: Shape;
  /** It has at least so many items. */
  readonly least: number;
}

/** A mapping whose keys the author chooses. */
export interface Names {
  readonly kind: 'names';
  readonly wanted: string;
  readonly of: Shape;
  /** What the keys are, and names that none may have. */
  readonly key: Leaf | null;
  readonly barred: readonly string[];
}

/** A mapping whose keys the language chooses: no others may stand. */
export interface RecordShape {
  readonly kind: 'record';
  /** How rules call it. */
  readonly name: string;
  readonly wanted: string;
  readonly keys: ReadonlyMap<string, Shape>;
  /** Keys that have to be there. */
  readonly needs: readonly string[];
  /** Of these keys exactly one has to be there. */
  readonly oneOf: readonly string[];
  /** Of these keys at most one may be there. */
  readonly atMostOne: readonly string[];
  readonly variant: Variant | null;
}

/** What else a record needs and bars, by the text of one of its keys. */
export interface Variant {
  readonly key: string;
  readonly is: string;
  readonly matching: Demand;
  readonly other: Demand;
}

export interface Demand {
  readonly needs: string;
  readonly bars: string;
}

/** The first one of the kind of node that is there. */
export interface Choice {
  readonly kind: 'choice';
  readonly wanted: string;
  readonly of: readonly Shape[];
}

/** A shape that contains itself. */
export interface Later {
  readonly kind: 'later';
  readonly shape: () => Shape;
}

export function leaf(wanted: string, fits: (scalar: Scalar) => boolean): Leaf {
  return { kind: 'leaf', wanted, fits };
}

export const text = leaf('a string', ({ type }) => type === 'string');
export const flag = leaf('true or false', ({ type }) => type === 'boolean');
export const nothing = leaf('nothing', ({ type }) => type === 'null');

/** A string that fits a pattern. */
export function pattern(wanted: string, regex: RegExp): Leaf {
  return leaf(wanted, ({ type, text }) => type === 'string' && regex.test(text));
}

/** A string that is not empty. */
export function filled(wanted: string): Leaf {
  return leaf(wanted, ({ type, text }) => type === 'string' && text !== '');
}

/** One of a few words. */
export function word(...words: readonly string[]): Leaf {
  return leaf(`one of ${words.join(', ')}`, ({ type, text }) => type === 'string' && words.includes(text));
}

export function integer(least: number | null): Leaf {
  const wanted = least === null ? 'a whole number' : `a whole number from ${least} on`;
  return leaf(wanted, (scalar) => isInteger(scalar) && (least === null || Number(scalar.text) >= least));
}

/** A number, or a string in which an expression computes one. */
export const integerOrText = leaf('a whole number, or an expression', (it) => it.type === 'string' || isInteger(it));
export const numberOrText = leaf('a number, or an expression', ({ type }) => type === 'number' || type === 'string');
export const number = leaf('a number', ({ type }) => type === 'number');

function isInteger({ type, text }: Scalar): boolean {
  return type === 'number' && Number.isInteger(Number(text.replace(/^([-+]?)0o/, '$10o')));
}

export function list(wanted: string, of: Shape, least = 0): List {
  return { kind: 'list', wanted, of, least };
}

export function names(wanted: string, of: Shape, key: Leaf | null = null, barred: readonly string[] = []): Names {
  return { kind: 'names', wanted, of, key, barred };
}

interface RecordOptions {
  readonly needs?: readonly string[];
  readonly oneOf?: readonly string[];
  readonly atMostOne?: readonly string[];
  readonly variant?: Variant;
}

export function record(name: string, keys: Readonly<Record<string, Shape>>, options: RecordOptions = {}): RecordShape {
  const { needs = [], oneOf = [], atMostOne = [], variant = null } = options;
  const wanted = `a mapping with the keys ${Object.keys(keys).join(', ')}`;
  return { kind: 'record', name, wanted, keys: new Map(Object.entries(keys)), needs, oneOf, atMostOne, variant };
}

export function choice(wanted: string, ...of: readonly Shape[]): Choice {
  return { kind: 'choice', wanted, of };
}

export const any: Anything = { kind: 'any' };
