import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import * as assert from 'uvu/assert';

// The published schema of SARIF 2.1.0, as a package carries it. The OASIS text of Errata 01 differs from it in that a
// region needs an offset or a line, and in further `type` keywords beside the `enum` that is there.
const carrier = join(process.cwd(), 'package.json');
const index = createRequire(carrier).resolve('@microsoft/jest-sarif');
const schema = JSON.parse(readFileSync(join(dirname(index), 'schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
const validator = new Validator(schema, '4', false);

/** What the schema has against a log, one line each. */
export function violations(log: unknown): string[] {
  const { errors } = validator.validate(log);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

export function assertValid(log: Log): void {
  assert.equal(violations(log), []);
  for (const region of regionsIn(log)) assert.type(region.startLine, 'number');
}

function regionsIn({ runs }: Log): Region[] {
  const results = runs.flatMap((run) => run.results);
  const locations = results.flatMap(({ locations, relatedLocations = [], codeFlows = [] }) => {
    const hops = codeFlows.flatMap(({ threadFlows }) => threadFlows.flatMap((flow) => flow.locations));
    return [...locations, ...relatedLocations, ...hops.map(({ location }) => location)];
  });
  return locations.map(({ physicalLocation }) => physicalLocation.region);
}

/** The part of a log that the tests look at. */
export interface Log {
  readonly runs: readonly Run[];
}

export interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Descriptor[] } };
  readonly invocations: readonly Invocation[];
  readonly results: readonly Result[];
}

interface Descriptor {
  readonly id: string;
  readonly help: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration: { readonly level: string };
}

interface Invocation {
  readonly executionSuccessful: boolean;
  readonly toolExecutionNotifications: readonly {
    readonly descriptor: { readonly id: string };
    readonly level: string;
    readonly message: { readonly text: string };
  }[];
}

export interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Location[];
  readonly relatedLocations?: readonly Location[];
  readonly codeFlows?: readonly { readonly threadFlows: readonly { readonly locations: readonly Hop[] }[] }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
}

interface Hop {
  readonly location: Location;
}

export interface Location {
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: Region };
  readonly message?: { readonly text: string };
}

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}
