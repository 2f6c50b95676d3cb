import { DEFAULT_LOG_DAYS } from '@inaam/contracts/account/retention';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { countStatements } from '@inaam/testing/count-statements';
import { makeAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDaysByData } from '../../kernel/retention-days.ts';
import { recordClick } from '../../ledger/clicks/click.ts';
import { applyRetention } from './retention.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const retentionDays = getDaysByData(DEFAULT_LOG_DAYS);

/** Creates a row of each kind of data with an age in days. */
async function makeRows(age: number) {
  const { database, services } = core;
  const user = await makeUser(core);
  const ago = `${age} days`;
  const { sessionId } = await services.userSessions.create(user.id, { ip: null, userAgent: null });
  await database.sql`update user_sessions set created_at = now() - ${ago}::interval where id = ${sessionId}`;
  await database.sql`
    insert into suspended_sessions (id, user_id, expires_at, created_at)
    values (${`ended-${user.id}`}, ${user.id}, now() - interval '1 day', now() - ${ago}::interval)`;
  await database.sql`insert into known_devices values (${user.id}, 'phone', now() - ${ago}::interval)`;
  await database.sql`insert into known_browsers values (${user.id}, 'hash', now() - ${ago}::interval)`;
  await database.sql`
    insert into messages (month, kind, event_key, user_id, recipient, status, created_at, settled_at)
    values (get_utc_month(now() - ${ago}::interval), 'spin_ready', ${String(user.id)}, ${user.id}, ${user.email}, 'sent',
      now() - ${ago}::interval, now() - ${ago}::interval)`;
  await database.sql`
    insert into notifications (user_id, kind, event_key, payload, created_at)
    values (${user.id}, 'spin_ready', 'x', '{}', now() - ${ago}::interval)`;
  await database.sql`
    insert into account_tokens (purpose, hash, user_id, expires_at)
    values ('reset', ${`hash-${user.id}`}, ${user.id}, now() - ${ago}::interval)`;
  await database.sql`
    insert into security_events (kind, realm, actor_kind, actor_id, at)
    values ('sign_in', 'user', 'user', ${user.id}, now() - ${ago}::interval)`;
  const principal = `user:${user.id}`;
  await database.sql`
    insert into idempotency_keys (key, principal, request_hash, created_at, locked_until)
    values (${`key-${user.id}`}, ${principal}, 'h', now() - ${ago}::interval, now())`;
  return async () => {
    const [row] = await database.sql<Record<string, number>[]>`
      select (select count(*)::int from user_sessions where user_id = ${user.id})
          + (select count(*)::int from suspended_sessions where user_id = ${user.id}) as sessions,
        (select count(*)::int from known_devices where user_id = ${user.id})
          + (select count(*)::int from known_browsers where user_id = ${user.id}) as devices,
        (select count(*)::int from messages where user_id = ${user.id}) as messages,
        (select count(*)::int from notifications where user_id = ${user.id}) as notifications,
        (select count(*)::int from account_tokens where user_id = ${user.id}) as mailed_links,
        (select count(*)::int from idempotency_keys where principal = ${principal}) as stored_answers,
        (select count(*)::int from security_events where actor_id = ${user.id}) as security_events`;
    return Object.keys(row ?? {}).filter((thing) => (row?.[thing] ?? 0) > 0);
  };
}

test('keeps each kind of data until its retention ends', async () => {
  const things = [
    'sessions',
    'devices',
    'messages',
    'notifications',
    'mailed_links',
    'stored_answers',
    'security_events',
  ] as const;
  const ages = [...new Set(things.map((thing) => retentionDays[thing]))];
  const rows = await Promise.all(
    ages.flatMap((days) => [days - 0.1, days + 0.1]).map(async (age) => [age, await makeRows(age)] as const),
  );
  await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
  for (const [age, left] of rows) {
    expect(await left(), `after ${age} days`).toEqual(things.filter((thing) => age < retentionDays[thing]));
  }
});

test('erases only the IP address, device and browser of old clicks, in batches', async () => {
  const user = await makeUser(core);
  const actor = { ...userActor(user.id), ip: '198.51.100.9' };
  for (let i = 0; i < 3; i++) {
    const { offer_id: offerId } = await makeOffer(core);
    await recordClick(core.as(actor), { offerId, device: 'phone', userAgent: 'browser' });
  }
  const days = retentionDays.clicks;
  await core.database.sql.begin(async (sql) => {
    await sql`select set_config('inaam.erasing', 'on', true)`;
    await sql`
      update clicks set created_at = now() - make_interval(days => ${days + 1})
      where id in (select id from clicks where user_id = ${user.id} order by id limit 2)`;
  });
  const [turn] = await core.database.sql`select erase_old_click_origins(${days}, 1) as seen`;
  expect(turn?.['seen']).toBe(1);
  await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
  const rows = await core.database.sql`
    select ip, device, user_agent, offer_id is not null and click_id is not null as there
    from clicks where user_id = ${user.id} order by id`;
  const erased = { ip: null, device: null, user_agent: null, there: true };
  const kept = { ip: '198.51.100.9', device: 'phone', user_agent: 'browser', there: true };
  expect(rows).toEqual([erased, erased, kept]);
});

test('deletes old data of admins', async () => {
  const { sql } = core.database;
  const { id } = await makeAdmin(core);
  await sql`
    insert into known_admin_browsers (admin_id, hash, last_seen_at)
    select ${id}, 'browser ' || days, now() - make_interval(days => days)
    from unnest(${[retentionDays.adminBrowsers - 1, retentionDays.adminBrowsers + 1]}::int[]) days`;
  await sql`
    insert into admin_challenges (hash, admin_id, expires_at)
    values ('open', ${id}, now() + interval '1 minute'), ('over', ${id}, now() - interval '1 second')`;
  await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
  expect(await sql`select hash from known_admin_browsers where admin_id = ${id}`).toEqual([
    { hash: `browser ${retentionDays.adminBrowsers - 1}` },
  ]);
  expect(await sql`select hash from admin_challenges where admin_id = ${id}`).toEqual([{ hash: 'open' }]);
});

test('deletes each kind of data in batches', async () => {
  const rows = [];
  for (let i = 0; i < 5; i++) rows.push(await makeRows(500));
  const { kernel, counted } = countStatements(core.kernel);
  await applyRetention(kernel, DEFAULT_LOG_DAYS, 2);
  for (const left of rows) expect(await left()).toEqual([]);
  // Nine tables have five rows each, which take three batches. Five other statements find nothing to delete.
  expect(counted.statements).toBe(9 * 3 + 5);
});

test('deletes old messages in batches, except queued ones', async () => {
  const { sql } = core.database;
  const old = sql`now() - make_interval(days => ${retentionDays.messages + 1})`;
  // Creates messages in a month long ago. One of these messages is still queued.
  await sql`
    insert into messages (month, kind, event_key, recipient, status, created_at, settled_at)
    select m.month, 'spin_ready', m.status || n, 'linger@example.invalid', m.status, ${old},
      case when m.status = 'sent' then ${old} end
    from generate_series(1, 1100) n,
      (values ('2010-01-01'::date, 'sent'), ('2010-01-01', 'queued')) m (month, status)
    where m.status = 'sent' or n = 1`;
  await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
  expect(await sql`select status from messages where recipient = 'linger@example.invalid'`).toEqual([
    { status: 'queued' },
  ]);
  await sql`delete from messages where recipient = 'linger@example.invalid'`;
});

test('keeps the sessions, devices, notifications and clicks’ IP addresses of an account until its legal hold is lifted', async () => {
  const { sql } = core.database;
  const left = await makeRows(500);
  const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`select max(id)::int as id from users`;
  const { offer_id: offerId } = await makeOffer(core);
  await recordClick(core.as({ ...userActor(id), ip: '198.51.100.9' }), {
    offerId,
    device: 'phone',
    userAgent: 'browser',
  });
  await sql.begin(async (tx) => {
    await tx`select set_config('inaam.erasing', 'on', true)`;
    await tx`update clicks set created_at = now() - interval '500 days' where user_id = ${id}`;
  });
  const origin = async () => (await sql`select ip from clicks where user_id = ${id}`)[0]?.['ip'];
  await sql`select set_legal_hold(${id}, 'case 12')`;
  await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
  expect([await left(), await origin()]).toEqual([['sessions', 'devices', 'notifications'], '198.51.100.9']);
  await sql`select set_legal_hold(${id}, null)`;
  await applyRetention(core.kernel, DEFAULT_LOG_DAYS);
  expect([await left(), await origin()]).toEqual([[], null]);
});
