import type { MapValue } from '../value.js';

// Keys of agentd 2.5, `agentd --config-schema=2`: of the whole document, and of the parts that the Rule of Two reads.

/** Keys that both families have. */
const SHARED = ['config_version', 'intelligence', 'limits'];

const SECTIONS = [
  'a2a',
  'agent',
  'context',
  'goal',
  'interface',
  'knowledge',
  'lifecycle',
  'mcp',
  'memory',
  'observability',
  'search',
  'security',
  'skills',
  'store',
  'tools',
  'vars',
  'webhooks',
  'workflows',
  'cluster',
];

/** The flat file of agentd 1. */
const FLAT = [
  'mcp_servers',
  'a2a_peers',
  'model',
  'model_swap',
  'max_tokens',
  'subscribe',
  'log_level',
  'intelligence_headers',
];

export const KEYS = {
  document: [...SHARED, ...SECTIONS],
  flat: [...SHARED, ...FLAT],
  mcp: ['servers', 'default_timeout'],
  server: ['name', 'endpoint', 'ns', 'headers', 'tags', 'aauth', 'oauth', 'auth', 'timeout'],
  security: ['allow_trifecta', 'workflows', 'tls_ca', 'aauth', 'cgroup', 'exec'],
  exec: ['enabled', 'allow', 'workdir', 'timeout', 'max_output', 'env'],
  tools: ['disabled', 'overrides'],
  override: ['server', 'tool', 'args', 'result'],
  a2a: ['listen', 'tls', 'bearer', 'principals', 'peers', 'conversation_ttl', 'push'],
  peer: ['name', 'endpoint', 'headers', 'client_cert', 'client_key', 'auth'],
} as const;

/** The first key of each family that a document has. */
export function families({ fields }: MapValue): {
  readonly flat: string | undefined;
  readonly sections: string | undefined;
} {
  const keys = [...fields.keys()];
  return {
    flat: keys.find((key) => FLAT.includes(key)),
    sections: keys.find((key) => SECTIONS.includes(key)),
  };
}
