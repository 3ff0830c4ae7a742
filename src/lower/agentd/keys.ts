// Keys of agentd 2.5, as `agentd --config-schema=2` prints them. agentd refuses a document with any other key, wherever it is.

/** What a value may hold: anything, a mapping of known keys, a mapping of names to values of one kind, or a list of such. */
export type Shape = 'any' | { readonly keys: Keys } | { readonly each: Shape } | { readonly items: Shape };
export type Keys = Readonly<Record<string, Shape>>;

/** Keys whose values may be anything, and others. */
function keys(names: string, others: Keys = {}): { readonly keys: Keys } {
  const free = names === '' ? [] : names.split(' ');
  return { keys: { ...Object.fromEntries(free.map((name) => [name, 'any' as const])), ...others } };
}

const TLS = keys('cert key client_ca');
const BUDGET = keys('lifetime_tokens scope on_exhausted', {
  windows: { items: keys('per tokens requests reset') },
  slow: keys('factor'),
  degrade: keys('model'),
  reserve: keys('estimate fixed'),
});
const AUTH = keys(
  'kind issuer token_url device_authorization_url authorization_url client_id client_secret grant scopes audience token ' +
    'header value region service source sso_start_url account_id role_name svid jwt_svid_file svid_file key_file',
);
const STORE_OP = keys('tool args ok conflict value keys');
const HTTP_OP = keys('method url body value keys conflict_status');

const SERVER = keys('name endpoint ns headers tags aauth timeout', {
  oauth: keys('token_url client_id client_secret scope'),
  auth: AUTH,
});
const PEER = keys('name endpoint headers client_cert client_key', { auth: AUTH });
const WORKFLOW = keys(
  'name version description armed inputs concurrency limits outputs state steps file uri priority url headers timeout ' +
    'allow_private dir glob',
);

/** Sections of today's configuration. */
const SECTIONS: Keys = {
  agent: keys(
    'name instruction prompt preflight wake_on on_workflow_finished max_parallel_turns ask_human_fallback approval',
    { tools: keys('internal mcp code'), conversation_budget: BUDGET },
  ),
  intelligence: keys('endpoints model dialect token token_file headers swap_policy structured_output timeout', {
    auth: AUTH,
    budget: BUDGET,
    pricing: { each: keys('input_per_1k output_per_1k currency') },
  }),
  mcp: keys('default_timeout', { servers: { items: SERVER } }),
  tools: keys('disabled', { overrides: { each: keys('server tool args result') } }),
  store: keys('kind prefix on_error audit timeout', {
    mcp: keys('server', { put: STORE_OP, get: STORE_OP, list: STORE_OP, delete: STORE_OP }),
    http: keys('base_url headers', { get: HTTP_OP, put: HTTP_OP, list: HTTP_OP, delete: HTTP_OP }),
    file: keys('path min_free'),
    checkpoint: keys('debounce_ms'),
    retention: keys('', { runs: keys('keep_last ttl') }),
    durability: keys('a2a steps'),
  }),
  memory: keys('max_value_bytes list_default_limit'),
  context: keys('compact_at keep_last model_window', { plan: keys('max_items') }),
  knowledge: keys('server', { auto_context: keys('on top_k max_bytes') }),
  search: keys('server'),
  skills: keys('reference_prefix max_loaded max_bytes', { sources: { items: keys('server discover filter') } }),
  vars: 'any',
  workflows: { items: WORKFLOW },
  limits: keys('max_runs inline_max_bytes step_timeout', {
    run: keys('steps tokens deadline'),
    subagents: keys('depth breadth total rate'),
    workflow: keys('fan_out'),
  }),
  lifecycle: keys('run_until idle_grace drain_timeout run_id exit_code_map watch_config'),
  a2a: keys('listen bearer conversation_ttl', {
    tls: TLS,
    peers: { items: PEER },
    push: keys('enabled allow_private'),
    principals: {
      items: keys('role grants', {
        match: keys('san sub bearer_ref aauth_agent any'),
        quotas: keys('rate', { budget: BUDGET }),
      }),
    },
  }),
  interface: keys('enabled debug origins', { display: keys('top bottom'), pairing: keys('enabled role ttl') }),
  webhooks: keys('listen', {
    tls: TLS,
    default_auth: keys('bearer none', { hmac: keys('secret header algo prefix'), header: keys('name equals') }),
  }),
  goal: keys('statement stuck_after on_achieved on_stuck', { check: keys('every condition via') }),
  observability: keys('log_level log_content metrics_addr health_file report_file events_ring traceparent', {
    otel: keys('endpoint traces metrics logs'),
    audit: keys('sink'),
  }),
  security: keys('allow_trifecta tls_ca', {
    workflows: keys('immutable'),
    aauth: keys('provider key_file enroll_token enroll_assertion_file person_server'),
    cgroup: keys('spec memory_max pids_max'),
    exec: keys('enabled allow workdir timeout max_output env'),
  }),
};

/** The flat file of agentd 1. `limits` is in both families, and `intelligence`, which is a word here. */
const FLAT: Keys = {
  ...keys('intelligence_headers model_swap model max_tokens subscribe log_level').keys,
  mcp_servers: { items: SERVER },
  a2a_peers: { items: PEER },
};

const BOTH_FAMILIES = ['intelligence', 'limits'];

/** Today's configuration as a whole, and the flat file. */
export const DOCUMENT: Shape = { keys: { config_version: 'any', ...SECTIONS } };
export const FLAT_DOCUMENT: Shape = {
  keys: {
    config_version: 'any',
    intelligence: 'any',
    limits: keys('max_steps max_depth deadline_secs lifetime_tokens'),
    ...FLAT,
  },
};

export function isFlatKey(key: string): boolean {
  return Object.hasOwn(FLAT, key);
}

export function isSection(key: string): boolean {
  return Object.hasOwn(SECTIONS, key) && !BOTH_FAMILIES.includes(key);
}
