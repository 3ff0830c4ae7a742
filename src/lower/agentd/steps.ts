import type { Faults } from '../faults.js';
import { type MapValue, textOf } from '../value.js';
import type { AgentdCode } from './codes.js';

/** What each kind of step may have besides `COMMON` (agentd 2.5, dialect 3 of its workflows). */
const FIELDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    once: 'policy inputs',
    manual: 'inputs',
    loop: 'interval delay until max_iterations backoff inputs',
    schedule: 'cron every tz jitter catch_up at inputs',
    subscribe: 'server uri debounce_ms coalesce filter deliver on_no_listener window inputs',
    signal: 'name filter deliver inputs',
    event: 'on filter inputs',
    a2a: 'command roles inputs',
    webhook: 'path methods auth parallelism on_overflow rate idempotency respond filter inputs',
    switch: 'on cases default',
    parallel: 'branches on_error',
    foreach: 'over body batch collect on_error as',
    batch: 'over body by size parallel rate collect on_error',
    iterate: 'body while until max_iterations collect',
    race: 'branches timeout min_success',
    join: 'handles timeout min partials',
    subgraph: 'body',
    workflow: 'name inputs mode start version cascade',
    wait: 'on server uri condition signal run subagent conversation webhook timeout',
    sleep: 'duration',
    assert: 'condition message',
    fail: 'message code',
    noop: '',
    checkpoint: 'name',
    finish: 'status output reason',
    assign: 'value writes mode',
    transform: 'value writes mode',
    map: 'over expr as',
    filter: 'over expr as',
    reduce: 'over expr initial as acc',
    sort: 'over by order',
    dedupe: 'over by',
    chunk: 'value by size overlap',
    template: 'text value',
    parse: 'text format',
    validate: 'value schema',
    'memory.get': 'key',
    'memory.set': 'key value ttl',
    'memory.list': 'prefix limit',
    'memory.delete': 'key',
    'artifact.create': 'name mime content from_step sensitive',
    'artifact.get': 'id',
    'artifact.delete': 'id',
    'knowledge.search': 'query top_k filters',
    'knowledge.get': 'id uri',
    'search.query': 'query kind limit freshness',
    'search.fetch': 'url max_bytes',
    'mcp.tool': 'server tool args idempotency',
    'mcp.resource': 'server op uri name arguments reference argument',
    tool: 'name args',
    http: 'method url headers query body json timeout expect allow_private sign idempotency',
    'a2a.send': 'to parts context timeout idempotency',
    'a2a.delegate': 'peer objective output_contract timeout idempotency',
    'a2a.wait': 'conversation timeout',
    'workflow.signal': 'name payload run',
    'workflow.wait': 'run timeout',
    'workflow.cancel': 'run reason',
    emit: 'note audit metric value',
    think: 'prompt output_schema reads check retries skills system',
    classify: 'input classes prompt skills',
    extract: 'input output_schema prompt skills',
    summarize: 'input length prompt skills',
    judge: 'input rubric prompt skills',
    route: 'input choices prompt skills',
    agent: 'instruction output_contract output_schema tools servers limits context skills system',
    subagent: 'instruction mode workflow tools servers limits priority context output_contract output_schema skills',
    human: 'question schema to timeout reply_uri',
  }),
);

const COMMON =
  'kind depends_on when retry timeout on_error idempotent on_replay output_schema cache budget skills otel description';

/** Reports a kind that agentd does not know, and fields that a step of its kind does not have: `server:` for `servers:` would grant everything. */
export function checkStep(name: string, step: MapValue, faults: Faults<AgentdCode>): void {
  const kind = step.fields.get('kind')?.value;
  const word = textOf(kind);
  const fields = word === undefined ? undefined : FIELDS.get(word);
  if (word === undefined || fields === undefined) {
    const message = word === undefined ? `the step \`${name}\` has no kind` : `no step has the kind \`${word}\``;
    faults.add('AGENTD-CONFIG-SHAPE', kind?.place ?? step.place, message, 'write one of the kinds of dialect 3');
    return;
  }
  const known = [...COMMON.split(' '), ...fields.split(' ')];
  faults.unknownKeys('AGENTD-CONFIG-KEY', step, known, `a step of kind \`${word}\``);
}
