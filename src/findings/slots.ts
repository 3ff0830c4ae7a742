import type { Facts } from '../facts/facts.js';

/** What a node of a way is to a person: a slot of a task, a task itself, a secret, or something that `outputs:` gives. */
export interface SlotName {
  /** The task it belongs to; the secret; the outputs. */
  readonly owner: number;
  readonly role: 'input' | 'output' | 'item' | 'files' | 'binding' | 'task' | 'secret' | 'given';
  /** The name of a binding; empty for the others. */
  readonly name: string;
}

const ROLES = ['input', 'output', 'item', 'files'] as const;

/** Names those of the `wanted` nodes that have a name; pools and folds belong to nobody and have none. */
export function slotNames(facts: Facts, wanted: ReadonlySet<number>): ReadonlyMap<number, SlotName> {
  const names = new Map<number, SlotName>();
  const [tasks = new Int32Array(), ...roles] = facts.table('slots', 5).columns();
  ROLES.forEach((role, i) => {
    roles[i]?.forEach((slot, row) => {
      if (wanted.has(slot)) names.set(slot, { owner: tasks[row] ?? -1, role, name: '' });
    });
  });
  for (const task of tasks) if (wanted.has(task)) names.set(task, { owner: task, role: 'task', name: '' });
  const [slots = new Int32Array(), owners, labels] = facts.table('binding', 4).columns();
  slots.forEach((slot, row) => {
    if (!wanted.has(slot)) return;
    names.set(slot, { owner: owners?.[row] ?? -1, role: 'binding', name: facts.symbols.text(labels?.[row] ?? 0) });
  });
  const [declared = new Int32Array()] = facts.table('declared_secret', 3).columns();
  const [, read = new Int32Array()] = facts.table('reads_secret', 2).columns();
  for (const secret of [...declared, ...read])
    if (wanted.has(secret)) names.set(secret, { owner: secret, role: 'secret', name: '' });
  const [references = new Int32Array(), , outputs] = facts.table('gives', 4).columns();
  references.forEach((reference, row) => {
    if (wanted.has(reference)) names.set(reference, { owner: outputs?.[row] ?? -1, role: 'given', name: '' });
  });
  return names;
}
