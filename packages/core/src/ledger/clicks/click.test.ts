import { createTestCore, type TestCore } from '@inaam/testing/core';
import { completeOffer, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser, type TestUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { whileLocked } from '@inaam/testing/while-locked';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchCounts } from '../../kernel/batches.ts';
import { sessionRow } from '../../people/sessions/find-session.ts';
import { clickStatement, recordClick } from './click.ts';
import { buildRedirectUrl, findUnknownPlaceholders } from './redirect-url.ts';

const macros = { click_id: 'c+/&=?#', user_id: '7', offer_id: '9' };
const CLICK = 'c%2B%2F%26%3D%3F%23';

test.each([
  ['https://p.example/?c={click_id}', `https://p.example/?c=${CLICK}`],
  ['https://p.example/{offer_id}/{click_id}?u={user_id}', `https://p.example/9/${CLICK}?u=7`],
  ['https://p.example/?c=%7Bclick_id%7D&u=%7buser_id%7d', `https://p.example/?c=${CLICK}&u=7`],
  ['https://p.example/?c={CLICK_ID}', `https://p.example/?c=${CLICK}`],
  ['https://p.example/?a={click_id}&b={click_id}', `https://p.example/?a=${CLICK}&b=${CLICK}`],
  ['https://p.example/?u={user_id}', `https://p.example/?u=7&sub%201=${CLICK}`],
  ['https://p.example', `https://p.example?sub%201=${CLICK}`],
  ['https://p.example/?', `https://p.example/?sub%201=${CLICK}`],
  ['https://p.example/?a=1&', `https://p.example/?a=1&sub%201=${CLICK}`],
  ['https://p.example/?a=1#top', `https://p.example/?a=1&sub%201=${CLICK}#top`],
  ['https://p.example/#a?b#c', `https://p.example/?sub%201=${CLICK}#a?b#c`],
  ['https://p.example/#{click_id}', `https://p.example/#${CLICK}`],
  ['https://p.example/?c={{click_id}}&u={{ user_id }}', `https://p.example/?c=${CLICK}&u=7`],
  ['https://p.example/?c=${click_id}&u=%24%7Buser_id%7D', `https://p.example/?c=${CLICK}&u=7`],
  ['https://p.example/?c=[click_id]&u=%5BUSER_ID%5D', `https://p.example/?c=${CLICK}&u=7`],
  ['https://p.example/?c=%7B%7Bclick_id%7D%7D', `https://p.example/?c=${CLICK}`],
  ['https://p.example/?c=%257Bclick_id%257D', `https://p.example/?c=${CLICK}`],
  ['https://p.example/[click_id]/?user[ip]=x&a[0]=1', `https://p.example/${CLICK}/?user[ip]=x&a[0]=1`],
  ['https://p.example/?sub%201=&o=1', `https://p.example/?sub%201=${CLICK}&o=1`],
  ['https://p.example/?o=1&sub+1=#top', `https://p.example/?o=1&sub+1=${CLICK}#top`],
  ['https://p.example/?sub%201&o=1', `https://p.example/?sub%201=${CLICK}&o=1`],
  ['https://p.example/?sub%201=x', `https://p.example/?sub%201=x&sub%201=${CLICK}`],
  ['https://p.example/?a={other}&b={click_id', `https://p.example/?a={other}&b={click_id&sub%201=${CLICK}`],
])('builds the redirect URL: %s → %s', (offerUrl, expected) => {
  expect(buildRedirectUrl(offerUrl, macros, { clickParam: 'sub 1', macros: {}, params: {}, signed: null })).toBe(
    expected,
  );
});

test('fills in the macros and parameters that the network defines', () => {
  const links = {
    clickParam: 'c',
    macros: { '[CLICK]': 'click_id', '#u#': 'user_id' },
    params: { s2: 'user_id' },
    signed: null,
  } as const;
  expect(buildRedirectUrl('https://p.example/?a=[CLICK]&b=%5BCLICK%5D', macros, links)).toBe(
    `https://p.example/?a=${CLICK}&b=${CLICK}&s2=7`,
  );
  expect(buildRedirectUrl('https://p.example/?u=#u#', macros, links)).toBe(`https://p.example/?u=7&c=${CLICK}&s2=7`);
});

test('fills parameters that are empty in the URL in place, instead of adding them again', () => {
  const links = { clickParam: 'click_id', macros: {}, params: { s2: 'user_id' }, signed: null } as const;
  expect(buildRedirectUrl('https://p.example/?s2=&click_id=&o=1', macros, links)).toBe(
    `https://p.example/?s2=7&click_id=${CLICK}&o=1`,
  );
});

test.each([
  ['https://p.example/?a={ID}&b={{aff}}&c=${SUB}&d=[CLICK]&e=%7BID%7D', ['{ID}', '{{aff}}', '${SUB}', '%7BID%7D']],
  ['https://p.example/?a={click_id}&b=[user_id]&c=${sub1}&u=#u#', []],
  ['https://p.example/?f[brand]=x&f[brand][]=y&a[0]=1&j={"a":1}', []],
])('finds the unknown placeholders of %s', (url, expected) => {
  expect(findUnknownPlaceholders(url, { '[CLICK]': 'click_id', '#u#': 'user_id' })).toEqual(expected);
});

describe('clicking', () => {
  let core: TestCore;
  let network: TestNetwork;
  beforeAll(async () => {
    core = await createTestCore();
    network = await makeNetwork(core);
  });
  afterAll(() => core.close());
  const ip = '192.0.2.1';
  const start = (user: TestUser, offerId: number) =>
    recordClick(core.as({ ...userActor(user.id), ip }), { offerId, device: null, userAgent: 'a browser' });

  test('records user, IP address and browser under an unguessable ID', async () => {
    const { offer_id } = await makeOffer(core, { offer_url: 'https://p.example/?u={user_id}&o={offer_id}' });
    const user = await makeUser(core);
    const urls = [];
    for (let i = 0; i < 3; i++) urls.push(new URL((await start(user, offer_id)).redirectUrl));
    const ids = urls.map((url) => url.searchParams.get('click_id'));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    expect([urls[0]?.searchParams.get('u'), urls[0]?.searchParams.get('o')]).toEqual([
      // The pseudonymous user ID for this network, not our user ID.
      expect.stringMatching(/^[\w-]{16}$/),
      String(offer_id),
    ]);
    expect(new Set(urls.map((url) => url.searchParams.get('u'))).size).toBe(1);
    const rows = await core.database.sql`
      select click_id, user_id, offer_id, ip, user_agent from clicks where user_id = ${user.id} order by id`;
    expect(rows).toEqual(
      ids.map((click_id) => ({ click_id, user_id: user.id, offer_id, ip, user_agent: 'a browser' })),
    );
    const [day] = await core.database
      .sql`select sum(clicks)::int as clicks from offer_days_now() where offer_id = ${offer_id}`;
    expect(day).toEqual({ clicks: 3 });
  });

  test('refuses unknown, inactive and completed offers and records nothing', async () => {
    const user = await makeUser(core);
    const { offer_id: inactive } = await makeOffer(core, { is_active: false });
    const { offer_id: done } = await makeOffer(core);
    await completeOffer(core, network, user, done);
    const at = (offerId: number) => start(user, offerId);
    await expect(at(999_999)).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
    await expect(at(inactive)).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
    await expect(at(done)).rejects.toMatchObject({ code: 'OFFER_ALREADY_COMPLETED' });
    expect(await core.database.sql`select 1 from clicks where user_id = ${user.id}`).toHaveLength(1);
    // Another user can still start the offer that this user has completed.
    expect((await start(await makeUser(core), done)).redirectUrl).toContain('sub=');
  });

  test('returns the network user ID of a concurrent first click', async () => {
    const { offer_id } = await makeOffer(core, { offer_url: 'https://p.example/?u={user_id}' });
    const user = await makeUser(core);
    const { waited, result } = await whileLocked(
      core,
      (sql) => sql`
        insert into network_users (network_id, user_id, external_id)
        select network_id, ${user.id}, 'of-the-first' from offers where id = ${offer_id}`,
      () => start(user, offer_id),
    );
    expect(waited).toBe(true);
    expect(result.redirectUrl).toContain('u=of-the-first');
  });

  test('gives each click of a batch the same result as a single click, also when it is repeated', async () => {
    const { sql } = core.database;
    const [open, over, done, inactive] = await Promise.all(
      [{}, {}, {}, { is_active: false }].map(async (given) => (await makeOffer(core, given)).offer_id),
    );
    if (open === undefined || over === undefined || done === undefined) throw new Error('offers were not made');
    await sql`update offers set starts_on = ist_day(now()) - 2, ends_on = ist_day(now()) - 1 where id = ${over}`;
    const createSession = async () => {
      const user = await makeUser(core);
      const { sessionId } = await core.services.userSessions.create(user.id, { ip: null, userAgent: null });
      return { user, sessionId };
    };
    const [one, other, blocked] = [await createSession(), await createSession(), await createSession()];
    await completeOffer(core, network, other.user, done);
    await sql`insert into ip_addresses (address, blocked_at) values ('192.0.2.66', now())`;
    const calls: [who: { sessionId: string }, offerId: number, from: string | null][] = [
      [one, open, null],
      [one, done, ip],
      [other, open, null],
      [other, done, null],
      [other, over, null],
      [one, inactive ?? 0, null],
      [blocked, open, '192.0.2.66'],
      [{ sessionId: 'nobody' }, open, null],
    ];
    const readings = await Promise.all(
      calls.map(async ([{ sessionId }, offerId, from], n) => {
        const hash = n === 0 ? { clientSeedHash: 'ab'.repeat(32) } : {};
        const begin = await clickStatement.getCallerQuery(
          { offerId, country: 'IN', ...hash },
          { kernel: core.kernel, caller: { ip: from, userAgent: `agent ${n}` }, personId: undefined },
        );
        if (!begin) throw new Error('the input is refused');
        return async () => {
          const [results] = await begin(sql, sessionRow, sessionId, from);
          // The remaining time and the position in the batch differ between runs.
          return results && { ...results, leftMs: undefined, place: undefined };
        };
      }),
    );
    const before = { ...batchCounts };
    const results = await Promise.all(readings.map((read) => read()));
    expect(batchCounts).toEqual({ ...before, shared: before.shared + calls.length });
    expect(results.map((row) => row && [row.personId, row.problem, row.isBlocked])).toEqual([
      [one.user.id, null, false],
      [one.user.id, null, false],
      [other.user.id, null, false],
      [other.user.id, 'already_completed', false],
      [other.user.id, 'unavailable', false],
      [one.user.id, 'offer_not_found', false],
      [blocked.user.id, null, true],
      undefined,
    ]);
    expect(results[6]).toMatchObject({ offer_url: null, network_user: null });
    // A user has one ID for each network. All clicks of the user return the same ID.
    expect(results[0]?.network_user).toMatch(/^[\w-]{16}$/);
    expect(results[1]?.network_user).toBe(results[0]?.network_user);
    expect(results[2]?.network_user).not.toBe(results[0]?.network_user);
    const listClicks = () => sql`
      select click_id, user_id, offer_id, ip, user_agent, country, encode(client_seed_hash, 'hex') as hash
      from clicks where user_agent like 'agent %' order by user_agent`;
    const row = (n: number, user: { id: number }, offer_id: number, hash: string | null = null) => ({
      click_id: results[n]?.click_id,
      user_id: user.id,
      offer_id,
      ip: calls[n]?.[2],
      user_agent: `agent ${n}`,
      country: 'IN',
      hash,
    });
    const rows = [row(0, one.user, open, 'ab'.repeat(32)), row(1, one.user, done), row(2, other.user, open)];
    expect(await listClicks()).toEqual(rows);
    expect(await Promise.all(readings.map((read) => read()))).toEqual(results);
    // Single calls give the same results as the batch.
    for (const [n, read] of readings.entries()) expect(await read()).toEqual(results[n]);
    expect(await listClicks()).toEqual(rows);
  });
});
