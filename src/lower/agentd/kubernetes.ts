import type { Diagnostic } from '../../diagnostic.js';
import type { Place } from '../../place.js';
import type { Faults } from '../faults.js';
import { fieldAt, type MapValue, type ScalarValue, textOf, type Value } from '../value.js';
import type { AgentdCode } from './codes.js';
import { checkDocument, readInstance } from './config.js';
import { type Flags, readFlags, withFlags } from './flags.js';
import { mergePatch } from './merge.js';
import type { Instance, Named } from './model.js';
import { isConfig } from './recognise.js';
import { readInside, type StreamDocument } from './source.js';

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
    checkDocument(entry.value, faults);
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
  const flags = readFlags(words, faults);
  const variables = variablesOf(container);
  const paths = [...configPaths(variables), ...flags.configs];
  const used = paths.flatMap(({ name }) => entryAt(pod, container, name, entries) ?? []);
  const fromVariables = overrideOf(variables);
  const listed = serversOf(document, variables);
  const startsAgentd =
    used.length > 0 || flags.configures || listed !== undefined || (fromVariables !== null && isAgentd(container));
  if (!startsAgentd) return { instance: null, used };
  const place = words[0]?.place ?? container.place;
  const empty: MapValue = { kind: 'map', place, fields: new Map() };
  const layers = [...used.map(({ value }) => value), ...(listed === undefined ? [] : [listed])];
  const merged = layers.reduce<Value>(mergePatch, empty);
  const label = textOf(fieldAt(container, 'name')?.value) ?? 'container';
  const config = merged.kind === 'map' ? merged : empty;
  const instance = readInstance(config, { label, discovered: false, execBuilt }, faults);
  const all: Flags = { ...flags, override: flags.override ?? fromVariables };
  return { instance: withFlags(instance, all, faults), used };
}

function wordsAt(container: Value, key: string): Named[] {
  const list = fieldAt(container, key)?.value;
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => (item.kind === 'scalar' ? [{ name: item.text, place: item.place }] : []));
}

interface Variable {
  readonly name: string;
  readonly value: ScalarValue;
  readonly place: Place;
}

function variablesOf(container: Value): Variable[] {
  const list = fieldAt(container, 'env')?.value;
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => {
    const [name, value] = [textOf(fieldAt(item, 'name')?.value), fieldAt(item, 'value')?.value];
    return name === undefined || value?.kind !== 'scalar' ? [] : [{ name, value, place: item.place }];
  });
}

const OVERRIDES = /^(?:AGENTD_|AGENT_)?ALLOW_TRIFECTA$|^AGENTD_SECURITY_ALLOW_TRIFECTA$/;

function overrideOf(variables: readonly Variable[]): Named | null {
  const set = variables.find(({ name, value }) => OVERRIDES.test(name) && /^(?:1|true|yes|on)$/i.test(value.text));
  return set === undefined ? null : { name: set.name, place: set.place };
}

/** `AGENT_CONFIG` is a list of paths, as `PATH` is. */
function configPaths(variables: readonly Variable[]): Named[] {
  const lists = variables.filter(({ name }) => name === 'AGENT_CONFIG' || name === 'AGENTD_CONFIG');
  return lists.flatMap(({ value, place }) => value.text.split(':').map((name) => ({ name, place })));
}

/** `AGENTD_MCP_SERVERS` holds what `mcp.servers` would, and replaces it. */
function serversOf(document: StreamDocument, variables: readonly Variable[]): MapValue | undefined {
  const listed = variables.find(({ name }) => name === 'AGENTD_MCP_SERVERS');
  const value = listed && readInside(document, listed.value).value;
  if (listed === undefined || value === undefined) return undefined;
  const servers = new Map([['servers', { key: listed.place, value }]]);
  const mcp: MapValue = { kind: 'map', place: listed.place, fields: servers };
  return { kind: 'map', place: listed.place, fields: new Map([['mcp', { key: listed.place, value: mcp }]]) };
}

function isAgentd(container: Value): boolean {
  return /(?:^|\/)agentd?(?:[:@]|$)/.test(textOf(fieldAt(container, 'image')?.value) ?? '');
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
