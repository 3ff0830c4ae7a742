import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { byteLength, byteUnits, compareTexts, decodeText, encodeText, joinTexts } from '../../src/facts/bytes.js';
import { generator } from '../engine/storage.js';

const test = suite('symbols as bytes');

/** Bytes among which pieces of characters are frequent. */
function randomBytes(random: (bound: number) => number): Uint8Array {
  const likely = [0x41, 0x7f, 0x80, 0xbf, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0, 0x9f, 0x98, 0x80, 0xf4, 0xff];
  return Uint8Array.from({ length: random(12) }, () => likely[random(likely.length)] ?? 0);
}

test('any bytes become a text and come back', () => {
  const random = generator(3);
  for (let i = 0; i < 5000; i++) {
    const bytes = randomBytes(random);
    const text = decodeText(bytes);
    assert.equal([...encodeText(text)], [...bytes]);
    assert.is(byteLength(text), bytes.length);
    assert.equal(
      Array.from(byteUnits(text), (unit) => unit.charCodeAt(0)),
      [...bytes],
    );
    assert.is(text, Buffer.from(bytes).toString('utf8').includes('�') ? text : Buffer.from(bytes).toString('utf8'));
  }
});

test('joined texts are the text of the joined bytes', () => {
  const random = generator(4);
  for (let i = 0; i < 5000; i++) {
    const [a, b] = [randomBytes(random), randomBytes(random)];
    const joined = Uint8Array.from([...a, ...b]);
    assert.is(joinTexts(decodeText(a), decodeText(b)), decodeText(joined));
  }
});

test('texts are ordered by their bytes', () => {
  const random = generator(6);
  for (let i = 0; i < 5000; i++) {
    const [a, b] = [randomBytes(random), randomBytes(random)];
    assert.is(Math.sign(compareTexts(decodeText(a), decodeText(b))), Buffer.compare(a, b));
  }
});

test.run();
