/**
 * What a document says, with the UTF-16 range of every node. Scalars keep their text; `plain` says whether a scalar was
 * written without quotes, which is what makes `true` a boolean and `12` a number under the YAML 1.2 core schema (§10.3.2).
 */
export type Node = Scalar | Mapping | Sequence;

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Scalar extends Range {
  readonly kind: 'scalar';
  readonly text: string;
  readonly plain: boolean;
  /** The core schema's type of it. */
  readonly type: 'string' | 'number' | 'boolean' | 'null';
  /** Where `text` begins in the source if it stands there unchanged, unit by unit; null where escapes or folding intervene. */
  readonly offset: number | null;
}

export interface Mapping extends Range {
  readonly kind: 'mapping';
  /** In order of the document, duplicates included. */
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly key: Node;
  /** A missing value is a null scalar with an empty range. */
  readonly value: Node;
}

export interface Sequence extends Range {
  readonly kind: 'sequence';
  readonly items: readonly Node[];
}
