import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { factFiles } from '../export/facts.js';
import { programText } from '../export/program.js';
import { encodeText } from '../facts/bytes.js';
import { StagedFiles } from '../io/staged.js';
import type { Law } from '../report/model.js';
import { toolErrorLine } from '../report/pretty.js';
import { type Derivation, derive } from '../run.js';
import { visible } from '../visible.js';
import type { Surroundings } from './analyze.js';
import { writeStream } from './output.js';
import { counted } from './rules.js';

/** What `facts` was asked for. */
export interface FactsFlags {
  readonly out: string;
  readonly law: Law;
  readonly parity?: true;
  readonly rules?: readonly string[];
}

const PROGRAM = 'program.dl';
const README = `Facts of workflows, one file a relation, and the rules that judge them (${PROGRAM}). In this folder:

    mkdir -p out && souffle -F . -D out ${PROGRAM}
    trifecta-datalog run ${PROGRAM} -F . -D out

Both write one file for each output relation to out/, with the same rows.
`;

/** `facts`: writes a folder from which Soufflé, or `run`, derives what `analyze` finds; all of its files or none. */
export async function exportFacts(paths: readonly string[], flags: FactsFlags, io: Surroundings): Promise<0 | 1> {
  const derived = derive({ ...flags, paths, cwd: io.cwd() });
  const { errors, inputs } = derived;
  await writeStream(
    io.stderr,
    errors.map((error) => `error: ${toolErrorLine(error)}\n`),
  );
  if (errors.length > 0 || derived.result === null) return 1;
  const failure = write(derived, flags.out);
  if (failure !== null) {
    await writeStream(io.stderr, [`error: ${visible(failure)}\n`]);
    return 1;
  }
  const count = derived.ruleset.program.relations.filter(({ input }) => input).length;
  await writeStream(io.stdout, [
    `${counted(inputs.length, 'file')} as facts of ${count} relations: ${visible(flags.out)}\n`,
  ]);
  return 0;
}

/** Why a file could not be written; null where all were. */
function write({ ruleset, facts, result }: Derivation, folder: string): string | null {
  if (result === null) return null;
  const staged = new StagedFiles();
  try {
    mkdirSync(folder, { recursive: true });
    const files = factFiles(ruleset.program, result, facts.symbols);
    const quoted = new Set(files.filter((file) => file.quoted).map(({ relation }) => relation));
    for (const { name, pieces } of files) staged.write(join(folder, name), pieces);
    staged.write(join(folder, PROGRAM), encoded(programText(ruleset.sources, quoted)));
    staged.write(join(folder, 'README.txt'), encoded([README]));
    staged.commit();
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return `the facts cannot be written: ${error.message}`;
  } finally {
    staged.discard();
  }
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  for (const piece of pieces) yield encodeText(piece);
}
