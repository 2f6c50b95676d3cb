import { expect, test } from 'vitest';
import { getPrebuiltJson, PrebuiltJson, setPrebuiltJson } from './prebuilt-json.ts';

test('puts the fields between the texts that each call passes, in any order of calls', () => {
  const answer = { name: 'स्पिन', count: 2 };
  setPrebuiltJson(answer, new PrebuiltJson(JSON.stringify(answer).slice(1, -1)));
  const expected = { alone: '{"name":"स्पिन","count":2}', inside: '{"a":{"b":{"name":"स्पिन","count":2}}}' };
  for (let turn = 0; turn < 2; turn++) {
    expect(getPrebuiltJson(answer)?.toString()).toBe(expected.alone);
    expect(getPrebuiltJson(answer, '{"a":{"b":{', '}}}')?.toString()).toBe(expected.inside);
  }
});

test('returns the same bytes again for the same texts', () => {
  const answer = setPrebuiltJson({}, new PrebuiltJson('"a":1'));
  expect(getPrebuiltJson(answer)).toBe(getPrebuiltJson(answer));
});

test('returns undefined for values without prebuilt JSON', () => {
  expect([null, 1, 'a', { offers: [] }].map((value) => getPrebuiltJson(value))).toEqual(Array(4).fill(undefined));
});
