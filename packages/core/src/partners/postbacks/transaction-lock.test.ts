import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeClick, makeNetwork, postback, signQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { whileLocked } from '@inaam/testing/while-locked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKernel } from '../../kernel/kernel.ts';
import { type ReceivingServices, receivePostback } from './receive.ts';

/** A completion and a simultaneous reversal take each other into account, whichever commits first. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
  network = await makeNetwork(core);
});
afterAll(() => core.close());

/** Services that run in one open transaction, like a process that has not committed yet. */
const makeServicesWithin = (sql: TestCore['database']['sql']): ReceivingServices => ({
  kernel: createKernel({ db: core.database.db, sql }, { deadline: 12_000 }),
  secrets: core.services.secrets,
});

test.each([
  ['approved', 'reversed'],
  ['reversed', 'approved'],
])(
  'reverses the completion if the status %s is not committed yet when the status %s arrives',
  async (first, second) => {
    const { offer_id: offerId } = await makeOffer(core);
    const call = { click_id: await makeClick(core, await makeUser(core), offerId), transaction_id: randomUUID() };
    const { waited } = await whileLocked(
      core,
      (sql) =>
        receivePostback(makeServicesWithin(sql), network.slug, {
          method: 'GET',
          rawQuery: signQuery(network, { ...call, status: first }),
          rawBody: '',
          contentType: null,
          ip: null,
        }),
      () => postback(core, network, { ...call, status: second }),
    );
    expect(waited).toBe(true);
    const rows = await core.database.sql`select status from completion_states where offer_id = ${offerId}`;
    expect(rows).toEqual([{ status: 'reversed' }]);
    const [parked] = await core.database.sql`
    select count(*) from postbacks where transaction_id = ${call.transaction_id} and outcome = 'parked'`;
    expect(parked).toEqual({ count: 0 });
  },
);
