import type { Entry, Mapping, Node, Scalar } from '../../parse/tree.js';
import { constantOf, type Expression, readCondition } from './condition.js';
import { hasIsland, liveIsland } from './islands.js';
import { fields, fieldsOf, stringOf } from './nodes.js';
import type { TaskScope } from './task-scope.js';

/** Nodes that are written of one task, its bindings included. */
const MAX_NODES = 64;
const DOTTED = /^\s*\$\{\{\s*tasks\.\w+\.\w+\s*\}\}\s*$/;

/** Whether a task puts a question to somebody: without one, no answer is read. */
export function invokesPrompt(task: Mapping): boolean {
  const tool = fieldsOf(fields(task).get('invoke')?.value).get('tool')?.value;
  return tool !== undefined && stringOf(tool) === 'nika:prompt';
}

/** What a task's `when:` says, as a tree, and the bindings that it reads (rules/nika/answers-schema.dl). */
export function lowerAnswers(scope: TaskScope, task: Mapping): void {
  const entries = fields(task);
  const text = textOf(entries.get('when')?.value);
  const start = text === undefined ? -1 : liveIsland(text);
  const condition = text === undefined || start < 0 ? null : readCondition(text, start);
  if (condition === null) return;
  const writer = new TreeWriter(scope, fieldsOf(entries.get('with')?.value));
  writer.table('when_root', 2).add(scope.symbol, writer.write(condition.tree));
  writer.writeBindings();
}

function textOf(node: Node | undefined): string | undefined {
  return (node && stringOf(node)) ?? undefined;
}

class TreeWriter {
  private nodes = 0;
  /** Bindings that something written reads, in order; each is written once. */
  private readonly read = new Set<string>();

  constructor(
    private readonly scope: TaskScope,
    private readonly bindings: ReadonlyMap<string, Entry>,
  ) {}

  table(name: string, arity: number) {
    return this.scope.workflow.run.table(name, arity);
  }

  writeBindings(): void {
    const { run } = this.scope.workflow;
    // A set is walked in order of insertion, including what is inserted meanwhile.
    for (const name of this.read) {
      const value = this.bindings.get(name)?.value;
      const slot = this.scope.bindings.get(name);
      const tree = value === undefined ? null : valueTree(value);
      if (this.nodes >= MAX_NODES) return;
      if (tree === null || slot === undefined) continue;
      this.table('when_binding', 2).add(slot, this.write(tree));
      if (run.options.wordReferences && DOTTED.test(textOf(value) ?? '')) this.table('when_dotted', 1).add(slot);
    }
  }

  write(tree: Expression): number {
    const { scope } = this;
    const { run } = scope.workflow;
    const node = scope.within(`when!${this.nodes++}`);
    this.table('when_node', 2).add(node, scope.symbol);
    if (tree.kind === 'constant') this.table('when_constant', 2).add(node, run.intern(tree.value));
    if (tree.kind === 'path') this.writePath(node, tree.names);
    if (tree.kind !== 'operation') return node;
    this.table('when_operator', 3).add(node, run.word(tree.operator), tree.operands.length);
    tree.operands.forEach((operand, i) => {
      this.table('when_operand', 3).add(node, i, this.write(operand));
    });
    return node;
  }

  private writePath(node: number, [root = '', name = '', projection = '', ...rest]: readonly string[]): void {
    const { tasks, run } = this.scope.workflow;
    const task = root === 'tasks' ? tasks.get(name) : undefined;
    if (task !== undefined && projection !== '' && rest.length === 0)
      this.table('when_task', 3).add(node, task, run.word(projection));
    const slot = root === 'with' && projection === '' ? this.scope.bindings.get(name) : undefined;
    if (slot === undefined) return;
    this.table('when_with', 2).add(node, slot);
    this.read.add(name);
  }
}

/** What a binding stands for: a constant, or the one island that it is; null of everything else. */
function valueTree(value: Node): Expression | null {
  if (value.kind !== 'scalar') return null;
  if (value.type !== 'string') return scalarTree(value);
  const { text } = value;
  if (!hasIsland(text)) return constantOf(text);
  const start = liveIsland(text);
  if (start < 0 || text.slice(0, start).trim() !== '${{') return null;
  const island = readCondition(text, start);
  return island !== null && text.slice(island.end).trim() === '' ? island.tree : null;
}

function scalarTree({ type, text }: Scalar): Expression {
  if (type === 'null') return constantOf(null);
  return constantOf(type === 'boolean' ? text.toLowerCase() === 'true' : Number(text));
}
