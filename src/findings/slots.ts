import type { Facts } from '../facts/facts.js';

/** What a slot is to a person: the task it belongs to, and what sits there. */
export interface SlotName {
  readonly task: number;
  readonly role: 'input' | 'output' | 'item' | 'files' | 'binding';
  /** The name of a binding; empty for the others. */
  readonly name: string;
}

const ROLES = ['input', 'output', 'item', 'files'] as const;

/** Names those of the `wanted` slots that belong to a task; pools and folds belong to none and have no name. */
export function slotNames(facts: Facts, wanted: ReadonlySet<number>): ReadonlyMap<number, SlotName> {
  const names = new Map<number, SlotName>();
  const [tasks = new Int32Array(), ...roles] = facts.table('slots', 5).columns();
  ROLES.forEach((role, i) => {
    roles[i]?.forEach((slot, row) => {
      if (wanted.has(slot)) names.set(slot, { task: tasks[row] ?? -1, role, name: '' });
    });
  });
  const [slots = new Int32Array(), owners, labels] = facts.table('binding', 4).columns();
  slots.forEach((slot, row) => {
    if (!wanted.has(slot)) return;
    names.set(slot, { task: owners?.[row] ?? -1, role: 'binding', name: facts.symbols.text(labels?.[row] ?? 0) });
  });
  return names;
}
