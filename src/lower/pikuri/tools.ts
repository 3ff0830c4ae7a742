import type { Faults } from '../faults.js';
import { checkLegs, type Legs } from '../graded/levels.js';
import type { GraphTool } from '../graded/model.js';
import { type Field, flagOf, isNullValue, type MapValue, textOf, type Value } from '../value.js';
import type { AgentsCode } from './codes.js';

const KEYS = ['private', 'untrusted', 'review', 'destination', 'description'];
/** Names of the axes in Pikuri's own constructor. */
const LONG_NAMES = ['egress_payload_review', 'egress_destination'];

/** The tools of a mapping `name: legs`, or of a list of names of which nothing is declared. */
export function readTools(value: Value, faults: Faults<AgentsCode>): GraphTool[] {
  if (isNullValue(value)) return [];
  if (value.kind === 'map') {
    return [...value.fields].flatMap(([name, { key, value: legs }]) => readLegs(name, { key, value: legs }, faults));
  }
  return readNames(value, 'tools', faults).map(({ text, place }) => ({ name: text, legs: null, place }));
}

/** A list of strings; what is no string is reported and left out. */
export function readNames(
  value: Value,
  what: string,
  faults: Faults<AgentsCode>,
): { readonly text: string; readonly place: Value['place'] }[] {
  if (value.kind !== 'list') {
    faults.add('AGENTS-SHAPE', value.place, `\`${what}\` is no list of names`, 'write a list of names');
    return [];
  }
  return value.items.flatMap((item) => {
    const text = textOf(item);
    if (text !== undefined) return [{ text, place: item.place }];
    faults.add('AGENTS-SHAPE', item.place, `an entry of \`${what}\` is no name`, 'write a name');
    return [];
  });
}

/**
 * What one tool brings. Legs that cannot be understood are taken for those of a tool of which nothing is declared, and
 * with what is clear of them: a mistake never makes a tool less dangerous.
 */
export function readLegs(name: string, { key, value }: Field, faults: Faults<AgentsCode>): GraphTool[] {
  const undeclared: GraphTool = { name, legs: null, place: key };
  if (isNullValue(value)) return [undeclared];
  if (value.kind !== 'map') {
    faults.add(
      'AGENTS-SHAPE',
      value.place,
      `the legs of \`${name}\` are no mapping`,
      'write `private: true`, `untrusted: hard` …',
    );
    return [undeclared];
  }
  faults.unknownKeys('AGENTS-KEY', value, [...KEYS, ...LONG_NAMES], `the tool \`${name}\``);
  const isPrivate = readPrivate(name, value, faults);
  const legs = checkWritten(name, isPrivate, value, faults);
  if (legs !== null) return [{ name, legs, place: key }];
  return isPrivate ? [undeclared, { name, legs: PRIVATE, place: key }] : [undeclared];
}

const PRIVATE: Legs = { private: true, untrusted: 'none', review: 'no_egress', destination: 'no_egress' };

/** What is no boolean counts as true. */
function readPrivate(name: string, { fields }: MapValue, faults: Faults<AgentsCode>): boolean {
  const field = fields.get('private');
  if (field === undefined) return false;
  const flag = flagOf(field.value);
  if (flag === undefined) {
    faults.add(
      'AGENTS-SHAPE',
      field.value.place,
      `\`private\` of \`${name}\` is neither true nor false`,
      'write `true` or `false`',
    );
  }
  return flag ?? true;
}

function checkWritten(name: string, isPrivate: boolean, { fields }: MapValue, faults: Faults<AgentsCode>): Legs | null {
  const axes = {
    untrusted: fields.get('untrusted'),
    review: fields.get('review') ?? fields.get('egress_payload_review'),
    destination: fields.get('destination') ?? fields.get('egress_destination'),
  };
  const word = (field: Field | undefined) => (field?.value.kind === 'scalar' ? field.value.text : undefined);
  for (const [axis, field] of Object.entries(axes)) {
    if (field === undefined || field.value.kind === 'scalar') continue;
    faults.add('AGENTS-SHAPE', field.value.place, `\`${axis}\` of \`${name}\` is no word`, 'write one of its levels');
    return null;
  }
  const checked = checkLegs({
    private: isPrivate,
    untrusted: word(axes.untrusted) ?? 'none',
    review: word(axes.review) ?? 'no_egress',
    destination: word(axes.destination),
  });
  if (checked.ok) return checked.legs;
  const at = axes[checked.axis] ?? axes.review;
  const repair = `the levels of \`${checked.axis}\` are ${checked.levels.join(', ')}`;
  const place = at?.value.place ?? fields.values().next().value?.key;
  if (place !== undefined) {
    if (checked.unknown) faults.add('AGENTS-LEVEL', place, `\`${name}\`: ${checked.message}`, repair);
    else faults.add('AGENTS-AXES', place, `\`${name}\`: ${checked.message}`, 'give both axes a level, or neither');
  }
  return null;
}
