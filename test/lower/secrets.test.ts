import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dump, rows } from './dump.js';

test('each secret is declared once, under its own name', () => {
  const dumped = dump(`nika: s
secrets:
  token: { source: env, key: TOKEN }
  a.b: { source: file, path: t }
  token: { source: vault, key: k }
tasks: { a: { invoke: { tool: "nika:uuid" } } }`);
  assert.equal(rows(dumped, 'declared_secret'), [
    '"w.nika.yaml#!secrets.a%2Eb", "w.nika.yaml", "a.b"',
    '"w.nika.yaml#!secrets.token", "w.nika.yaml", "token"',
  ]);
  assert.equal(rows(dump('nika: s\nsecrets: [token]\ntasks: { a: {} }'), 'declared_secret'), []);
});

test.run();
