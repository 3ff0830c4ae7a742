import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkTrifecta, parseTag, type TrifectaTag } from '../../src/library/agentd.js';
import { Scope, ToolScope } from '../../src/library/scope.js';

const tags: readonly TrifectaTag[] = ['untrusted_input', 'sensitive', 'egress'];

function names(scope: Scope): string {
  return scope.isAll ? 'all' : scope.allowed.join(' ');
}

test('a scope of everything allows any name, a list only its own', () => {
  assert.ok(Scope.all.allows('whatever'));
  const some = Scope.only(['list', 'read']);
  assert.ok(some.allows('read'));
  assert.not(some.allows('write'));
  assert.not(Scope.only([]).allows(''));
});

test('narrowing gives what both allow', () => {
  const parent = Scope.only(['a', 'b']);
  const cases: readonly (readonly [Scope, Scope, string])[] = [
    [parent, Scope.all, 'a b'],
    [parent, Scope.only(['a', 'c']), 'a'],
    [parent, Scope.only(['c']), ''],
    [Scope.all, Scope.only(['a', 'c']), 'a c'],
    [Scope.all, Scope.all, 'all'],
    [Scope.only([]), Scope.all, ''],
  ];
  for (const [held, asked, left] of cases) assert.is(names(held.narrow(asked)), left);
});

test('a scope does not change with the list it was made from', () => {
  const list = ['a'];
  const scope = Scope.only(list);
  list.push('b');
  assert.not(scope.allows('b'));
});

test('a call needs its server and its tool, and both are narrowed', () => {
  const scope = new ToolScope(Scope.only(['fs', 'db']), Scope.all);
  const child = scope.narrow(new ToolScope(Scope.only(['fs', 'net']), Scope.only(['read'])));
  assert.is(names(child.servers), 'fs');
  assert.is(names(child.tools), 'read');
  assert.ok(child.allowsServer('fs'));
  assert.equal(
    [child.allows('fs', 'read'), child.allows('net', 'read'), child.allows('fs', 'write')],
    [true, false, false],
  );
  assert.ok(ToolScope.all.allows('any', 'thing'));
});

test('tags are read as they are written, and nothing else is one', () => {
  for (const tag of tags) assert.is(parseTag(tag), tag);
  for (const word of ['', 'Egress', 'untrusted-input', 'secret', 'egress ']) assert.is(parseTag(word), undefined);
});

test('fewer than three legs are fine, with the override as well', () => {
  const grants = [[], ...tags.map((tag) => [tag]), ...tags.map((tag) => tags.filter((other) => other !== tag))];
  for (const grant of grants) {
    assert.is(checkTrifecta(grant), 'Ok');
    assert.is(checkTrifecta(grant, { allowTrifecta: true }), 'Ok');
  }
});

test('three legs are refused, or allowed with a warning', () => {
  assert.is(checkTrifecta(tags), 'RefusedTrifecta');
  assert.is(checkTrifecta([...tags].reverse(), { allowTrifecta: false }), 'RefusedTrifecta');
  assert.is(checkTrifecta(tags, { allowTrifecta: true }), 'AllowedWithWarning');
});

test('a leg counts once, however often it is there', () => {
  assert.is(checkTrifecta(['egress', 'egress', 'egress']), 'Ok');
  assert.is(checkTrifecta(['sensitive', 'egress', 'sensitive', 'egress']), 'Ok');
});

test.run();
