import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { shortCircuit, type Timings, timeGuesses } from '../support/guessing.ts';
import { rankSum } from '../support/rank-sum.ts';

/** 1,000 timings of guesses at known and unknown accounts: contract section 2 says that they cannot be told apart. */

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { realHashes: true });
});
afterAll(() => api.close());

const PAIRS = 500;
const TELLING = 4;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function report(what: string, { known, unknown }: Timings): number {
  const score = rankSum(known, unknown);
  const [a, b] = [median(known).toFixed(2), median(unknown).toFixed(2)];
  console.log(`${what}: known ${a} ms, unknown ${b} ms (medians of ${PAIRS} each), rank-sum score ${score.toFixed(2)}`);
  return score;
}

test.each(['user', 'admin'] as const)('%ss', async (realm) => {
  expect(Math.abs(report(realm, await timeGuesses(api, realm, PAIRS)))).toBeLessThan(TELLING);
});

test('with a sign-in that skips the hash of accounts that are not there', async () => {
  const { passwords } = api.services;
  api.services.passwords = shortCircuit(passwords);
  const timings = await timeGuesses(api, 'user', PAIRS);
  api.services.passwords = passwords;
  expect(report('short-circuit', timings)).toBeGreaterThan(TELLING);
});
