import type { Component, ComponentUse, Name, Unit } from './ast.js';

/** What a component's parameters stand for. Type parameters that are components can be instantiated and inherited. */
export type Binding = ReadonlyMap<string, string>;

/** The parameters of a component as a use of it gives them, where that use may name parameters around it. */
export function bind(component: Component, use: ComponentUse, around: Binding): Binding {
  return new Map(
    component.parameters.map((parameter, i) => {
      const actual = use.parameters[i]?.text ?? parameter.text;
      return [parameter.text, around.get(actual) ?? actual];
    }),
  );
}

/** More are taken for inheritance without end. */
export const MAX_ANCESTORS = 1000;

function closure(component: Component, parentOf: (base: Name, at: Component) => Component | null): Component[] {
  const found = new Set<Component>();
  const queue = [component];
  for (const at of queue) {
    for (const base of at.bases) {
      const parent = parentOf(base.name, at);
      if (parent === null || found.has(parent) || found.size >= MAX_ANCESTORS) continue;
      found.add(parent);
      queue.push(parent);
    }
  }
  return [...found];
}

/** Finds components by name: inside a component its own, then those of its bases, then those around it. */
export class ComponentScope {
  private readonly enclosing = new Map<Component, Component>();
  private readonly indexes = new Map<Unit, ReadonlyMap<string, Component>>();

  constructor(private readonly program: Unit) {
    const queue = [...program.components];
    for (const component of queue) {
      for (const nested of component.content.components) {
        this.enclosing.set(nested, component);
        queue.push(nested);
      }
    }
  }

  around(component: Component): Component | null {
    return this.enclosing.get(component) ?? null;
  }

  find(name: Name, scope: Component | null, binding: Binding): Component | null {
    const text = binding.get(name.text) ?? name.text;
    for (let at = scope; at !== null; at = this.around(at)) {
      const found = this.findInside(text, at, binding);
      if (found !== null) return found;
    }
    return this.named(this.program, text);
  }

  /**
   * The components that a component inherits from, directly or not, nearest first; no more than `MAX_ANCESTORS`. One
   * that cannot be found is left out.
   */
  ancestors(component: Component, binding: Binding): Component[] {
    return closure(component, (base, at) => this.find(base, this.around(at), binding));
  }

  private findInside(text: string, component: Component, binding: Binding): Component | null {
    const own = this.named(component.content, text);
    if (own !== null) return own;
    for (const ancestor of this.inherited(component, binding)) {
      const found = this.named(ancestor.content, text);
      if (found !== null) return found;
    }
    return null;
  }

  /** As `ancestors`, but bases are looked up only outside the components, so that the search for one ends. */
  private inherited(component: Component, binding: Binding): Component[] {
    return closure(component, (base, at) => this.lookOutward(base, at, binding)).filter(
      (parent) => parent !== component,
    );
  }

  private lookOutward(name: Name, from: Component, binding: Binding): Component | null {
    const text = binding.get(name.text) ?? name.text;
    for (let at = this.around(from); at !== null; at = this.around(at)) {
      const found = this.named(at.content, text);
      if (found !== null) return found;
    }
    return this.named(this.program, text);
  }

  /** Of two components of one name, the first. */
  private named(unit: Unit, text: string): Component | null {
    const known = this.indexes.get(unit);
    const index = known ?? new Map([...unit.components].reverse().map((component) => [component.name.text, component]));
    if (known === undefined) this.indexes.set(unit, index);
    return index.get(text) ?? null;
  }
}
