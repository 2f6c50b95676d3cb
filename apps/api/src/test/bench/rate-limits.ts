import {
  CALLS_PER_MINUTE,
  createRateLimits,
  noRateLimits,
  type RateLimits,
} from '@inaam/core/people/passwords/rate-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import type { Client } from '../support/client.ts';
import { registerUser } from '../support/people.ts';

/**
 * What rate limits cost: the same calls with and without them, and with a write for each call, in adjacent runs that
 * take turns.
 */

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { realHashes: true });
});
afterAll(() => api.close());

const ROUNDS = 25;
const CALLS = 400;
const AT_ONCE = 12;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const ways = {
  without: (): RateLimits => noRateLimits,
  // Anew in each round, as in a new minute; so wide that nobody is refused.
  leases: () => createRateLimits(api.services.kernel, { ...CALLS_PER_MINUTE, user: 1_000_000 }),
  writes: (): RateLimits => ({
    ...noRateLimits,
    async spend(kind, caller) {
      await api.services.kernel.move((sql) => sql`select take_points(${`each:${kind}:${caller}`}, 1, 60)`);
    },
  }),
};
type Way = keyof typeof ways;
const names = Object.keys(ways) as Way[];

async function perSecond(clients: Client[]): Promise<number> {
  const start = performance.now();
  const work = async (first: number) => {
    for (let i = first; i < CALLS; i += AT_ONCE) {
      const answer = await clients[i % clients.length]?.query('user.identity.me');
      if (answer?.status !== 200) throw new Error(`answered ${answer?.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(i)));
  return CALLS / ((performance.now() - start) / 1000);
}

test.each([
  ['one caller, who takes a lease every 20 calls', 1],
  ['50 callers, who stay below a lease', 50],
])('%s', async (what, people) => {
  const clients: Client[] = [];
  for (let i = 0; i < people; i++) clients.push((await registerUser(api.appHost)).client);
  api.services.rateLimits = noRateLimits;
  for (let i = 0; i < 3; i++) await perSecond(clients);
  const ratios: Record<Way, number[]> = { without: [], leases: [], writes: [] };
  const figures: Record<Way, number> = { without: 0, leases: 0, writes: 0 };
  for (let i = 0; i < ROUNDS; i++) {
    for (const way of names.map((_, k) => names[(i + k) % names.length] ?? 'without')) {
      api.services.rateLimits = ways[way]();
      figures[way] = await perSecond(clients);
    }
    for (const way of names) ratios[way].push(figures[way] / figures.without);
  }
  console.log(
    `${what}: ${figures.without.toFixed(0)} calls a second without limits; of that, medians of ${ROUNDS} rounds: ` +
      `${median(ratios.leases).toFixed(3)} with leases, ${median(ratios.writes).toFixed(3)} with a write for each call`,
  );
  expect(median(ratios.leases)).toBeGreaterThan(0.85);
});
