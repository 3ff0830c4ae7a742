import type { PriceList } from '../prices/list.js';
import { dollarsAtLeast, dollarsAtMost, type PicoDollars } from '../prices/money.js';
import type { Cost, TaskCost } from './model.js';
import type { Relations } from './relations.js';

/** What a run of a workflow costs at the most, as far as it has a ceiling, and what it costs in any case. */
interface Sum {
  readonly most: PicoDollars;
  readonly least: PicoDollars;
}

/** The costs of a workflow (rules/nika/cost.dl says which have a ceiling; here they are summed up). */
export function costOf(root: number, relations: Relations, prices: PriceList): Cost {
  const book = new Book(relations, prices);
  const { most, least } = book.sum(root);
  const { source, date } = prices;
  return {
    tasks: book.lines(root),
    bounded_total_usd: dollarsAtMost(most),
    min_path_total_usd: dollarsAtLeast(least),
    has_unbounded: !relations.set('bounded').has(root),
    prices: { source, date },
  };
}

class Book {
  private readonly sums = new Map<number, Sum>();
  private readonly tasks = new Map<number, number[]>();
  private readonly why: ReadonlyMap<number, number>;
  private readonly children: ReadonlyMap<number, number>;
  private readonly models: ReadonlyMap<number, number>;
  private readonly limits: ReadonlyMap<number, number>;
  private readonly items: ReadonlyMap<number, number>;
  private readonly attempts: ReadonlyMap<number, number>;
  private readonly optional: ReadonlySet<number>;
  private readonly ids: ReadonlyMap<number, number>;

  constructor(
    private readonly relations: Relations,
    private readonly prices: PriceList,
  ) {
    this.why = relations.map('unbounded', 1);
    this.children = relations.map('runs_workflow', 1);
    this.models = relations.map('model_of', 2);
    this.limits = relations.map('tokens_of', 1);
    this.items = relations.map('runs_for', 1);
    this.attempts = relations.map('tried', 1);
    this.optional = relations.set('optional');
    this.ids = relations.map('task_id', 1);
    const costly = relations.map('costs', 1);
    for (const task of this.ids.keys()) {
      const workflow = costly.get(task);
      if (workflow === undefined) continue;
      const tasks = this.tasks.get(workflow);
      if (tasks === undefined) this.tasks.set(workflow, [task]);
      else tasks.push(task);
    }
  }

  /** Workflows that call each other in a circle have no ceiling, and are not followed. */
  sum(workflow: number): Sum {
    const known = this.sums.get(workflow);
    if (known !== undefined) return known;
    let [most, least] = [0n, 0n];
    for (const task of this.tasks.get(workflow) ?? []) {
      const cost = this.cost(task);
      most += cost?.most ?? 0n;
      least += cost?.least ?? 0n;
    }
    this.sums.set(workflow, { most, least });
    return { most, least };
  }

  lines(workflow: number): TaskCost[] {
    return (this.tasks.get(workflow) ?? []).map((task) => this.line(task));
  }

  /** Undefined where it has no ceiling. */
  private cost(task: number): Sum | undefined {
    if (this.why.has(task)) return undefined;
    const items = BigInt(this.items.get(task) ?? 0);
    const once = this.once(task);
    const least = this.optional.has(task) ? 0n : once.least * items;
    return { most: once.most * items * BigInt(this.attempts.get(task) ?? 0), least };
  }

  /** For one item, tried once. */
  private once(task: number): Sum {
    const child = this.children.get(task);
    if (child !== undefined) return this.sum(child);
    const model = this.models.get(task);
    const price = model === undefined ? undefined : this.prices.outputToken(this.relations.text(model));
    const limit = this.limits.get(task);
    if (price === undefined || limit === undefined) throw new Error('a task with a ceiling has no price or no limit');
    const most = price * BigInt(limit);
    return { most, least: most };
  }

  private line(task: number): TaskCost {
    const cost = this.cost(task);
    const text = (symbol: number | undefined) => (symbol === undefined ? null : this.relations.text(symbol));
    return {
      task: text(this.ids.get(task)) ?? '',
      calls: this.fileOf(this.children.get(task)),
      model: text(this.models.get(task)),
      max_tokens: this.limits.get(task) ?? null,
      iterations: this.items.get(task) ?? null,
      attempts: this.attempts.get(task) ?? null,
      usd: cost === undefined ? null : dollarsAtMost(cost.most),
      min_path_usd: cost === undefined ? null : dollarsAtLeast(cost.least),
      unbounded_reason: text(this.why.get(task)),
    };
  }

  private fileOf(workflow: number | undefined): string | null {
    return workflow === undefined ? null : (this.relations.facts.places.get(workflow)?.file ?? null);
  }
}
