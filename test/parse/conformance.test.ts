import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDocument } from '../../src/parse/parse.js';
import { codes } from './helpers.js';

const folder = '../shared/conformance/nika-spec/yaml-profile';

function files(kind: string): { name: string; bytes: Uint8Array }[] {
  return readdirSync(join(folder, kind)).map((name) => ({ name, bytes: readFileSync(join(folder, kind, name)) }));
}

if (existsSync(folder)) {
  test('valid files of the YAML profile load', () => {
    const all = files('valid');
    assert.ok(all.length > 0);
    for (const { name, bytes } of all) assert.equal(codes(parseDocument(name, bytes)), [], name);
  });

  test('invalid files of the YAML profile are refused with the code in their header', () => {
    const all = files('invalid');
    assert.ok(all.length > 0);
    for (const { name, bytes } of all) {
      const expected = /# Expected: (NIKA-[A-Z]+-\d+)/.exec(Buffer.from(bytes).toString())?.[1];
      const found = codes(parseDocument(name, bytes));
      assert.ok(expected && found.includes(expected), `${name}: ${expected}, not ${found}`);
      const others = found.filter((code) => code !== expected && code !== 'NIKA-PARSE-017');
      assert.equal(others, [], name);
    }
  });
} else {
  console.log(`skipped: ${folder} is not there`);
  test.skip('conformance files of the YAML profile', () => {});
}

test.run();
