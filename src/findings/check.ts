import { nearest } from '../datalog/index.js';
import type { Program, Relation } from '../datalog/ir.js';
import type { Diagnostic } from '../diagnostic.js';
import type { Place } from '../place.js';
import { ENTITY_TYPES } from './entity.js';
import { LEG, PATH, ROUTE } from './rule.js';

/** Closed list of what can be wrong with the doc comments that make findings. */
export type FindingRuleCode =
  | 'RULE-TAG' // an unknown tag, one given twice, or one without a value
  | 'RULE-SEVERITY' // a severity that is none
  | 'RULE-OUTPUT' // findings of a relation that is no output
  | 'RULE-PLACE' // findings of tuples that stand nowhere
  | 'RULE-MESSAGE' // no message, or a `{name}` that no column has
  | 'RULE-RELATION' // a tag names a relation that is not there, or is of the wrong shape
  | 'RULE-PATH'; // a path that cannot be found

export type FindingRuleDiagnostic = Diagnostic<FindingRuleCode>;

type Tag = { readonly name: string; readonly value: string; readonly place: Place };

/** How often a tag may stand: `many`, or once. */
const TAGS: ReadonlyMap<string, 'once' | 'many'> = new Map([
  ['finding', 'once'],
  ['noclaim', 'once'],
  ['title', 'once'],
  ['severity', 'once'],
  ['law', 'once'],
  ['message', 'once'],
  ['path', 'once'],
  ['along', 'once'],
  ['origin', 'once'],
  ['builtin', 'many'],
  ['note', 'many'],
  ['repair', 'many'],
  ['related', 'many'],
  ['leg', 'many'],
  ['route', 'once'],
  ['record', 'once'],
  ['block', 'once'],
]);
const SEVERITIES = ['error', 'warning', 'note'];
/** `(from, to, rank, by, reference)`, by primitive. */
const FLOW = ['symbol', 'symbol', 'number', 'symbol', 'symbol'];

/** Checks the doc comments of all relations of a program: a tag that is not understood would be a law that says nothing. */
export function checkFindingRules(program: Program): FindingRuleDiagnostic[] {
  const relations = new Map(program.relations.map((relation) => [relation.name, relation]));
  return program.relations.flatMap((relation) => new Checker(relation, relations).check());
}

class Checker {
  private readonly found: FindingRuleDiagnostic[] = [];
  private readonly tags: readonly Tag[];

  constructor(
    private readonly relation: Relation,
    private readonly relations: ReadonlyMap<string, Relation>,
  ) {
    this.tags = relation.documentation?.tags ?? [];
  }

  check(): FindingRuleDiagnostic[] {
    this.checkTags();
    const [declaring] = this.tags.filter(({ name }) => name === 'finding' || name === 'noclaim');
    if (declaring !== undefined) this.checkFinding(declaring);
    return this.found;
  }

  private checkTags(): void {
    const seen = new Set<string>();
    for (const { name, value, place } of this.tags) {
      const allowed = TAGS.get(name);
      if (allowed === undefined) {
        const near = nearest(name, TAGS.keys());
        this.error(
          'RULE-TAG',
          place,
          `no tag is called \`@${name}\``,
          near === null ? 'take it out' : `did you mean \`@${near}\`?`,
        );
      } else if (value === '') {
        this.error('RULE-TAG', place, `\`@${name}\` has no value`, 'write it on the same line');
      } else if (allowed === 'once' && seen.has(name)) {
        this.error('RULE-TAG', place, `\`@${name}\` is given twice`, 'take one of them out');
      }
      seen.add(name);
    }
    const [finding, other] = this.tags.filter(({ name }) => name === 'finding' || name === 'noclaim');
    if (finding !== undefined && other !== undefined && finding.name !== other.name)
      this.error(
        'RULE-TAG',
        other.place,
        'a relation has findings or no claims, not both',
        'declare a second relation',
      );
  }

  private checkFinding(declaring: Tag): void {
    const { relation } = this;
    if (!relation.output)
      this.error(
        'RULE-OUTPUT',
        declaring.place,
        `\`${relation.name}\` is no output, so nothing is found`,
        `add \`.output ${relation.name}\``,
      );
    const types: readonly string[] = ENTITY_TYPES;
    if (!relation.attributes.some(({ type, primitive }) => primitive === 'symbol' && types.includes(type)))
      this.error(
        'RULE-PLACE',
        relation.place,
        `no column of \`${relation.name}\` stands anywhere in a file`,
        `give it a column of one of the types ${types.join(', ')}`,
      );
    const severity = this.tag('severity');
    if (severity !== undefined && !SEVERITIES.includes(severity.value))
      this.error(
        'RULE-SEVERITY',
        severity.place,
        `\`${severity.value}\` is no severity`,
        `write ${SEVERITIES.join(', ')}`,
      );
    if (this.tag('message') === undefined)
      this.error(
        'RULE-MESSAGE',
        declaring.place,
        `the findings of \`${relation.name}\` have no message`,
        'add `@message` with what is wrong, and `{column}` for its values',
      );
    this.checkTexts();
    this.checkPath();
    this.checkLegs();
    this.checkRoute();
    this.checkRecord();
  }

  private checkTexts(): void {
    const columns = names(this.relation);
    if (this.tag('path') !== undefined) columns.add('source');
    for (const { name, value } of this.tags) if (name === 'leg') columns.add(LEG.exec(value)?.[1] ?? '');
    const block = this.tag('block');
    if (block !== undefined) columns.add(block.value);
    const message = this.tag('message');
    if (message !== undefined) this.checkHoles(message, message.value, columns);
    for (const tag of this.tags) {
      if (tag.name !== 'note' && tag.name !== 'repair' && tag.name !== 'related') continue;
      const [, name, text = tag.value] = /^(\w+):(?:\s+|$)(.*)$/.exec(tag.value) ?? [];
      const other = name === undefined ? undefined : this.relations.get(name);
      if (other === undefined && (name !== undefined || tag.name === 'related')) this.reportUnknown(tag, name ?? '');
      else this.checkHoles(tag, text, new Set([...columns, ...(other === undefined ? [] : names(other))]));
    }
  }

  private checkHoles(tag: Tag, text: string, columns: ReadonlySet<string>): void {
    for (const [written, name = ''] of text.matchAll(/\{(\w+)\}/g)) {
      if (columns.has(name)) continue;
      const near = nearest(name, columns);
      const repair = near === null ? `the columns are ${[...columns].join(', ')}` : `did you mean \`{${near}}\`?`;
      this.error('RULE-MESSAGE', tag.place, `\`${written}\` in \`@${tag.name}\` is no column`, repair);
    }
  }

  private checkPath(): void {
    const path = this.tag('path');
    const along = this.tag('along');
    if (path === undefined) {
      for (const tag of [along, this.tag('origin')])
        if (tag !== undefined)
          this.error(
            'RULE-PATH',
            tag.place,
            `\`@${tag.name}\` stands without \`@path\``,
            'add `@path column from relation`',
          );
      return;
    }
    const [written, column = '', from = '', within] = PATH.exec(path.value) ?? [];
    if (written === undefined) {
      this.error(
        'RULE-PATH',
        path.place,
        '`@path` is not understood',
        'write `@path column from relation within relation`, the last two words only where needed',
      );
      return;
    }
    if (!names(this.relation).has(column))
      this.error(
        'RULE-PATH',
        path.place,
        `\`${this.relation.name}\` has no column \`${column}\``,
        `its columns are ${[...names(this.relation)].join(', ')}`,
      );
    if (!names(this.relation).has(from)) this.checkShape(path, from, ['symbol']);
    if (within !== undefined) this.checkShape(path, within, ['symbol']);
    if (along === undefined)
      this.error('RULE-PATH', path.place, '`@path` stands without `@along`', 'add `@along flows`');
    for (const name of along?.value.split(/\s+/) ?? []) if (along !== undefined) this.checkShape(along, name, FLOW);
  }

  private checkLegs(): void {
    for (const tag of this.tags) {
      if (tag.name !== 'leg') continue;
      const [written, , relation = ''] = LEG.exec(tag.value) ?? [];
      if (written === undefined)
        this.error('RULE-TAG', tag.place, '`@leg` is not understood', 'write `@leg name relation: text`');
      else this.checkShape(tag, relation, ['symbol', 'symbol']);
      this.needAgent(tag);
    }
  }

  private checkRoute(): void {
    const tag = this.tag('route');
    if (tag === undefined) return;
    const [written, along = '', from = ''] = ROUTE.exec(tag.value) ?? [];
    if (written === undefined) {
      this.error('RULE-PATH', tag.place, '`@route` is not understood', 'write `@route relation from relation`');
      return;
    }
    this.checkShape(tag, along, ['symbol', 'symbol']);
    this.checkShape(tag, from, ['symbol']);
    this.needAgent(tag);
  }

  private needAgent(tag: Tag): void {
    if (this.relation.attributes.some(({ type }) => type === 'Agent')) return;
    const message = `\`@${tag.name}\` is about an agent, and no column of \`${this.relation.name}\` is one`;
    this.error('RULE-PLACE', tag.place, message, 'give it a column of the type Agent');
  }

  private checkRecord(): void {
    const tag = this.tag('record');
    const columns = names(this.relation);
    for (const name of tag?.value.split(/\s+/).slice(1) ?? []) {
      if (tag === undefined || columns.has(name)) continue;
      const message = `\`${this.relation.name}\` has no column \`${name}\``;
      this.error('RULE-MESSAGE', tag.place, message, `its columns are ${[...columns].join(', ')}`);
    }
  }

  /** The columns that a tag needs come first; `from` may have more of them. */
  private checkShape(tag: Tag, name: string, needed: readonly string[]): void {
    const relation = this.relations.get(name);
    if (relation === undefined) {
      this.reportUnknown(tag, name);
      return;
    }
    const fits = needed.every((primitive, i) => relation.attributes[i]?.primitive === primitive);
    if (!fits)
      this.error(
        'RULE-RELATION',
        tag.place,
        `\`${name}\` does not start with columns of ${needed.join(', ')}`,
        'name a relation of that shape',
      );
  }

  private reportUnknown(tag: Tag, name: string): void {
    const near = nearest(name, this.relations.keys());
    const repair = near === null ? 'name a relation of the program, then `:` and a text' : `did you mean \`${near}\`?`;
    this.error('RULE-RELATION', tag.place, `\`@${tag.name}\` names no relation (\`${name}\`)`, repair);
  }

  private tag(name: string): Tag | undefined {
    return this.tags.find((tag) => tag.name === name);
  }

  private error(code: FindingRuleCode, place: Place, message: string, repair: string): void {
    this.found.push({ code, severity: 'error', message, place, repair: [repair] });
  }
}

function names({ attributes }: Relation): Set<string> {
  return new Set(attributes.map(({ name }) => name));
}
