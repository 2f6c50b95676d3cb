import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import type { Client } from './support/client.ts';
import { signInAdmin } from './support/people.ts';

let api: TestApi;
let admin: Client;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
  admin = (await signInAdmin(api)).client;
});
afterAll(() => api.close());

const openOffer = async () => {
  const { offer_id } = await makeOffer(api.core);
  const save = (fields: object) => admin.json('PUT', '/api/admin/offers.php', { offer_id, ...fields });
  const read = async () => {
    const { body } = await admin.get('/api/admin/offers.php?limit=1000');
    const offer = (body.offers as { offer_id: number; version: number; title: string }[]).find(
      (each) => each.offer_id === offer_id,
    );
    if (offer === undefined) throw new Error('the offer is not listed');
    return offer;
  };
  return { save, read };
};

test('refuses to overwrite an offer that was changed since it was read', async () => {
  const { save, read } = await openOffer();
  const { version } = await read();
  expect((await save({ version, title: 'From the first tab' })).status).toBe(200);
  expect(await save({ version, title: 'From the second tab' })).toMatchObject({
    status: 409,
    body: { error: 'This was changed by somebody else. Reload to see it.' },
  });
  expect((await read()).title).toBe('From the first tab');
});

test('saves an offer without a version, whatever was changed before', async () => {
  const { save, read } = await openOffer();
  expect((await save({ title: 'The first' })).status).toBe(200);
  expect((await save({ title: 'The last' })).status).toBe(200);
  expect((await read()).title).toBe('The last');
});
