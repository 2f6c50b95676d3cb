import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, signedQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { networkHealth } from '../networks/health.ts';
import { receivePostback } from './receive.ts';
import { MAX_UNPROVEN_OF_CALLER, UNPROVEN_HEAD } from './store.ts';

/** Anybody can send forged calls: they must not fill the disk, and what a network signed is kept whole. */

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore();
});
beforeEach(async () => {
  network = await makeNetwork(core);
});
afterAll(() => core.close());

const send = (rawQuery: string, rawBody = '', ip: string | null = '203.0.113.9') =>
  receivePostback(core.services, network.slug, {
    method: 'POST',
    rawUrl: `https://app.example/postback/${network.slug}`,
    rawQuery,
    rawBody,
    contentType: 'text/plain',
    ip,
    headers: { 'x-filler': 'h'.repeat(1000) },
  });
const kept = () => core.database.sql<
  {
    raw_query: string;
    raw_body: string;
    cut_from: number | null;
    content_hash: string | null;
    headers: Record<string, string>;
    outcome: string;
  }[]
>`
  select p.raw_query, p.raw_body, p.cut_from, p.content_hash, p.headers, p.outcome
  from postbacks p join networks n on n.id = p.network_id where n.slug = ${network.slug} order by p.id`;
const idOf = async () => {
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
  return row?.id ?? 0;
};

test('of a forged call the head and a hash of the whole are kept', async () => {
  const body = 'b'.repeat(60_000);
  expect(await send('click_id=c&signature=00', body)).toMatchObject({ outcome: 'refused', forged: true });
  const [row] = await kept();
  expect(row).toMatchObject({
    raw_query: 'click_id=c&signature=00',
    raw_body: 'b'.repeat(UNPROVEN_HEAD),
    cut_from: 60_000,
  });
  // sha256sum of the address, the query and the body, a line each.
  expect(row?.content_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(row?.headers['x-filler']).toHaveLength(200);
  const other = await send('click_id=c&signature=00', `${body}c`);
  expect(other?.outcome).toBe('refused');
  expect((await kept())[1]?.content_hash).not.toBe(row?.content_hash);
});

test('a short one is kept whole: with the right key it can be judged again', async () => {
  await send('click_id=c&signature=00', 'small');
  expect(await kept()).toMatchObject([{ raw_body: 'small', cut_from: null, content_hash: null, outcome: 'refused' }]);
});

test('what is signed is kept whole, however long', async () => {
  const query = signedQuery(network, {
    click_id: 'nobody',
    transaction_id: 't',
    status: 'approved',
    filler: 'f'.repeat(9000),
  });
  await send(query, 'b'.repeat(60_000));
  expect(await kept()).toMatchObject([
    { raw_query: query, raw_body: 'b'.repeat(60_000), cut_from: null, outcome: 'parked' },
  ]);
});

test('beyond the quota of an address they are counted, and others are still kept', async () => {
  for (let i = 0; i < MAX_UNPROVEN_OF_CALLER + 5; i++) await send(`click_id=c${i}&signature=00`);
  expect(await kept()).toHaveLength(MAX_UNPROVEN_OF_CALLER);
  await send('click_id=x&signature=00', '', '203.0.113.10');
  expect(await kept()).toHaveLength(MAX_UNPROVEN_OF_CALLER + 1);
  const { unproven } = await networkHealth(core.kernel, await idOf(), 7);
  expect(unproven).toEqual({ calls: MAX_UNPROVEN_OF_CALLER + 6, kept: MAX_UNPROVEN_OF_CALLER + 1 });
});

test('the addresses of one household of IPv6 have one quota', async () => {
  const at = (i: number) => `2001:db8:5:6::${i.toString(16)}`;
  for (let i = 0; i < MAX_UNPROVEN_OF_CALLER + 5; i++) await send(`click_id=c${i}&signature=00`, '', at(i));
  expect(await kept()).toHaveLength(MAX_UNPROVEN_OF_CALLER);
});

test('200 forged calls of 60 kB keep less than a megabyte', async () => {
  const size = async () => {
    const [row] = await core.database.sql<{ bytes: number }[]>`
      select coalesce(sum(octet_length(raw_query) + octet_length(raw_body) + octet_length(headers::text)),
        0)::bigint as bytes
      from postbacks`;
    return Number(row?.bytes);
  };
  const before = await size();
  const body = 'b'.repeat(60_000);
  for (let i = 0; i < 200; i++) await send(`click_id=c${i}&signature=00`, body);
  expect((await size()) - before).toBeLessThan(1_000_000);
});
