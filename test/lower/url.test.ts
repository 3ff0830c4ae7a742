import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hostName, urlHost, urlparseHost } from '../../src/lower/nika/url.js';

/** A URL, the host that clients reach, and the one that urlparse reads. */
const urls: [url: string, host: string | null, urlparse: string][] = [
  ['https://API.Example.com:8443/v1?x=//y', 'api.example.com', 'api.example.com'],
  ['https://user:pw@example.com/', 'example.com', 'example.com'],
  ['https://example.com./a', 'example.com', 'example.com.'],
  ['https://b\u00fccher.example/', 'xn--bcher-kva.example', 'b\u00fccher.example'],
  ['http://2130706433/', '127.0.0.1', '2130706433'],
  ['http://0x7f.1/', '127.0.0.1', '0x7f.1'],
  ['http://[::FFFF:127.0.0.1]/', '::ffff:7f00:1', '::ffff:127.0.0.1'],
  ['https://good.example\\@evil.example/', 'good.example', 'evil.example'],
  ['example.com/data', null, ''],
  ['mailto:ann@example.com', null, ''],
  ['#alerts', null, ''],
  ['', null, ''],
];

for (const [url, host, urlparse] of urls) {
  test(`${url || '(empty)'} goes to ${host}`, () => {
    assert.equal(urlHost(url), host);
    assert.equal(urlparseHost(url), urlparse);
  });
}

test('an entry has the spelling of the hosts it grants, and nothing but a host is one', () => {
  const names = [
    'API.Example.com',
    'example.com.',
    '[::1]',
    '::1',
    '127.1',
    '*',
    '*.x',
    'a.com/x',
    'a.com:443',
    'b c',
    '',
  ];
  assert.equal(names.map(hostName), [
    'api.example.com',
    'example.com',
    '::1',
    '::1',
    '127.0.0.1',
    '*',
    '*.x',
    'a.com/x',
    'a.com:443',
    'b c',
    '',
  ]);
});

test.run();
