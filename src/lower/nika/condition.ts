/** What a condition says, as far as a law decides it. */
export type Expression =
  | Constant
  | { readonly kind: 'path'; readonly names: readonly string[] }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly operands: readonly Expression[] }
  /** What no law decides: a call, an order of values, a list that nothing is looked for in, a computed index. */
  | { readonly kind: 'other' };

/** A constant by a text that is the same for equal values: `true`, `false`, `null`, a number in decimal, `'` and a string. */
export interface Constant {
  readonly kind: 'constant';
  readonly value: string;
}

/** `in` has what is looked for as its first operand, and the items of the list as the others. */
export type Operator = '!' | '&&' | '||' | '?:' | '==' | '!=' | 'in';

const OTHER: Expression = { kind: 'other' };
/** Operators, constants and paths in one condition. No one writes more, and what is decided of one grows with its square. */
const MAX_NODES = 64;
/** Parentheses and branches inside one another. */
const MAX_NESTING = 64;

const TOKEN =
  /\s*(?:(-?\d+\.\d+)|(-?\d+)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\|\||&&|==|!=|<=|>=|\}\}|[<>!.[\](),?:])|([A-Za-z_]\w*))/sy;

/** A token: a constant, a word, or an operator; at the end of what can be read, an operator that is empty. */
type Token =
  | { readonly kind: 'constant'; readonly constant: Constant }
  | { readonly kind: 'word' | 'operator'; readonly text: string };

/**
 * Reads the expression of an island as a tree. References are read by a reader that builds none (expression.ts), as most
 * expressions are only asked for what they read.
 *
 * @param start offset behind the `${{`
 * @returns the tree and the offset behind the closing `}}`; null where the text is no expression, or a very large one
 */
export function readCondition(text: string, start: number): { readonly tree: Expression; readonly end: number } | null {
  const reader = new ConditionReader(text, start);
  const tree = reader.expression();
  return tree !== null && reader.isAt('}}') ? { tree, end: reader.end } : null;
}

export function constantOf(value: boolean | number | string | null): Constant {
  return { kind: 'constant', value: typeof value === 'string' ? `'${value}` : String(value) };
}

/** Recursive descent, one level of precedence a method; null where what is there is no expression. */
class ConditionReader {
  /** Offset behind the token that is looked at. */
  end: number;
  private token: Token = { kind: 'operator', text: '' };
  private nodes = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    start: number,
  ) {
    this.end = start;
    this.advance();
  }

  expression(): Expression | null {
    if (this.depth === MAX_NESTING) return null;
    this.depth++;
    const tree = this.choice();
    this.depth--;
    return tree;
  }

  isAt(text: string): boolean {
    return this.token.kind !== 'constant' && this.token.text === text;
  }

  private choice(): Expression | null {
    const condition = this.chain('||', () => this.chain('&&', () => this.relation()));
    if (condition === null || !this.take('?')) return condition;
    const then = this.expression();
    if (then === null || !this.take(':')) return null;
    const otherwise = this.expression();
    return otherwise && this.operation('?:', [condition, then, otherwise]);
  }

  private chain(operator: '||' | '&&', operand: () => Expression | null): Expression | null {
    let left = operand();
    while (left !== null && this.take(operator)) {
      const right = operand();
      left = right && this.operation(operator, [left, right]);
    }
    return left;
  }

  private relation(): Expression | null {
    const left = this.negation();
    if (left === null) return null;
    if (this.take('in')) return this.membership(left);
    for (const operator of ['==', '!='] as const) {
      if (!this.take(operator)) continue;
      const right = this.negation();
      return right && this.operation(operator, [left, right]);
    }
    const isOrdered = ['<', '<=', '>', '>='].some((operator) => this.take(operator));
    return isOrdered ? this.negation() && OTHER : left;
  }

  private membership(item: Expression): Expression | null {
    if (!this.take('[')) return this.negation() && OTHER;
    const items = this.list(']');
    return items && this.operation('in', [item, ...items]);
  }

  private negation(): Expression | null {
    let count = 0;
    while (this.take('!')) count++;
    let tree = this.postfix();
    for (; count > 0 && tree !== null; count--) tree = this.operation('!', [tree]);
    return tree;
  }

  private postfix(): Expression | null {
    let tree = this.primary();
    while (tree !== null) {
      if (this.take('.')) tree = this.member(tree);
      else if (this.take('[')) tree = this.index(tree);
      else return tree;
    }
    return tree;
  }

  private member(of: Expression): Expression | null {
    const name = this.word();
    if (name === null) return null;
    if (this.take('(')) return this.list(')') && OTHER;
    return within(of, name);
  }

  private index(of: Expression): Expression | null {
    const key = this.expression();
    if (key === null || !this.take(']')) return null;
    return key.kind === 'constant' && key.value.startsWith("'") ? within(of, key.value.slice(1)) : OTHER;
  }

  private primary(): Expression | null {
    const { token } = this;
    if (token.kind === 'constant') {
      this.advance();
      return this.counted(token.constant);
    }
    if (this.take('(')) {
      const inner = this.expression();
      return inner !== null && this.take(')') ? inner : null;
    }
    if (this.take('[')) return this.list(']') && OTHER;
    const name = this.word();
    if (name === null) return null;
    if (this.take('(')) return this.list(')') && OTHER;
    return this.counted({ kind: 'path', names: [name] });
  }

  /** What stands up to the closing bracket, which is read as well. */
  private list(close: ']' | ')'): Expression[] | null {
    const items: Expression[] = [];
    if (this.take(close)) return items;
    do {
      const item = this.expression();
      if (item === null) return null;
      items.push(item);
    } while (this.take(','));
    return this.take(close) ? items : null;
  }

  private operation(operator: Operator, operands: readonly Expression[]): Expression | null {
    return this.counted({ kind: 'operation', operator, operands });
  }

  private counted(tree: Expression): Expression | null {
    return ++this.nodes > MAX_NODES ? null : tree;
  }

  private word(): string | null {
    const { token } = this;
    if (token.kind !== 'word' || token.text === 'in') return null;
    this.advance();
    return token.text;
  }

  private take(text: string): boolean {
    if (!this.isAt(text)) return false;
    this.advance();
    return true;
  }

  private advance(): void {
    TOKEN.lastIndex = this.end;
    const match = TOKEN.exec(this.text);
    this.token = match === null ? { kind: 'operator', text: '' } : tokenOf(match);
    if (match !== null) this.end = TOKEN.lastIndex;
  }
}

function tokenOf([, decimal, integer, single, double, operator, word = '']: RegExpExecArray): Token {
  if (decimal !== undefined) return { kind: 'constant', constant: constantOf(Number(decimal)) };
  if (integer !== undefined)
    return { kind: 'constant', constant: { kind: 'constant', value: String(BigInt(integer)) } };
  const string = single ?? double;
  if (string !== undefined) return { kind: 'constant', constant: constantOf(string) };
  if (operator !== undefined) return { kind: 'operator', text: operator };
  if (word === 'null') return { kind: 'constant', constant: constantOf(null) };
  const isTruth = word === 'true' || word === 'false';
  return isTruth ? { kind: 'constant', constant: constantOf(word === 'true') } : { kind: 'word', text: word };
}

function within(of: Expression, name: string): Expression {
  return of.kind === 'path' ? { kind: 'path', names: [...of.names, name] } : OTHER;
}
