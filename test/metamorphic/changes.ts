// biome-ignore-all lint/suspicious/noTemplateCurlyInString: islands are what is written
import { type Document, isMap, isNode, isScalar, isSeq, type Pair, parseDocument, Scalar, visit, YAMLMap } from 'yaml';
import type { Random } from '../fuzz/random.js';
import { taskIds } from './corpus.js';

/** A change of a workflow's text. */
export type Change = (workflow: string, random: Random) => string;

function edited(workflow: string, edit: (document: Document) => void): string {
  const document = parseDocument(workflow);
  edit(document);
  return printed(document);
}

function printed(document: Document): string {
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

// ------------------------------------------------------------------------------------------------------------ printing

/** Every collection in one style. */
function inStyle(flow: boolean): Change {
  return (workflow) =>
    edited(workflow, (document) => {
      visit(document, {
        Collection(_, collection) {
          collection.flow = flow;
          // Comments inside a line would end it.
          if (flow) visit(collection, { Node: (_key, node) => withoutComments(node) });
        },
        Scalar(_, scalar) {
          if (flow && typeof scalar.value === 'string' && scalar.type?.startsWith('BLOCK'))
            scalar.type = 'QUOTE_DOUBLE';
        },
      });
      if (flow && isNode(document.contents)) withoutComments(document.contents);
    });
}

function withoutComments(node: { comment?: string | null; commentBefore?: string | null }): void {
  node.comment = null;
  node.commentBefore = null;
}

/** Every string in one style of quotes. */
export function quoted(type: Scalar.Type): Change {
  return (workflow) =>
    edited(workflow, (document) => {
      visit(document, {
        Scalar(_, scalar) {
          if (typeof scalar.value === 'string') scalar.type = type;
        },
      });
    });
}

/** A comment before every entry, and blank lines. */
const commented: Change = (workflow) =>
  edited(workflow, (document) => {
    visit(document, {
      Pair(_, pair) {
        if (isScalar(pair.key)) {
          pair.key.commentBefore = ' tasks.a: "${{ tasks }}" # }} *x';
          pair.key.spaceBefore = true;
        }
      },
      Collection(_, collection) {
        collection.flow = false;
      },
    });
  });

/** JSON is YAML. */
const asJson: Change = (workflow) => JSON.stringify(parseDocument(workflow).toJS(), null, 1);

/** The ways in which one workflow is printed, all of the same meaning. */
export const PRINTS: Readonly<Record<string, Change>> = {
  'in blocks': inStyle(false),
  'in one line each': inStyle(true),
  'in double quotes': quoted(Scalar.QUOTE_DOUBLE),
  'in single quotes': quoted(Scalar.QUOTE_SINGLE),
  'with comments': commented,
  'as JSON': asJson,
};

// --------------------------------------------------------------------------------------------------------------- tasks

function taskMap(document: Document): YAMLMap {
  const tasks = document.get('tasks');
  if (!isMap(tasks)) throw new Error('tasks are no mapping');
  return tasks;
}

/** Another order of the tasks. */
export const reordered: Change = (workflow, random) =>
  edited(workflow, (document) => {
    const { items } = taskMap(document);
    for (let i = items.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      const [a, b] = [items[i], items[j]];
      if (a !== undefined && b !== undefined) [items[i], items[j]] = [b, a];
    }
  });

/** One more task that has to do with no other. */
export const withUnrelated: Change = (workflow, random) =>
  edited(workflow, (document) => {
    const pair = document.createPair('zq_unrelated', { with: { x: 'text' }, infer: `\${{ with.x }}` });
    const { items } = taskMap(document);
    items.splice(random.below(items.length + 1), 0, pair);
  });

/** The name that an id or binding gets. */
export function renamed(name: string): string {
  return `zq_${[...name].reverse().join('')}_${name.length}`;
}

/** Every task and every binding under another name, wherever it is named. */
export const withOtherNames: Change = (workflow) =>
  edited(workflow, (document) => {
    const ids = new Set(taskIds(document));
    visit(document, {
      Scalar(key, scalar) {
        if (key !== 'key' && typeof scalar.value === 'string') scalar.value = inIslands(scalar.value, ids);
      },
    });
    for (const task of taskMap(document).items) {
      renameKey(task);
      if (!isMap(task.value)) continue;
      const bindings = task.value.get('with');
      if (isMap(bindings)) bindings.items.forEach(renameKey);
      renameAfter(task.value.get('after', true), ids);
    }
  });

function renameKey(pair: Pair): void {
  if (isScalar(pair.key)) pair.key.value = renamed(String(pair.key.value));
}

function renameAfter(after: unknown, ids: ReadonlySet<string>): void {
  const items = isMap(after) ? after.items.map(({ key }) => key) : isSeq(after) ? after.items : [after];
  for (const item of items) {
    if (isScalar(item) && ids.has(String(item.value))) item.value = renamed(String(item.value));
  }
}

/** What stands behind `tasks` and `with` in templates: a name behind a dot, or in brackets and quotes. */
const NAMED = /(?<![\w.])(tasks|with)(\s*\.\s*|\s*\[\s*(['"]))([A-Za-z_]\w*)/g;

function inIslands(text: string, ids: ReadonlySet<string>): string {
  if (!text.includes('${{')) return text;
  return text.replace(NAMED, (whole, root: string, between: string, _quote, name: string) =>
    root === 'with' || ids.has(name) ? root + between + renamed(name) : whole,
  );
}

// --------------------------------------------------------------------------------------------------------------- gates

const GATE = 'zq_gate';

/** A prompt that has to be answered first, and tasks that wait for the answer: those named, or all. */
export function withGate(before?: ReadonlySet<string>): Change {
  return (workflow) =>
    edited(workflow, (document) => {
      waitFor(document, GATE, before);
      const gate = { invoke: { tool: 'nika:prompt', args: { message: 'ok?' } } };
      taskMap(document).items.push(document.createPair(GATE, gate));
    });
}

/** A prompt that is there has no `default:` any more, and the named tasks wait for its answer. */
export function withOwnGate(gate: string, before: ReadonlySet<string>): Change {
  return (workflow) =>
    edited(workflow, (document) => {
      const args = document.getIn(['tasks', gate, 'invoke', 'args']);
      if (isMap(args)) args.delete('default');
      waitFor(document, gate, before);
    });
}

function waitFor(document: Document, gate: string, tasks?: ReadonlySet<string>): void {
  for (const { key, value } of taskMap(document).items) {
    const waits = tasks?.has(isScalar(key) ? String(key.value) : '') ?? true;
    if (waits && isMap(value)) wait(document, value, gate);
  }
}

function wait(document: Document, task: YAMLMap, gate: string): void {
  const after = task.get('after', true);
  if (isSeq(after)) after.add(document.createNode(gate));
  else if (isMap(after)) after.set(gate, 'success');
  else {
    const map = new YAMLMap();
    if (isScalar(after) && after.value !== null) map.set(after, new Scalar('success'));
    map.set(gate, 'success');
    task.set('after', map);
  }
}

/** A prompt, and some of the tasks without a condition that from now on run on a yes alone. */
export const withConsent: Change = (workflow, random) =>
  edited(workflow, (document) => {
    const tasks = taskMap(document);
    for (const { value } of tasks.items)
      if (isMap(value) && !value.has('when') && random.below(2) === 0) agree(document, value);
    tasks.items.push(document.createPair(GATE, { invoke: { tool: 'nika:prompt', args: { message: 'ok?' } } }));
  });

function agree(document: Document, task: YAMLMap): void {
  const bindings = task.get('with') ?? document.createNode({});
  if (!isMap(bindings)) return;
  bindings.set('zq_go', `\${{ tasks.${GATE}.output }}`);
  task.set('with', bindings);
  task.set('when', '${{ with.zq_go == true }}');
}

// ------------------------------------------------------------------------------------------------------------- secrets

/** One more clause of a secret's `egress:`, as it is written in YAML. */
export function withClause(secret: string, clause: string): Change {
  return (workflow) =>
    edited(workflow, (document) => {
      const path = ['secrets', secret, 'egress'];
      const clauses = document.getIn(path);
      if (!isSeq(clauses)) document.setIn(path, document.createNode([]));
      document.addIn(path, parseDocument(clause).contents);
    });
}

// -------------------------------------------------------------------------------------------------------------- grants

export type Leg = 'private' | 'ingress' | 'egress';

const GRANTS: Readonly<Record<Leg, readonly (readonly string[])[]>> = {
  private: [['fs', 'read']],
  // A program is a source under 2.2.
  ingress: [['tools'], ['exec']],
  egress: [['net'], ['exec'], ['fs', 'write']],
};

/** The boundary without the grants of a leg. */
export function withoutLeg(leg: Leg): Change {
  return (workflow) =>
    edited(workflow, (document) => {
      const permits = document.get('permits');
      if (!isMap(permits)) {
        document.delete('permits');
        return;
      }
      for (const [section = '', entry] of GRANTS[leg]) {
        const grants = permits.get(section);
        if (entry !== undefined && isMap(grants)) grants.delete(entry);
        else permits.delete(section);
      }
    });
}
