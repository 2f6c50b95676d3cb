import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listPostbacks } from './inbox.ts';
import { flushSearchIndex } from './search.ts';

/** On the distributed engine, indexes have no list of pending entries (decision 0027), so the test does not apply. */
const { asOnEngine } = inject('postgres');

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const search = async (text: string) =>
  (await listPostbacks(core.kernel, postbackListInput.parse({ search: text }))).postbacks.map(
    (row) => row.transaction_id,
  );
const flush = () => flushSearchIndex(core.kernel);

test.skipIf(asOnEngine)('finds postbacks before and after their index entries are flushed', async () => {
  const network = await makeNetwork(core);
  const { offer_id: offerId } = await makeOffer(core);
  const { clickId, transactionId } = await completeOffer(core, network, await makeUser(core), offerId);
  const parts = [clickId.slice(2, 14), transactionId.slice(1).toUpperCase()];
  for (const part of parts) expect(await search(part), part).toEqual([transactionId]);
  expect(await flush()).toBeGreaterThan(0);
  for (const part of parts) expect(await search(part), part).toEqual([transactionId]);
  // The pending list is empty now.
  expect(await flush()).toBe(0);
  const [index] = await core.database.sql`select reloptions from pg_class where relname = 'postbacks_trigrams'`;
  expect(index?.['reloptions']).toEqual(['gin_pending_list_limit=65536']);
});
