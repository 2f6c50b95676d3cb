import { postbackListInput } from '@inaam/contracts/postbacks/inbox';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { listPostbacks } from './inbox.ts';
import { flushSearchIndex } from './search.ts';

/** Whether indexes are those of the distributed engine, where nothing waits to be put into them. */
const { asOnEngine } = inject('postgres');

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const found = async (search: string) =>
  (await listPostbacks(core.kernel, postbackListInput.parse({ search }))).postbacks.map((row) => row.transaction_id);
const putIn = () => flushSearchIndex(core.kernel);

test.skipIf(asOnEngine)('postbacks wait to be put into the index of the search, and are found meanwhile', async () => {
  const network = await makeNetwork(core);
  const { offer_id: offerId } = await makeOffer(core);
  const { clickId, transactionId } = await completeOffer(core, network, await makeUser(core), offerId);
  const parts = [clickId.slice(2, 14), transactionId.slice(1).toUpperCase()];
  for (const part of parts) expect(await found(part), part).toEqual([transactionId]);
  expect(await putIn()).toBeGreaterThan(0);
  for (const part of parts) expect(await found(part), part).toEqual([transactionId]);
  // Nothing waits now.
  expect(await putIn()).toBe(0);
  const [index] = await core.database.sql`select reloptions from pg_class where relname = 'postbacks_trigrams'`;
  expect(index?.['reloptions']).toEqual(['gin_pending_list_limit=65536']);
});
