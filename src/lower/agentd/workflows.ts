import type { Faults } from '../faults.js';
import { type Field, isNullValue, type MapValue, textOf, type Value } from '../value.js';
import type { AgentdCode } from './codes.js';
import type { Named, Spawn, Step } from './model.js';
import { checkStep } from './steps.js';

/** What inline workflows spawn and do. */
export interface Workflows {
  readonly spawns: readonly Spawn[];
  readonly steps: readonly Step[];
  /** Definitions that are fetched when the instance starts. */
  readonly remoteTexts: readonly Named[];
}

interface Pending {
  readonly prefix: string;
  readonly steps: Field;
}

/** Reads `workflows:`. Definitions in other files are not followed: their steps belong to whoever reads those files. */
export function readWorkflows(field: Field | undefined, faults: Faults<AgentdCode>): Workflows {
  const reader = new WorkflowReader(faults);
  if (field === undefined || isNullValue(field.value)) return reader;
  if (field.value.kind !== 'list') {
    faults.add('AGENTD-CONFIG-SHAPE', field.value.place, '`workflows` is no list', 'write a list of workflows');
    return reader;
  }
  field.value.items.forEach((item, i) => {
    if (item.kind === 'map') reader.readWorkflow(item, i);
    else faults.add('AGENTD-CONFIG-SHAPE', item.place, 'a workflow is no mapping', 'write `name:` and `steps:`');
  });
  return reader;
}

class WorkflowReader implements Workflows {
  readonly spawns: Spawn[] = [];
  readonly steps: Step[] = [];
  readonly remoteTexts: Named[] = [];

  constructor(private readonly faults: Faults<AgentdCode>) {}

  readWorkflow({ fields }: MapValue, index: number): void {
    const name = textOf(fields.get('name')?.value) ?? `workflow ${index + 1}`;
    for (const key of ['url', 'uri']) {
      const remote = fields.get(key);
      if (remote !== undefined) this.remoteTexts.push({ name: `the workflow \`${name}\``, place: remote.key });
    }
    const steps = fields.get('steps');
    const pending: Pending[] = steps === undefined ? [] : [{ prefix: name, steps }];
    for (const next of pending) pending.push(...this.readSteps(next));
  }

  /** Reads the steps of one level, and returns those inside of them. */
  private readSteps({ prefix, steps: { value } }: Pending): Pending[] {
    if (value.kind !== 'map') {
      this.faults.add(
        'AGENTD-CONFIG-SHAPE',
        value.place,
        '`steps` is no mapping of ids to steps',
        'write `id: { kind: … }`',
      );
      return [];
    }
    return [...value.fields].flatMap(([id, field]) => {
      if (field.value.kind !== 'map') {
        this.faults.add(
          'AGENTD-CONFIG-SHAPE',
          field.value.place,
          `the step \`${id}\` is no mapping`,
          'write `kind:` and its fields',
        );
        return [];
      }
      checkStep(`${prefix}/${id}`, field.value, this.faults);
      this.readStep({ name: `${prefix}/${id}`, place: field.key }, field.value);
      return innerSteps(`${prefix}/${id}`, field.value);
    });
  }

  private readStep(named: Named, { fields }: MapValue): void {
    const kind = textOf(fields.get('kind')?.value) ?? '';
    if (kind !== 'subagent' && kind !== 'agent') {
      this.steps.push({ ...named, kind, server: textOf(fields.get('server')?.value) ?? null });
      return;
    }
    const servers = this.names(named, 'servers', fields.get('servers'));
    this.spawns.push({ ...named, kind, parent: null, servers, tools: this.names(named, 'tools', fields.get('tools')) });
  }

  /** Names that a spawn asks for; null for all, which agentd takes whatever is no list for: `none` is everything. */
  private names({ name }: Named, key: string, field: Field | undefined): string[] | null {
    if (field === undefined || isNullValue(field.value)) return null;
    const { value } = field;
    const names = value.kind === 'list' ? value.items.flatMap((item) => textOf(item) ?? []) : [];
    if (value.kind === 'list' && names.length === value.items.length) return names;
    if (textOf(value) === 'all') return null;
    const message = `\`${key}\` of \`${name}\` is no list of names: agentd grants all`;
    this.faults.add('AGENTD-CONFIG-SHAPE', value.place, message, 'write a list of names; `[]` is none');
    return null;
  }
}

/** The steps of a step's body, and of its branches. */
function innerSteps(prefix: string, { fields }: MapValue): Pending[] {
  const bodies: [string, Value][] = [];
  const body = fields.get('body');
  if (body !== undefined) bodies.push([prefix, body.value]);
  const branches = fields.get('branches')?.value;
  if (branches?.kind === 'map')
    for (const [name, { value }] of branches.fields) bodies.push([`${prefix}/${name}`, value]);
  return bodies.flatMap(([name, value]) => {
    const steps = value.kind === 'map' ? value.fields.get('steps') : undefined;
    return steps === undefined ? [] : [{ prefix: name, steps }];
  });
}
