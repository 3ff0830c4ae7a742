import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shippedRules } from '../../src/rules.js';
import { type Case, findingsOf, readLines } from './judge.js';

interface Vector extends Case {
  readonly others: readonly { readonly code: string; readonly task: string | null }[];
}

/** The reference's findings of other laws than the trifecta's, as the vectors have them: one row for each it reports. */
const CODES = [
  'NIKA-SEC-014',
  'NIKA-SEC-015',
  'NIKA-DAG-001',
  'NIKA-DAG-002',
  'NIKA-DAG-004',
  'NIKA-DAG-006',
  'NIKA-AUTH-006',
];
const FILE = '../shared/vectors/nika-trifecta.jsonl';
const vectors = readLines<Vector>(FILE);
const othersTest = suite('the other laws under parity, vector by vector');
const rules = [...shippedRules.values()].join('\n');

if (vectors === undefined) {
  console.log(`skipped: ${FILE} is not there`);
  othersTest.skip('vectors', () => {});
} else {
  const found = new Map<string, string[]>();
  for (const { code, subject } of findingsOf(vectors, '2.2', [])) {
    const key = `${subject.workflow} ${code}`;
    found.set(key, [...(found.get(key) ?? []), subject.task ?? '']);
  }
  for (const code of CODES) {
    if (!rules.includes(code)) {
      othersTest.skip(code, () => {});
      continue;
    }
    othersTest(code, () => {
      const wrong = vectors.flatMap(({ name, others }) => {
        const expected = others.flatMap((other) => (other.code === code ? [other.task ?? ''] : [])).sort();
        const got = (found.get(`${name} ${code}`) ?? []).sort();
        return got.join() === expected.join() ? [] : [`${name}: expected ${expected}, got ${got}`];
      });
      assert.equal(wrong.slice(0, 10), [], `${wrong.length} of ${vectors.length} differ`);
    });
  }
}

othersTest.run();
