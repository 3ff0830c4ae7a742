import type { Diagnostic } from '../../diagnostic.js';
import type { Faults } from '../faults.js';
import { fieldAt, type MapValue, textOf, type Value } from '../value.js';
import { checkKeys } from './check.js';
import type { AgentdCode } from './codes.js';
import { readInstance } from './config.js';
import { readFlags, withFlags } from './flags.js';
import { mergePatch } from './merge.js';
import type { Instance, Named } from './model.js';
import { isConfig } from './recognise.js';
import { readInside, readWord, type StreamDocument } from './source.js';
import { readVariables, type Variable } from './variables.js';

/** A configuration that a ConfigMap holds under one of its keys. */
interface Entry {
  readonly map: string;
  readonly key: string;
  readonly value: MapValue;
  readonly diagnostics: readonly Diagnostic[];
}

export interface KubernetesInstances {
  readonly instances: readonly Instance[];
  /** What is wrong with the text of configurations that objects hold. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The instances of agentd in Kubernetes objects: containers whose arguments or variables carry a configuration, or name a file
 * that a ConfigMap beside them holds; and configurations in ConfigMaps that no container here names.
 */
export function readKubernetes(
  documents: readonly StreamDocument[],
  execBuilt: boolean,
  faults: Faults<AgentdCode>,
): KubernetesInstances {
  const entries = documents.flatMap((document) =>
    objectsOf(document.value).flatMap((object) => entriesOf(document, object)),
  );
  const byName = new Map(entries.map((entry) => [`${entry.map}/${entry.key}`, entry]));
  const used = new Set<Entry>();
  const instances: Instance[] = [];
  for (const document of documents) {
    for (const { pod, container } of containersOf(document.value)) {
      const read = readContainer(document, { pod, container }, byName, execBuilt, faults);
      for (const entry of read.used) used.add(entry);
      if (read.instance !== null) instances.push(read.instance);
    }
  }
  for (const entry of entries) {
    checkKeys(entry.value, faults);
    if (used.has(entry)) continue;
    instances.push(
      readInstance(entry.value, { label: `${entry.map}/${entry.key}`, discovered: false, execBuilt }, faults),
    );
  }
  return { instances, diagnostics: entries.flatMap(({ diagnostics }) => diagnostics) };
}

/** The object itself, or those of a List. */
function objectsOf(value: Value): readonly Value[] {
  const items = fieldAt(value, 'items')?.value;
  return textOf(fieldAt(value, 'kind')?.value) === 'List' && items?.kind === 'list' ? items.items : [value];
}

function entriesOf(document: StreamDocument, object: Value): Entry[] {
  const data = fieldAt(object, 'data')?.value;
  if (textOf(fieldAt(object, 'kind')?.value) !== 'ConfigMap' || data?.kind !== 'map') return [];
  const map = textOf(fieldAt(object, 'metadata', 'name')?.value) ?? 'ConfigMap';
  return [...data.fields].flatMap(([key, { value }]) => {
    if (value.kind !== 'scalar' || value.type !== 'string') return [];
    const inside = readInside(document, value);
    if (inside.value?.kind !== 'map' || !isConfig(inside.value)) return [];
    return [{ map, key, value: inside.value, diagnostics: inside.diagnostics }];
  });
}

interface Container {
  /** What holds the container and its volumes. */
  readonly pod: MapValue;
  readonly container: Value;
}

/** Every container, whatever kind of object it is in: a mapping with `containers:` is the description of a pod. */
function containersOf(root: Value): Container[] {
  const found: Container[] = [];
  const pending: Value[] = [root];
  const seen = new Set<Value>();
  for (const value of pending) {
    if (seen.has(value)) continue;
    seen.add(value);
    if (value.kind === 'list') pending.push(...value.items);
    if (value.kind !== 'map') continue;
    for (const { value: inner } of value.fields.values()) pending.push(inner);
    for (const key of ['containers', 'initContainers']) {
      const containers = value.fields.get(key)?.value;
      if (containers?.kind === 'list') found.push(...containers.items.map((container) => ({ pod: value, container })));
    }
  }
  return found;
}

interface ReadContainer {
  readonly instance: Instance | null;
  readonly used: readonly Entry[];
}

function readContainer(
  document: StreamDocument,
  { pod, container }: Container,
  entries: ReadonlyMap<string, Entry>,
  execBuilt: boolean,
  faults: Faults<AgentdCode>,
): ReadContainer {
  const words = [...wordsAt(container, 'command'), ...wordsAt(container, 'args')];
  const given = readFlags(words, faults);
  const runsAgentd = isAgentd(container, words);
  const variables = readVariables(container, runsAgentd);
  const used = [...variables.configs, ...given.configs].flatMap(({ name }) => {
    return entryAt(pod, container, name, entries) ?? [];
  });
  const listed = serversOf(document, given.listed, variables.listed, faults);
  const override = given.override ?? variables.override;
  const exec = given.exec ?? variables.exec;
  const configures = given.configures || listed !== undefined || (runsAgentd && (override !== null || exec !== null));
  if (used.length === 0 && !configures) return { instance: null, used };
  const place = words[0]?.place ?? container.place;
  const empty: MapValue = { kind: 'map', place, fields: new Map() };
  const layers = [...used.map(({ value }) => value), ...(listed === undefined ? [] : [listed])];
  const merged = layers.reduce<Value>(mergePatch, empty);
  const label = textOf(fieldAt(container, 'name')?.value) ?? 'container';
  const config = merged.kind === 'map' ? merged : empty;
  const instance = readInstance(config, { label, discovered: false, execBuilt }, faults);
  return { instance: withFlags(instance, { ...given, override, exec }, execBuilt, faults), used };
}

function wordsAt(container: Value, key: string): Named[] {
  const list = fieldAt(container, key)?.value;
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => (item.kind === 'scalar' ? [{ name: item.text, place: item.place }] : []));
}

/** What stands for `mcp.servers` of the configuration, and replaces it: a flag before a variable. */
function serversOf(
  document: StreamDocument,
  flag: Named | null,
  variable: Variable | null,
  faults: Faults<AgentdCode>,
): MapValue | undefined {
  const listed = flag ?? variable;
  const value =
    flag !== null ? readWord(flag) : variable !== null ? readInside(document, variable.value).value : undefined;
  if (listed === null || value === undefined) return undefined;
  const part = (name: string, inner: Value): MapValue => {
    return { kind: 'map', place: listed.place, fields: new Map([[name, { key: listed.place, value: inner }]]) };
  };
  const layer = part('mcp', part('servers', value));
  checkKeys(layer, faults);
  return layer;
}

/** Whether the container runs agentd, by its image or its first word. */
function isAgentd(container: Value, words: readonly Named[]): boolean {
  const image = textOf(fieldAt(container, 'image')?.value) ?? '';
  return /(?:^|\/)agentd?(?:[:@]|$)/.test(image) || /(?:^|\/)agentd$/.test(words[0]?.name ?? '');
}

/** The configuration that a path inside a container leads to, where a ConfigMap of these objects is mounted there. */
function entryAt(
  pod: MapValue,
  container: Value,
  path: string,
  entries: ReadonlyMap<string, Entry>,
): Entry | undefined {
  const mounts = fieldAt(container, 'volumeMounts')?.value;
  const volumes = pod.fields.get('volumes')?.value;
  if (mounts?.kind !== 'list' || volumes?.kind !== 'list') return undefined;
  for (const mount of mounts.items) {
    const at = textOf(fieldAt(mount, 'mountPath')?.value)?.replace(/\/+$/, '');
    const volume = textOf(fieldAt(mount, 'name')?.value);
    const key = at === undefined ? undefined : keyBelow(path, at, textOf(fieldAt(mount, 'subPath')?.value));
    const source = volumes.items.find((one) => textOf(fieldAt(one, 'name')?.value) === volume);
    const map = textOf(fieldAt(source, 'configMap', 'name')?.value);
    const entry = key === undefined || map === undefined ? undefined : entries.get(`${map}/${keyOfItem(source, key)}`);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** The file of a volume that a path leads to, where the volume, or one file of it, is mounted at `at`. */
function keyBelow(path: string, at: string, subPath: string | undefined): string | undefined {
  if (subPath !== undefined) return path === at ? subPath : undefined;
  return path.startsWith(`${at}/`) ? path.slice(at.length + 1) : undefined;
}

/** A volume may give a key of its ConfigMap another file name. */
function keyOfItem(volume: Value | undefined, file: string): string {
  const items = fieldAt(volume, 'configMap', 'items')?.value;
  if (items?.kind !== 'list') return file;
  const item = items.items.find((one) => textOf(fieldAt(one, 'path')?.value) === file);
  return textOf(fieldAt(item, 'key')?.value) ?? file;
}
