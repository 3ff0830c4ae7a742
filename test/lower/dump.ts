import { Facts } from '../../src/facts/facts.js';
import { type Lowered, type LowerOptions, lowerWorkflow } from '../../src/lower/index.js';
import { parseDocument } from '../../src/parse/parse.js';
import { shippedRules } from '../../src/rules.js';

export interface Dump {
  readonly lowered: Lowered;
  readonly facts: Facts;
  /** One line a fact, as Datalog writes it, in order of relation and row. */
  readonly lines: readonly string[];
}

/** Lowers one file's text and lists what was said of it. */
export function dump(text: string, options: LowerOptions = { wordReferences: false }, file = 'w.nika.yaml'): Dump {
  const facts = new Facts();
  const { root } = parseDocument(file, new TextEncoder().encode(text));
  const lowered = lowerWorkflow({ file, text, root }, facts, options);
  return { lowered, facts, lines: listing(facts) };
}

/** The facts of one relation, without its name. */
export function rows({ lines }: Dump, relation: string): string[] {
  return lines.filter((line) => line.startsWith(`${relation}(`)).map((line) => line.slice(relation.length + 1, -1));
}

export function listing(facts: Facts): string[] {
  const lines: string[] = [];
  for (const table of facts.tables()) {
    const types = columnTypes(table.name);
    const columns = table.columns();
    for (let row = 0; row < table.size; row++) {
      const values = columns.map((column, i) => {
        const value = column[row] ?? 0;
        return types[i] === 'number' ? String(value) : JSON.stringify(facts.symbols.text(value));
      });
      lines.push(`${table.name}(${values.join(', ')})`);
    }
  }
  return lines;
}

/** Types of a relation's columns as the schemas in rules/ declare them; it must be declared there. */
export function columnTypes(relation: string): string[] {
  const columns = declared().get(relation);
  if (columns === undefined) throw new Error(`no schema in rules/ declares a relation ${relation}`);
  return columns;
}

let relations: Map<string, string[]> | undefined;

export function declared(): ReadonlyMap<string, string[]> {
  const schema = [...shippedRules].flatMap(([file, text]) => (file.endsWith('schema.dl') ? text : [])).join('\n');
  relations ??= new Map(
    [...schema.matchAll(/^\.decl (\w+)\(([^)]*)\)/gm)].map(([, name = '', columns = '']) => [
      name,
      columns.split(', ').map((column) => column.split(': ')[1] ?? ''),
    ]),
  );
  return relations;
}
