import type { Component, ComponentUse, Unit } from './ast.js';
import { type Binding, type ComponentScope, MAX_ANCESTORS } from './component-scope.js';
import { nearest } from './nearest.js';
import { counted, type Reporter } from './report.js';

/** Checks all components of a program, instantiated or not, and the names at its top. */
export function checkComponents(program: Unit, scope: ComponentScope, report: Reporter): void {
  const check = new Check(program, scope, report);
  for (const component of program.components) check.component(component, null, new Set());
  for (const instance of program.instances) check.use(instance.component, null, new Set());
  checkNames(program, report);
}

const NOTHING_BOUND: Binding = new Map();

class Check {
  private readonly cyclic = new Set<Component>();

  constructor(
    private readonly program: Unit,
    private readonly scope: ComponentScope,
    private readonly report: Reporter,
  ) {}

  /** `open` holds the parameters that are in sight: what they stand for is not known yet. */
  component(component: Component, around: Component | null, open: ReadonlySet<string>): void {
    const parameters = new Set([...open, ...component.parameters.map((parameter) => parameter.text)]);
    for (const base of component.bases) this.use(base, around, parameters);
    const ancestors = this.scope.ancestors(component, NOTHING_BOUND);
    if (ancestors.includes(component)) this.reportCycle(component, ancestors);
    else if (ancestors.length >= MAX_ANCESTORS) this.reportEndless(component);
    this.overrides(component, ancestors);
    for (const nested of component.content.components) this.component(nested, component, parameters);
    for (const instance of component.content.instances) this.use(instance.component, component, parameters);
  }

  use({ name, parameters }: ComponentUse, scope: Component | null, open: ReadonlySet<string>): void {
    if (open.has(name.text)) return;
    const component = this.scope.find(name, scope, NOTHING_BOUND);
    if (component === null) {
      const near = nearest(
        name.text,
        this.program.components.map((known) => known.name.text),
      );
      this.report.error('DL-COMPONENT-UNKNOWN', name.place, `component \`${name.text}\` is not declared`, {
        repair: near === null ? `declare it with \`.comp ${name.text} { … }\`` : `did you mean \`${near}\`?`,
      });
    } else if (component.parameters.length !== parameters.length) {
      const wanted = counted(component.parameters.length, 'parameter');
      this.report.error(
        'DL-COMPONENT-PARAMETERS',
        name.place,
        `\`${name.text}\` has ${wanted}, and ${parameters.length} here`,
        {
          related: [{ place: component.name.place, message: 'the component' }],
        },
      );
    }
  }

  /** Components that inherit from one another are one mistake. */
  private reportCycle(component: Component, ancestors: readonly Component[]): void {
    const { name } = component;
    if (ancestors.some((ancestor) => this.cyclic.has(ancestor))) return;
    this.cyclic.add(component);
    this.report.error('DL-COMPONENT-CYCLE', name.place, `component \`${name.text}\` inherits from itself`, {
      repair: 'take one of the bases out',
    });
  }

  private reportEndless({ name }: Component): void {
    this.report.error(
      'DL-COMPONENT-CYCLE',
      name.place,
      `component \`${name.text}\` inherits from ${MAX_ANCESTORS} others or more`,
    );
  }

  private overrides(component: Component, ancestors: readonly Component[]): void {
    for (const { text, place } of component.overrides) {
      const own = component.content.relations.find((relation) => relation.name.text === text);
      const fixed = ancestors
        .flatMap((ancestor) => ancestor.content.relations)
        .find((relation) => relation.name.text === text && !relation.overridable);
      if (own !== undefined) {
        this.report.error('DL-OVERRIDE', place, `\`${text}\` is declared here, not inherited`, {
          related: [{ place: own.name.place, message: 'declared here' }],
          repair: 'take the `.override` out',
        });
      } else if (fixed !== undefined) {
        this.report.error('DL-OVERRIDE', place, `\`${text}\` cannot be overridden`, {
          related: [{ place: fixed.name.place, message: 'declared here' }],
          repair: 'declare it as `overridable`',
        });
      }
    }
  }
}

/** Components and instances have names of their own, different from those of types and relations. */
function checkNames(program: Unit, report: Reporter): void {
  const names = new Map([...program.types, ...program.relations].map(({ name }) => [name.text, name.place]));
  for (const { name } of [...program.components, ...program.instances]) {
    const previous = names.get(name.text);
    if (previous !== undefined) {
      report.error('DL-COMPONENT-DUPLICATE', name.place, `\`${name.text}\` is declared twice`, {
        related: [{ place: previous, message: 'first declared here' }],
        repair: 'rename one of them',
      });
    }
    names.set(name.text, previous ?? name.place);
  }
}
