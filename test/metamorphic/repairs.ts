import { compile } from '../../src/datalog/index.js';
import { Engine } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import { lowerWorkflow } from '../../src/lower/index.js';
import { parseDocument } from '../../src/parse/parse.js';
import { shippedRules } from '../../src/rules.js';
import { ALL_DIFFERENCES, type Case } from '../vectors/judge.js';

/** Ids of tasks by the name of their case. */
type Tasks = ReadonlyMap<string, ReadonlySet<string>>;

/** What the repairs of findings name under law 2.1, as relations and not as text. */
export interface Repairs {
  /** The tasks that are to wait for one new prompt. */
  readonly gateBefore: Tasks;
  /** The prompts that are there and that others are to wait for, without a default; and these others. */
  readonly own: Tasks;
  readonly gateOn: Tasks;
  /** The tasks that are cleanups or run after one, which no prompt guards. */
  readonly cleanups: Tasks;
}

export function repairs(cases: readonly Case[]): Repairs {
  const facts = new Facts();
  for (const { name, workflow } of cases) {
    const { text, root } = parseDocument(name, new TextEncoder().encode(workflow));
    lowerWorkflow({ file: name, text, root }, facts, { wordReferences: false });
  }
  facts.table('law', 1).add(facts.symbols.intern('2.1'));
  for (const entry of ALL_DIFFERENCES) facts.table('difference', 1).add(entry);
  const include = (path: string) => ({ file: path, text: shippedRules.get(path) ?? '' });
  const compiled = compile(include('main.dl'), { include });
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
  const run = new Engine().run(compiled.program, facts);
  if (!run.ok) throw new Error(run.error.message);
  const tasks = (column: number, ...relations: readonly string[]) => {
    const byCase = new Map<string, Set<string>>();
    for (const relation of relations) {
      for (const value of run.result.relation(relation)?.columns()[column] ?? []) {
        const [name = '', id = ''] = facts.symbols.text(value).split('#');
        byCase.set(name, (byCase.get(name) ?? new Set()).add(id));
      }
    }
    return byCase;
  };
  return {
    gateBefore: tasks(2, 'gate_before', 'gate_before_ungranted'),
    own: tasks(2, 'gate_on', 'gate_on_without_default', 'gate_without_default'),
    gateOn: tasks(3, 'gate_on', 'gate_on_without_default'),
    cleanups: tasks(0, 'cleanup'),
  };
}
