import type { Facts } from '../facts/facts.js';
import { templateOf } from './nika/islands.js';
import { pathName } from './nika/names.js';

/** Why a call leads to no workflow that can be judged with it. */
export type CallFault = 'registry' | 'template' | 'absolute' | 'missing' | 'unreadable' | 'outside';

/** The file that a call in `caller` names, lowered as a workflow by now, or why there is none. */
export type FindCallee = (caller: string, target: string) => { readonly file: string } | { readonly fault: CallFault };

/**
 * Says of every `calls` fact which workflow it leads to. Finding a callee may lower it, which may add calls: those are
 * followed as well, each file once.
 */
export function linkCalls(facts: Facts, find: FindCallee): void {
  const calls = facts.table('calls', 2);
  for (let row = 0; row < calls.size; row++) {
    const [tasks, targets] = calls.columns();
    const [task, target] = [tasks?.[row] ?? 0, facts.symbols.text(targets?.[row] ?? 0)];
    const caller = facts.places.get(task)?.file ?? '';
    labelUnknown(facts, pathName(caller));
    const callee = calleeOf(caller, target, find);
    if ('file' in callee) facts.table('resolved_call', 2).add(task, facts.symbols.intern(pathName(callee.file)));
    else facts.table('unresolved_call', 2).add(task, facts.symbols.intern(callee.fault));
  }
}

function labelUnknown(facts: Facts, workflow: string): void {
  const { symbols } = facts;
  if (symbols.lookup(`${workflow}#?`) !== undefined) return;
  facts.table('unknown_label', 2).add(symbols.intern(`${workflow}#?`), symbols.intern(workflow));
}

function calleeOf(caller: string, target: string, find: FindCallee): ReturnType<FindCallee> {
  if (templateOf(target) === 'live') return { fault: 'template' };
  if (target.startsWith('registry:')) return { fault: 'registry' };
  if (target.startsWith('/')) return { fault: 'absolute' };
  return find(caller, target);
}
