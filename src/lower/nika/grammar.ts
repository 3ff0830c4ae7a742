import { nearest } from '../../datalog/index.js';
import type { Mapping, Node, Range, Scalar, Sequence } from '../../parse/tree.js';
import type { LowerRun } from '../run.js';
import { partName } from './names.js';
import type { Choice, Demand, List, Names, RecordShape, Shape } from './shape.js';

/** What the facts of a check are about: a workflow, or one of its tasks. */
export interface Site {
  readonly run: LowerRun;
  readonly workflow: number;
  /** The symbol of "" outside of tasks. */
  readonly task: number;
  part(path: string, range: Range): number;
  /** Whether one more departure of this file is said. */
  admits(): boolean;
}

/** Where a value stands: under which key of which mapping, and the path that leads to that mapping. */
interface Spot {
  readonly shape: string;
  readonly path: string;
  readonly key: string;
  /** What to point at where something is missing in the value. */
  readonly at: Range;
  /** How many shapes are around it. */
  readonly depth: number;
}

/** Types inside one another. No one writes more, and the stack is kept small. */
const MAX_DEPTH = 100;

/**
 * Says where a value is not what its shape wants (rules/nika/grammar-schema.dl). What fits costs a look-up for each key and
 * writes nothing.
 */
export function checkShape(site: Site, shape: Shape, node: Node, spot: Spot): void {
  if (spot.depth > MAX_DEPTH) return;
  switch (shape.kind) {
    case 'any':
      return;
    case 'leaf':
      if (node.kind !== 'scalar' || !shape.fits(node)) misfit(site, spot, node, shape.wanted);
      return;
    case 'list':
      checkList(site, shape, node, spot);
      return;
    case 'names':
      if (node.kind === 'mapping') checkNames(site, shape, node, spot);
      else misfit(site, spot, node, shape.wanted);
      return;
    case 'record':
      if (node.kind === 'mapping') checkRecord(site, shape, node, pathOf(spot), spot.at, spot.depth + 1);
      else misfit(site, spot, node, shape.wanted);
      return;
    case 'choice':
      checkChoice(site, shape, node, spot);
      return;
    case 'later':
      checkShape(site, shape.shape(), node, spot);
  }
}

function pathOf({ path, key }: Spot): string {
  return joined(path, key);
}

function joined(path: string, key: string): string {
  return path === '' ? partName(key) : `${path}.${partName(key)}`;
}

/** The first alternative of the node's kind; of scalars, the first one that fits. */
function checkChoice(site: Site, { wanted, of }: Choice, node: Node, spot: Spot): void {
  const chosen = of.find((shape) =>
    shape.kind === 'leaf' ? node.kind === 'scalar' && shape.fits(node) : takes(shape, node),
  );
  if (chosen === undefined) misfit(site, spot, node, wanted);
  else checkShape(site, chosen, node, spot);
}

function takes(shape: Shape, node: Node): boolean {
  if (shape.kind === 'list') return node.kind === 'sequence';
  if (shape.kind === 'choice') return shape.of.some((inner) => takes(inner, node));
  return node.kind === 'mapping' && (shape.kind === 'names' || shape.kind === 'record');
}

function checkList(site: Site, shape: List, node: Node, spot: Spot): void {
  if (node.kind !== 'sequence' || node.items.length < shape.least) misfit(site, spot, node, shape.wanted);
  else if (shape.of.kind !== 'any') checkItems(site, shape.of, node, spot);
}

function checkItems(site: Site, of: Shape, { items }: Sequence, spot: Spot): void {
  let path: string | null = null;
  for (const [i, item] of items.entries()) {
    if (of.kind === 'leaf' && item.kind === 'scalar' && of.fits(item)) continue;
    path ??= pathOf(spot);
    checkShape(site, of, item, { shape: spot.shape, path, key: String(i), at: item, depth: spot.depth + 1 });
  }
}

function checkNames(site: Site, { of, key: form, barred }: Names, mapping: Mapping, spot: Spot): void {
  if (of.kind === 'any' && form === null && barred.length === 0) return;
  const path = pathOf(spot);
  for (const { key, value } of mapping.entries) {
    if (key.kind !== 'scalar') continue;
    const name = key.text;
    if (barred.includes(name) || (form !== null && !form.fits(key))) {
      write(site, 'barred_name', `${path}.${partName(name)}`, key, [spot.key, name]);
    }
    checkShape(site, of, value, { shape: spot.key, path, key: name, at: key, depth: spot.depth + 1 });
  }
}

/**
 * Checks the keys of a mapping that has a closed set of them.
 *
 * @param path  what leads to it; "" for the root of the file or of the task
 * @param at    what to point at where a key is missing
 */
export function checkRecord(
  site: Site,
  shape: RecordShape,
  mapping: Mapping,
  path: string,
  at: Range,
  depth = 0,
): void {
  for (const { key, value } of mapping.entries) {
    if (key.kind !== 'scalar') continue;
    const inner = shape.keys.get(key.text);
    if (inner === undefined) unknownKey(site, shape, path, key);
    else if (inner.kind !== 'any')
      checkShape(site, inner, value, { shape: shape.name, path, key: key.text, at: key, depth });
  }
  for (const name of shape.needs) demand(site, shape, mapping, path, at, { needs: name, bars: '' });
  if (shape.oneOf.length > 0) checkOneOf(site, shape, mapping, path, at);
  if (shape.atMostOne.length > 0) checkAtMostOne(site, shape, shape.atMostOne, mapping, path);
  const { variant } = shape;
  const chosen = variant === null ? undefined : keyOf(mapping, variant.key)?.value;
  if (variant === null || chosen?.kind !== 'scalar') return;
  demand(site, shape, mapping, path, at, chosen.text === variant.is ? variant.matching : variant.other);
}

function keyOf(mapping: Mapping, name: string) {
  return mapping.entries.find(({ key }) => key.kind === 'scalar' && key.text === name);
}

function demand(site: Site, { name }: RecordShape, mapping: Mapping, path: string, at: Range, { needs, bars }: Demand) {
  if (needs !== '' && keyOf(mapping, needs) === undefined) missing(site, name, needs, path, at);
  const barred = bars === '' ? undefined : keyOf(mapping, bars);
  if (barred !== undefined) excess(site, name, path, barred.key, bars, needs);
}

function checkOneOf(site: Site, shape: RecordShape, mapping: Mapping, path: string, at: Range): void {
  const { name, oneOf } = shape;
  if (checkAtMostOne(site, shape, oneOf, mapping, path) === 0) {
    missing(site, name, oneOf.map((key) => `\`${key}\``).join(' or '), path, at);
  }
}

/** How many of the keys are there. */
function checkAtMostOne(site: Site, { name }: RecordShape, keys: readonly string[], mapping: Mapping, path: string) {
  const [first, second] = keys.flatMap((key) => keyOf(mapping, key) ?? []);
  if (second?.key.kind === 'scalar' && first?.key.kind === 'scalar') {
    excess(site, name, path, second.key, second.key.text, first.key.text);
  }
  return first === undefined ? 0 : 1;
}

// ------------------------------------------------------------------------------------------------------------- facts

/** The rows of these relations start with a part, the workflow and the task; the rest are words. */
export function write(site: Site, relation: string, path: string, range: Range, words: readonly string[]): void {
  if (site.admits()) writeRow(site, relation, path, range, words);
}

function writeRow(site: Site, relation: string, path: string, range: Range, words: readonly string[]): void {
  const symbols = words.map((text) => site.run.intern(text));
  const part = site.part(path, range);
  site.run.table(relation, 3 + words.length).add(part, site.workflow, site.task, ...symbols);
}

function misfit(site: Site, spot: Spot, node: Node, wanted: string): void {
  const range = node.end > node.start ? node : spot.at;
  write(site, 'shape_misfit', pathOf(spot), range, [spot.shape, spot.key, wanted, written(node)]);
}

function unknownKey(site: Site, { name, keys }: RecordShape, path: string, key: Scalar): void {
  // Names are compared for those that are said alone: a file may have very many.
  if (!site.admits()) return;
  const lower = key.text.toLowerCase();
  const near = keys.has(lower) ? lower : (nearest(key.text, keys.keys()) ?? '');
  writeRow(site, 'unknown_key', joined(path, key.text), key, [name, key.text, near, [...keys.keys()].join(', ')]);
}

function missing(site: Site, shape: string, key: string, path: string, at: Range): void {
  write(site, 'missing_key', path, at, [shape, key]);
}

function excess(site: Site, shape: string, path: string, at: Range, key: string, other: string): void {
  write(site, 'excess_key', joined(path, key), at, [shape, key, other]);
}

const LONGEST = 60;

/** What a value is, in words. */
export function written(node: Node): string {
  if (node.kind === 'mapping') return node.entries.length === 0 ? 'an empty mapping' : 'a mapping';
  if (node.kind === 'sequence') return node.items.length === 0 ? 'an empty list' : 'a list';
  if (node.type === 'null') return 'nothing';
  if (node.text === '') return 'an empty string';
  return `\`${node.text.length > LONGEST ? `${node.text.slice(0, LONGEST)}…` : node.text}\``;
}
