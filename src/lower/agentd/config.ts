import type { Place } from '../../place.js';
import type { Faults } from '../faults.js';
import { type Field, fieldAt, flagOf, isNullValue, type MapValue, textOf } from '../value.js';
import { checkFamilies } from './check.js';
import type { AgentdCode } from './codes.js';
import type { Instance, Named, Override, Retarget } from './model.js';
import { readPeers, readServers } from './servers.js';
import { readWorkflows } from './workflows.js';

export interface ConfigOptions {
  /** What the instance is called where it has no `agent.name`. */
  readonly label: string;
  /** A dotfile that is only found may not lift a gate. */
  readonly discovered: boolean;
  /** Whether programs can be run in the build that is used. */
  readonly execBuilt: boolean;
}

/** Reads a configuration whose files are laid over each other. */
export function readInstance(config: MapValue, options: ConfigOptions, faults: Faults<AgentdCode>): Instance {
  checkFamilies(config, faults);
  const flatServers = config.fields.get('mcp_servers');
  const servers = fieldAt(config, 'mcp', 'servers');
  const workflows = readWorkflows(config.fields.get('workflows'), faults);
  return {
    label: textOf(fieldAt(config, 'agent', 'name')?.value) ?? options.label,
    place: placeOf(config, servers ?? flatServers),
    servers: [...readServers(servers, 'mcp.servers', faults), ...readServers(flatServers, 'mcp_servers', faults)],
    exec: execPlace(config, options, faults),
    override: overrideOf(config, options, faults),
    spawns: workflows.spawns,
    steps: workflows.steps,
    peers: [
      ...readPeers(fieldAt(config, 'a2a', 'peers'), 'a2a.peers', faults),
      ...readPeers(config.fields.get('a2a_peers'), 'a2a_peers', faults),
    ],
    retargets: readRetargets(config, faults),
    remoteTexts: [...workflows.remoteTexts, ...remoteInstruction(config)],
  };
}

/** An instance stands where its servers do, or where its configuration begins. */
function placeOf(config: MapValue, servers: Field | undefined): Place {
  return servers?.key ?? config.fields.values().next().value?.key ?? config.place;
}

/** What is neither true nor false counts as true here: the more dangerous reading. */
function execPlace(
  config: MapValue,
  { discovered, execBuilt }: ConfigOptions,
  faults: Faults<AgentdCode>,
): Place | null {
  const field = fieldAt(config, 'security', 'exec', 'enabled');
  if (field === undefined || isNullValue(field.value)) return null;
  const enabled = booleanOf('security.exec.enabled', field, faults) ?? true;
  if (enabled && discovered) refuseOverride('security.exec.enabled', field, faults);
  return enabled && execBuilt ? field.key : null;
}

/** What is neither true nor false lifts nothing. */
function overrideOf(config: MapValue, { discovered }: ConfigOptions, faults: Faults<AgentdCode>): Override | null {
  const name = 'security.allow_trifecta';
  const field = fieldAt(config, 'security', 'allow_trifecta');
  if (field === undefined || isNullValue(field.value) || booleanOf(name, field, faults) !== true) return null;
  if (!discovered) return { name, place: field.key };
  refuseOverride(name, field, faults);
  return null;
}

function booleanOf(name: string, { value }: Field, faults: Faults<AgentdCode>): boolean | undefined {
  const flag = flagOf(value);
  if (flag === undefined)
    faults.add('AGENTD-CONFIG-SHAPE', value.place, `\`${name}\` is neither true nor false`, 'write `true` or `false`');
  return flag;
}

function refuseOverride(name: string, { key }: Field, faults: Faults<AgentdCode>): void {
  const message = `\`${name}\` is set in ${key.file}, a dotfile that is found and not named: agentd refuses to start with it`;
  faults.add(
    'AGENTD-CONFIG-OVERRIDE',
    key,
    message,
    'take it out, or name the file with `--config` where the instance is started',
  );
}

function readRetargets(config: MapValue, faults: Faults<AgentdCode>): Retarget[] {
  const overrides = fieldAt(config, 'tools', 'overrides')?.value;
  if (overrides === undefined || isNullValue(overrides)) return [];
  if (overrides.kind !== 'map') {
    faults.add(
      'AGENTD-CONFIG-SHAPE',
      overrides.place,
      '`tools.overrides` is no mapping',
      'write `tool: { server: …, tool: … }`',
    );
    return [];
  }
  return [...overrides.fields].flatMap(([name, { key, value }]) => {
    if (value.kind !== 'map') {
      faults.add(
        'AGENTD-CONFIG-SHAPE',
        value.place,
        `the override of \`${name}\` is no mapping`,
        'write `server:` and `tool:`',
      );
      return [];
    }
    return [{ name, place: key, server: textOf(value.fields.get('server')?.value) ?? '' }];
  });
}

/** An instruction that is one word with a scheme is an address whose text is read. */
function remoteInstruction(config: MapValue): Named[] {
  const field = fieldAt(config, 'agent', 'instruction');
  const text = textOf(field?.value)?.trim() ?? '';
  return field !== undefined && /^[a-z][a-z0-9+.-]*:\S+$/i.test(text)
    ? [{ name: 'the instruction', place: field.key }]
    : [];
}
