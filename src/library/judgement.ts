import type { Result } from '../engine/index.js';
import { Givers } from '../findings/givers.js';
import { DESTINATION_LEVELS, REVIEW_LEVELS, UNTRUSTED_LEVELS } from '../lower/graded/levels.js';
import { TrifectaLegs } from './legs.js';

/** How the legs of an agent meet: not all three; all three; all three at full strength. */
export type Verdict = 'silent' | 'soft' | 'loud';

const VERDICTS: readonly Verdict[] = ['silent', 'soft', 'loud'];

/** What the rules derive of one agent. */
export interface Judgement {
  /** Of what it holds and of what comes up to it. */
  readonly legs: TrifectaLegs;
  readonly verdict: Verdict;
  /** The worst verdict of it and of all it hands work to. */
  readonly treeVerdict: Verdict;
}

/** Who brings each leg to the agents of a run, by symbol. */
export interface LegGivers {
  readonly private: Givers;
  readonly untrusted: Givers;
  readonly egress: Givers;
}

/** The judgements of some agents, given by their symbols, in the same order. */
export function readJudgements(result: Result, symbols: readonly number[]): Judgement[] {
  const held = new Set(result.relation('has_private')?.columns()[0]);
  const untrusted = highest(result, 'has_untrusted');
  const review = highest(result, 'has_review');
  const destination = highest(result, 'has_destination');
  const severity = highest(result, 'severity');
  const tree = highest(result, 'tree_severity');
  return symbols.map((agent) => ({
    legs: new TrifectaLegs({
      private: held.has(agent),
      untrusted: UNTRUSTED_LEVELS[untrusted.get(agent) ?? 0] ?? 'none',
      review: REVIEW_LEVELS[review.get(agent) ?? 0] ?? 'no_egress',
      destination: DESTINATION_LEVELS[destination.get(agent) ?? 0] ?? 'no_egress',
    }),
    verdict: VERDICTS[severity.get(agent) ?? 0] ?? 'silent',
    treeVerdict: VERDICTS[tree.get(agent) ?? 0] ?? 'silent',
  }));
}

/** Copies out of a result who brings what. */
export function readGivers(result: Result): LegGivers {
  const agents = new Set(result.relation('agent')?.columns()[0]);
  const givers = (relation: string) => new Givers(result.relation(relation)?.columns() ?? [], agents);
  return {
    private: givers('brings_private'),
    untrusted: givers('brings_untrusted'),
    egress: givers('brings_egress'),
  };
}

/** The highest degree of each agent in a relation `(agent, degree)` of "at least" facts. */
function highest(result: Result, relation: string): Map<number, number> {
  const degrees = new Map<number, number>();
  const [agents = new Int32Array(), values] = result.relation(relation)?.columns() ?? [];
  agents.forEach((agent, row) => {
    degrees.set(agent, Math.max(degrees.get(agent) ?? 0, values?.[row] ?? 0));
  });
  return degrees;
}
