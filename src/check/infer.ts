import { taskId } from '../findings/values.js';
import { pathName } from '../lower/nika/names.js';
import { type Block, inferredBlocks } from '../permits/block.js';
import { withPermits } from '../permits/edit.js';
import { keptBeyond, keptGrants, withKept } from '../permits/keep.js';
import { permitsLines } from '../permits/yaml.js';
import type { ToolError } from '../report/model.js';
import { type Derivation, derive } from '../run.js';
import { analyzeOptions, type InferOptions, nameOf, type WorkflowSource } from './check.js';
import { checkInfer } from './options.js';

/** Something that a task needs of the boundary and that is not in the file, or wrong there, so that no entry grants it. */
export interface Uninferable {
  readonly task: string;
  /** Of `permits:`, such as `net.http`; `*` for all of them. */
  readonly category: string;
  readonly why: string;
  /** It is no need but a fault: the language has no such thing. */
  readonly isFault: boolean;
  /** 1-based, of the place that says what is needed, or would have to. */
  readonly line: number;
}

export interface Inferred {
  /** As errors and findings name it. */
  readonly file: string;
  /** The tightest block; null where there is no workflow to infer it from. */
  readonly permits: Block | null;
  /** The same as YAML: `permits:` and what stands below it, with a line break at the end; "" where there is none. */
  readonly yaml: string;
  /** In order of the file. */
  readonly uninferable: readonly Uninferable[];
  /** Categories, as in `uninferable`, of which the text keeps what the file grants beyond the block: it may be needed. */
  readonly kept: readonly string[];
  /** The file's text with the block in it, what is kept with it, and all else as it was; null where it can't be put there. */
  readonly text: string | null;
  readonly errors: readonly ToolError[];
}

/**
 * Infers the tightest `permits:` of one workflow: what its tasks require as far as the file says it (docs/infer-permits.md). Nothing
 * is written. Whatever is wrong with the file is in the result; what is thrown is a TypeError for options that are none, or a bug.
 *
 * @example inferPermits('flow.nika.yaml').yaml
 */
export function inferPermits(target: string | WorkflowSource, options: InferOptions = {}): Inferred {
  checkInfer(target, options);
  const derived = derive(analyzeOptions(target, options));
  const { facts, result, sources, errors } = derived;
  // What is given is read first, what it calls after it.
  const workflow = facts.table('workflow', 1).columns()[0]?.[0];
  const file = derived.inputs.find(({ file }) => facts.symbols.intern(pathName(file)) === workflow)?.file;
  if (result === null || workflow === undefined || file === undefined) return nothing(nameOf(target), errors);
  const permits = inferredBlocks(result, facts)(workflow);
  const source = sources.text(file);
  const kept = keptGrants(workflow, result, facts);
  return {
    file,
    permits,
    yaml: `${permitsLines(permits).join('\n')}\n`,
    uninferable: uninferable(workflow, derived),
    kept: keptBeyond(permits, kept),
    text: source === undefined ? null : withPermits(source, withKept(permits, kept)),
    errors,
  };
}

function nothing(file: string, errors: readonly ToolError[]): Inferred {
  const repair = ['give the file of one workflow; `analyze` says what is wrong with it'];
  const unread: ToolError = {
    code: 'INFER-NOT-A-WORKFLOW',
    message: 'this cannot be read as a workflow',
    file,
    repair,
  };
  const errorsOf = errors.length > 0 ? errors : [unread];
  return { file, permits: null, yaml: '', uninferable: [], kept: [], text: null, errors: errorsOf };
}

/** Of one shape: what is computed, what an agent or a called workflow decides, and what the language does not have. */
const UNINFERABLE = ['uninferable', 'left_to_agent', 'left_to_child', 'fault'] as const;

function uninferable(workflow: number, { result, facts, sources }: Derivation): Uninferable[] {
  const owners = new Map<number, number>();
  const [tasks = [], workflows = []] = facts.table('task', 3).columns();
  for (const [row, task] of tasks.entries()) owners.set(task, workflows[row] ?? 0);
  const { symbols, places } = facts;
  const found: (Uninferable & { readonly start: number })[] = [];
  for (const relation of UNINFERABLE) {
    for (const [task = 0, part = 0, category = 0, why = 0] of result?.relation(relation) ?? []) {
      const place = places.get(part);
      if (owners.get(task) !== workflow || place === undefined) continue;
      found.push({
        task: taskId(symbols.text(task)),
        category: symbols.text(category),
        why: symbols.text(why),
        isFault: relation === 'fault',
        line: sources.range(place).start.line,
        start: place.start,
      });
    }
  }
  found.sort((a, b) => a.start - b.start || (a.category < b.category ? -1 : 1));
  return found.map(({ start: _, ...named }) => named);
}
