import { CALLS_PER_MINUTE, createBudgets, unlimitedBudgets } from '@inaam/core/identity/budgets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../api.ts';
import type { Client } from '../client.ts';
import { registerUser } from '../people.ts';

/** What budgets cost: the same calls with and without them, in adjacent runs that take turns. */

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const ROUNDS = 12;
const CALLS = 1000;
const AT_ONCE = 12;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

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
  api.services.budgets = unlimitedBudgets;
  await perSecond(clients);
  const figures: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let i = 0; i < ROUNDS; i++) {
    for (const which of i % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      // Anew in each round, as in a new minute; so wide that nobody is refused.
      const budgets = createBudgets(api.services.kernel, { ...CALLS_PER_MINUTE, user: 1_000_000 });
      api.services.budgets = which === 'with' ? budgets : unlimitedBudgets;
      figures[which].push(await perSecond(clients));
    }
  }
  const [on, off] = [median(figures.with), median(figures.without)];
  console.log(`${what}: ${on.toFixed(0)} calls a second with, ${off.toFixed(0)} without: ${(on / off).toFixed(3)}`);
  expect(on / off).toBeGreaterThan(0.8);
});
