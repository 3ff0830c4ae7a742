import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dump, rows } from './dump.js';

type Bindings = Readonly<Record<string, string>>;

/** In place of an island: `«inputs.name»`. */
function islands(text: string): string {
  return text.replaceAll('«', ['$', '{{ '].join('')).replaceAll('»', ' }}');
}

/** What the URL of the one task comes to, by each reading. */
function resolved(url: string, bindings: Bindings = {}): { text?: string; reference?: string } {
  const workflow = {
    nika: 'w',
    inputs: {
      name: { type: 'string', default: 'a' },
      port: { type: 'integer', default: 80 },
      open: { type: 'string' },
      late: { type: 'string', default: '«const.host»' },
    },
    const: { host: 'h', typed: { type: 'string', value: 't' }, 'odd-name': 'o', list: ['l'], empty: '' },
    tasks: { t: { with: bindings, invoke: { tool: 'nika:fetch', args: { url } } } },
  };
  const lines = rows(dump(islands(JSON.stringify(workflow)), { wordReferences: true }), 'resolved');
  return Object.fromEntries(lines.map((line) => JSON.parse(`[${line}]`).slice(1).reverse()));
}

const WHOLE: readonly (readonly [url: string, text: string, bindings?: Bindings])[] = [
  ['«inputs.name»', 'a'],
  ['https://«const.host»:«inputs.port»/«const.typed»', 'https://h:80/t'],
  ['«const[\'odd-name\']»«const["host"]»', 'oh'],
  ['«with.x»/«with.y»', 'a!/h', { x: '«inputs.name»!', y: '«const.host»' }],
  ['«with.x»', 'a', { x: '«with.y»', y: '«inputs.name»' }],
];
for (const [url, text, bindings] of WHOLE)
  test(`${url} is ${text}`, () => assert.is(resolved(url, bindings).text, text));

const COMPUTED: readonly (readonly [url: string, bindings?: Bindings])[] = [
  ['«inputs.open»'],
  ['«inputs.gone»'],
  ['«inputs.late»'],
  ['«const.list»'],
  ['«const.host»«tasks.t.output»'],
  ["«inputs.name == 'a' ? 'b' : 'c'»"],
  ['«inputs.name.size()»'],
  ['«secrets.name»'],
  ['\\«inputs.name»«inputs.name»'],
  ['«inputs.name'],
  ['«with.x»', { x: '«with.x»' }],
  ['«with.x»', { x: '«with.y»', y: '«with.x»' }],
];
for (const [url, bindings] of COMPUTED)
  test(`${url} is computed`, () => assert.is(resolved(url, bindings).text, undefined));

const REFERENCE: readonly (readonly [url: string, text: string | undefined])[] = [
  ['«inputs.name»', 'a'],
  ['«inputs.name.size()»', 'a'],
  ['«const.typed»', 't'],
  ['«inputs.port»', undefined],
  ["«const['host']»", undefined],
  ['«with.x»', undefined],
  ['\\«inputs.name»«inputs.name»', '\\«inputs.name»a'],
];
for (const [url, text] of REFERENCE)
  test(`to the reference ${url} is ${text ?? 'computed'}`, () =>
    assert.is(resolved(url).reference, text && islands(text)));

test('bindings that double each other, or are very many in a chain, come to no end', () => {
  const doubling = (value: string) =>
    Object.fromEntries(
      Array.from({ length: 64 }, (_, i) => [`x${i}`, i === 63 ? value : `«with.x${i + 1}»`.repeat(2)]),
    );
  for (const value of ['«const.empty»', '«const.host»'])
    assert.is(resolved('«with.x0»', doubling(value)).text, undefined);
  const chain = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`x${i}`, `«with.x${i + 1}»`]));
  assert.is(resolved('«with.x0»', chain).text, undefined);
});

test.run();
