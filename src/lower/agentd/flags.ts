import type { Faults } from '../faults.js';
import type { AgentdCode } from './codes.js';
import type { Instance, Named, Override, Server, Tag } from './model.js';
import { TAG_REPAIR, tagOf } from './servers.js';

/** What a command line of agentd adds to its configuration. */
export interface Flags {
  /** Paths of `--config`, in order. */
  readonly configs: readonly Named[];
  readonly servers: readonly Named[];
  /** Tags by server, in order; they replace those of the configuration. */
  readonly tags: readonly { readonly server: Named; readonly tags: readonly Tag[] }[];
  readonly peers: readonly Named[];
  readonly override: Switch | null;
  readonly exec: Switch | null;
  /** What stands for `mcp.servers` of the configuration. */
  readonly listed: Named | null;
  /** Some flag says what an instance is granted. */
  readonly configures: boolean;
}

/** A setting that is switched on or off, and what does so. */
export interface Switch extends Named {
  readonly on: boolean;
}

const CONFIG_FLAGS = ['--config', '-c'];
/** Paths of the configuration as flags: dots and underscores may be dashes. */
const OVERRIDE_FLAG = '--security-allow-trifecta';
const EXEC_FLAG = '--security-exec-enabled';
const SERVERS_FLAG = '--mcp-servers';
const GRANT_FLAGS = ['--mcp', '--mcp-tags', '--a2a-peer', '--allow-trifecta', OVERRIDE_FLAG, EXEC_FLAG, SERVERS_FLAG];

/** Reads the arguments that the Rule of Two depends on; all others are passed over. Flags may stand in any order. */
export function readFlags(args: readonly Named[], faults: Faults<AgentdCode>): Flags {
  const flags = {
    configs: [] as Named[],
    servers: [] as Named[],
    tags: [] as Flags['tags'][number][],
    peers: [] as Named[],
  };
  let override: Switch | null = null;
  let exec: Switch | null = null;
  let listed: Named | null = null;
  let configures = false;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i];
    if (argument === undefined) break;
    const [written = '', joined] = splitOnce(argument.name, '=');
    const flag = written.startsWith('--') ? written.replaceAll(/[._]/g, '-') : written;
    configures ||= GRANT_FLAGS.includes(flag);
    const value = () => (joined === undefined ? args[++i] : { name: joined, place: argument.place });
    if (CONFIG_FLAGS.includes(flag)) pushKnown(flags.configs, value());
    else if (flag === '--mcp') pushKnown(flags.servers, nameOf(value(), flag, faults));
    else if (flag === '--a2a-peer') pushKnown(flags.peers, nameOf(value(), flag, faults));
    else if (flag === '--mcp-tags') pushKnown(flags.tags, tagsOf(value(), faults));
    else if (flag === '--allow-trifecta') override = { name: flag, place: argument.place, on: joined !== 'false' };
    else if (flag === OVERRIDE_FLAG) override = overrideSwitch({ name: written, place: argument.place }, value()?.name);
    else if (flag === EXEC_FLAG) exec = execSwitch({ name: written, place: argument.place }, value()?.name);
    else if (flag === SERVERS_FLAG) listed = value() ?? null;
  }
  return { ...flags, override, exec, listed, configures };
}

/** A switch that lifts the gates: what is not clearly on lifts nothing. */
export function overrideSwitch({ name, place }: Named, word: string | undefined): Switch {
  return { name, place, on: /^(?:1|true|yes|on)$/i.test(word ?? '') };
}

/** A switch that lets programs run: what is not clearly off lets them. */
export function execSwitch({ name, place }: Named, word: string | undefined): Switch {
  return { name, place, on: !/^(?:0|false|no|off|)$/i.test(word ?? '') };
}

/** The instance as the flags change it; `execBuilt` says whether programs can be run at all. */
export function withFlags(instance: Instance, flags: Flags, execBuilt: boolean, faults: Faults<AgentdCode>): Instance {
  const added: Server[] = flags.servers.map(({ name, place }) => ({ name, place, tags: [] }));
  const servers = [...instance.servers, ...added];
  const known = new Set(servers.map(({ name }) => name));
  const replaced = new Map<string, Tag[]>();
  for (const { server, tags } of flags.tags) {
    if (known.has(server.name)) replaced.set(server.name, [...(replaced.get(server.name) ?? []), ...tags]);
    else {
      const message = `--mcp-tags references unknown server '${server.name}'`;
      faults.add('AGENTD-CONFIG-FLAG', server.place, message, `declare it with \`--mcp ${server.name}=<endpoint>\``);
    }
  }
  return {
    ...instance,
    servers: servers.map((server) => {
      const tags = replaced.get(server.name);
      return tags === undefined ? server : { ...server, tags: [['*', tags]] };
    }),
    peers: [...instance.peers, ...flags.peers],
    override: flags.override === null ? instance.override : ifOn(flags.override),
    exec: flags.exec === null || !execBuilt ? instance.exec : (ifOn(flags.exec)?.place ?? null),
  };
}

function ifOn({ on, name, place }: Switch): Override | null {
  return on ? { name, place } : null;
}

function pushKnown<Item>(items: Item[], item: Item | undefined): void {
  if (item !== undefined) items.push(item);
}

/** `name=endpoint`. */
function nameOf(value: Named | undefined, flag: string, faults: Faults<AgentdCode>): Named | undefined {
  if (value === undefined) return undefined;
  const [name = '', endpoint] = splitOnce(value.name, '=');
  if (endpoint !== undefined && name !== '') return { name, place: value.place };
  faults.add(
    'AGENTD-CONFIG-FLAG',
    value.place,
    `\`${flag}\` is not followed by a name and an endpoint`,
    `write \`${flag} name=https://…\``,
  );
  return undefined;
}

/** `name=tag,tag`. */
function tagsOf(value: Named | undefined, faults: Faults<AgentdCode>): Flags['tags'][number] | undefined {
  if (value === undefined) return undefined;
  const [name = '', list] = splitOnce(value.name, '=');
  if (list === undefined || name === '') {
    faults.add(
      'AGENTD-CONFIG-FLAG',
      value.place,
      '`--mcp-tags` is not followed by a name and tags',
      'write `--mcp-tags name=tag,tag`',
    );
    return undefined;
  }
  const tags = list.split(',').flatMap((word) => {
    const tag = tagOf(word.trim());
    if (tag === undefined)
      faults.add('AGENTD-CONFIG-TAG', value.place, `--mcp-tags: unknown trifecta tag '${word}'`, TAG_REPAIR);
    return tag ?? [];
  });
  return { server: { name, place: value.place }, tags };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
