import { readdirSync, readFileSync } from 'node:fs';
import type { Law } from '../../src/report/model.js';

/** Where the fixtures are: `<code>/<group>/<name>/`, each with an input.nika.yaml and an expected.json. */
export const root = 'test/rules';

export interface Sink {
  readonly task: string;
  /** The first source in reference order. */
  readonly source: string;
  /** All of them, where there are several. */
  readonly sources?: readonly string[];
}

/** expected.json: what has to come out, written by hand. */
export interface Expected {
  readonly why: string;
  /** The trifecta's findings in order. */
  readonly default: Readonly<Record<Law, readonly Sink[]>>;
  readonly parity: Readonly<Record<Law, readonly Sink[]>>;
  /** Under parity the file is listed as one of which nothing is claimed. */
  readonly noClaim?: boolean;
  /** Further codes of error-level findings by default, sorted. */
  readonly codes: readonly string[];
}

/** Every folder of a fixture of the trifecta that holds one of the two files, relative to the root: one with half of them is a fixture that fails. */
export function fixtureNames(): string[] {
  const paths = readdirSync(root, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  const folders = paths.flatMap((path) => /^(.*)\/(?:input\.nika\.yaml|expected\.json)$/.exec(path)?.[1] ?? []);
  const others = new Set(lawFixtureNames());
  return [...new Set(folders)].filter((name) => !others.has(name)).sort();
}

/** Folders of fixtures about agents: each with its inputs and a findings.json. */
export function agentFixtureNames(): string[] {
  return goldenNames().filter((name) => !name.startsWith('NIKA-'));
}

/** Folders of fixtures of laws on workflows: each with an input.nika.yaml, or several that begin so, and a findings.json. */
export function lawFixtureNames(): string[] {
  return goldenNames().filter((name) => name.startsWith('NIKA-'));
}

function goldenNames(): string[] {
  const paths = readdirSync(root, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  return paths.flatMap((path) => /^(.*)\/findings\.json$/.exec(path)?.[1] ?? []).sort();
}

export function inputOf(name: string): string {
  return `${root}/${name}/input.nika.yaml`;
}

export function expectedOf(name: string): Expected {
  return JSON.parse(readFileSync(`${root}/${name}/expected.json`, 'utf8'));
}
