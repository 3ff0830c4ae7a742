import type { Faults } from '../faults.js';
import { type Field, isNullValue, type MapValue, textOf, type Value } from '../value.js';
import type { AgentdCode } from './codes.js';
import { type Named, type Server, TAGS, type Tag } from './model.js';

type AgentdFaults = Faults<AgentdCode>;

/** The servers of `mcp.servers`, or of `mcp_servers` in a flat file. */
export function readServers(field: Field | undefined, where: string, faults: AgentdFaults): Server[] {
  return readNamed(field, where, faults).map(({ name, place, node }) => ({
    name,
    place,
    tags: readTags(name, node.fields.get('tags'), faults),
  }));
}

/** Peers, which are written as servers are. */
export function readPeers(field: Field | undefined, where: string, faults: AgentdFaults): Named[] {
  return readNamed(field, where, faults).map(({ name, place }) => ({ name, place }));
}

interface NamedNode extends Named {
  readonly node: MapValue;
}

/** The mappings of a list, each with its `name`. One without a name is still there. */
function readNamed(field: Field | undefined, where: string, faults: AgentdFaults): NamedNode[] {
  if (field === undefined || isNullValue(field.value)) return [];
  if (field.value.kind !== 'list') {
    faults.add(
      'AGENTD-CONFIG-SHAPE',
      field.value.place,
      `\`${where}\` is no list`,
      'write a list of mappings with `name:` and `endpoint:`',
    );
    return [];
  }
  return field.value.items.flatMap((node) => {
    if (node.kind !== 'map') {
      faults.add(
        'AGENTD-CONFIG-SHAPE',
        node.place,
        `an entry of \`${where}\` is no mapping`,
        'write `name:` and `endpoint:`',
      );
      return [];
    }
    const name = node.fields.get('name');
    const text = textOf(name?.value);
    if (text === undefined)
      faults.add(
        'AGENTD-CONFIG-SHAPE',
        name?.value.place ?? node.place,
        `an entry of \`${where}\` has no name`,
        'write `name:`',
      );
    return [{ name: text ?? '?', place: name?.value.place ?? node.place, node }];
  });
}

function readTags(server: string, field: Field | undefined, faults: AgentdFaults): Server['tags'] {
  if (field === undefined || isNullValue(field.value)) return [];
  if (field.value.kind !== 'map') {
    const repair = 'write `tags: { "*": [untrusted_input] }`';
    faults.add(
      'AGENTD-CONFIG-SHAPE',
      field.value.place,
      `the tags of \`${server}\` are no mapping of patterns to lists`,
      repair,
    );
    return [];
  }
  return [...field.value.fields].map(([glob, { value }]) => [glob, readTagList(server, value, faults)] as const);
}

function readTagList(server: string, value: Value, faults: AgentdFaults): Tag[] {
  if (value.kind !== 'list') {
    faults.add(
      'AGENTD-CONFIG-SHAPE',
      value.place,
      `the tags of \`${server}\` are no list`,
      `write a list of ${TAGS.join(', ')}`,
    );
    return [];
  }
  return value.items.flatMap((item) => {
    const written = item.kind === 'scalar' ? item.text : '';
    const tag = tagOf(written);
    if (tag === undefined)
      faults.add(
        'AGENTD-CONFIG-TAG',
        item.place,
        `mcp server '${server}' has unknown trifecta tag '${written}'`,
        TAG_REPAIR,
      );
    return tag ?? [];
  });
}

export const TAG_REPAIR = `the tags are ${TAGS.join(', ')}`;

export function tagOf(word: string): Tag | undefined {
  return TAGS.find((tag) => tag === word);
}
