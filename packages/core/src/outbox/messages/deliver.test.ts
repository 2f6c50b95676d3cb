import type { MessageKind } from '@inaam/contracts/messages/messages';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeReadyToSpin, makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MailRejected, type OutgoingMail } from '../../kernel/mail/mailer.ts';
import type { MailContent } from './blocks.ts';
import { buildMailContent, type MailRecipient } from './content.ts';
import { deliverMessages } from './deliver.ts';
import { getMailLocale } from './mail-locale.ts';
import { getNotifications } from './notifications.ts';

/** Tests which messages are sent, when a message is retried, and which messages are suppressed. */

const sent: OutgoingMail[] = [];
/** Simulates the mail server's answer: throws if the server refuses a mail. */
let answer: () => void = () => {};
const mailer = {
  isOn: true,
  domain: 'mail.example',
  send: async (mail: OutgoingMail) => {
    answer();
    sent.push(mail);
  },
};

let core: TestCore;
let network: TestNetwork;
beforeAll(async () => {
  core = await createTestCore({ mailer });
  network = await makeNetwork(core);
});
afterAll(() => core.close());
beforeEach(async () => {
  sent.length = 0;
  answer = () => {};
  await core.database.sql`delete from messages`;
});

const HOUR = 3600;
const ready = { offer: 'Survey', offer_id: 1 };
/** Adds a message. @param columns override the default columns of the row */
const enqueue = async ({ payload = ready, ...columns }: Record<string, string | number | null | object> = {}) => {
  const { sql } = core.database;
  const row = { kind: 'spin_ready', event_key: 'a fact', recipient: 'asha@example.com', ...columns };
  await sql`insert into messages ${sql(row as Record<string, string>)}`;
  await sql`update messages set payload = ${JSON.stringify(payload)}::text::jsonb`;
};
const readState = async () => {
  const [row] = await core.database.sql<
    { status: string; problem: string | null; attempts: number; seconds: number }[]
  >`
    select status, problem, attempts, extract(epoch from due_at - now())::float8 as seconds from messages`;
  return row;
};
const deliverAndReadOutcome = async (values: Parameters<typeof enqueue>[0]) => {
  await core.database.sql`delete from messages`;
  await enqueue(values);
  await deliverMessages(core.services);
  const row = await readState();
  return [row?.status, row?.problem];
};

describe('a mail that the server does not accept', () => {
  const PAUSES = [15, 60, 300, 1200, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 16 * HOUR, 24 * HOUR];

  test.each(PAUSES.map((pause, at) => [at + 1, pause] as const))(
    'is retried after attempt %d in %d seconds if the server defers it',
    async (attempt, pause) => {
      answer = () => {
        throw new Error('greylisted');
      };
      await enqueue({ user_id: (await makeUser(core)).id, attempts: attempt - 1 });
      await deliverMessages(core.services);
      const row = await readState();
      expect(row).toMatchObject({ status: 'queued', problem: 'greylisted', attempts: attempt });
      expect(row?.seconds).toBeGreaterThan(pause - 10);
      expect(row?.seconds).toBeLessThanOrEqual(pause + 1);
    },
  );

  test('fails after the eleventh attempt if the server still defers it', async () => {
    answer = () => {
      throw new Error('greylisted');
    };
    await enqueue({ user_id: (await makeUser(core)).id, attempts: 10 });
    await deliverMessages(core.services);
    expect(await readState()).toMatchObject({ status: 'failed', problem: 'greylisted', attempts: 11 });
  });

  test('fails without a retry if the server rejects it permanently', async () => {
    answer = () => {
      throw new MailRejected('no such mailbox');
    };
    expect(await deliverAndReadOutcome({ user_id: (await makeUser(core)).id })).toEqual(['failed', 'no such mailbox']);
  });
});

describe('a mail is not sent', () => {
  test('after it has expired, but is sent before', async () => {
    const { id } = await makeUser(core);
    const deliverExpiring = (seconds: number) =>
      deliverAndReadOutcome({ user_id: id, expires_at: new Date(Date.now() + seconds * 1000).toISOString() });
    expect(await deliverExpiring(600)).toEqual(['sent', null]);
    expect(await deliverExpiring(-600)).toEqual(['failed', 'Not sent in time']);
  });

  test('to a deleted account, except the mail about the deletion', async () => {
    const { id } = await makeUser(core);
    await core.database.sql`update users set deleted_at = now() where id = ${id}`;
    expect(await deliverAndReadOutcome({ user_id: id })).toEqual(['suppressed', 'The account was deleted']);
    expect(await deliverAndReadOutcome({ user_id: id, kind: 'account_deleted', payload: {} })).toEqual(['sent', null]);
  });

  test('if the user opted out of mails of this kind', async () => {
    const [declined, other] = [await makeUser(core), await makeUser(core)];
    const choose = (userId: number, kind: string, channel: string) => core.database.sql`
      insert into notification_preferences (user_id, kind, channel, is_enabled) values (${userId}, ${kind}, ${channel},
        false)`;
    await choose(declined.id, 'spin_ready', 'mail');
    await choose(other.id, 'spin_ready', 'app');
    expect(await deliverAndReadOutcome({ user_id: declined.id })).toEqual([
      'suppressed',
      'The user opted out of this kind',
    ]);
    expect(await deliverAndReadOutcome({ user_id: other.id })).toEqual(['sent', null]);
    // Users cannot opt out of mails about wins.
    await choose(declined.id, 'owed_win_filled', 'mail');
    const win = { kind: 'owed_win_filled', payload: { brand: 'Amazon', amount: 10 } };
    expect(await deliverAndReadOutcome({ user_id: declined.id, ...win })).toEqual(['sent', null]);
  });

  test('if the user has already done what the mail asks for', async () => {
    const open = await makeReadyToSpin(core, network, 951);
    await addStock(core, { amount: 952, count: 2 });
    const [spun, used] = [await makeWinner(core, network, 952), await makeWinner(core, network, 952)];
    const nothing = 'Already done, so not sent';
    const spin = (won: { completionId: number; user: { id: number } }) =>
      deliverAndReadOutcome({ event_key: String(won.completionId), user_id: won.user.id });
    expect([await spin(open), await spin(spun)]).toEqual([
      ['sent', null],
      ['suppressed', nothing],
    ]);
    const deliverExpiring = (won: { voucherId: number | null; user: { id: number } }) =>
      deliverAndReadOutcome({
        kind: 'voucher_expiring',
        event_key: String(won.voucherId),
        user_id: won.user.id,
        payload: { brand: 'Amazon', amount: 952, expires: '2099-12-31T18:29:59.000Z' },
      });
    await core.database.sql`update vouchers set used_at = now() where id = ${used.voucherId}`;
    expect([await deliverExpiring(spun), await deliverExpiring(used)]).toEqual([
      ['sent', null],
      ['suppressed', nothing],
    ]);
  });

  test('if the kind of message is unknown', async () => {
    expect(await deliverAndReadOutcome({ kind: 'of_another_release' })).toEqual(['failed', 'Unknown kind of message']);
  });
});

describe('the list of notifications', () => {
  test('contains the newest 50 notifications and the number of unread ones among these 50', async () => {
    const user = { ...(await makeUser(core)), firstName: 'Asha' };
    const { sql } = core.database;
    await sql`
      insert into notifications (user_id, kind, event_key, payload, read_at)
      select ${user.id}, 'spin_ready', 'fact ' || n, ${JSON.stringify(ready)}::text::jsonb,
        case when n % 2 = 0 then now() end
      from generate_series(1, 51) n`;
    const { notifications, unread } = await getNotifications(core.services, user);
    expect([notifications.length, unread]).toEqual([50, 25]);
    const ids = notifications.map(({ notification_id }) => notification_id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });

  test('counts a notification about a spin as read once the user has spun', async () => {
    const { user, completionId } = await makeReadyToSpin(core, network, 953);
    await core.database.sql`
      insert into notifications (user_id, kind, event_key, payload)
      values (${user.id}, 'spin_ready', ${String(completionId)}, ${JSON.stringify(ready)}::text::jsonb)
      on conflict do nothing`;
    const countUnread = async () => (await getNotifications(core.services, { ...user, firstName: 'Asha' })).unread;
    expect(await countUnread()).toBe(1);
    await settleWithRoll(core, completionId);
    expect(await countUnread()).toBe(0);
  });

  test('keeps only the last 50 notifications of each user', async () => {
    const [user, other] = [await makeUser(core), await makeUser(core)];
    const { sql } = core.database;
    const note = (userId: number, key: string) => sql`
      select enqueue_message('spin_ready', ${key}, ${userId}::bigint, ${JSON.stringify(ready)}::text::jsonb)`;
    await note(other.id, 'other');
    for (let n = 1; n <= 51; n++) await note(user.id, `fact ${n}`);
    const listKeys = async (userId: number) =>
      (
        await sql<{ key: string }[]>`
        select event_key as key from notifications where user_id = ${userId} order by id`
      ).map(({ key }) => key);
    expect(await listKeys(user.id)).toEqual(Array.from({ length: 50 }, (_, i) => `fact ${i + 2}`));
    expect(await listKeys(other.id)).toEqual(['other']);
  });
});

describe('text that a user typed', () => {
  const typed = 'Claim Rs 5000 at https://evil.example/x';
  const send = async (kind: string, payload: object, columns: Record<string, string | number | null>) => {
    sent.length = 0;
    expect(await deliverAndReadOutcome({ kind, payload, ...columns })).toEqual(['sent', null]);
    const [mail] = sent;
    return `${mail?.subject}\n${mail?.text}\n${mail?.html}`;
  };

  test('is not in a mail to an address that is not verified', async () => {
    const stranger = await makeUser(core, { firstName: typed, lastName: typed });
    const to = { user_id: stranger.id, recipient: stranger.email };
    for (const [kind, payload] of [
      ['passkey_added', { name: typed }],
      ['password_changed', { at: '2026-07-19T12:00:00Z' }],
      ['spin_ready', ready],
      ['deletion_due', { at: '2026-07-19T12:00:00Z' }],
      ['case_answered', { credited: false, offer: 'Survey', answer: typed, held_until: null }],
    ] as const) {
      expect(await send(kind, payload, to)).not.toMatch(/Claim|evil/);
    }
  });

  test.each(Object.keys(buildMailContent) as MessageKind[])('is not in a %s mail to a stranger', (kind) => {
    // Mails of these kinds go to an admin's own address, or to a user's previous address, which was verified
    // (people/account/change.ts).
    if (['admin_digest', 'admin_notice', 'email_changed'].includes(kind)) return;
    const written = { name: typed, answer: typed };
    const facts = { token: 't', code: '123456', at: '2026-07-19T12:00:00Z', expires: '2099-12-31T18:29:59Z', count: 1 };
    const product = { offer: 'Survey', offer_id: 1, brand: 'Amazon', amount: 10, browser: 'Chrome', ip: null };
    const write = buildMailContent[kind] as (facts: object, reader: MailRecipient) => MailContent;
    for (const [language, hasAccount] of [
      ['en', true],
      ['hi', true],
      ['en', false],
    ] as const) {
      const reader = { ...getMailLocale(language), brandName: 'Inaam', appOrigin: 'https://app.example' };
      const mail = write(
        { ...facts, ...product, ...written, credited: false, held_until: null },
        { ...reader, firstName: null, isVerified: false, hasAccount },
      );
      expect(JSON.stringify(mail)).not.toMatch(/Claim|evil/);
    }
  });

  test('is in mails to the verified address, but not in mails to a new address', async () => {
    const { id, email } = await makeUser(core, { firstName: 'Asha', verified: true });
    expect(await send('spin_ready', ready, { user_id: id, recipient: email })).toContain('Asha');
    expect(await send('passkey_added', { name: 'My phone' }, { user_id: id, recipient: email })).toContain('My phone');
    expect(await send('spin_ready', ready, { user_id: id, recipient: 'new@example.com' })).not.toContain('Asha');
    const answered = { credited: false, offer: 'Survey', answer: 'Too late', held_until: null };
    expect(await send('case_answered', answered, { user_id: id, recipient: email })).toContain('Too late');
  });
});
