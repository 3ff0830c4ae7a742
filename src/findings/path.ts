import type { Facts } from '../facts/facts.js';
import type { Place } from '../place.js';
import type { Step } from './finding.js';
import type { SlotName } from './slots.js';
import { ownerLabel, taskId } from './values.js';
import type { Flow, Witness } from './witness.js';

type Names = ReadonlyMap<number, SlotName>;

/**
 * The way of a witness as steps a person can follow: where it begins, which is what `origin` says of it, then each place
 * where something is read, written or waited for.
 */
export function pathSteps(witness: Witness, names: Names, facts: Facts, origin: string): Step[] {
  const steps: Step[] = [];
  const source = names.get(witness.source);
  if (source !== undefined) {
    steps.push({
      task: nameOf(source.owner, facts),
      why: origin,
      place: placeOf(inputOf(source.owner, facts) ?? source.owner, source.owner, facts),
    });
  }
  const { count, before } = witness.leftOut;
  let gap = '';
  witness.path.forEach((flow, i) => {
    if (count > 0 && i === before) gap = ` (the way is long: ${count} steps before this one are left out)`;
    const step = flowStep(flow, names, facts);
    if (step === undefined) return;
    steps.push({ ...step, why: step.why + gap });
    gap = '';
  });
  return steps;
}

/** A step for a flow that a person would point at; what happens inside a task, or in a pool, is none. */
function flowStep(flow: Flow, names: Names, facts: Facts): Step | undefined {
  if (facts.symbols.text(flow.by) === 'argument') return argumentStep(flow, facts);
  const into = names.get(flow.to);
  if (into === undefined) return undefined;
  const why = reason(facts.symbols.text(flow.by), into);
  if (why === undefined) return undefined;
  return { task: nameOf(into.owner, facts), why, place: placeOf(flow.reference, into.owner, facts) };
}

/** Into a child: the step is the caller's, at the argument that reads. The reference is "path#call.input@n". */
function argumentStep(flow: Flow, facts: Facts): Step {
  const reference = facts.symbols.text(flow.reference);
  const call = reference.slice(0, reference.indexOf('.', reference.indexOf('#')));
  const why = 'given to the workflow that it calls';
  return { task: taskId(call), why, place: placeOf(flow.reference, facts.symbols.lookup(call) ?? -1, facts) };
}

function reason(by: string, into: SlotName): string | undefined {
  switch (by) {
    case 'read':
      return readReason(into);
    case 'waits':
      return 'waits for it';
    case 'cleans up':
      return 'cleans up after it';
    case 'result':
      return 'the workflow that it calls gives this back';
    case 'write':
      return 'it may leave this in a file';
    case 'file':
      return 'it runs a program, which may read that file';
    case 'unordered file':
      return 'it runs a program, which may read that file: nothing puts it before the writer';
    default:
      return undefined;
  }
}

function readReason({ role, name }: SlotName): string {
  switch (role) {
    case 'binding':
      return `read into \`with.${name}\``;
    case 'item':
      return 'looped over';
    case 'output':
      return 'read as a fallback';
    case 'input':
    case 'files':
      return 'told to the verb';
    case 'task':
      return 'reads what it gave out';
    case 'given':
      return 'given out at the end of the run';
    case 'secret':
      return 'read as a secret';
  }
}

function nameOf(owner: number, facts: Facts): string {
  return ownerLabel(facts.symbols.text(owner));
}

/** The place of the verb of a task: where its input slot stands. */
function inputOf(task: number, facts: Facts): number | undefined {
  return facts.symbols.lookup(`${facts.symbols.text(task)}.input`);
}

function placeOf(symbol: number, task: number, facts: Facts): Place {
  return facts.places.get(symbol) ?? facts.places.get(task) ?? { file: '', start: 0, end: 0 };
}
