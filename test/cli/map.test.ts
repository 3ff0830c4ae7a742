import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandOn } from './command.js';

/** The example of docs/agents.md and what it says is drawn. */
function documented(): { readonly manifest: string; readonly drawing: string } {
  const page = readFileSync('docs/agents.md', 'utf8');
  const manifest = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const drawing = /\$ trifecta-datalog map team\.agents\.yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  return { manifest, drawing };
}

test('the map of the documented example is the documented one', () => {
  const { manifest, drawing } = documented();
  assert.ok(drawing.length > 0);
  assert.equal(commandOn({ 'team.agents.yaml': manifest }, ['map', 'team.agents.yaml']), {
    code: 0,
    stdout: drawing,
    stderr: '',
  });
});

test('what is wrong with a manifest is said, and the rest drawn', () => {
  const { code, stdout, stderr } = commandOn({ 'a.agents.yml': 'label: a\ntools: { x: { untrusted: hrad } }\n' }, [
    'map',
    'a.agents.yml',
  ]);
  assert.is(code, 2);
  assert.match(stdout, /^a: silent \[untrusted_hard, egress\]/);
  assert.match(stderr, /^error: a\.agents\.yml:2:26: AGENTS-LEVEL: `x`: unknown untrusted level: :hrad; the levels of/);
});

test('a file that is no manifest, or not there, is an error', () => {
  assert.is(commandOn({}, ['map', 'gone.agents.yaml']).code, 1);
  assert.is(commandOn({ 'a.yaml': '' }, ['map', 'a.yaml']).code, 1);
});

test('manifests of a folder are judged with the workflows, and count', () => {
  const { code, stdout } = commandOn({ 'team.agents.yaml': 'label: a\ntools: [x]\n' }, ['analyze', '.']);
  assert.is(code, 0);
  assert.match(stdout, /0 errors · 1 configuration of agents in 1 file/);
});

test.run();
