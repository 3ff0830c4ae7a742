import { fieldAt, type ScalarValue, textOf, type Value } from '../value.js';
import { execSwitch, overrideSwitch, type Switch } from './flags.js';
import type { Named } from './model.js';

/** A variable of a container's environment. */
export interface Variable extends Named {
  readonly value: ScalarValue;
}

/** What the environment of a container adds to its configuration. */
export interface Variables {
  /** Paths of configurations, in order. */
  readonly configs: readonly Named[];
  /** What stands for `mcp.servers`. */
  readonly listed: Variable | null;
  readonly override: Switch | null;
  readonly exec: Switch | null;
}

// Every path of the configuration is a variable too: with agentd's prefix, the neutral one, or none. The first that is set
// wins.
const OVERRIDE = prefixed('SECURITY_ALLOW_TRIFECTA', 'ALLOW_TRIFECTA');
const EXEC = prefixed('SECURITY_EXEC_ENABLED');
const SERVERS = prefixed('MCP_SERVERS');
const CONFIG = ['AGENTD_CONFIG', 'AGENT_CONFIG'];

function prefixed(...names: readonly string[]): string[] {
  return names.flatMap((name) => [`AGENTD_${name}`, `AGENT_${name}`, name]);
}

/** Reads `env:` of a container. A name without a prefix may be meant for any program, and counts where agentd runs. */
export function readVariables(container: Value, runsAgentd: boolean): Variables {
  const set = variablesOf(container).filter(({ name }) => runsAgentd || /^AGENTD?_/.test(name));
  const override = first(set, OVERRIDE);
  const exec = first(set, EXEC);
  return {
    configs: configPaths(first(set, CONFIG)),
    listed: first(set, SERVERS),
    override: override && overrideSwitch(override, override.value.text),
    exec: exec && execSwitch(exec, exec.value.text),
  };
}

function variablesOf(container: Value): Variable[] {
  const list = fieldAt(container, 'env')?.value;
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => {
    const [name, value] = [textOf(fieldAt(item, 'name')?.value), fieldAt(item, 'value')?.value];
    return name === undefined || value?.kind !== 'scalar' ? [] : [{ name, value, place: item.place }];
  });
}

function first(variables: readonly Variable[], names: readonly string[]): Variable | null {
  for (const wanted of names) {
    const found = variables.find(({ name }) => name === wanted);
    if (found !== undefined) return found;
  }
  return null;
}

/** A list of paths, as `PATH` is. */
function configPaths(list: Variable | null): Named[] {
  return list === null ? [] : list.value.text.split(':').map((name) => ({ name, place: list.place }));
}
