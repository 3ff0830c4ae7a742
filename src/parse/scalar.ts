import type { Scalar } from './tree.js';

/** Tag resolution of plain scalars by the YAML 1.2 core schema (YAML 1.2.2 §10.3.2). */

const NULL = /^(?:null|Null|NULL|~)?$/;
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/;
const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** No null, boolean or number begins otherwise; most text is decided by this alone. */
const MAY_BE_TYPED = /^(?:[-+.0-9~]|null|Null|NULL|true|True|TRUE|false|False|FALSE|$)/;

export function isNotFinite(text: string): boolean {
  return NOT_FINITE.test(text);
}

export function plainType(text: string): Scalar['type'] {
  if (!MAY_BE_TYPED.test(text)) return 'string';
  if (NULL.test(text)) return 'null';
  if (BOOLEAN.test(text)) return 'boolean';
  if (INTEGER.test(text) || FLOAT.test(text) || NOT_FINITE.test(text)) return 'number';
  return 'string';
}

const CORE = 'tag:yaml.org,2002:';

/** The short name (`str`, `int` …) of a core tag; null of any other tag. */
export function coreTag(tag: string): string | null {
  const name = tag.startsWith(CORE) ? tag.slice(CORE.length) : '';
  return /^(?:str|int|float|bool|null|map|seq)$/.test(name) ? name : null;
}

/** The type a scalar has by a core tag; null when the text can't be read as that. */
export function taggedType(name: string, text: string): Scalar['type'] | null {
  if (name === 'str') return 'string';
  if (name === 'int') return INTEGER.test(text) ? 'number' : null;
  if (name === 'float') return plainType(text) === 'number' ? 'number' : null;
  if (name === 'bool') return BOOLEAN.test(text) ? 'boolean' : null;
  return name === 'null' && NULL.test(text) ? 'null' : null;
}
