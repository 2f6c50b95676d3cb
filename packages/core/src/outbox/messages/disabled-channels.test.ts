import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Kernel } from '../../kernel/kernel.ts';
import { disabledMailer } from '../../kernel/mail/mailer.ts';
import { disabledPusher } from '../../kernel/mail/pusher.ts';
import { deliverMessages } from './deliver.ts';

/** Tests that messages of a disabled channel are settled without being claimed. */

let core: TestCore;
let userId: number;
beforeAll(async () => {
  core = await createTestCore();
  userId = (await makeUser(core)).id;
});
afterAll(() => core.close());
beforeEach(() => core.database.sql`delete from messages`);

/** Adds a message. @param columns override the default columns of the row */
const enqueue = (eventKey: string, columns: Record<string, string | null> = {}) => {
  const row = {
    kind: 'spin_ready',
    event_key: eventKey,
    user_id: userId,
    recipient: 'asha@example.com',
    sealed: 'a link',
    ...columns,
  };
  return core.database.sql`insert into messages ${core.database.sql(row)}`;
};

const readMessages = () =>
  core.database.sql`
    select event_key as fact, status, problem, sealed, settled_at is not null as is_settled, attempts
    from messages order by event_key`;

const PAST = '2026-01-01T00:00:00Z';
const FUTURE = '2126-01-01T00:00:00Z';
const open = { status: 'queued', problem: null, sealed: 'a link', is_settled: false, attempts: 0 };
const done = { status: 'suppressed', problem: 'Mail is switched off', sealed: null, is_settled: true, attempts: 1 };

test('settles only due messages, with the same outcome as a claim would give', async () => {
  await enqueue('due');
  await enqueue('expired', { expires_at: PAST });
  await enqueue('gone', { kind: 'account_deleted' });
  await enqueue('later', { due_at: FUTURE });
  await enqueue('push', { channel: 'push', recipient: 'push:1' });
  expect(await deliverMessages(core.services)).toBe(0);
  expect(await readMessages()).toEqual([
    { fact: 'due', ...done },
    { fact: 'expired', ...done, status: 'failed', problem: 'Not sent in time' },
    { fact: 'gone', ...done },
    { fact: 'later', ...open },
    { fact: 'push', ...done, problem: 'Push is switched off' },
  ]);
  const [gone] = await core.database.sql`select recipient from messages where event_key = 'gone'`;
  expect(gone).toEqual({ recipient: `deleted-${userId}@deleted.invalid` });
});

test.each([
  ['push', 'mail', { ...disabledMailer, isOn: true }, disabledPusher],
  ['mail', 'push', disabledMailer, { ...disabledPusher, isOn: true }],
] as const)('if the channel %s is off, still claims messages of the channel %s', async (off, on, mailer, push) => {
  await enqueue('off', { channel: off });
  await enqueue('on', { channel: on });
  const { mail } = core.services;
  await deliverMessages({ ...core.services, mail: { ...mail, mailer }, push });
  const [[first], [second]] = [
    await core.database.sql`select problem, message_id from messages where event_key = 'off'`,
    await core.database.sql`select problem, message_id is not null as was_claimed from messages where event_key = 'on'`,
  ];
  expect(first).toEqual({ problem: `${off === 'mail' ? 'Mail' : 'Push'} is switched off`, message_id: null });
  expect(second).toMatchObject({ was_claimed: true });
});

test('settles up to 500 messages in one statement, and skips locked ones', async () => {
  const { sql } = core.database;
  await sql`
    insert into messages (kind, event_key, user_id, recipient)
    select 'spin_ready', 'fact ' || n, ${userId}, 'asha@example.com' from generate_series(1, 620) n`;
  let statements = 0;
  const kernel: Kernel = {
    ...core.kernel,
    runIdempotent: (work) => {
      statements++;
      return core.kernel.runIdempotent(work);
    },
  };
  await sql.begin(async (tx) => {
    await tx`select from messages where event_key = 'fact 7' for update`;
    await deliverMessages({ ...core.services, kernel });
  });
  // Two statements settle messages, and a third one looks for other messages to claim.
  expect(statements).toBe(3);
  expect(await sql`select event_key from messages where status = 'queued'`).toEqual([{ event_key: 'fact 7' }]);
});
