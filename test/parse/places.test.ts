import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOffset } from '../../src/parse/offset.js';
import { LineIndex } from '../../src/place.js';
import { at, parse, places, scalar } from './helpers.js';

const ranges = suite('places');
const ISLAND = `\${{ b }}`;

function position(text: string, offset: number): string {
  const { line, column } = new LineIndex(text).position(offset);
  return `${line}:${column}`;
}

ranges('columns count UTF-16 units, behind any characters', () => {
  assert.equal(places(parse('a: "é 😀", b\n')).slice(0, 1), ['NIKA-PARSE-001 1:10 , b']);
  const text = '"é😀": &x 1\n';
  assert.equal(places(parse(text)), ['NIKA-YAML-001 1:8 &x']);
});

ranges('CRLF, a lone CR and LF end lines alike', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const { text, root } = parse(['a: 1', 'b:', '  c: |', '    one', '    two', 'd: "é" # e', 'f: x'].join(end));
    assert.is(position(text, at(root, 'd').start), '6:4', JSON.stringify(end));
    assert.is(position(text, at(root, 'f').start), '7:4');
    assert.is(scalar(root, 'b', 'c').text, 'one\ntwo\n');
  }
});

ranges('ranges cover what is written', () => {
  const { text, root } = parse('a: { b: "c d" }\n\ne:\n  - f\n  - g # h\n\n\ni: \'j\'\n');
  const written = (...path: (string | number)[]) => text.slice(at(root, ...path).start, at(root, ...path).end);
  assert.is(written('a'), '{ b: "c d" }');
  assert.is(written('a', 'b'), '"c d"');
  assert.is(written('e'), '- f\n  - g');
  assert.is(written('i'), "'j'");
});

ranges('offset: where the text stands unchanged', () => {
  const { text, root } = parse('a: one two\nb: "é x"\nc: \'y\'\nd: "tab\\t"\ne: three\n  four\nf: |\n  z\n');
  for (const key of ['a', 'b', 'c']) {
    const node = scalar(root, key);
    assert.is(text.slice(node.offset ?? 0, (node.offset ?? 0) + node.text.length), node.text, key);
  }
  for (const key of ['d', 'e', 'f']) assert.is(scalar(root, key).offset, null, key);
});

/** Every letter and digit of a value must be found where the source has the same. */
function assertAligned(source: string, ...path: (string | number)[]): void {
  const { text, root, diagnostics } = parse(source);
  assert.equal(diagnostics, []);
  const node = scalar(root, ...path);
  for (let i = 0; i < node.text.length; i++) {
    const unit = node.text[i] ?? '';
    if (/[A-Za-z0-9${}]/.test(unit))
      assert.is(text[sourceOffset(text, node, i)], unit, `${JSON.stringify(node.text)} at ${i}`);
  }
  assert.ok(sourceOffset(text, node, node.text.length) <= node.end);
}

ranges('sourceOffset follows quotes, escapes, folding and indentation', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const aligned = (lines: string[]) => assertAligned(lines.join(end), 'a');
    aligned(['a: plain words', `  folded ${ISLAND}`, '', '', '   far', 'z: 1']);
    aligned([`a: 'it''s ${ISLAND} and ''more'''`]);
    aligned(["a: 'one", '', "  two''s", "    three'"]);
    aligned([`a: "x\\ty \\u00e9 \\U0001F600 ${ISLAND} \\\\ c"`]);
    aligned(['a: "one \\', '    two', '', '  three\\n four"']);
    aligned(['a: |', '  one', '', `    two ${ISLAND}`, '  three', '', 'z: 1']);
    aligned(['a: |2-', '    one', '   two', '  three']);
    aligned(['a: >', '  one', '  two', '', '  three', '    more', '    indented', `  four ${ISLAND}`]);
    aligned(['a: >+1 # note', '   one', ' two', '', '']);
  }
});

ranges('sourceOffset points at the escape itself', () => {
  const { text, root } = parse('a: "x\\ny"\n');
  const node = scalar(root, 'a');
  assert.equal(
    [0, 1, 2].map((i) => text.slice(sourceOffset(text, node, i), sourceOffset(text, node, i + 1))),
    ['x', '\\n', 'y'],
  );
});

ranges('sourceOffset in a long value with many escapes', () => {
  const { text, root } = parse(`a: "${`\\t${ISLAND}`.repeat(100_000)}"\n`);
  const node = scalar(root, 'a');
  let found = 0;
  for (let i = node.text.indexOf('$'); i >= 0; i = node.text.indexOf('$', i + 1)) {
    if (text[sourceOffset(text, node, i)] === '$') found++;
  }
  assert.is(found, 100_000);
});

ranges.run();
