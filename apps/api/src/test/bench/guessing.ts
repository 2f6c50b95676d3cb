import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { Client } from '../support/client.ts';
import { manyUsers, newAddress, shortCircuit, type Timings, timeGuesses } from '../support/guessing.ts';
import { rankShare } from '../support/rank-sum.ts';

/**
 * Whether time tells who has an account: 2,000 calls a side, in turn, of each way that takes an address. Needs a quiet
 * machine: `npx pnpm --filter @inaam/api bench guessing`.
 */

const PAIRS = 2000;
/** How often a call about somebody may be slower than one about nobody: 0.5 is a coin. */
const ALIKE = [0.47, 0.53] as const;

let api: TestApi;
beforeAll(async () => {
  // Nobody listens at the discard port: what is sent is not what is timed.
  api = await createTestApi({ MAIL: 'on', MAIL_URL: 'smtp://127.0.0.1:9', RATE_LIMITS: 'on' }, { realHashes: true });
  api.services.accounts.signUpByMail = true;
});
afterAll(() => api.close());

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function report(what: string, { known, unknown }: Timings): number {
  const share = rankShare(known, unknown);
  const [a, b] = [median(known).toFixed(2), median(unknown).toFixed(2)];
  console.log(
    `${what}: known ${a} ms, unknown ${b} ms (medians of ${known.length} each), rank-sum score ${share.toFixed(3)}`,
  );
  return share;
}

function expectAlike(share: number): void {
  expect(share).toBeGreaterThan(ALIKE[0]);
  expect(share).toBeLessThan(ALIKE[1]);
}

test.each(['user', 'admin'] as const)(
  'guesses at %ss',
  async (realm) => {
    expectAlike(report(realm, await timeGuesses(api, realm, PAIRS)));
  },
  1_800_000,
);

const asking: [string, string, (email: string) => object][] = [
  [
    'sign-up',
    'user.identity.register',
    (email) => ({ firstName: 'A', lastName: 'B', email, password: 'not so common 1' }),
  ],
  ['reset', 'user.account.requestReset', (email) => ({ email })],
  ['sign-in link', 'user.account.requestSignInLink', (email) => ({ email })],
];
test.each(asking)(
  '%s',
  async (what, procedure, inputOf) => {
    const known = await manyUsers(api, PAIRS);
    const timings: Timings = { known: [], unknown: [] };
    const texts = new Set<string>();
    const ask = async (email: string): Promise<number> => {
      const client = new Client(api.appHost, newAddress());
      const start = performance.now();
      const { status, body } = await client.mutate(procedure, inputOf(email));
      const ms = performance.now() - start;
      texts.add(`${status} ${JSON.stringify(body)}`);
      return ms;
    };
    const nobody = () => `${randomUUID()}@example.invalid`;
    for (let i = 0; i < 5; i++) await ask(nobody());
    for (const [i, email] of known.entries()) {
      if (i % 2 === 0) timings.known.push(await ask(email));
      timings.unknown.push(await ask(nobody()));
      if (i % 2 === 1) timings.known.push(await ask(email));
    }
    // The same words for all of them.
    expect([...texts]).toHaveLength(1);
    expectAlike(report(what, timings));
  },
  1_800_000,
);

test('with a sign-in that skips the hash of accounts that are not there', async () => {
  const { passwords } = api.services;
  api.services.passwords = shortCircuit(passwords);
  const timings = await timeGuesses(api, 'user', 200);
  api.services.passwords = passwords;
  expect(report('short-circuit', timings)).toBeGreaterThan(0.9);
}, 600_000);
