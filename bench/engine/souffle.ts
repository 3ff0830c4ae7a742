import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What a program compiled by Soufflé took to evaluate, facts in memory, one thread; its outputs' numbers of tuples. */
export interface SouffleRun {
  readonly milliseconds: number;
  readonly counts: Readonly<Record<string, number>>;
}

const driver = join(process.cwd(), 'bench/engine/drive-souffle.cpp');
const cache = join(process.cwd(), 'build/souffle');

/**
 * Compiles a program by a Soufflé (the path of the binary) to C++ with numbers of 32 bits, and that with the compiler of the
 * machine; what was compiled before is taken from build/souffle. Returns the path of the result.
 *
 * @param results the relations whose tuples are to be counted
 */
export function compileBySouffle(souffle: string, program: string, results: readonly string[]): string {
  const text = `${program}\n.output ${results.join(', ')}\n`;
  const name = createHash('sha256').update(`${souffle}\n${text}`).digest('hex').slice(0, 16);
  const binary = join(cache, name);
  if (existsSync(binary)) return binary;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'workload.dl'), text);
  execFileSync(souffle, ['-w', '-g', join(cache, 'workload.cpp'), join(cache, 'workload.dl')]);
  const flags = [
    '-std=c++17',
    '-O3',
    '-w',
    '-D__EMBEDDED_SOUFFLE__',
    '-DRAM_DOMAIN_SIZE=32',
    `-I${headersOf(souffle)}`,
  ];
  const sources = [join(cache, 'workload.cpp'), driver];
  execFileSync('g++', [...flags, ...sources, '-o', `${binary}.new`, '-pthread', '-ldl'], { stdio: 'inherit' });
  renameSync(`${binary}.new`, binary);
  return binary;
}

/** The folder of Soufflé's headers: beside an installed binary's folder, or in the sources of one that was built there. */
function headersOf(souffle: string): string {
  const folder = dirname(resolve(souffle));
  const places = [join(folder, '../include'), join(folder, '../../src/include')];
  const found = places.find((place) => existsSync(join(place, 'souffle/SouffleInterface.h')));
  if (found === undefined) throw new Error(`no headers of Soufflé in ${places.join(' or ')}`);
  return found;
}

/** @param folder  tab-separated facts */
export function runSouffle(binary: string, folder: string): SouffleRun {
  return JSON.parse(execFileSync(binary, ['workload', folder], { encoding: 'utf8' })) as SouffleRun;
}
