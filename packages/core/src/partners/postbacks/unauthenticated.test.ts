import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, signQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { networkHealth } from '../networks/health.ts';
import { receivePostback } from './receive.ts';
import { MAX_UNAUTHENTICATED_PER_CALLER, UNAUTHENTICATED_MAX_BYTES } from './store.ts';

/** Forged postbacks must not fill the disk. Signed postbacks are stored whole. */

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
const listStored = () => core.database.sql<
  {
    raw_query: string;
    raw_body: string;
    truncated_from_bytes: number | null;
    content_hash: string | null;
    headers: Record<string, string>;
    outcome: string;
  }[]
>`
  select p.raw_query, p.raw_body, p.truncated_from_bytes, p.content_hash, p.headers, p.outcome
  from postbacks p join networks n on n.id = p.network_id where n.slug = ${network.slug} order by p.id`;
const getNetworkId = async () => {
  const [row] = await core.database.sql<{ id: number }[]>`select id from networks where slug = ${network.slug}`;
  return row?.id ?? 0;
};

test('keeps the beginning of a forged postback and a hash of all of it', async () => {
  const body = 'b'.repeat(60_000);
  expect(await send('click_id=c&signature=00', body)).toMatchObject({ outcome: 'refused', forged: true });
  const [row] = await listStored();
  expect(row).toMatchObject({
    raw_query: 'click_id=c&signature=00',
    raw_body: 'b'.repeat(UNAUTHENTICATED_MAX_BYTES),
    truncated_from_bytes: 60_000,
  });
  // SHA-256 of the URL, the query and the body, one per line.
  expect(row?.content_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(row?.headers['x-filler']).toHaveLength(200);
  const other = await send('click_id=c&signature=00', `${body}c`);
  expect(other?.outcome).toBe('refused');
  expect((await listStored())[1]?.content_hash).not.toBe(row?.content_hash);
});

test('keeps a short forged postback whole, so that it can be judged again with the right key', async () => {
  await send('click_id=c&signature=00', 'small');
  expect(await listStored()).toMatchObject([
    { raw_body: 'small', truncated_from_bytes: null, content_hash: null, outcome: 'refused' },
  ]);
});

test('keeps a signed postback whole, whatever its length', async () => {
  const query = signQuery(network, {
    click_id: 'unknown',
    transaction_id: 't',
    status: 'approved',
    filler: 'f'.repeat(9000),
  });
  await send(query, 'b'.repeat(60_000));
  expect(await listStored()).toMatchObject([
    { raw_query: query, raw_body: 'b'.repeat(60_000), truncated_from_bytes: null, outcome: 'parked' },
  ]);
});

test('counts but does not store postbacks above an IP address’s quota; other addresses are not affected', async () => {
  for (let i = 0; i < MAX_UNAUTHENTICATED_PER_CALLER + 5; i++) await send(`click_id=c${i}&signature=00`);
  expect(await listStored()).toHaveLength(MAX_UNAUTHENTICATED_PER_CALLER);
  await send('click_id=x&signature=00', '', '203.0.113.10');
  expect(await listStored()).toHaveLength(MAX_UNAUTHENTICATED_PER_CALLER + 1);
  const { unauthenticated } = await networkHealth(core.kernel, await getNetworkId(), 7);
  expect(unauthenticated).toEqual({
    calls: MAX_UNAUTHENTICATED_PER_CALLER + 6,
    kept: MAX_UNAUTHENTICATED_PER_CALLER + 1,
  });
});

test('applies one quota to an IPv6 /64', async () => {
  const at = (i: number) => `2001:db8:5:6::${i.toString(16)}`;
  for (let i = 0; i < MAX_UNAUTHENTICATED_PER_CALLER + 5; i++) await send(`click_id=c${i}&signature=00`, '', at(i));
  expect(await listStored()).toHaveLength(MAX_UNAUTHENTICATED_PER_CALLER);
});

test('stores less than a megabyte for 200 forged postbacks of 60 kB', async () => {
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

test('keeps at most 5000 forged postbacks of a network in 24 hours', async () => {
  const { sql } = core.database;
  const id = await getNetworkId();
  const addStoredCalls = (hoursAgo: number, calls: number) => sql`
    insert into unauthenticated_calls (network_id, ip, hour, calls, kept)
    values (${id}, ${`192.0.2.${hoursAgo}`}, now() - make_interval(hours => ${hoursAgo}), ${calls}, ${calls})`;
  await addStoredCalls(25, 9000);
  // The next postback is the 5000th of the last 24 hours.
  await addStoredCalls(23, 4999);
  await send('click_id=a&signature=00');
  expect(await listStored()).toHaveLength(1);
  await send('click_id=b&signature=00');
  expect(await listStored()).toHaveLength(1);
  expect((await networkHealth(core.kernel, id, 7)).unauthenticated).toEqual({ calls: 5001, kept: 5000 });
});

test('keeps 30 postbacks per caller and hour to unknown networks, and 1000 per day in total', async () => {
  const { sql } = core.database;
  const sendNowhere = (ip: string) =>
    receivePostback(core.services, 'no-such-network', {
      method: 'GET',
      rawQuery: '',
      rawBody: '',
      contentType: null,
      ip,
    });
  const rows = async () => (await sql`select 1 from postbacks where slug = 'no-such-network'`).length;
  const fill = (count: number, ip: string, ago: string) => sql`
    insert into postbacks (slug, retry_key, method, raw_query, raw_body, ip, outcome, received_at)
    select 'filler', ${`${ip} ${ago} `} || n, 'GET', '', '', ${ip}, 'parked', now() - ${ago}::interval
    from generate_series(1, ${count}::int) n`;
  await fill(30, '192.0.2.1', '61 minutes');
  await fill(29, '192.0.2.1', '59 minutes');
  await sendNowhere('192.0.2.1');
  await sendNowhere('192.0.2.1');
  expect(await rows()).toBe(1);
  // Each caller has its own quota within the total.
  await fill(1000, '192.0.2.2', '24 hours 1 minute');
  await fill(999 - 60, '192.0.2.3', '23 hours');
  await sendNowhere('192.0.2.4');
  await sendNowhere('192.0.2.5');
  expect(await rows()).toBe(2);
});
