import type { Result } from '../engine/index.js';
import { entityLabel } from '../facts/entity.js';
import type { Facts } from '../facts/facts.js';
import type { HeldLegs, LegHolder, Step } from './finding.js';
import { Givers, type Holder, MAX_HOLDERS } from './givers.js';
import { Routes } from './route.js';
import type { FindingRule, LegRule } from './rule.js';

/** A text names this many of those that bring a leg. */
const MAX_NAMED = 12;

/** What is to be said of an agent: who brings each leg, as values for texts, and the way there. */
export interface Told {
  readonly legs: HeldLegs;
  readonly values: ReadonlyMap<string, string>;
  readonly path: readonly Step[];
}

const NOTHING: Told = { legs: {}, values: new Map(), path: [] };

/** Tells of the agent of a tuple what the tags `@leg` and `@route` of its rule ask for. */
export function legTeller(rule: FindingRule, result: Result, facts: Facts): (tuple: readonly number[]) => Told {
  const column = rule.relation.attributes.findIndex(({ type }) => type === 'Agent');
  if (column < 0 || (rule.legs.length === 0 && rule.route === null)) return () => NOTHING;
  const agents = new Set(result.relation('agent')?.columns()[0]);
  const legs = rule.legs.map((leg) => ({
    leg,
    givers: new Givers(result.relation(leg.relation)?.columns() ?? [], agents),
  }));
  const routes = rule.route === null ? null : new Routes(rule.route, result, facts);
  const name = namer(facts);
  return (tuple) => {
    const agent = tuple[column] ?? -1;
    const brought = legs.map(({ leg, givers }) => {
      const holders = givers.holders(agent);
      return { leg, first: holders[0], named: holders.map(name) };
    });
    const own = entityLabel(facts.symbols.text(agent));
    return {
      legs: Object.fromEntries(brought.flatMap(({ leg, named }) => (leg.text === null ? [] : [[leg.name, named]]))),
      values: new Map(brought.map(({ leg, named }) => [leg.name, listed(named, own)])),
      path: [...(routes?.path(agent) ?? []), ...brought.flatMap(({ leg, first }) => shownStep(leg, first, facts))],
    };
  };
}

/** Names what many findings share once. */
function namer({ symbols }: Facts): (holder: Holder) => LegHolder {
  const known = new Map<number, Map<number, LegHolder>>();
  return ({ capability, agent }) => {
    const ofAgent = known.get(agent) ?? new Map<number, LegHolder>();
    known.set(agent, ofAgent);
    const holder = ofAgent.get(capability) ?? {
      name: entityLabel(symbols.text(capability)),
      agent: entityLabel(symbols.text(agent)),
    };
    ofAgent.set(capability, holder);
    return holder;
  };
}

/** As a text: an agent is named where it is not the one that is spoken of. */
function listed(holders: readonly LegHolder[], own: string): string {
  const texts = holders
    .slice(0, MAX_NAMED)
    .map(({ name, agent }) => (agent === own ? `\`${name}\`` : `\`${name}\` (of \`${agent}\`)`));
  const more = holders.length - MAX_NAMED;
  if (more <= 0) return texts.join(', ');
  return `${texts.join(', ')} and ${holders.length === MAX_HOLDERS ? 'at least ' : ''}${more} more`;
}

/** Where the first of those that bring a leg stands. */
function shownStep({ text }: LegRule, first: Holder | undefined, facts: Facts): Step[] {
  const place = first && (facts.places.get(first.capability) ?? facts.places.get(first.agent));
  if (text === null || first === undefined || place === undefined) return [];
  const { symbols } = facts;
  const name = entityLabel(symbols.text(first.capability));
  return [{ task: entityLabel(symbols.text(first.agent)), why: `${text}: \`${name}\``, place }];
}
