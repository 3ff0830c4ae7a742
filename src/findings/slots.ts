import type { Facts } from '../facts/facts.js';

/** What a node of a way is to a person: the task it belongs to, and what sits there; or the task itself. */
export interface SlotName {
  readonly task: number;
  readonly role: 'input' | 'output' | 'item' | 'files' | 'binding' | 'task';
  /** The name of a binding; empty for the others. */
  readonly name: string;
}

const ROLES = ['input', 'output', 'item', 'files'] as const;

/** Names those of the `wanted` nodes that are tasks, or slots that belong to one; pools and folds belong to none and have no name. */
export function slotNames(facts: Facts, wanted: ReadonlySet<number>): ReadonlyMap<number, SlotName> {
  const names = new Map<number, SlotName>();
  const [tasks = new Int32Array(), ...roles] = facts.table('slots', 5).columns();
  ROLES.forEach((role, i) => {
    roles[i]?.forEach((slot, row) => {
      if (wanted.has(slot)) names.set(slot, { task: tasks[row] ?? -1, role, name: '' });
    });
  });
  for (const task of tasks) if (wanted.has(task)) names.set(task, { task, role: 'task', name: '' });
  const [slots = new Int32Array(), owners, labels] = facts.table('binding', 4).columns();
  slots.forEach((slot, row) => {
    if (!wanted.has(slot)) return;
    names.set(slot, { task: owners?.[row] ?? -1, role: 'binding', name: facts.symbols.text(labels?.[row] ?? 0) });
  });
  return names;
}
