export type TokenKind = 'name' | 'number' | 'unsigned' | 'float' | 'string' | 'directive' | 'mark' | 'end' | 'bad';

export interface Token {
  readonly kind: TokenKind;
  /** A string's value; otherwise as written. Directives without their dot. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export const DIRECTIVES: ReadonlySet<string> = new Set([
  'comp',
  'decl',
  'functor',
  'include',
  'init',
  'input',
  'lattice',
  'limitsize',
  'number_type',
  'once',
  'output',
  'override',
  'plan',
  'pragma',
  'printsize',
  'symbol_type',
  'type',
]);

/** Words that qualify a relation after its attributes. Soufflé reserves them everywhere; here they may be names. */
export const QUALIFIERS: ReadonlySet<string> = new Set([
  'brie',
  'btree',
  'btree_delete',
  'eqrel',
  'inline',
  'input',
  'magic',
  'no_inline',
  'no_magic',
  'output',
  'overridable',
  'printsize',
  'stateful',
]);

/** Words that are never names: operators, functors, tests, aggregates and literals. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  'as',
  'autoinc',
  'band',
  'bnot',
  'bor',
  'bshl',
  'bshr',
  'bshru',
  'bxor',
  'cat',
  'contains',
  'count',
  'debug_delta',
  'false',
  'land',
  'lnot',
  'lor',
  'lxor',
  'match',
  'max',
  'mean',
  'min',
  'nil',
  'ord',
  'range',
  'recursive_iteration_cnt',
  'strlen',
  'substr',
  'sum',
  'to_float',
  'to_number',
  'to_string',
  'to_unsigned',
  'true',
]);

/** Punctuation of two characters, which is read before that of one. */
export const PAIRS: ReadonlySet<string> = new Set([':-', '<:', '<=', '>=', '!=', '->', '::', '**', '@!']);
export const MARKS: ReadonlySet<string> = new Set('|[]$+-(),:;.=!*/^%{}<>@');
