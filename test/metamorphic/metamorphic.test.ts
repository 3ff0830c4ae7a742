import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Random } from '../fuzz/random.js';
import { ALL_DIFFERENCES, type Case, judge, type Verdict } from '../vectors/judge.js';
import {
  type Change,
  type Leg,
  PRINTS,
  renamed,
  reordered,
  withGate,
  withOtherNames,
  withOwnGate,
  withoutLeg,
  withUnrelated,
} from './changes.js';
import { corpus } from './corpus.js';
import { repairs } from './repairs.js';

const test = suite('changes that must change nothing, or only so much');
const LAWS = ['2.1', '2.2'] as const;
const cases = corpus();

type Verdicts = ReadonlyMap<string, readonly Verdict[]>;
const original: Readonly<Record<(typeof LAWS)[number], Verdicts>> = {
  '2.1': judge(cases, '2.1', ALL_DIFFERENCES),
  '2.2': judge(cases, '2.2', ALL_DIFFERENCES),
};

/** Judges every case after a change, and compares each with what it was: the text of a difference, or undefined. */
function compare(
  change: Change,
  differs: (before: readonly Verdict[], after: readonly Verdict[], name: string) => string | undefined,
): void {
  const random = new Random(5, 0);
  const changed: Case[] = cases.map(({ name, workflow }) => ({ name, workflow: change(workflow, random) }));
  for (const law of LAWS) {
    const verdicts = judge(changed, law, ALL_DIFFERENCES);
    const wrong = changed.flatMap(({ name, workflow }) => {
      const fault = differs(original[law].get(name) ?? [], verdicts.get(name) ?? [], name);
      return fault === undefined ? [] : [`${name} (${law}): ${fault}\n${workflow}`];
    });
    assert.is(wrong.length, 0, `${wrong.length} of ${cases.length}: ${wrong[0]}`);
  }
}

const listed = (verdicts: readonly Verdict[]) =>
  verdicts.map(({ task, source, sources }) => `${task} from ${source} of ${sources}`).join('; ');

function same(before: readonly Verdict[], after: readonly Verdict[]): string | undefined {
  return listed(before) === listed(after) ? undefined : `was ${listed(before)}, is ${listed(after)}`;
}

/** Without the order in which tasks are declared. */
function sameSets(before: readonly Verdict[], after: readonly Verdict[]): string | undefined {
  const sets = (verdicts: readonly Verdict[]) =>
    verdicts.map(({ task, sources }) => `${task} of ${[...sources].sort()}`).sort();
  return sets(before).join('; ') === sets(after).join('; ') ? undefined : `was ${listed(before)}, is ${listed(after)}`;
}

test('there is enough to change, and half of it is refused', () => {
  const refused = cases.filter(({ name }) => (original['2.1'].get(name) ?? []).length > 0);
  assert.ok(cases.length > 80 && refused.length > 30, `${refused.length} of ${cases.length}`);
});

for (const [name, change] of Object.entries(PRINTS)) {
  test(`printed ${name}, a workflow is judged the same`, () => compare(change, same));
}

test('under other names of tasks and bindings, a workflow is judged the same but for the names', () => {
  compare(withOtherNames, (before, after) => {
    const names = before.map(({ task, source, sources }) => ({
      task: renamed(task),
      source: renamed(source),
      sources: sources.map(renamed),
    }));
    return same(names, after);
  });
});

test('in another order of tasks, the same sinks have the same sources', () => compare(reordered, sameSets));

test('an unrelated task changes nothing', () => compare(withUnrelated, same));

test('a gate before all tasks adds no finding and leaves only those of cleanups', () => {
  const { cleanups } = repairs(cases);
  compare(withGate(), (before, after, name) => {
    const sinks = new Set(before.map(({ task }) => task));
    const left = after.filter(({ task }) => !sinks.has(task) || !cleanups.get(name)?.has(task));
    return left.length === 0 ? undefined : `left: ${listed(left)}`;
  });
});

test('the first repair of a finding clears it', () => {
  const { gateBefore, own, gateOn, cleanups } = repairs(cases);
  const mended = cases.map(({ name, workflow }) => {
    const [gate] = own.get(name) ?? [];
    const none = new Set<string>();
    const repair =
      gate === undefined ? withGate(gateBefore.get(name) ?? none) : withOwnGate(gate, gateOn.get(name) ?? none);
    return { name, workflow: repair(workflow, new Random(1, 1)) };
  });
  const verdicts = judge(mended, '2.1', ALL_DIFFERENCES);
  let cleared = 0;
  for (const { name } of cases) {
    const before = (original['2.1'].get(name) ?? []).map(({ task }) => task);
    const after = (verdicts.get(name) ?? []).map(({ task }) => task).filter((task) => !cleanups.get(name)?.has(task));
    assert.equal(after, [], `${name}: ${after} of ${before} is left`);
    if (before.length > 0) cleared++;
  }
  assert.ok(cleared > 30);
});

test('without the grants of a leg nothing is lethal', () => {
  for (const leg of ['private', 'ingress', 'egress'] satisfies Leg[]) {
    compare(withoutLeg(leg), (_, after) => (after.length === 0 ? undefined : `without ${leg}: ${listed(after)}`));
  }
});

test('a sink under 2.1 is one under 2.2', () => {
  for (const { name } of cases) {
    const wider = new Set((original['2.2'].get(name) ?? []).map(({ task }) => task));
    for (const { task } of original['2.1'].get(name) ?? []) assert.ok(wider.has(task), `${name}: ${task}`);
  }
});

test('judged by itself, a file gives what it gives among all others', () => {
  const random = new Random(9, 0);
  for (let i = 0; i < 40; i++) {
    const one = random.pick(cases);
    for (const law of LAWS) {
      const alone = judge([one], law, ALL_DIFFERENCES).get(one.name) ?? [];
      assert.is(same(original[law].get(one.name) ?? [], alone), undefined, one.name);
    }
  }
});

test.run();
