import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shippedRules } from '../../src/rules.js';
import { agentFixtureNames, fixtureNames, lawFixtureNames, root } from './fixture.js';

/** Codes of the findings that the shipped rules declare. */
function declaredCodes(): string[] {
  const texts = [...shippedRules.values()];
  return texts.flatMap((text) => [...text.matchAll(/@finding\s+(\S+)/g)].flatMap(([, code]) => code ?? [])).sort();
}

const codes = declaredCodes();

for (const code of codes) {
  test(`${code} has fixtures and a page`, () => {
    const own = [...fixtureNames(), ...lawFixtureNames(), ...agentFixtureNames()].filter((name) =>
      name.startsWith(`${code}/`),
    );
    assert.ok(own.length > 0, `no fixture in ${root}/${code}/`);
    const page = `docs/findings/${code}.md`;
    assert.ok(existsSync(page), `no page ${page}`);
    assert.ok(readFileSync(page, 'utf8').startsWith(`# ${code}`), `${page} is headed by another code`);
  });
}

test('every folder of fixtures is named after a code', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.equal(folders.map(({ name }) => name).sort(), codes);
});

test('every builtin that the rules name has a fixture of its effects', () => {
  const builtins = new Set([...shippedRules.values()].flatMap((text) => text.match(/"nika:[a-z_]+"/g) ?? []));
  assert.is(builtins.size, 28);
  const missing = [...builtins].filter((tool) => !existsSync(`${root}/NIKA-SEC-009/effects/${tool.slice(6, -1)}`));
  assert.equal(missing, []);
});

const differences = 'NIKA-SEC-009/differences/';
const pairs = fixtureNames().flatMap((name) => (name.startsWith(differences) ? [name.slice(differences.length)] : []));

test('every entry of the list of differences has a fixture where it shows and one where it does not', () => {
  for (let entry = 1; entry <= 14; entry++) {
    const own = pairs.filter((name) => Number(name.split('-')[0]) === entry);
    assert.ok(
      own.some((name) => name.endsWith('-fires')),
      `entry ${entry} never fires`,
    );
    const halves = own.map((name) => name.replace(/-(?:fires|silent)$/, ''));
    assert.equal(
      halves.filter((half) => halves.indexOf(half) === halves.lastIndexOf(half)),
      [],
      'half a pair',
    );
  }
});

test('the list of differences names all of their fixtures and no others', () => {
  const page = readFileSync('docs/differences.md', 'utf8');
  const named = page.match(/`\d\d-[a-z-]+-(?:fires|silent)`/g) ?? [];
  assert.equal([...new Set(named.map((name) => name.slice(1, -1)))].sort(), pairs.sort());
});

test.run();
