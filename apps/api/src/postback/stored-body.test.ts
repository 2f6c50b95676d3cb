import { randomUUID } from 'node:crypto';
import { systemActor } from '@inaam/core/kernel/actor';
import { updateNetwork } from '@inaam/core/partners/networks/commands';
import { rejudgeParked, replayPostbacks } from '@inaam/core/partners/postbacks/commands';
import { getPostback } from '@inaam/core/partners/postbacks/queries';
import { MAX_UNKNOWN_PER_CALLER } from '@inaam/core/partners/postbacks/receiving';
import { makeClick, makeNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, describe, expect, test } from 'vitest';
import { createCallingNetwork } from '../test/support/api-with-network.ts';
import { Client } from '../test/support/client.ts';

const { api, network, partner, startOffer, sign, path, approval, readCompletion } = await createCallingNetwork();
afterAll(() => api.close());

describe('a malformed postback', () => {
  const readNewest = async (slug = network.slug) => {
    const [row] = await api.core.database.sql`
      select method, raw_url, raw_query, raw_body, truncated_from_bytes, content_type, outcome, reason, ip,
        network_id is not null as known
      from postbacks where slug = ${slug} order by id desc limit 1`;
    return row;
  };

  test.each([
    ['a little', 64 * 1024 + 1],
    ['a lot', 300 * 1024],
  ])('with a body that is too long by %s gets 413 and is stored with its start and length', async (_, size) => {
    const query = sign(approval(await startOffer(), randomUUID()));
    const { status, body } = await partner.send('POST', path(query), 'x'.repeat(size), {
      'content-type': 'text/plain',
    });
    expect([status, body]).toEqual([413, { error: 'The request body is too large: at most 64 kB' }]);
    const row = await readNewest();
    expect(row).toMatchObject({
      raw_query: query,
      truncated_from_bytes: size,
      outcome: 'refused',
      reason: 'The body is too large',
    });
    expect(row?.['raw_body']).toHaveLength(4096);
    // The longest body that is stored whole.
    const whole = 'x'.repeat(64 * 1024);
    expect((await partner.send('POST', path(query), whole, { 'content-type': 'text/plain' })).status).toBe(200);
    expect(await readNewest()).toMatchObject({ raw_body: whole, truncated_from_bytes: null });
  });

  test('is not accepted by a replay, which has only the start of its body', async () => {
    const query = sign(approval(await startOffer(), randomUUID()));
    await partner.send('POST', path(query), 'x'.repeat(70_000), { 'content-type': 'text/plain' });
    const all = { outcome: 'all', kind: 'all', dateRange: 'all', alerts: false, after: 0, limit: 1000 } as const;
    await api.core.database.sql`update networks set updated_at = now() where slug = ${network.slug}`;
    await replayPostbacks(api.core.as(systemActor), all);
    expect(await readNewest()).toMatchObject({ outcome: 'refused', reason: 'The body is too large' });
  });

  test.each(['rubbish', 'text/', 'application/json; charset=\u00ff', 'x'.repeat(900)])(
    'is accepted with the content type %s',
    async (type) => {
      const query = sign(approval(await startOffer(), randomUUID()));
      expect((await partner.send('POST', path(query), 'a=b', { 'content-type': type })).status).toBe(200);
      expect(await readNewest()).toMatchObject({ raw_body: 'a=b', content_type: type, outcome: 'accepted' });
    },
  );

  test.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const)(
    'with the method %s gets 405 and counts nothing',
    async (method) => {
      const clickId = await startOffer();
      const query = sign(approval(clickId, randomUUID()));
      const answer = await api.appHost.inject({ method, url: path(query) });
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, POST']);
      expect(await readNewest()).toMatchObject({
        method,
        raw_query: query,
        outcome: 'refused',
        reason: 'Method not allowed',
      });
      expect(await readCompletion(clickId)).toBeUndefined();
    },
  );

  test('is stored when its path cannot be decoded or is too long', async () => {
    for (const suffix of ['/%zz', '/a/b/c', '/', `/${'k'.repeat(6000)}`]) {
      const url = `/postback/${network.slug}${suffix}?a=${suffix.length}`;
      const { status } = await partner.get(url);
      expect([suffix.slice(0, 9), status]).toEqual([suffix.slice(0, 9), 403]);
      expect(await readNewest()).toMatchObject({ raw_query: `a=${suffix.length}`, reason: 'Signature not valid' });
    }
  });

  test('gets 405 for a wrong method at a path that cannot be decoded', async () => {
    const { status, headers } = await partner.send('PUT', `/postback/${network.slug}/%zz?a=put`);
    expect([status, headers['allow']]).toEqual([405, 'GET, POST']);
    expect(await readNewest()).toMatchObject({ raw_query: 'a=put', reason: 'Method not allowed' });
  });

  test('is stored with the canonical form of its sender’s IP address', async () => {
    for (const [from, stored] of [
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['2001:0DB8:0:0::1', '2001:db8::1'],
    ] as const) {
      await new Client(api.appHost, from).get(path(sign('a=b')));
      expect(await readNewest()).toMatchObject({ ip: stored });
    }
  });
});

describe('a postback to an unknown network', () => {
  const listStored = (slug: string) =>
    api.core.database.sql`select outcome, reason, network_id from postbacks where slug = ${slug} order by id`;

  test('is stored, and is credited as soon as a network gets that slug', async () => {
    const late = await makeNetwork(api.core);
    await api.core.database.sql`update networks set slug = ${`${late.slug}-was`} where slug = ${late.slug}`;
    const { offer_id } = await makeOffer(api.core);
    await api.core.database.sql`
      update offers set network_id = (select id from networks where slug = ${`${late.slug}-was`})
        where id = ${offer_id}`;
    const clickId = await makeClick(api.core, await makeUser(api.core), offer_id);
    const early = await new Client(api.appHost, '203.0.113.31').get(
      path(sign(approval(clickId, randomUUID()), late.secret), late.slug),
    );
    expect([early.status, early.body]).toEqual([404, { error: 'Network not found' }]);
    expect(await listStored(late.slug)).toEqual([{ outcome: 'parked', reason: 'Network not found', network_id: null }]);
    const [row] = await api.core.database.sql<
      { id: number }[]
    >`select id from networks where slug = ${`${late.slug}-was`}`;
    await updateNetwork(api.core.as(systemActor), { network_id: row?.id ?? 0, slug: late.slug });
    await rejudgeParked(api.core.as(systemActor));
    expect(await readCompletion(clickId)).toMatchObject({ status: 'approved' });
  });

  test('appears in the inbox with its secret masked', async () => {
    const slug = `gone-${randomUUID().slice(0, 8)}`;
    await new Client(api.appHost, '203.0.113.32').get(`/postback/${slug}/the-secret-path?password=open-sesame&a=1`);
    const [row] = await api.core.database.sql<{ id: number }[]>`select id from postbacks where slug = ${slug}`;
    const entry = await getPostback(api.core.services, row?.id ?? 0);
    expect(entry).toMatchObject({ network_id: null, network: slug, outcome: 'parked', query: 'password=••••&a=1' });
    expect(JSON.stringify(entry)).not.toContain('the-secret-path');
  });

  test('is truncated if it is long, and is not stored once its caller has sent too many', async () => {
    const slug = `flood-${randomUUID().slice(0, 8)}`;
    const flood = new Client(api.appHost, '203.0.113.33');
    const send = () =>
      flood.send('POST', `/postback/${slug}?q=${'y'.repeat(9000)}`, 'x'.repeat(60_000), {
        'content-type': 'text/plain',
      });
    for (let i = 0; i < MAX_UNKNOWN_PER_CALLER + 5; i++) expect((await send()).status).toBe(404);
    expect(await listStored(slug)).toHaveLength(MAX_UNKNOWN_PER_CALLER);
    const [longest] = await api.core.database.sql`
      select max(length(raw_query) + length(raw_body)) as length, min(truncated_from_bytes) as truncated_from_bytes
        from postbacks
        where slug = ${slug}`;
    expect(longest).toEqual({ length: 8192 + 4096, truncated_from_bytes: 60_000 });
    expect((await new Client(api.appHost, '203.0.113.34').get(path('a=b', slug))).status).toBe(404);
    expect(await listStored(slug)).toHaveLength(MAX_UNKNOWN_PER_CALLER + 1);
  });
});
