import type { Parameters, Program, Relation } from '../datalog/ir.js';
import type { Diagnostic } from '../diagnostic.js';
import { columnsOf, type Format, formatOf, ParameterError } from './format.js';

/** Where the facts of an `.input` come from. */
export interface Source {
  readonly relation: Relation;
  /** Null is standard input. */
  readonly file: string | null;
  readonly format: Format;
  readonly columns: readonly number[];
}

/** Where the rows of an `.output` go. */
export interface Target {
  readonly relation: Relation;
  /** Null is standard output. */
  readonly file: string | null;
  readonly format: Format;
  /** The first line, where `headers=true`. */
  readonly header: string | null;
}

export interface Directives {
  readonly sources: readonly Source[];
  readonly targets: readonly Target[];
  readonly sizes: readonly Relation[];
  /** Directives that cannot be followed. */
  readonly errors: readonly Diagnostic<'DL-DIRECTIVE'>[];
}

/**
 * What the directives of a program ask for, with Soufflé's defaults: `r.facts` and `r.csv`, tabs between values.
 * File names are as written: relative to the folder of facts, or of results.
 *
 * @param print  true where every `.output` goes to standard output, with a header (`-D -`)
 */
export function directivesOf(program: Program, print: boolean): Directives {
  const errors: Diagnostic<'DL-DIRECTIVE'>[] = [];
  const all = <T>(relation: Relation, list: readonly Parameters[], make: (parameters: Parameters) => T): T[] =>
    list.flatMap((parameters) => {
      try {
        return [make(parameters)];
      } catch (error) {
        if (!(error instanceof ParameterError)) throw error;
        const message = `\`${relation.name}\`: ${error.message}`;
        errors.push({
          code: 'DL-DIRECTIVE',
          severity: 'error',
          place: relation.place,
          message,
          repair: [error.repair],
        });
        return [];
      }
    });
  const { relations } = program;
  return {
    // What a kernel computes is not read.
    sources: relations
      .filter((relation) => relation.builtin === null)
      .flatMap((relation) => all(relation, relation.inputs, (parameters) => sourceOf(relation, parameters))),
    targets: relations.flatMap((relation) =>
      all(relation, relation.outputs, (parameters) => targetOf(relation, parameters, print)),
    ),
    sizes: relations.filter((relation) => relation.printsize),
    errors,
  };
}

function sourceOf(relation: Relation, parameters: Parameters): Source {
  const io = channel(parameters, ['file', 'stdin']);
  const file = io === 'stdin' ? null : filename(parameters, `${relation.name}.facts`);
  const columns = columnsOf(parameters, relation.attributes.length);
  return { relation, file, format: formatOf(parameters), columns };
}

function targetOf(relation: Relation, parameters: Parameters, print: boolean): Target {
  const io = print ? 'stdout' : channel(parameters, ['file', 'stdout']);
  const file = io === 'stdout' ? null : filename(parameters, `${relation.name}.csv`);
  const format = formatOf(parameters);
  const headers = print || format.headers;
  const names = relation.attributes.map(({ name }) => name).join(parameters.get('delimiter') ?? '\t');
  return { relation, file, format, header: headers ? (parameters.get('attributeNames') ?? names) : null };
}

function channel<T extends string>(parameters: Parameters, known: readonly [T, T]): T {
  if (parameters.has('compress')) throw new ParameterError('compressed files are not supported', 'unpack them first');
  const written = parameters.get('IO') ?? 'file';
  const io = known.find((name) => name === written);
  if (io !== undefined) return io;
  throw new ParameterError(`\`IO=${written}\` is not supported`, `write IO=${known[0]} or IO=${known[1]}`);
}

function filename(parameters: Parameters, otherwise: string): string {
  const written = parameters.get('filename');
  if (written === '' || written?.includes('\0'))
    throw new ParameterError('the name of the file is empty or no name', 'write `filename="…"`');
  return written ?? otherwise;
}
