import type { FuzzOptions } from '@inaam/testing/fuzz';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { Client } from '../support/client.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { fuzz } from './send-cases.ts';

/** Sends invalid requests to every documented path. `npm run lab -- fuzz` sends any number of them, with any seed. */

const { requests, seed, first }: FuzzOptions = inject('fuzz');
/** MB by which the heap may grow, since caches fill during the run. */
const MAX_HEAP_GROWTH_MB = 25;

let api: TestApi;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
beforeAll(async () => {
  provider = await startIdentityProvider();
  // With rate limits, 429 would hide other answers.
  api = await createTestApi({ ...provider.env, RATE_LIMITS: 'off' });
});
afterAll(() => Promise.all([api.close(), provider.close()]));

test(
  `answers ${requests} invalid requests as documented, from case ${first} of seed ${seed}`,
  async () => {
    const { faults, logged, sent, seconds, statuses, calls, heap } = await fuzz(api, { requests, seed, first });
    process.stdout.write(
      `${sent} requests in ${seconds.toFixed(1)} s, heap ${heap.early} then ${heap.late} MB, ` +
        `${JSON.stringify(statuses)}\n`,
    );
    expect(faults).toEqual([]);
    expect(logged).toEqual([]);
    expect(sent).toBe(requests);
    expect(heap.late - heap.early).toBeLessThan(MAX_HEAP_GROWTH_MB);
    for (const host of [api.appHost, api.adminHost]) {
      expect(await new Client(host).get('/readyz')).toMatchObject({ status: 200 });
    }
    if (requests < 2_000) return;
    // The cases cover every documented call and many statuses.
    expect(Math.min(...Object.values(calls))).toBeGreaterThan(requests / 400);
    // A conflict occurs once in some thousands of requests, so a short run may have none.
    const conflicts = requests >= 20_000 ? [409] : [];
    for (const status of [200, 400, 401, 403, 404, 405, 413, 415, ...conflicts])
      expect(statuses).toHaveProperty(String(status));
    expect(statuses['400']).toBeGreaterThan(requests / 4);
  },
  120_000 + requests * 10,
);
