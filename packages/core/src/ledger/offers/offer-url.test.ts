import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { anyAdmin } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestUrl, offerDetail } from './detail.ts';
import { updateOffer } from './save.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  const { slug } = await makeNetwork(core);
  await core.database.sql`update networks set link_macros = '{"[CLICK]": "click_id"}' where slug = ${slug}`;
});
afterAll(() => core.close());

const change = (offer_id: number, changes: object) => updateOffer(core.as(anyAdmin), { offer_id, ...changes });

test.each(['{ID}', '{{aff_sub}}', '${SUB}', '[TXID]', '%7BID%7D'])(
  'refuses %s in the URL of an offer and names it',
  async (placeholder) => {
    const offer_url = `https://p.example/?a=${placeholder}`;
    const refusal = {
      code: 'BAD_INPUT',
      field: 'offer_url',
      message: `Offer URL contains ${placeholder}, which is not filled in: use {click_id}, {user_id} or {offer_id}`,
    };
    await expect(makeOffer(core, { offer_url })).rejects.toMatchObject(refusal);
    const { offer_id } = await makeOffer(core);
    await expect(change(offer_id, { offer_url })).rejects.toMatchObject(refusal);
  },
);

test('accepts a network’s macros and known placeholders, and fills them in the preview and the test URL', async () => {
  const offer_url = 'https://p.example/?a=[CLICK]&b={{click_id}}&c=${offer_id}&d=[user_id]&f[brand]=x';
  const { offer_id } = await makeOffer(core, { offer_url });
  expect((await offerDetail(core.kernel, offer_id)).redirect_preview).toBe(
    `https://p.example/?a=SAMPLE-CLICK-ID&b=SAMPLE-CLICK-ID&c=${offer_id}&d=SAMPLE-USER-ID&f[brand]=x`,
  );
  const { redirectUrl, clickId } = await buildTestUrl(core.as(anyAdmin), offer_id);
  expect(clickId).toMatch(/^test-/);
  expect(redirectUrl).toBe(`https://p.example/?a=${clickId}&b=${clickId}&c=${offer_id}&d=0&f[brand]=x`);
});

test('fills the network’s ID of the offer into the preview and the test URL', async () => {
  const offer_url = 'https://p.example/{external_offer_id}?c={click_id}';
  const external_offer_id = `ext-${randomUUID()}`;
  const { offer_id } = await makeOffer(core, { offer_url, external_offer_id });
  expect((await offerDetail(core.kernel, offer_id)).redirect_preview).toBe(
    `https://p.example/${external_offer_id}?c=SAMPLE-CLICK-ID`,
  );
  const { redirectUrl, clickId } = await buildTestUrl(core.as(anyAdmin), offer_id);
  expect(redirectUrl).toBe(`https://p.example/${external_offer_id}?c=${clickId}`);
});

test('allows other changes to an existing offer with an unknown placeholder', async () => {
  const { offer_id } = await makeOffer(core);
  const offer_url = 'https://p.example/?a={ID}';
  await core.database.sql`update offers set offer_url = ${offer_url} where id = ${offer_id}`;
  expect(await change(offer_id, { title: 'Another title', offer_url })).toMatchObject({ title: 'Another title' });
});
