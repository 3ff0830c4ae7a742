import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import picocolors from 'picocolors';
import { compile } from '../../src/datalog/index.js';
import { Engine } from '../../src/engine/index.js';
import { Facts } from '../../src/facts/facts.js';
import { formats } from '../../src/report/formats.js';
import { shippedRules } from '../../src/rules.js';
import { type Run, run } from '../../src/run.js';
import { mutated, mutatedBytes } from './mutate.js';
import type { Random } from './random.js';
import { randomWorkflow } from './workflows.js';

/** Something that takes whatever bytes come and must not fail on any. */
export interface Target {
  /** Of the files in which its failures are saved. */
  readonly extension: string;
  readonly make: (random: Random) => Uint8Array;
  /** Takes some inputs together; throws where a promise is broken. */
  readonly check: (inputs: readonly Uint8Array[]) => void;
}

const WORKFLOW_WORDS =
  'nika tasks permits fs net http read write exec tools invoke tool args workflow infer agent prompt with after group when for_each items on_error recover skip outputs inputs default success unwind true null item output status'.split(
    ' ',
  );

/** The front end and the rules that ship: parse, lower, judge, report. */
const workflows: Target = {
  extension: '.nika.yaml',
  make(random) {
    const base = random.chance(25) ? random.pick(exampleWorkflows()) : randomWorkflow(random);
    return mutatedBytes(random, mutated(random, base, randomWorkflow(random), WORKFLOW_WORDS));
  },
  check(inputs) {
    const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
    try {
      // Some of the names are ones that the workflows call.
      inputs.forEach((input, i) => {
        writeFileSync(join(folder, `${(i + 10).toString(36)}.nika.yaml`), input);
      });
      // The reading that is asked for hangs on the inputs, so that it comes again with them.
      const kind = (inputs[0]?.length ?? 0) % 4;
      checkRun(
        run({ paths: ['.'], cwd: folder, law: kind < 2 ? '2.1' : '2.2', parity: kind % 2 === 1 }),
        inputs.length,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function checkRun({ report, sources, rules }: Run, inputs: number): void {
  require(report.summary.files === inputs, 'not all files are counted');
  require(report.errors.length === 0, `an error of the tool: ${report.errors[0]?.message}`);
  for (const { range, message } of report.findings) {
    const { start, end } = range;
    require(start.line < end.line || (start.line === end.line && start.column <= end.column), `a range of ${message}`);
  }
  const view = { sources, rules, colors: picocolors.createColors(false) };
  for (const piece of formats.pretty(report, view))
    require(!/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(piece), 'a raw control character');
  for (const format of [formats.json, formats.sarif]) JSON.parse([...format(report, view)].join(''));
}

const RULE_WORDS =
  '.decl .input .output .type .comp .init .include :- <: = != < >= + - * / ^ count sum min max : { } ( ) , ; . ! number symbol unsigned float cat substr match strlen as to_number band x y z _ nil 0 1 4294967295 -2147483648 "a"'.split(
    ' ',
  );

/** The rule compiler, and the engine on what compiles, without facts and with a small budget. */
const rules: Target = {
  extension: '.dl',
  make(random) {
    const [base, other] = [randomRules(random), randomRules(random)];
    return mutatedBytes(random, mutated(random, base, other, RULE_WORDS));
  },
  check(inputs) {
    for (const input of inputs) checkProgram(Buffer.from(input).toString());
  },
};

function checkProgram(text: string): void {
  const result = compile({ file: 'a.dl', text });
  for (const { place, message } of result.diagnostics) {
    require(place.start >= 0 && place.start <= place.end && place.end <= text.length, `the place of ${message}`);
  }
  if (!result.ok) {
    require(result.diagnostics.some(({ severity }) => severity === 'error'), 'refused without an error');
    return;
  }
  const evaluated = engine.run(result.program, new Facts(), { budget: { tuples: 20_000, milliseconds: 100 } });
  require(evaluated.ok || evaluated.error.code !== 'trap', 'the core trapped');
}

export const targets = { workflows, rules };

const engine = new Engine();
let examples: string[] | undefined;
let ruleLines: string[] | undefined;

function exampleWorkflows(): string[] {
  examples ??= readdirSync('examples').map((name) => readFileSync(`examples/${name}`, 'utf8'));
  return examples;
}

/** Some lines of the rules that ship, with the declarations of what they use where chance has it so. */
function randomRules(random: Random): string {
  ruleLines ??= [...shippedRules.values()].join('\n').split('\n');
  if (random.chance(3)) return ruleLines.join('\n');
  const lines: string[] = [SMALL];
  for (let i = 0; i < random.size(4); i++) {
    const start = random.below(ruleLines.length);
    lines.push(...ruleLines.slice(start, start + random.size(60)));
  }
  return lines.join('\n');
}

const SMALL = `.type T <: symbol
.decl e(x: number, y: number)
e(1, 2). e(2, 3). e(3, 1).
.decl p(x: number, y: number)
p(x, y) :- e(x, y).
p(x, z) :- p(x, y), e(y, z), !q(z).
.decl q(x: number)
q(x) :- x = 1 + max y : { e(_, y) }, x > 2; e(x, _), x = 0.
.decl s(x: symbol, n: number)
s(cat("a", to_string(x)), strlen("é") * x) :- e(x, _), match("[a-c]+.*", "abc").
.comp C<A> { .decl r(x: A) .output r r(x) :- s(x, _). }
.init c = C<symbol>
.output p, q, s
`;

function require(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
