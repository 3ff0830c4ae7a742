import { fieldAt, textOf, type Value } from '../value.js';
import { isSection } from './keys.js';

/** Whether text could hold anything of agentd: most files are told by this alone, without being parsed. */
export function mayBeAgentd(text: string): boolean {
  return /mcp_servers|config_version|--mcp\b|allow[-_]trifecta|exec[-_.]enabled/i.test(text);
}

/** A configuration of agentd by its content: it says its version, or lists servers as the flat file does. */
export function isConfig(value: Value | undefined): boolean {
  if (value?.kind !== 'map') return false;
  if (fieldAt(value, 'mcp_servers')?.value.kind === 'list') return listsServers(fieldAt(value, 'mcp_servers')?.value);
  const version = fieldAt(value, 'config_version')?.value;
  if (version?.kind !== 'scalar' || version.text !== '2') return false;
  return [...value.fields.keys()].some((key) => isSection(key) || key === 'intelligence');
}

/** Others have a key of this name too; agentd's servers have a name and an endpoint each. */
function listsServers(value: Value | undefined): boolean {
  if (value?.kind !== 'list' || value.items.length === 0) return false;
  return value.items.every((item) => textOf(fieldAt(item, 'name')?.value) !== undefined && fieldAt(item, 'endpoint'));
}

/** A Kubernetes object. */
export function isKubernetes(value: Value | undefined): boolean {
  return fieldAt(value, 'apiVersion') !== undefined && fieldAt(value, 'kind') !== undefined;
}
