import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readPrices } from '../../src/prices/file.js';
import { shippedPrices } from '../../src/prices/list.js';
import { dollarsAtLeast, dollarsAtMost, pricePerToken } from '../../src/prices/money.js';

test('money is exact: a price is a whole number of its unit, and only what is printed is rounded', () => {
  assert.is(pricePerToken('10'), 10_000_000n);
  assert.is(pricePerToken('0.19305'), 193_050n);
  assert.is(pricePerToken('0.000001'), 1n);
  assert.is(pricePerToken('0'), 0n);
  for (const odd of ['', '-1', '1e3', '.5', '1.', '0.0000001', ' 1', '1_000']) assert.is(pricePerToken(odd), undefined);
  const third = (pricePerToken('0.1') ?? 0n) * 3n;
  assert.is(third, pricePerToken('0.3'));
  assert.is(dollarsAtMost(1n), 0.000001);
  assert.is(dollarsAtLeast(999_999n), 0);
  assert.is(dollarsAtMost(12_345_678_000_000n), 12.345678);
  assert.is(dollarsAtMost(12_345_678_000_001n), 12.345679);
});

test('the list that ships knows the providers of the language, and says where it is from and of what day', () => {
  const prices = shippedPrices();
  assert.match(prices.source, /^@pydantic\/genai-prices \d/);
  assert.match(prices.date, /^\d{4}-\d{2}-\d{2}$/);
  const known = [
    'anthropic/claude-3-5-sonnet',
    'deepseek/deepseek-chat',
    'gemini/gemini-2.0-flash',
    'groq/llama-3.3-70b-versatile',
    'mistral/mistral-large-latest',
    'openai/gpt-4o',
    'xai/grok-2-latest',
  ];
  for (const model of known) assert.ok((prices.outputToken(model) ?? 0n) > 0n, model);
  assert.is(prices.outputToken('openai/gpt-4o'), 10_000_000n);
  assert.is(prices.outputToken('OpenAI/gpt-4o'), undefined);
});

test('the dearest hour and tier count, and prices that are over do not', () => {
  const { outputToken } = shippedPrices();
  assert.is(outputToken('deepseek/deepseek-chat'), 1_100_000n);
  assert.is(outputToken('openai/o3'), 8_000_000n);
  assert.is(outputToken('anthropic/claude-sonnet-4-6'), 15_000_000n);
});

test('no price is no price: unknown models, local ones, those that are given away, and names without a provider', () => {
  const { outputToken } = shippedPrices();
  const none = [
    'openai/no-such-model',
    'ollama/llama3.2:3b',
    'mock/echo',
    'nvidia/nvidia/nemotron-3-super-120b-a12b',
    'mistral/mistral-nemo:free',
    'gpt-4o',
    'openai/',
    '/',
    '',
    'constructor/x',
  ];
  for (const model of none) assert.is(outputToken(model), undefined, model);
});

test('a file of prices is the whole list', () => {
  const read = readPrices(`{ "source": "our contract", "date": "2026-11-01",
    "output_usd_per_million_tokens": { "openai/gpt-4o": 9.5, "ollama/a": "0.25", "ollama/b": 0 } }`);
  if (!read.ok) throw new Error(read.message);
  assert.is(read.prices.source, 'our contract');
  assert.is(read.prices.date, '2026-11-01');
  assert.is(read.prices.outputToken('openai/gpt-4o'), 9_500_000n);
  assert.is(read.prices.outputToken('ollama/a'), 250_000n);
  assert.is(read.prices.outputToken('ollama/b'), 0n);
  assert.is(read.prices.outputToken('anthropic/claude-3-5-sonnet'), undefined);
  assert.is(read.prices.outputToken('constructor'), undefined);
});

test('what is no price list says what is missing', () => {
  const head = '"source": "s", "date": "2026-11-01"';
  const faulty: readonly (readonly [string, RegExp])[] = [
    ['', /no JSON object/],
    ['[]', /no JSON object/],
    ['{ "date": "2026-11-01" }', /where its prices are from/],
    ['{ "source": "s", "date": "today" }', /of what day/],
    [`{ ${head} }`, /no prices/],
    [`{ ${head}, "output_usd_per_million_tokens": { "a/b": -1 } }`, /`a\/b` is none/],
    [`{ ${head}, "output_usd_per_million_tokens": { "a/b": 1e-9 } }`, /`a\/b` is none/],
    [`{ ${head}, "output_usd_per_million_tokens": { "a/b": null } }`, /`a\/b` is none/],
  ];
  for (const [text, message] of faulty) {
    const read = readPrices(text);
    assert.ok(!read.ok, text);
    assert.match(read.message, message);
    assert.ok(read.repair.length > 0);
  }
});

test.run();
