import { randomUUID } from 'node:crypto';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, postback } from '@inaam/testing/factories/completions';
import { anyAdmin, makeUser, userActor } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportAccount } from '../../insight/users/account-export.ts';
import { recordClick } from '../../ledger/clicks/click.ts';
import { sealAudit, verifyAudit } from '../../office/audit/chain.ts';
import { setLegalHold } from '../users/commands.ts';
import { cancelDeletion, deleteDueAccounts, requestDeletion, sendDeletionNotices } from './delete-account.ts';
import { erasureRules, personalDataColumns } from './personal-data.ts';
import { openUserSession, signIn } from './sign-in.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

const readColumns = async (): Promise<string[]> => {
  const rows = await core.database.sql<{ name: string }[]>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'
      and not exists (select from pg_class p where p.relname = c.table_name and p.relispartition)`;
  return rows.map(({ name }) => name).sort();
};
const listColumns = (): string[] =>
  Object.entries(personalDataColumns)
    .flatMap(([table, columns]) =>
      erasureRules.flatMap((rule) => (columns[rule]?.split(' ') ?? []).map((column) => `${table}.${column}`)),
    )
    .sort();

/** Dumps every value of every table as text. */
async function dump(): Promise<string> {
  const tables = await core.database.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`;
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await core.database.sql<{ row: string }[]>`
        select to_jsonb(t)::text as row from ${core.database.sql(name)} t`;
      return rows.map(({ row }) => `${name} ${row}`).join('\n');
    }),
  );
  return texts.join('\n');
}

describe('the list of personal data', () => {
  test('contains every column of the database exactly once', async () => {
    expect(listColumns()).toEqual(await readColumns());
  });
});

/** Seals all audit entries. Open transactions of other tests on the server delay this. */
async function sealAll(): Promise<void> {
  await expect
    .poll(
      async () => {
        await sealAudit(core.services);
        const [row] = await core.database.sql`
        select count(*)::int as open from audit_log where id not in (select entry_id from audit_chain_links)`;
        return row?.['open'];
      },
      { timeout: 20_000 },
    )
    .toBe(0);
}

describe('deletion', () => {
  const kasturi = {
    email: 'kasturi.mahadevan@example.com',
    firstName: 'Kasturi',
    lastName: 'Mahadevan',
    ip: '198.51.100.201',
    device: 'kasturis-own-phone',
    userAgent: 'KasturisBrowser/1',
  };

  async function makeKasturi() {
    const user = await makeUser(core, kasturi);
    const { email, firstName, lastName, ip, device, userAgent } = kasturi;
    await openUserSession(
      core.services,
      { id: user.id, email, firstName, lastName },
      { ip, device, userAgent, browser: 'her-browser' },
      'password',
    );
    const { offer_id } = await makeOffer(core);
    await recordClick(core.as({ ...userActor(user.id), ip }), { offerId: offer_id, device, userAgent });
    // The network's postback contains her IP address and email.
    const [started] = await core.database.sql<{ click_id: string }[]>`
      select click_id from clicks where user_id = ${user.id}`;
    await postback(core, await makeNetwork(core), {
      click_id: started?.click_id ?? '',
      transaction_id: randomUUID(),
      status: 'approved',
      user_ip: ip,
      mail: email,
    });
    // A stranger tried a wrong password for her account, and she tried to sign in with an address without an account.
    const stranger = { ip: '203.0.113.99', userAgent: 'other' };
    const wrong = { password: 'a wrong guess' };
    await expect(signIn(core.services, stranger, { email, ...wrong })).rejects.toThrow();
    await expect(signIn(core.services, { ip, userAgent }, { email: 'nobody@example.com', ...wrong })).rejects.toThrow();
    await core.services.securityEventLog.whenWritten();
    await core.database.sql`
      insert into account_tokens (purpose, hash, email, data, expires_at)
      values ('sign_up', 'hers', ${email}, ${JSON.stringify({ firstName, lastName, ip, device })}::jsonb, now())`;
    await core.database.sql`
      insert into notifications (user_id, kind, event_key, payload)
      values (${user.id}, 'new_device', '1', ${JSON.stringify({ browser: userAgent, ip })}::jsonb)`;
    await core.database.sql`
      insert into passkeys (id, user_id, public_key, counter, transports, name)
      values ('hers', ${user.id}, 'x', 0, 'internal', ${`${firstName}’s phone`})`;
    await core.database.sql`
      insert into credit_cases (user_id, offer_id, click_id, message)
      select user_id, offer_id, id,
        ${`I am ${firstName} ${lastName}, ${email}`} from clicks where user_id = ${user.id}`;
    await core.database.sql`
      insert into suspended_sessions (id, user_id, expires_at, created_at, ip, device, user_agent)
      values ('hers', ${user.id}, now() + interval '1 day', now(), ${ip}, ${device}, ${userAgent})`;
    await core.database.sql`
      select write_audit(${JSON.stringify({ kind: 'user', id: user.id, name: email, ip })}::jsonb, 'vouchers.use', '1',
        null, ${JSON.stringify({ by: email })}::jsonb, ${`note of ${email}`})`;
    // Admins wrote about her, searched for her and unblocked her IP address and device.
    const writeAudit = (action: string, subject: string, before: object | null, after: object, note: string | null) =>
      core.database.sql`
        select write_audit('{"kind":"admin","id":1,"name":"ravi","ip":"192.0.2.77"}', ${action}, ${subject},
          ${before && JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${note})`;
    await writeAudit(
      'users.flag',
      String(user.id),
      { suspended: false, note: `${firstName} again` },
      { suspended: true },
      'She',
    );
    await writeAudit(
      'users.export',
      'users',
      null,
      { search: `${firstName} ${lastName}`.toUpperCase(), status: 'all' },
      null,
    );
    await writeAudit('addresses.unblock', ip, { blocked: true, note: `used by ${email}` }, { blocked: false }, null);
    await writeAudit('devices.unblock', device, { blocked: true }, { blocked: false }, `from ${ip}`);
    await core.database.sql`select enqueue_message('spin_ready', '1', ${user.id}, '{}')`;
    return user.id;
  }

  test('erases all personal data after the grace period, and keeps the click, audit entries and postback', async () => {
    const id = await makeKasturi();
    const before = await dump();
    for (const word of Object.values(kasturi)) expect(before).toContain(word);
    // The audit chain holds only IDs, even before deletion.
    const chained = before.split('\n').filter((line) => line.startsWith('audit_log '));
    expect(chained.length).toBeGreaterThan(4);
    for (const word of [...Object.values(kasturi), 'ravi', '192.0.2.77', 'She']) {
      expect(chained.join('\n').toLowerCase()).not.toContain(word.toLowerCase());
    }
    await sealAll();

    await core.database.sql`update users set deletion_due_at = now() + interval '1 minute' where id = ${id}`;
    expect(await deleteDueAccounts(core.services)).toBe(0);
    await core.database.sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${id}`;
    expect(await deleteDueAccounts(core.services)).toBe(1);
    expect(await deleteDueAccounts(core.services)).toBe(0);

    // The last mail still has its recipient until it is sent.
    const [last] = await core.database.sql`select kind, recipient from messages where user_id = ${id}`;
    expect(last).toEqual({ kind: 'account_deleted', recipient: kasturi.email });
    await core.database.sql`delete from messages`;
    const remainingData = (await dump()).toLowerCase();
    for (const word of Object.values(kasturi)) expect(remainingData).not.toContain(word.toLowerCase());
    expect(await core.database.sql`select 1 from clicks where user_id = ${id}`).toHaveLength(1);
    // The erasure neither breaks the audit chain nor removes the actions.
    await sealAll();
    const trusted = core.services.auditKeys.listTrustedKeys();
    expect(await verifyAudit(core.database.sql, { trusted })).toBeUndefined();
    const auditEntries = await core.database.sql`
      select action, actor_name, before, after, note from audit_entries where action in ('users.flag', 'users.export')
      order by id`;
    expect(auditEntries).toEqual([
      {
        action: 'users.flag',
        actor_name: 'ravi',
        before: { suspended: false },
        after: { suspended: true },
        note: null,
      },
      {
        action: 'users.export',
        actor_name: 'ravi',
        before: null,
        after: { search: `deleted user ${id}`, status: 'all' },
        note: null,
      },
    ]);
    expect(
      await core.database.sql`
        select outcome from postbacks p join clicks c using (click_id)
        where c.user_id = ${id} and raw_query like '%user_ip=deleted%' and raw_query like '%mail=deleted%'`,
    ).toEqual([{ outcome: 'accepted' }]);
  });

  test('keeps an IP address that another account uses, and a blocked device', async () => {
    const address = '198.51.100.202';
    const [one, other] = await Promise.all([
      makeUser(core, { ip: address, device: 'blocked-device' }),
      makeUser(core, { ip: address }),
    ]);
    await core.database.sql`update devices set blocked_at = now() where fingerprint = 'blocked-device'`;
    await core.database.sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${one.id}`;
    await deleteDueAccounts(core.services);
    expect(await core.database.sql`select 1 from ip_addresses where address = ${address}`).toHaveLength(1);
    expect(await core.database.sql`select 1 from devices where fingerprint = 'blocked-device'`).toHaveLength(1);
    expect((await exportAccount(core.services, other.id)).sections[0]?.rows).toMatchObject([
      { registration_ip: address },
    ]);
  });
});

test('sends the last notice once, at least 48 hours before the erasure', async () => {
  const { sql } = core.database;
  const { id } = await makeUser(core, { passwordHash: null, providerUid: 'who-was-noticed' });
  const setDueIn = async (hours: number) => {
    await sql`
      update users set deletion_due_at = now() + make_interval(hours => ${hours}), deletion_notice_at = null
      where id = ${id}`;
    await sendDeletionNotices(core.services);
    const [row] = await sql<{ hours: number; noticed: boolean; mails: number }[]>`
      select extract(epoch from deletion_due_at - now())::float8 / 3600 as hours,
        deletion_notice_at is not null as noticed,
        (select count(*)::int from messages where user_id = ${id} and kind = 'deletion_due') as mails
      from users where id = ${id}`;
    return { ...row, hours: Math.round(row?.hours ?? 0) };
  };
  expect(await setDueIn(73)).toEqual({ hours: 73, noticed: false, mails: 0 });
  expect(await setDueIn(71)).toEqual({ hours: 71, noticed: true, mails: 1 });
  // If an outage delayed the notice, the erasure waits for it.
  await sql`update users set deletion_due_at = now() - interval '1 hour', deletion_notice_at = null where id = ${id}`;
  await deleteDueAccounts(core.services);
  expect(await setDueIn(-1)).toEqual({ hours: 48, noticed: true, mails: 2 });
  expect(await sendDeletionNotices(core.services)).toBe(0);
});

test('does not erase an account under a legal hold until the hold is lifted', async () => {
  const { sql } = core.database;
  const { id } = await makeUser(core);
  const owner = core.as(anyAdmin);
  const exists = async () => (await sql`select 1 from users where id = ${id} and deleted_at is null`).length === 1;
  expect(await setLegalHold(owner, { user_id: id, reason: 'case 12' })).toMatchObject({ changed: true });
  expect(await setLegalHold(owner, { user_id: id, reason: 'case 13' })).toMatchObject({ changed: false });
  await sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${id}`;
  await deleteDueAccounts(core.services);
  expect(await sql`select action, note from audit_entries where action like 'users.%hold'`).toEqual([
    { action: 'users.place_legal_hold', note: 'case 12' },
  ]);
  // A process of an older release does not check for holds and calls the function directly.
  expect(await sql`select erase_account(${id}) as email`).toEqual([{ email: null }]);
  expect(await exists()).toBe(true);
  expect(await setLegalHold(owner, { user_id: id, reason: null })).toMatchObject({ changed: true });
  await deleteDueAccounts(core.services);
  expect(await exists()).toBe(false);
  await expect(setLegalHold(owner, { user_id: id, reason: 'late' })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
});

test('deletes an account seven days after the request, and keeps its last mail for three days at most', async () => {
  const { sql } = core.database;
  const { id, email } = await makeUser(core, { passwordHash: null, providerUid: 'who-leaves' });
  const request = await requestDeletion(core.as(userActor(id)), '');
  const [row] = await sql<{ days: number }[]>`
    select extract(epoch from deletion_due_at - now())::float8 / 86400 as days from users where id = ${id}`;
  expect(row?.days).toBeCloseTo(7, 2);
  // A repeated request does not move the date.
  expect(await requestDeletion(core.as(userActor(id)), '')).toEqual(request);
  const exists = async () => (await sql`select 1 from users where id = ${id} and deleted_at is null`).length === 1;
  await sql`update users set deletion_due_at = now() + interval '1 minute' where id = ${id}`;
  await deleteDueAccounts(core.services);
  expect(await exists()).toBe(true);
  await cancelDeletion(core.as(userActor(id)));
  expect(await sql`select deletion_due_at from users where id = ${id}`).toEqual([{ deletion_due_at: null }]);
  await sql`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${id}`;
  await deleteDueAccounts(core.services);
  expect(await exists()).toBe(false);
  const [mail] = await sql<{ hours: number }[]>`
    select extract(epoch from expires_at - created_at)::float8 / 3600 as hours
    from messages where kind = 'account_deleted' and recipient = ${email}`;
  expect(mail?.hours).toBeCloseTo(72, 2);
});
