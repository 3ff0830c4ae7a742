import { nearest } from '../../datalog/index.js';
import { sourceOffset } from '../../parse/offset.js';
import type { Entry, Mapping, Node, Range, Scalar } from '../../parse/tree.js';
import { liveIslands } from './islands.js';
import { fields, fieldsOf } from './nodes.js';
import { eachString } from './references.js';
import { type Root, rootsOf, scanRoots } from './roots.js';
import type { WorkflowScope } from './scope.js';
import type { TaskScope } from './task-scope.js';

type Fields = ReadonlyMap<string, Entry>;

/** How a string departs from the language of expressions; a column of `unread_island`. */
type Unread = 'open' | 'unparsed' | 'text' | 'value' | 'extract';

/** A path or a literal that is no truth value. */
const NO_CONDITION =
  /^\s*(?:(?!(?:true|false)\s*$)[\p{L}_][\p{L}\p{N}\p{M}_]*(?:\s*\.\s*[\p{L}\p{N}\p{M}_]+|\s*\[[^\]]*\])*|-?\d+(?:\.\d+)?|'[^']*'|"[^"]*")\s*$/u;

/** Names that are declared, by their root. */
export type Declared = ReadonlyMap<string, Fields>;

/** Names of expressions that stand for themselves. */
const CONSTANTS = new Set(['true', 'false', 'null', 'in', 'size', 'has']);
/** Roots that laws of the graph look after. */
const GRAPH = new Set(['tasks', 'group']);
const LOCALS = new Set(['item', 'index']);

/** The names that expressions at some place may read, by their root. */
export class Resolver {
  private position = 0;

  /**
   * @param task    the task they stand in; the symbol of "" outside of tasks
   * @param part    a place by its name
   */
  constructor(
    private readonly scope: WorkflowScope,
    private readonly task: number,
    private readonly part: (path: string, range: Range) => number,
    private readonly declared: Declared,
    private readonly isLoop: boolean,
  ) {}

  /** Says of the islands in a value which can't be read, and which names they read that are not declared. */
  check(value: Node): void {
    const { wordReferences } = this.scope.run.options;
    eachString(value, (scalar) => {
      for (const { kind, start, end } of liveIslands(scalar.text)) {
        if (kind !== 'parsed') this.unread(scalar, start, end, kind);
        else if (!wordReferences) this.checkRoots(scalar, rootsOf(scalar.text, start, end), true);
      }
      // The reference checker looks for names in what can't be parsed as well.
      if (wordReferences) this.checkRoots(scalar, scanRoots(scalar.text), false);
    });
  }

  /** Says of a condition that it is a text, or an expression that gives no truth value by its form. */
  checkCondition(value: Node): void {
    if (value.kind !== 'scalar' || value.type !== 'string') return;
    const islands = liveIslands(value.text);
    if (islands.length === 0) this.unread(value, 0, value.text.length, 'text');
    for (const { kind, start, end } of islands) {
      if (kind === 'parsed' && NO_CONDITION.test(value.text.slice(start, end))) this.unread(value, start, end, 'value');
    }
  }

  /** Says of the programs of `extract:` that they hold islands, which jq does not know. */
  checkExtract(value: Node): void {
    eachString(value, (scalar) => {
      const [first] = liveIslands(scalar.text);
      if (first !== undefined) this.unread(scalar, first.start, first.end, 'extract');
    });
  }

  private checkRoots(scalar: Scalar, roots: readonly Root[], bare: boolean): void {
    for (const root of roots) this.checkRoot(scalar, root, bare);
  }

  private unread(scalar: Scalar, start: number, end: number, kind: Unread): void {
    if (!this.scope.admitsDeparture()) return;
    const part = this.place(scalar, start, end);
    const { run, symbol } = this.scope;
    run.table('unread_island', 4).add(part, symbol, this.task, run.word(kind));
  }

  /** @param bare  a name that is no root of the language counts without a name behind it too */
  private checkRoot(scalar: Scalar, { root, name, start, end }: Root, bare: boolean): void {
    if (CONSTANTS.has(root) || GRAPH.has(root)) return;
    if (LOCALS.has(root)) {
      if (!this.isLoop) this.undeclared(scalar, start, start + root.length, root, '', NOBODY);
      return;
    }
    const known = this.declared.get(root);
    if (known === undefined ? name === '' && !bare : name === '' || known.has(name)) return;
    this.undeclared(scalar, start, end, root, name, known ?? this.declared);
  }

  /** @param known  the names of which one may be meant: by the name, or by the root where that is not known */
  private undeclared(
    scalar: Scalar,
    start: number,
    end: number,
    root: string,
    name: string,
    known: ReadonlyMap<string, unknown>,
  ): void {
    if (!this.scope.admitsDeparture()) return;
    const { run, symbol } = this.scope;
    const near = nearest(known === this.declared ? root : name, known.keys()) ?? '';
    const words = [root, name, near].map((word) => run.intern(word));
    run.table('undeclared', 6).add(this.place(scalar, start, end), symbol, this.task, ...words);
  }

  private place(scalar: Scalar, start: number, end: number): number {
    const { text } = this.scope.document;
    const range = { start: sourceOffset(text, scalar, start), end: sourceOffset(text, scalar, end) };
    return this.part(`@${this.position++}`, range);
  }
}

/** What expressions outside of tasks may read. */
export function workflowResolver(scope: WorkflowScope, declared: Declared): Resolver {
  const { run } = scope;
  return new Resolver(scope, run.word(''), (path, range) => scope.part(path, range), declared, false);
}

/** What expressions of a task may read. */
export function taskResolver(scope: TaskScope, task: Mapping, declared: Declared): Resolver {
  const entries = fields(task);
  const own = new Map(declared).set('with', fieldsOf(entries.get('with')?.value));
  const part = (path: string, range: Range) => scope.part(path, range);
  return new Resolver(scope.workflow, scope.symbol, part, own, entries.has('for_each'));
}

/** The names that a file declares under the roots of the language. */
export function declaredBy(entries: Fields): Declared {
  return new Map([
    ...['inputs', 'const', 'secrets'].map((root): [string, Fields] => [root, fieldsOf(entries.get(root)?.value)]),
    ['with', NONE],
  ]);
}

const NONE: Fields = new Map();
const NOBODY: ReadonlyMap<string, unknown> = new Map();
