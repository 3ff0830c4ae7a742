import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAddress } from '../../src/lower/nika/address.js';
import { looseHosts } from '../../src/lower/nika/hosts.js';

function spelt(text: string): string | null {
  const address = parseAddress(text);
  if (address === null) return null;
  return address.version === 4
    ? [24, 16, 8, 0].map((shift) => (address.bits >>> shift) & 255).join('.')
    : address.groups.map((group) => group.toString(16)).join(':');
}

test('IPv4 is four decimal octets', () => {
  for (const text of ['0.0.0.0', '10.0.0.1', '192.168.99.254', '255.255.255.255']) assert.is(spelt(text), text);
});

for (const text of [
  '',
  '1',
  '10.1',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.4.',
  '.1.2.3.4',
  '1..2.3',
  '01.2.3.4',
  '256.1.1.1',
  '0x7f.0.0.1',
  '1.2.3.4 ',
  '１.2.3.4',
]) {
  test(`no plain address: ${JSON.stringify(text)}`, () => assert.is(parseAddress(text), null));
}

const SIX: readonly (readonly [string, string])[] = [
  ['::', '0:0:0:0:0:0:0:0'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['1::', '1:0:0:0:0:0:0:0'],
  ['FE80::a', 'fe80:0:0:0:0:0:0:a'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['::ffff:10.0.0.1', '0:0:0:0:0:ffff:a00:1'],
  ['64:ff9b::192.168.1.1', '64:ff9b:0:0:0:0:c0a8:101'],
];
for (const [text, groups] of SIX) test(`IPv6: ${text}`, () => assert.is(spelt(text), groups));

for (const text of [
  ':',
  ':::',
  '1',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '12345::',
  'g::',
  '::1.2.3',
  '::1.2.3.4:5',
  '::%',
  ':1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:',
]) {
  test(`no IPv6: ${text}`, () => assert.is(parseAddress(text), null));
}

const LOOSE: readonly (readonly [string, readonly string[]])[] = [
  ['https://example.com/a', ['example.com']],
  ['http://example.com\\@10.0.0.1/', ['10.0.0.1', 'example.com']],
  ['10.0.0.1:80/x', ['10.0.0.1']],
  ['http://[fe80::1%25eth0]:80/', ['fe80::1']],
  ['http://010.0.0.1/', ['8.0.0.1', '10.0.0.1']],
  ['ops@localhost', []],
  ['http://', []],
];
for (const [text, hosts] of LOOSE) test(`hosts in ${text}`, () => assert.equal([...looseHosts(text)], hosts));

test('hostile texts are read in time linear in their length', () => {
  for (const text of [
    `http://${'['.repeat(200_000)}`,
    `http://${'%25'.repeat(200_000)}`,
    '1:'.repeat(200_000),
    `http://${'0'.repeat(200_000)}.1`,
    '@'.repeat(200_000),
    '.'.repeat(200_000),
  ]) {
    looseHosts(text);
    assert.is(parseAddress(text), null);
  }
});

test.run();
