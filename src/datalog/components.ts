import { type Component, emptyUnit, type Instance, type Rule, type Unit } from './ast.js';
import { checkComponents } from './check-components.js';
import { type Binding, bind, ComponentScope } from './component-scope.js';
import { type Renaming, renameRule, renameUnit } from './rename.js';
import type { Reporter } from './report.js';

/** Instances inside one another, and statements of all instances together. */
const MAX_DEPTH = 100;
const MAX_STATEMENTS = 200_000;

/** What an instance declares, and rules in it for relations that are declared further out. */
interface Content {
  readonly unit: Unit;
  readonly orphans: readonly Rule[];
}

export interface Expanded {
  /** Without components and instances. */
  readonly unit: Unit;
  /** Instances that could not be made: what they would declare is not known. */
  readonly broken: ReadonlySet<string>;
}

/** Replaces each `.init a = C` by what the component declares, with `a.` before the names. */
export function expandComponents(program: Unit, report: Reporter): Expanded {
  const unit: Unit = { ...emptyUnit() };
  append(unit, program);
  if (program.components.length === 0 && program.instances.length === 0) return { unit, broken: new Set() };
  const scope = new ComponentScope(program);
  const before = report.count;
  checkComponents(program, scope, report);
  const broken = new Set<string>();
  if (report.count > before) {
    for (const { name } of program.instances) broken.add(name.text);
    return { unit, broken };
  }
  const expansion = new Expansion(scope, report);
  for (const instance of program.instances) {
    const content = expansion.instantiate(instance, null, new Map(), 0);
    if (content === null) broken.add(instance.name.text);
    else append(unit, content.unit, content.orphans);
  }
  return { unit, broken };
}

function append(to: Unit, from: Unit, orphans: readonly Rule[] = []): void {
  for (const type of from.types) to.types.push(type);
  for (const relation of from.relations) to.relations.push(relation);
  for (const directive of from.directives) to.directives.push(directive);
  for (const rule of from.rules) to.rules.push(rule);
  for (const rule of orphans) to.rules.push(rule);
}

class Expansion {
  private statements = 0;

  constructor(
    private readonly scope: ComponentScope,
    private readonly report: Reporter,
  ) {}

  /** The content of one instance under the names it has outside, or null where it cannot be made, which is reported. */
  instantiate(
    { name, component: use }: Instance,
    around: Component | null,
    binding: Binding,
    depth: number,
  ): Content | null {
    const component = this.scope.find(use.name, around, binding);
    if (component === null) {
      this.report.error(
        'DL-COMPONENT-UNKNOWN',
        use.name.place,
        `\`${binding.get(use.name.text) ?? use.name.text}\` is no component`,
      );
      return null;
    }
    if (depth >= MAX_DEPTH || this.statements > MAX_STATEMENTS) {
      const limit = depth >= MAX_DEPTH ? `${MAX_DEPTH} instances inside one another` : `${MAX_STATEMENTS} statements`;
      this.report.error('DL-COMPONENT-CYCLE', name.place, `the instances grow beyond ${limit}`, {
        repair: 'a component cannot contain an instance of itself',
      });
      return null;
    }
    const unit = emptyUnit();
    const orphans: Rule[] = [];
    if (!this.collect(component, bind(component, use, binding), new Set(), unit, orphans, depth)) return null;
    this.statements += unit.relations.length + unit.rules.length + orphans.length + 1;
    return qualified(name.text, unit, orphans);
  }

  /** Adds what a component declares, its bases first; rules for `overridden` relations are left out. */
  private collect(
    component: Component,
    binding: Binding,
    overridden: ReadonlySet<string>,
    unit: Unit,
    orphans: Rule[],
    depth: number,
  ): boolean {
    const hidden = new Set([...overridden, ...component.overrides.map((name) => name.text)]);
    for (const base of component.bases) {
      const parent = this.scope.find(base.name, this.scope.around(component), binding);
      if (parent === null || this.scope.ancestors(parent, binding).includes(parent)) {
        this.report.error(
          'DL-COMPONENT-UNKNOWN',
          base.name.place,
          `\`${binding.get(base.name.text) ?? base.name.text}\` is no component to inherit from`,
        );
        return false;
      }
      if (!this.collect(parent, bind(parent, base, binding), hidden, unit, orphans, depth)) return false;
    }
    for (const instance of component.content.instances) {
      const content = this.instantiate(instance, component, binding, depth + 1);
      if (content === null) return false;
      append(unit, content.unit);
      for (const rule of content.orphans) orphans.push(rule);
    }
    const { content } = component;
    const own = renameUnit({ ...content, rules: [] }, { relations: new Map(), types: binding });
    append(unit, own);
    this.addRules(
      content.rules.filter((rule) => !isOverridden(rule, overridden)),
      binding,
      unit,
      orphans,
    );
    return true;
  }

  /** Rules for relations that are declared so far; others wait in `orphans`, and those waiting may find theirs now. */
  private addRules(rules: readonly Rule[], binding: Binding, unit: Unit, orphans: Rule[]): void {
    const declared = new Set(unit.relations.map((relation) => relation.name.text));
    const bound = rules.map((rule) => renameRule(rule, { relations: new Map(), types: binding }));
    for (const rule of [...bound, ...orphans.splice(0)]) {
      const known = rule.heads.some((head) => declared.has(head.name.text));
      (known ? unit.rules : orphans).push(rule);
    }
  }
}

function isOverridden(rule: Rule, overridden: ReadonlySet<string>): boolean {
  return rule.heads.some((head) => overridden.has(head.name.text));
}

function qualified(instance: string, unit: Unit, orphans: readonly Rule[]): Content {
  const qualify = (names: readonly { readonly name: { readonly text: string } }[]) =>
    new Map(names.map(({ name }) => [name.text, `${instance}.${name.text}`]));
  const renaming: Renaming = { relations: qualify(unit.relations), types: qualify(unit.types) };
  return { unit: renameUnit(unit, renaming), orphans: orphans.map((rule) => renameRule(rule, renaming)) };
}
