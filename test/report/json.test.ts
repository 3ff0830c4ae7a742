import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { json } from '../../src/report/json.js';
import { at, finding, report } from './sample.js';

const test = suite('json');

test('the pieces are the report, indented', () => {
  const text = 'a: b\r\nc: d\r\n';
  const place = at('a.yaml', text, 'd');
  const { report: made } = report(
    { 'a.yaml': text },
    {
      findings: [finding(place, { path: [{ task: 't', why: 'w', place }], repair: ['r'] }), finding(place)],
      noClaims: [{ file: 'a.yaml', code: 'N', reason: 'because' }],
    },
  );
  const printed = [...json(made)].join('');
  assert.is(printed, `${JSON.stringify(made, null, 2)}\n`);
  assert.equal(JSON.parse(printed).findings[0].range, { start: { line: 2, column: 4 }, end: { line: 2, column: 5 } });
});

test('nothing that acts on a terminal is printed raw, and every value is kept', () => {
  const message = 'a\u001b[31m\u007f\u009b\u202e\u2028\u{e0041}\n"\\';
  const { report: made } = report({ 'a.yaml': 'x' }, { findings: [finding(at('a.yaml', 'x', 'x'), { message })] });
  const printed = [...json(made)].join('');
  assert.not.match(printed, /[^\P{C}\n]/u);
  assert.is(JSON.parse(printed).findings[0].message, message);
});

test('findings are by file, then declaration order, then place, however they come', () => {
  const text = 'a b c';
  const [a, b, c] = ['a', 'b', 'c'].map((piece) => at('2.yaml', text, piece));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three places');
  const first = at('10.yaml', text, 'c');
  const findings = [
    finding(b, { order: 0, message: '4' }),
    finding(c, { order: -1, message: '3' }),
    finding(a, { order: -1, message: '2' }),
    finding(first, { order: 7, message: '1' }),
  ];
  const files = { '2.yaml': text, '10.yaml': text };
  const forth = report(files, { findings }).report;
  const back = report(files, { findings: [...findings].reverse() }).report;
  assert.equal(
    forth.findings.map(({ message }) => message),
    ['1', '2', '3', '4'],
  );
  assert.equal(forth, back);
});

test.run();
