import { durationOf } from './duration.js';
import {
  any,
  choice,
  filled,
  flag,
  integer,
  integerOrText,
  type List,
  leaf,
  list,
  names,
  nothing,
  number,
  numberOrText,
  pattern,
  record,
  type Shape,
  text,
  word,
} from './shape.js';

// The shapes of the language: chapters 01 to 05, 09 and 10 of its specification, and its JSON schema. Where the schema leaves
// a value open (a template may stand there, or another law judges it), so does this table.

const texts = list('a list of strings', text);
const identifier = pattern('a name of lower-case letters, digits and `_`', /^[a-z][a-z0-9_]*$/);

// ------------------------------------------------------------------------------------------------------------ types

const primitive = word('null', 'bool', 'integer', 'number', 'string', 'bytes', 'uri', 'path', 'duration', 'timestamp');
const laterType: Shape = { kind: 'later', shape: () => type };
const constructors = {
  array: laterType,
  map: laterType,
  union: list('a list of two types or more', laterType, 2),
  enum: list('a list of strings', text, 1),
  integer: record('type.integer', { min: integer(null), max: integer(null) }),
  number: record('type.number', { min: number, max: number }),
  string: record('type.string', { pattern: text, min_len: integer(0), max_len: integer(0) }),
};
const ONE_OF = [...Object.keys(constructors), 'object'];
const field = record(
  'type.field',
  {
    ...constructors,
    optional: laterType,
    additional: flag,
    object: names('a mapping of fields to types', { kind: 'later', shape: () => fieldType }),
  },
  { oneOf: [...ONE_OF, 'optional'] },
);
const composed = record(
  'type',
  {
    ...constructors,
    additional: flag,
    object: names('a mapping of fields to types', { kind: 'later', shape: () => fieldType }),
  },
  { oneOf: ONE_OF },
);
const fieldType: Shape = choice('a type', nothing, primitive, field);
/** A type expression (chapter 09). */
export const type: Shape = choice('a type', nothing, primitive, composed);

// ------------------------------------------------------------------------------------------------------------ values

const input = record('input', { type, required: flag, default: any, description: text }, { needs: ['type'] });
const egress = record(
  'egress',
  { to: text, host: text, host_from_self: flag },
  { needs: ['to'], atMostOne: ['host', 'host_from_self'] },
);
const secret = record(
  'secret',
  { source: word('vault', 'env', 'file'), key: text, path: text, egress: list('a list of destinations', egress) },
  {
    needs: ['source'],
    variant: {
      key: 'source',
      is: 'file',
      matching: { needs: 'path', bars: 'key' },
      other: { needs: 'key', bars: 'path' },
    },
  },
);
/** A constant that has both a type and a value. */
export const typedConstant = record('constant', { type, value: any, description: text });
const output = record('output', { value: text, type, description: text }, { needs: ['value'] });

const permits = record('permits', {
  fs: record('permits.fs', { read: texts, write: texts }),
  net: record('permits.net', { http: texts }),
  exec: choice('true, false, or a list of programs', flag, texts),
  tools: texts,
  env: list('a list of names of variables', pattern('the name of a variable', /^[A-Za-z_][A-Za-z0-9_]*$|\$\{\{/)),
});
const run = record('run', {
  entropy: choice(
    'none, ambient, or a mapping with `seeded`',
    word('none', 'ambient'),
    record('run.entropy', { seeded: integer(0) }, { needs: ['seeded'] }),
  ),
  clock: word('system', 'virtual'),
});

// ------------------------------------------------------------------------------------------------------------- tasks

const code = pattern('a code such as NIKA-EXEC-001', /^NIKA-[A-Z]{2,9}(-[A-Z][A-Z0-9_]{1,15})?-[0-9]{3}$/);
const codes = (least: number): List => list('a list of codes', code, least);

const retry = record(
  'retry',
  {
    max_attempts: integer(1),
    backoff_ms: integer(null),
    backoff_strategy: word('fixed', 'linear', 'exponential'),
    backoff_max_ms: integer(null),
    jitter: flag,
    on_codes: codes(0),
  },
  { needs: ['max_attempts'] },
);
const onError = record('on_error', { recover: any, skip: flag, on_codes: codes(1) }, { oneOf: ['recover', 'skip'] });
const lift = record(
  'lift',
  {
    law: word('taint', 'data-as-code'),
    from: pattern('a dotted name such as inputs.page', /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+$/),
    because: filled('a reason'),
  },
  {
    needs: ['law', 'because'],
    variant: { key: 'law', is: 'taint', matching: { needs: 'from', bars: '' }, other: { needs: '', bars: 'from' } },
  },
);
const forEach = record(
  'for_each',
  { items: choice('a list, or an expression', text, list('a list', any)), max_parallel: integer(1), fail_fast: flag },
  { needs: ['items'] },
);

const schema = names('a mapping', any);
const infer = record(
  'infer',
  {
    prompt: text,
    system: text,
    model: text,
    temperature: numberOrText,
    max_tokens: integerOrText,
    schema,
    thinking: record('thinking', { enabled: flag, budget_tokens: integer(null) }),
    vision: list('a list of images', record('vision', { source: word('file', 'url'), path: text, url: text })),
  },
  { needs: ['prompt'] },
);
const exec = record(
  'exec',
  {
    command: list('a list of the program and its arguments', text, 1),
    shell: filled('a line for the shell'),
    cwd: text,
    env: names('a mapping of variables to strings', text),
    stdin: text,
    capture: word('stdout', 'stderr', 'combined', 'structured'),
    decode: word('text', 'json', 'jsonl', 'bytes'),
  },
  { oneOf: ['command', 'shell'] },
);
const invoke = record(
  'invoke',
  { tool: text, workflow: text, args: names('a mapping', any) },
  { oneOf: ['tool', 'workflow'] },
);
const agent = record(
  'agent',
  {
    prompt: text,
    system: text,
    model: text,
    tools: texts,
    skills: texts,
    max_turns: integerOrText,
    max_tokens_total: integerOrText,
    temperature: numberOrText,
    schema,
  },
  { needs: ['prompt'] },
);

/** Names of a task's record, which nothing that is extracted may have. */
const PROJECTIONS = ['output', 'status', 'error', 'started_at', 'ended_at', 'duration_ms'];

/** A task. That it has exactly one verb is said by the facts of its verbs. */
export const task = record('task', {
  group: identifier,
  after: names('a mapping of tasks to how they end', any),
  when: choice(
    'true, false, or an expression',
    leaf('true, false, or an expression', (it) => it.type === 'boolean' || it.type === 'string'),
  ),
  for_each: forEach,
  retry,
  on_error: onError,
  timeout: leaf(
    'a duration in quotes such as "90s" or "1h30m"',
    (it) => it.type === 'string' && durationOf(it.text) !== null,
  ),
  with: names('a mapping', any),
  extract: names('a mapping of names to jq expressions', text, null, PROJECTIONS),
  lift: list('a list of lifts', lift, 1),
  infer,
  exec,
  invoke,
  agent,
  returns: type,
});

/** The tasks are checked one by one, and the values of `permits:` that are nothing are another law's. */
export const workflow = record('workflow', {
  nika: pattern('a name of lower-case letters, digits and `-`', /^[a-z][a-z0-9-]*$/),
  model: text,
  inputs: names('a mapping of names to declarations', input),
  const: names('a mapping of names to values', any),
  secrets: names('a mapping of names to references into a store', secret),
  permits: choice('a mapping of grants', nothing, permits),
  run,
  tasks: any,
  outputs: names('a mapping of names to values', choice('a string, or a mapping with `value`', text, output)),
});

/** The id of a task. */
export const taskId = identifier;
