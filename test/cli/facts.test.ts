import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../src/datalog/index.js';
import { command, type Files, inFolder, refused } from './command.js';

const test = suite('facts');

/** Exports the facts of some files, and evaluates them; `use` gets the folder of facts. */
function exported(files: Files, more: readonly string[], use: (folder: string) => void): void {
  inFolder(files, (folder) => {
    const done = command(folder, ['facts', 'flows', '--out', 'facts', ...more]);
    assert.is(done.code, 0, done.stderr);
    const ran = command(folder, ['run', 'facts', '-D', 'facts']);
    assert.equal(ran, { code: 0, stdout: '', stderr: '' });
    use(join(folder, 'facts'));
  });
}

function rows(folder: string, name: string): string[] {
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

test('the folder holds one program, every input as facts, and how to run it', () => {
  exported({ 'flows/a.nika.yaml': refused }, [], (folder) => {
    const text = readFileSync(join(folder, 'program.dl'), 'utf8');
    const compiled = compile({ file: 'program.dl', text });
    assert.ok(compiled.ok);
    const inputs = compiled.program.relations.filter(({ input }) => input).map(({ name }) => `${name}.facts`);
    assert.equal(
      readdirSync(folder)
        .filter((name) => name.endsWith('.facts'))
        .sort(),
      inputs.sort(),
    );
    assert.ok(inputs.length > 50);
    assert.match(readFileSync(join(folder, 'README.txt'), 'utf8'), 'souffle -F . -D out program.dl');
  });
});

test('built-in relations are there as facts', () => {
  exported({ 'flows/a.nika.yaml': refused }, [], (folder) => {
    const [pull, push] = ['flows/a.nika.yaml#pull', 'flows/a.nika.yaml#push'];
    assert.equal(rows(folder, 'component.facts'), [`${pull}\t${pull}`, `${push}\t${push}`]);
    assert.equal(rows(folder, 'level.facts'), [`${pull}\t0`, `${push}\t1`]);
    assert.equal(rows(folder, 'idom.facts'), [`${push}\t${pull}`]);
  });
});

test('run finds in the folder what analyze finds in the files', () => {
  const files = {
    'flows/a.nika.yaml': refused,
    'flows/b.nika.yaml': refused.replaceAll('push', 'shove'),
    'flows/clean.nika.yaml': refused.replace('nika:fetch', 'nika:jq'),
  };
  for (const law of ['2.1', '2.2']) {
    exported(files, ['--law', law], (folder) => {
      const { stdout } = command(join(folder, '..'), ['analyze', 'flows', '--format', 'json', '--law', law]);
      const findings: { code: string; subject: { workflow: string; task: string } }[] = JSON.parse(stdout).findings;
      const found = findings.filter(({ code }) => code === 'NIKA-SEC-009').map(({ subject }) => subject);
      assert.ok(found.length >= 2);
      assert.equal(
        rows(folder, 'lethal_trifecta.csv')
          .map((row) => row.split('\t').slice(0, 2).join(' '))
          .sort(),
        found.map(({ workflow, task }) => `${workflow} ${workflow}#${task}`).sort(),
      );
    });
  }
});

test("a team's own rules are part of the program", () => {
  const law =
    '/** @finding T-1\n * @message {task} */\n.decl there(task: Task)\n.output there\nthere(t) :- task(t, _, _).\n';
  exported(
    { 'flows/a.nika.yaml': refused, 'team/main.dl': '.include "law.dl"\n', 'team/law.dl': law },
    ['--rules', 'team'],
    (folder) => {
      assert.equal(rows(folder, 'there.csv'), ['flows/a.nika.yaml#pull', 'flows/a.nika.yaml#push']);
    },
  );
});

test('text with tabs, line breaks and quotes comes through', () => {
  const id = '"pu\\tsh\\n\\"x\\"\\r"';
  exported({ 'flows/a.nika.yaml': refused.replace('push:', `${id}:`) }, [], (folder) => {
    const text = readFileSync(join(folder, 'task_id.facts'), 'utf8');
    assert.match(text, '"pu\tsh\n""x""\r"\n');
    assert.match(readFileSync(join(folder, 'program.dl'), 'utf8'), '.input task_id(rfc4180="true", delimiter="\\t")');
    assert.match(readFileSync(join(folder, 'lethal_trifecta.csv'), 'utf8'), 'flows/a.nika.yaml#pu\tsh\n"x"\r\t');
  });
});

test('nothing is written where an input or a rule file cannot be read', () => {
  inFolder({ 'a.nika.yaml': refused, 'bad.dl': 'gated(t) :- task(t, _, _).\n' }, (folder) => {
    for (const args of [['gone'], ['a.nika.yaml', '--rules', 'bad.dl']]) {
      const { code, stderr } = command(folder, ['facts', '--out', 'facts', ...args]);
      assert.is(code, 1);
      assert.match(stderr, /^error: /);
      assert.equal(readdirSync(folder).sort(), ['a.nika.yaml', 'bad.dl']);
    }
    assert.is(command(folder, ['facts', 'a.nika.yaml', '--out', 'bad.dl/x']).code, 1);
    assert.is(command(folder, ['facts', 'a.nika.yaml']).code, 1, 'no --out');
  });
});

test('the folder is run from without and from within', () => {
  exported({ 'flows/a.nika.yaml': refused }, [], (folder) => {
    const before = rows(folder, 'lethal_trifecta.csv');
    assert.is(before.length, 1);
    assert.is(command(folder, ['run', 'program.dl', '-F', '.', '-D', '.']).code, 0);
    assert.equal(rows(folder, 'lethal_trifecta.csv'), before);
    assert.is(command(folder, ['run', '.', '-F', 'gone', '-D', '.']).code, 1);
  });
});

test('the same input gives the same bytes', () => {
  inFolder({ 'a.nika.yaml': refused }, (folder) => {
    const files = (out: string) => {
      assert.is(command(folder, ['facts', 'a.nika.yaml', '--out', out]).code, 0);
      return readdirSync(join(folder, out)).map((name) => [name, readFileSync(join(folder, out, name), 'utf8')]);
    };
    assert.equal(files('one'), files('two'));
  });
});

test.run();
