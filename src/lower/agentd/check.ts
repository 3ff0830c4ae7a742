import type { Place } from '../../place.js';
import type { Faults } from '../faults.js';
import { isNullValue, type MapValue, type Value } from '../value.js';
import type { AgentdCode } from './codes.js';
import { DOCUMENT, FLAT_DOCUMENT, isFlatKey, isSection, type Keys, type Shape } from './keys.js';

/** Where a document says that it is of a family, with what says so. */
interface Sign {
  readonly word: string;
  readonly place: Place;
}

/** The first sign of each family that a document has: keys, its version, and the kind of value of `intelligence`. */
export function familiesOf({ fields }: MapValue): {
  readonly flat: Sign | undefined;
  readonly today: Sign | undefined;
} {
  const signs = [...fields].map(([word, { key, value }]) => ({ word, value, place: key }));
  return {
    flat: signs.find(({ word, value }) => isFlatKey(word) || isFlatValue(word, value)),
    today: signs.find(({ word, value }) => isSection(word) || isTodaysValue(word, value)),
  };
}

function isFlatValue(word: string, value: Value): boolean {
  if (value.kind !== 'scalar' || value.type === 'null') return false;
  return word === 'intelligence' || (word === 'config_version' && value.text !== '2');
}

function isTodaysValue(word: string, value: Value): boolean {
  if (word === 'intelligence') return value.kind === 'map';
  return word === 'config_version' && value.kind === 'scalar' && value.text === '2';
}

/** agentd judges the families once all files are laid over each other. */
export function checkFamilies(config: MapValue, faults: Faults<AgentdCode>): void {
  const { flat, today } = familiesOf(config);
  if (flat === undefined || today === undefined) return;
  const message = `\`${flat.word}\` is of the flat file of agentd 1, and \`${today.word}\` of today's configuration: agentd refuses a configuration with both`;
  faults.add('AGENTD-CONFIG-FAMILIES', flat.place, message, `write \`${flat.word}\` as today's configuration has it`);
}

/** Checks the keys of one file, before files are laid over each other: agentd names the file that a key is in. */
export function checkKeys(document: MapValue, faults: Faults<AgentdCode>): void {
  const { flat, today } = familiesOf(document);
  const [old, present] = [new KeyChecker(faults, true), new KeyChecker(faults, false)];
  if (flat === undefined) present.check(document, DOCUMENT, 'the configuration');
  else if (today === undefined) old.check(document, FLAT_DOCUMENT, 'the configuration');
  else {
    // Each key by its own family.
    old.check(only(document, isFlatKey), FLAT_DOCUMENT, 'the configuration');
    present.check(
      only(document, (name) => !isFlatKey(name)),
      DOCUMENT,
      'the configuration',
    );
  }
}

function only(document: MapValue, wanted: (name: string) => boolean): MapValue {
  return { ...document, fields: new Map([...document.fields].filter(([name]) => wanted(name))) };
}

class KeyChecker {
  /** @param remarks  keys that begin with `//` are remarks, as people write them in the flat file */
  constructor(
    private readonly faults: Faults<AgentdCode>,
    private readonly remarks: boolean,
  ) {}

  /** Reports keys that do not belong where they are; `where` says what the value is. Recursion is bounded by the shape. */
  check(value: Value, shape: Shape, where: string): void {
    if (shape === 'any' || isNullValue(value)) return;
    if ('items' in shape) this.checkEach(value.kind === 'list' ? value.items : [], shape.items, `an entry of ${where}`);
    else if ('each' in shape) this.checkEach(valuesOf(value), shape.each, `an entry of ${where}`);
    else if (value.kind === 'map') this.checkMapping(value, shape.keys, where);
    else {
      const repair = `its keys are ${Object.keys(shape.keys).join(', ')}`;
      this.faults.add('AGENTD-CONFIG-SHAPE', value.place, `${where} is no mapping`, repair);
    }
  }

  /** What is no mapping among them is reported by those who read the entries. */
  private checkEach(values: readonly Value[], shape: Shape, where: string): void {
    for (const value of values) if (value.kind === 'map') this.check(value, shape, where);
  }

  private checkMapping(mapping: MapValue, keys: Keys, where: string): void {
    const read = this.remarks ? only(mapping, (name) => !name.startsWith('//')) : mapping;
    this.faults.unknownKeys('AGENTD-CONFIG-KEY', read, Object.keys(keys), where);
    for (const [name, shape] of Object.entries(keys)) {
      const field = mapping.fields.get(name);
      if (field !== undefined) this.check(field.value, shape, inside(where, name));
    }
  }
}

function valuesOf(value: Value): Value[] {
  return value.kind === 'map' ? [...value.fields.values()].map((field) => field.value) : [];
}

/** `security.exec` of the configuration as a whole. */
function inside(where: string, name: string): string {
  if (where === 'the configuration') return `\`${name}\``;
  return where.endsWith('`') ? `${where.slice(0, -1)}.${name}\`` : `\`${name}\` of ${where}`;
}
