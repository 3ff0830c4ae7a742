import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AdmissionError, type AdmitOptions, admit, type Policy } from '../../src/check/admit.js';
import { check } from '../../src/check/check.js';
import { inFolder } from '../cli/command.js';

/** Lists a folder, under the boundary that is given. */
function listing(permits: string): string {
  return `nika: list-notes
model: mock/echo
permits: ${permits}
tasks:
  list:
    exec:
      command: ["ls", "notes"]
outputs:
  files: \${{ tasks.list.output }}
`;
}

const NAME = 'list-notes.nika';

function refused(cwd: string, options: AdmitOptions = {}): AdmissionError {
  try {
    admit(NAME, { cwd, ...options });
  } catch (error) {
    if (error instanceof AdmissionError) return error;
    throw error;
  }
  throw new Error('it was admitted');
}

test('the refused run: the audit is data, the admission is refused before anything runs', () => {
  inFolder({ [NAME]: listing('{}') }, (cwd) => {
    const report = check(NAME, { cwd });
    assert.equal([report.clean, report.exitCode], [false, 2]);
    assert.equal(
      report.findings.map(({ code }) => code),
      ['NIKA-SEC-004'],
    );
    const [{ message = '', repair = [], subject } = {}] = report.findings;
    assert.match(message, /`list`/);
    assert.match(message, /forbids shells/);
    assert.equal(repair, ['add "ls" to permits.exec']);
    assert.is(subject?.task, 'list');
    assert.equal(report.permits, { declared: {}, needed: { exec: ['ls'] } });
    //    assert.equal(report.certificate, { effects: { boundary_declared: true, needed: { exec: ['ls'] }, escapes: 1 } });
    assert.is(report.risk_grade, 'high');

    const error = refused(cwd);
    assert.equal([error.operation, error.code, error.status], ['run', 'NIKA-SEC-004', 2]);
    assert.equal(error.report, report);
    assert.match(error.message, /add "ls" to permits\.exec/);
  });
});

test('the repair: exactly that grant, and the same calls succeed', () => {
  inFolder({ [NAME]: listing('{ exec: ["ls"] }') }, (cwd) => {
    const report = check(NAME, { cwd });
    assert.equal([report.clean, report.exitCode, report.findings], [true, 0, []]);
    assert.equal(report.permits, { declared: { exec: ['ls'] }, needed: { exec: ['ls'] } });
    //    assert.is(report.certificate.effects.escapes, 0);
    assert.is(report.risk_grade, 'supervised');
    assert.equal(admit(NAME, { cwd }).report, report);
  });
});

test('without a boundary nothing is granted, and it is refused as well', () => {
  inFolder({ [NAME]: listing('{}').replace('permits: {}\n', '') }, (cwd) => {
    const { code, report } = refused(cwd);
    assert.is(code, 'NIKA-AUTH-006');
    assert.equal(report.permits, { declared: null, needed: { exec: ['ls'] } });
    assert.equal([report.certificate.effects.boundary_declared, report.certificate.effects.escapes], [false, 1]);
  });
});

/** Programs that somebody has looked at; any program at all is none of them. */
function reviewed(...programs: readonly string[]): Policy {
  return ({ permits, cost }) => {
    const granted = permits.declared?.exec ?? false;
    const named = typeof granted === 'boolean' ? (granted ? ['any program'] : []) : granted;
    const strange = named.filter((program) => !programs.includes(program));
    return [
      ...strange.map((name) => `${name} is not reviewed`),
      ...(cost.has_unbounded ? ['its cost has no ceiling'] : []),
    ];
  };
}

test("an application's own allowlist is asked of what is clean", () => {
  inFolder({ [NAME]: listing('{ exec: ["ls", "cat"] }') }, (cwd) => {
    const error = refused(cwd, { policy: reviewed('ls') });
    assert.equal([error.code, error.status, error.reasons], ['ADMISSION-POLICY', 2, ['cat is not reviewed']]);
    assert.is(error.report.clean, true);
    assert.is(admit(NAME, { cwd, policy: reviewed('ls', 'cat') }).report.clean, true);
    assert.is(admit(NAME, { cwd, policy: () => undefined }).report.clean, true);
    writeFileSync(join(cwd, NAME), listing('{ exec: true }'));
    assert.equal(refused(cwd, { policy: reviewed('ls') }).reasons, ['any program is not reviewed']);
    writeFileSync(join(cwd, NAME), listing('{}'));
    const never: Policy = () => {
      throw new Error('a policy is asked of what is refused anyway');
    };
    assert.is(refused(cwd, { policy: never }).code, 'NIKA-SEC-004');
  });
});

test('a policy that throws refuses by its own error', () => {
  inFolder({ [NAME]: listing('{ exec: ["ls"] }') }, (cwd) => {
    const policy: Policy = () => {
      throw new RangeError('not today');
    };
    assert.throws(
      () => admit(NAME, { cwd, policy }),
      (error: unknown) => error instanceof RangeError,
    );
  });
});

test('a file that changes between check and use: the snapshot has the bytes that were judged', () => {
  inFolder({ [NAME]: listing('{ exec: ["ls"] }') }, (cwd) => {
    const path = join(cwd, NAME);
    const judged = readFileSync(path);
    const policy: Policy = () => {
      writeFileSync(path, listing('{ exec: true }').replace('"ls", "notes"', '"rm", "-r", "notes"'));
      return [];
    };
    const snapshot = admit(NAME, { cwd, policy });
    assert.equal(Buffer.from(snapshot.bytes), judged);
    assert.is(snapshot.sha256, createHash('sha256').update(judged).digest('hex'));
    assert.is(snapshot.report.sha256, snapshot.sha256);
    assert.is.not(check(NAME, { cwd }).sha256, snapshot.sha256);
    assert.equal(check({ name: NAME, text: snapshot.bytes }, { cwd }), snapshot.report);
  });
});

test('what is called is judged with it, and is in the snapshot', () => {
  const files = {
    [NAME]: 'nika: parent\npermits: {}\ntasks: { call: { invoke: { workflow: ./child.nika.yaml } } }\n',
    'child.nika.yaml': 'nika: child\npermits: {}\ntasks: { wait: { infer: { prompt: p } } }\n',
  };
  inFolder(files, (cwd) => {
    const { calls, report } = admit(NAME, { cwd });
    assert.equal(
      calls.map(({ file, bytes }) => [file, Buffer.from(bytes).toString()]),
      [['child.nika.yaml', files['child.nika.yaml']]],
    );
    assert.equal(
      report.calls,
      calls.map(({ file, sha256 }) => ({ file, sha256 })),
    );
    writeFileSync(join(cwd, 'child.nika.yaml'), listing('{}'));
    assert.is(refused(cwd).code, 'NIKA-SEC-004');
  });
});

test('what cannot be read is not admitted', () => {
  inFolder({ 'notes.txt': 'a: 1', 'empty/x': '', 'settings/nika.yaml': 'nika: p' }, (cwd) => {
    const codes = ['gone.nika', 'notes.txt', 'empty', 'settings/nika.yaml', ''].map((path) => {
      try {
        admit(path, { cwd });
        return 'admitted';
      } catch (error) {
        assert.instance(error, AdmissionError);
        assert.ok(error instanceof AdmissionError && error.reasons.length > 0);
        return error instanceof AdmissionError ? [error.code, error.report.exitCode] : 'thrown';
      }
    });
    assert.equal(codes, [
      ['INPUT-MISSING', 1],
      ['NIKA-NOT-A-WORKFLOW', 2],
      ['CHECK-NOT-A-WORKFLOW', 1],
      ['CHECK-NOT-A-WORKFLOW', 1],
      ['CHECK-NOT-A-WORKFLOW', 1],
    ]);
  });
});

test('a list of prices that cannot be read admits nothing', () => {
  inFolder({ [NAME]: listing('{ exec: ["ls"] }'), 'prices.json': '{}' }, (cwd) => {
    assert.is(refused(cwd, { prices: 'prices.json' }).code, 'PRICES');
    assert.is(refused(cwd, { prices: 'gone.json' }).code, 'PRICES');
  });
});

test.run();
