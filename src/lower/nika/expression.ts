import { identifierEnd, isDigit, skipBlanks } from './characters.js';
import {
  EVERY_BINDING,
  EVERY_GROUP,
  EVERY_INPUT,
  EVERY_SECRET,
  EVERY_TASK,
  ITEM,
  type Mention,
  type Target,
} from './mention.js';
import { findWords } from './words.js';

/** Brackets, parentheses and branches inside one another. No one writes more, and the reader's stack is kept small. */
const MAX_NESTING = 100;

const METHODS: ReadonlyMap<string, number> = new Map([
  ['size', 0],
  ['contains', 1],
  ['startsWith', 1],
  ['endsWith', 1],
]);
/** The roots behind which a name says what is read, and what is read where none stands there. */
const ROOTS: ReadonlyMap<string, { readonly every: Target; readonly target: (name: string) => Target }> = new Map([
  ['with', { every: EVERY_BINDING, target: (name) => ({ kind: 'binding', name }) }],
  ['group', { every: EVERY_GROUP, target: (name) => ({ kind: 'group', name }) }],
  ['secrets', { every: EVERY_SECRET, target: (name) => ({ kind: 'secret', name }) }],
  ['inputs', { every: EVERY_INPUT, target: (name) => ({ kind: 'input', name }) }],
]);
const QUOTE = 39;
const DOUBLE_QUOTE = 34;
const QUOTED = () => 'quoted' as const;

/**
 * Reads the expression of an island: the subset of CEL that the language has (no arithmetic, one relation at a time, four
 * methods, `size` and `has`). It builds no tree: what the expression reads is all that is asked, in textual order.
 *
 * @param start     offset behind the `${{`
 * @param mentions  what is read is added here; left as it was when the text is no expression
 * @returns the offset behind the closing `}}`, or -1 when the text can't be parsed up to one
 */
export function readExpression(text: string, start: number, escaped: boolean, mentions: Mention[]): number {
  const before = mentions.length;
  const reader = new Reader(text, start, escaped, mentions);
  if (reader.expression() && text.startsWith('}}', reader.at)) return reader.at + 2;
  mentions.length = before;
  return -1;
}

/**
 * Recursive descent. Every method reads one construct at `at`, leaves `at` at the next token, and says whether the
 * construct is there. Levels of precedence that don't change what is read are one level here.
 */
class Reader {
  private depth = 0;
  /** End of the last token that was read. */
  private end = 0;

  constructor(
    private readonly text: string,
    public at: number,
    private readonly escaped: boolean,
    private readonly mentions: Mention[],
  ) {
    this.blanks();
  }

  /** Conditions chain to the right, which is a loop. */
  expression(): boolean {
    while (this.conjunction()) {
      if (!this.take('?')) return true;
      if (!this.nested() || !this.take(':')) return false;
    }
    return false;
  }

  private nested(): boolean {
    if (++this.depth > MAX_NESTING) return false;
    const read = this.expression();
    this.depth--;
    return read;
  }

  private conjunction(): boolean {
    do {
      if (!this.operand()) return false;
      if (this.relation() && !this.operand()) return false;
    } while (this.take('||') || this.take('&&'));
    return true;
  }

  private relation(): boolean {
    const relation = this.take('==') || this.take('!=') || this.take('<=') || this.take('>=');
    return relation || this.take('<') || this.take('>') || this.keyword('in');
  }

  private operand(): boolean {
    while (this.take('!'));
    const before = this.mentions.length;
    if (!this.primary()) return false;
    if (this.is('.') || this.is('[')) this.pickFrom(before);
    for (;;) {
      if (this.take('.')) {
        const name = this.identifier();
        if (name === '' || (this.is('(') && !this.call(METHODS.get(name)))) return false;
      } else if (this.take('[')) {
        if (!this.nested() || !this.take(']')) return false;
      } else return true;
    }
  }

  /** Something is picked of a value in which whole tasks were read: their projections are not known. */
  private pickFrom(first: number): void {
    for (let i = first; i < this.mentions.length; i++) {
      const mention = this.mentions[i];
      if (mention?.target.kind !== 'task' || mention.target.projection !== '') continue;
      this.mentions[i] = { ...mention, target: { ...mention.target, projection: '?' } };
    }
  }

  private primary(): boolean {
    const unit = this.text.charCodeAt(this.at);
    if (unit === QUOTE || unit === DOUBLE_QUOTE) return this.string();
    if (isDigit(unit) || unit === 45) return this.number();
    if (this.take('(')) return this.nested() && this.take(')');
    if (this.take('[')) return this.list();
    const start = this.at;
    const name = this.identifier();
    if (name === '' || name === 'in') return false;
    if (this.is('(')) return this.call(name === 'size' || name === 'has' ? 1 : undefined);
    const target = this.target(name);
    if (target !== null) this.mention(target, start);
    return true;
  }

  /** What a name at the root of a path reads, with as much of the path as says so. */
  private target(root: string): Target | null {
    if (root === 'tasks') return this.task();
    if (root === 'item') return ITEM;
    const kind = ROOTS.get(root);
    if (kind === undefined) return null;
    const name = this.part();
    return name === '' ? kind.every : kind.target(name);
  }

  private task(): Target {
    const id = this.part();
    return id === '' ? EVERY_TASK : { kind: 'task', id, projection: this.part() };
  }

  /** `.name` or `['name']`, which say the same; "" and nothing read where neither is there. */
  private part(): string {
    return this.member() || this.index();
  }

  /** `.name`, unless it is a call; "" and nothing read where it isn't there. */
  private member(): string {
    const start = this.at;
    if (this.take('.')) {
      const name = this.identifier();
      if (name !== '' && !this.is('(')) return name;
    }
    this.at = start;
    return '';
  }

  /** `['name']`; "" and nothing read where it isn't there. */
  private index(): string {
    const start = this.at;
    if (this.take('[')) {
      const from = this.at;
      const to = this.stringEnd();
      if (to > 0 && this.skip(to) && this.take(']')) {
        const name = this.text.slice(from + 1, to - 1);
        if (!name.includes('\\')) return name;
      }
    }
    this.at = start;
    return '';
  }

  private call(parameters: number | undefined): boolean {
    if (parameters === undefined || !this.take('(')) return false;
    if (parameters === 1 && !this.nested()) return false;
    return this.take(')');
  }

  private list(): boolean {
    if (this.take(']')) return true;
    do {
      if (!this.nested()) return false;
    } while (this.take(','));
    return this.take(']');
  }

  private number(): boolean {
    const digits = this.text.charCodeAt(this.at) === 45 ? this.at + 1 : this.at;
    const whole = this.digitsEnd(digits);
    const fraction = this.text[whole] === '.' ? this.digitsEnd(whole + 1) : whole;
    return whole > digits && this.skip(fraction > whole + 1 ? fraction : whole);
  }

  private digitsEnd(from: number): number {
    let stop = from;
    while (isDigit(this.text.charCodeAt(stop))) stop++;
    return stop;
  }

  private string(): boolean {
    const start = this.at;
    const stop = this.stringEnd();
    if (stop < 0) return false;
    findWords(this.text, start + 1, stop - 1, QUOTED, this.escaped, this.mentions);
    return this.skip(stop);
  }

  /** End of the string literal that begins here; -1 where none does, or it has no end on its line. */
  private stringEnd(): number {
    const quote = this.text.charCodeAt(this.at);
    if (quote !== QUOTE && quote !== DOUBLE_QUOTE) return -1;
    for (let stop = this.at + 1; stop < this.text.length; stop++) {
      const unit = this.text.charCodeAt(stop);
      if (unit === quote) return stop + 1;
      if (unit === 10 || unit === 13) return -1;
      if (unit === 92) stop++;
    }
    return -1;
  }

  private identifier(): string {
    const stop = identifierEnd(this.text, this.at);
    const name = this.text.slice(this.at, stop);
    if (name !== '') this.skip(stop);
    return name;
  }

  private keyword(word: string): boolean {
    const stop = this.at + word.length;
    return this.text.startsWith(word, this.at) && identifierEnd(this.text, this.at) === stop && this.skip(stop);
  }

  private is(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  private take(token: string): boolean {
    return this.text.startsWith(token, this.at) && this.skip(this.at + token.length);
  }

  private skip(to: number): true {
    this.end = to;
    this.at = to;
    this.blanks();
    return true;
  }

  private mention(target: Target, start: number): void {
    this.mentions.push({ target, by: 'parse', start, end: this.end, escaped: this.escaped });
  }

  private blanks(): void {
    this.at = skipBlanks(this.text, this.at);
  }
}
