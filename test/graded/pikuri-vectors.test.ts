import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TrifectaLegs } from '../../src/library/legs.js';
import type { AgentReport } from '../../src/library/report.js';
import { type AgentNode, walk } from '../../src/library/walk.js';
import type { Legs, WrittenLegs } from '../../src/lower/graded/levels.js';
import { readVectors } from './vectors.js';

interface LegsExpectation {
  readonly legs?: Legs;
  readonly tags?: readonly string[];
  readonly error?: string;
}

interface VerdictExpectation {
  readonly verdict: string;
  readonly tags: readonly string[];
}

interface WalkExpectation {
  readonly tree_verdict: string;
  readonly nodes: Readonly<Record<string, VerdictExpectation & { readonly legs: Legs }>>;
  readonly worst_paths: readonly (readonly string[])[];
}

type Vector = { readonly id: string } & (
  | {
      readonly kind: 'construct' | 'relabel_inbound' | 'to_tags';
      readonly input: WrittenLegs;
      readonly expect: LegsExpectation;
    }
  | { readonly kind: 'union'; readonly input: readonly [Legs, Legs]; readonly expect: LegsExpectation }
  | {
      readonly kind: 'cap_payload_review';
      readonly input: { readonly legs: Legs; readonly channel: string };
      readonly expect: LegsExpectation;
    }
  | {
      readonly kind: 'verdict';
      readonly input: Legs;
      readonly expect: { readonly verdict: string; readonly tags: readonly string[] };
    }
  | {
      readonly kind: 'walk';
      readonly input: AgentNode;
      readonly expect: WalkExpectation;
    }
);

function checkLegs(make: () => TrifectaLegs, expect: LegsExpectation): void {
  if (expect.error !== undefined) {
    assert.throws(make, (error: unknown) => error instanceof RangeError && error.message === expect.error);
    return;
  }
  const legs = make();
  if (expect.legs !== undefined) assert.equal(legs.plain(), expect.legs);
  if (expect.tags !== undefined) assert.equal(legs.toTags(), expect.tags);
}

/** Every report of a tree by its label. */
function reports(root: AgentReport): Map<string, AgentReport> {
  const all = new Map<string, AgentReport>();
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    all.set(next.label, next);
    pending.push(...next.children);
  }
  return all;
}

function checkVerdict(legs: Legs, expect: VerdictExpectation): void {
  const { verdict, tags } = walk({ label: 'root', tools: { tool: legs } });
  assert.equal({ verdict, tags }, expect);
}

function checkWalk(tree: AgentNode, expect: WalkExpectation): void {
  const root = walk(tree);
  const nodes = [...reports(root)].map(([label, { verdict, tags, legs }]) => [
    label,
    { verdict, tags, legs: legs.plain() },
  ]);
  assert.equal(Object.fromEntries(nodes), expect.nodes);
  assert.is(root.treeVerdict, expect.tree_verdict);
  const path = root.worstPath.map(({ label }) => label);
  const paths = expect.worst_paths.length === 0 ? [[]] : expect.worst_paths;
  assert.ok(
    paths.some((one) => one.join('\n') === path.join('\n')),
    path.join(' > '),
  );
}

function check(vector: Vector): void {
  switch (vector.kind) {
    case 'construct':
    case 'to_tags':
      checkLegs(() => new TrifectaLegs(vector.input), vector.expect);
      break;
    case 'relabel_inbound':
      checkLegs(() => new TrifectaLegs(vector.input).relabelInbound(), vector.expect);
      break;
    case 'union':
      checkLegs(() => new TrifectaLegs(vector.input[0]).union(vector.input[1]), vector.expect);
      break;
    case 'cap_payload_review':
      checkLegs(() => new TrifectaLegs(vector.input.legs).capPayloadReview(vector.input.channel), vector.expect);
      break;
    case 'verdict':
      checkVerdict(vector.input, vector.expect);
      break;
    case 'walk':
      checkWalk(vector.input, vector.expect);
  }
}

const vectors = readVectors<Vector>('pikuri');
if (vectors === undefined) {
  console.log('skipped: the vectors of Pikuri are not there');
  test.skip('vectors of Pikuri', () => {});
}
for (const vector of vectors ?? []) test(vector.id, () => check(vector));

test.run();
