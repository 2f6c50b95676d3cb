import { setTimeout as sleep } from 'node:timers/promises';
import { formatCount } from '@inaam/contracts/common/format';
import { reportInput } from '@inaam/contracts/insights/report';
import { todoText } from '@inaam/contracts/insights/todo-texts';
import { type MessageKind, messageKinds } from '@inaam/contracts/messages/messages';
import { getReport } from '@inaam/core/insight/figures/queries';
import { enqueueMessage } from '@inaam/core/kernel/mail/enqueue';
import { sendDigests } from '@inaam/core/office/dashboard/digest';
import { listTodos } from '@inaam/core/office/dashboard/queries';
import { setPreference } from '@inaam/core/office/preferences/preferences';
import { deliverMessages, unsubscribe } from '@inaam/core/outbox/messages/commands';
import { listMessages } from '@inaam/core/outbox/messages/queries';
import { type Mailbox, openMailbox } from '@inaam/mailbox/mailbox';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeNetwork } from '@inaam/testing/factories/completions';
import { insertPastCompletion } from '@inaam/testing/factories/dated-rows';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { messageExamples as examples } from '@inaam/testing/factories/messages';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClosableMailer, createMailer } from '../mail/transport.ts';

/** Tests the outbox from an enqueued message to a real SMTP server. */

let mailbox: Mailbox;
let mailer: ClosableMailer;
let core: TestCore;
let refusal: { code: number; text: string } | undefined;

const mailSettings = (url: string) => ({
  kind: 'smtp' as const,
  url,
  from: 'Inaam <hello@inaam.example>',
  requireTls: false,
  dkim: undefined,
});

beforeAll(async () => {
  mailbox = await openMailbox({ refuse: () => refusal });
  mailer = createMailer(mailSettings(mailbox.url), undefined);
  core = await createTestCore({ mailer });
});
beforeEach(() => {
  refusal = undefined;
});
afterAll(async () => {
  mailer.close();
  await mailbox.close();
  await core.close();
});

const enqueue = (userId: number, kind: string, eventKey: string, payload: object = {}) =>
  core.database.sql`select enqueue_message(${kind}, ${eventKey}, ${userId}, ${JSON.stringify(payload)}::jsonb)`;
const deliver = () => deliverMessages(core.services);
const getMessage = async (recipient: string) => {
  const [row] = await core.database.sql`select * from messages where recipient = ${recipient}`;
  return row;
};
const makeDue = (recipient: string) =>
  core.database.sql`update messages set due_at = now() where recipient = ${recipient}`;

const kinds = Object.keys(examples) as MessageKind[];

describe('every kind of mail', () => {
  test.each(kinds)('%s arrives with a text part, and with an HTML part that has the same links', async (kind) => {
    const user = await makeUser(core, { firstName: 'Asha' });
    const facts = examples[kind];
    await core.kernel.write((tx) =>
      enqueueMessage(tx, core.services.secrets, {
        kind,
        eventKey: 'fact',
        userId: user.id,
        recipient: user.email,
        payload: messageKinds[kind].payload.parse(facts) as never,
        sealed: messageKinds[kind].sealed.parse(facts) as never,
      }),
    );
    await deliver();
    const [mail, ...rest] = mailbox.list(user.email);
    expect(rest).toEqual([]);
    expect(mail?.messageId).toMatch(/^<[0-9a-f-]{36}@inaam\.example>$/);
    expect(mail?.subject).not.toBe('');
    expect(mail?.text.length).toBeGreaterThan(80);
    // User and admin texts never become markup.
    expect(mail?.html).not.toContain('<phone>');
    expect(mail?.html).toContain('prefers-color-scheme: dark');
    for (const url of mail?.text.match(/https?:\S+/g) ?? []) {
      expect(mail?.html).toContain(url.replaceAll('&', '&amp;'));
    }
    const oneClick = messageKinds[kind].sent === 'choice';
    expect(mail?.headers['list-unsubscribe-post']).toBe(oneClick ? 'List-Unsubscribe=One-Click' : undefined);
    // The e-mail address of a deleted user is removed after the last mail.
    const recipient = kind === 'account_deleted' ? `deleted-${user.id}@deleted.invalid` : user.email;
    expect(await getMessage(recipient)).toMatchObject({ status: 'sent', sealed: null, attempts: 1 });
  });
});

describe('the outbox', () => {
  test('sends one mail per event, however often it is enqueued', async () => {
    const user = await makeUser(core);
    for (let i = 0; i < 3; i++) await enqueue(user.id, 'owed_win_filled', 'voucher-1', examples.owed_win_filled);
    await enqueue(user.id, 'owed_win_filled', 'voucher-2', examples.owed_win_filled);
    await deliver();
    await enqueue(user.id, 'owed_win_filled', 'voucher-1', examples.owed_win_filled);
    await deliver();
    expect(mailbox.list(user.email)).toHaveLength(2);
  });

  test('does not store sealed values in plain text', async () => {
    const user = await makeUser(core);
    const token = 'a-token-that-signs-in';
    await core.kernel.write((tx) =>
      enqueueMessage(tx, core.services.secrets, {
        kind: 'sign_in_link',
        eventKey: 'x',
        userId: user.id,
        recipient: user.email,
        payload: {},
        sealed: { token },
      }),
    );
    expect(JSON.stringify(await getMessage(user.email))).not.toContain(token);
    await deliver();
    expect(mailbox.list(user.email)[0]?.text).toContain(`#${token}`);
  });

  test('retries a deferred mail later with the same Message-ID', async () => {
    const user = await makeUser(core);
    refusal = { code: 450, text: 'busy' };
    await enqueue(user.id, 'owed_win_filled', 'a', examples.owed_win_filled);
    await deliver();
    const deferred = await getMessage(user.email);
    expect(deferred).toMatchObject({ status: 'queued', attempts: 1, problem: expect.stringContaining('450') });
    expect(new Date(deferred?.['due_at']).getTime()).toBeGreaterThan(Date.now() + 5000);
    refusal = undefined;
    await deliver();
    expect(mailbox.list(user.email)).toEqual([]);
    await makeDue(user.email);
    await deliver();
    expect(mailbox.list(user.email)[0]?.messageId).toBe(`<${deferred?.['message_id']}>`);
  });

  test('marks a rejected mail as failed with the reason', async () => {
    const user = await makeUser(core);
    refusal = { code: 550, text: 'no such mailbox' };
    await enqueue(user.id, 'owed_win_filled', 'a', examples.owed_win_filled);
    await deliver();
    expect(await getMessage(user.email)).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('no such mailbox'),
    });
    const { messages } = await listMessages(core.services, {
      page: 1,
      limit: 10,
      status: 'failed',
      kind: 'all',
      channel: 'all',
      search: user.email.slice(0, 20),
      total: 'exact',
    });
    expect(messages).toMatchObject([{ recipient: user.email, status: 'failed', due_at: null }]);
  });

  test('loses no mail while the mail server is unavailable', async () => {
    const user = await makeUser(core);
    const unreachable = createMailer(mailSettings('smtp://localhost:9'), undefined);
    await enqueue(user.id, 'owed_win_filled', 'a', examples.owed_win_filled);
    await deliverMessages({ ...core.services, mail: { ...core.services.mail, mailer: unreachable } });
    unreachable.close();
    expect(await getMessage(user.email)).toMatchObject({ status: 'queued', attempts: 1 });
    await makeDue(user.email);
    await deliver();
    expect(mailbox.list(user.email)).toHaveLength(1);
  });

  test('resends the message of a process that died, with the same Message-ID', async () => {
    const user = await makeUser(core);
    await enqueue(user.id, 'owed_win_filled', 'a', examples.owed_win_filled);
    // Sends the mail, and then hangs before the result is recorded.
    const hangingMailer = {
      ...mailer,
      send: async (mail: Parameters<typeof mailer.send>[0]) => {
        await mailer.send(mail);
        return new Promise<never>(() => undefined);
      },
    };
    void deliverMessages({ ...core.services, mail: { ...core.services.mail, mailer: hangingMailer } });
    while (mailbox.list(user.email).length === 0) await sleep(10);
    await deliver();
    expect(mailbox.list(user.email)).toHaveLength(1);
    expect(await getMessage(user.email)).toMatchObject({ status: 'queued' });
    await makeDue(user.email);
    await deliver();
    const ids = mailbox.list(user.email).map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await getMessage(user.email)).toMatchObject({ status: 'sent', attempts: 2 });
  });

  test('sends each message once with several processes', async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => makeUser(core)));
    for (const user of users) await enqueue(user.id, 'owed_win_filled', 'a', examples.owed_win_filled);
    const sent = await Promise.all([deliver(), deliver(), deliver()]);
    expect(sent.reduce((sum, each) => sum + each, 0)).toBe(users.length);
    const mails = users.map((user) => mailbox.list(user.email));
    expect(mails.every((each) => each.length === 1)).toBe(true);
    expect(new Set(mails.flat().map(({ messageId }) => messageId)).size).toBe(users.length);
  });

  test('stops sending a kind of mail after the user unsubscribes, but still sends mails about wins', async () => {
    const user = await makeUser(core);
    await enqueue(user.id, 'spin_ready', 'a', examples.spin_ready);
    await deliver();
    const url = /<(.*)>/.exec(mailbox.list(user.email)[0]?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(await unsubscribe(core.services, token)).toBe('A spin is ready');
    expect(await unsubscribe(core.services, `${user.id}:spin_ready`)).toBeUndefined();
    await enqueue(user.id, 'spin_ready', 'b', examples.spin_ready);
    await enqueue(user.id, 'owed_win_filled', 'b', examples.owed_win_filled);
    await deliver();
    expect(mailbox.list(user.email).map(({ subject }) => subject)).toEqual([
      'Your ₹10 Amazon voucher is here',
      'Your spin is ready',
    ]);
  });

  test('marks a message of an unknown kind or with an invalid payload as failed', async () => {
    const user = await makeUser(core);
    await enqueue(user.id, 'no_such_kind', 'a');
    await deliver();
    expect(await getMessage(user.email)).toMatchObject({ status: 'failed' });
    const other = await makeUser(core);
    await enqueue(other.id, 'owed_win_filled', 'a', { brand: 'Amazon' });
    await deliver();
    expect(await getMessage(other.email)).toMatchObject({ status: 'failed' });
    expect(mailbox.list(other.email)).toEqual([]);
  });
});

test('sends the digest with the dashboard’s figures daily after 7:00 IST to admins who switched it on', async () => {
  const { services, database, kernel } = core;
  const [asha, omar] = [await makeAdmin(core), await makeAdmin(core)];
  const getAddress = ({ name }: { name: string }) => `${name}@example.invalid`;
  for (const admin of [asha, omar]) await setPreference(core.as(admin), { name: 'digest', value: true });
  const network = await makeNetwork(core);
  const { offer_id } = await makeOffer(core, {
    reward_amount: 125_050,
    spinner_config: [{ amount: 25, permille: 500 }],
  });
  // One win and one loss.
  for (const [roll, paise] of [[0, 2500] as const, [999, null] as const]) {
    const day = { daysAgo: 1, status: 'approved' } as const;
    const { completionId } = await insertPastCompletion(core, network, await makeUser(core), offer_id, day);
    await database.sql`
      insert into spins (
        completion_id, spun_at, roll, landing_permille, wheel_layout, client_seed, client_seed_status, amount_paise)
      select id, completed_at, ${roll}, 500, 1, '', 'open', ${paise}::bigint from completions where id = ${completionId}`;
  }
  const { yesterday } = await getReport(kernel, reportInput.parse({ period: '7' }));
  const DAY = 24 * 3600 * 1000;
  const at = (time: string) => new Date(new Date(`${yesterday.day}T${time}+05:30`).getTime() + DAY);
  const job = async (time: string) => {
    await sendDigests(services, 'https://admin.example', at(time));
    await deliver();
  };
  const getDigests = (admin: { name: string }) => mailbox.list(getAddress(admin));

  await job('06:59:59');
  expect(getDigests(asha)).toEqual([]);
  // Two processes at once, and again later in the day.
  await Promise.all([job('07:00:00'), job('07:00:00')]);
  await job('12:00:00');
  expect([getDigests(asha).length, getDigests(omar).length]).toEqual([1, 1]);

  const [mail] = getDigests(asha);
  expect(yesterday).toMatchObject({ revenue: 2501, voucher_cost: 25, margin: 2476, conversions: 2, spins: 2 });
  const lines: [string, string][] = [
    ['Revenue', '₹2,501'],
    ['Voucher cost', '₹25'],
    ['Margin', '₹2,476'],
    ['Conversions', '2'],
    ['Spins', '2'],
    ['New users', formatCount(yesterday.users)],
  ];
  for (const [name, value] of lines) {
    expect(mail?.text).toMatch(new RegExp(`^${name}: +${value.replaceAll(/[.+]/g, '\\$&')}$`, 'm'));
    expect(mail?.html).toContain(name);
    expect(mail?.html).toContain(value);
  }
  for (const need of (await listTodos(kernel)).todos) {
    const { figure, words } = todoText(need);
    expect(mail?.text).toContain(`${figure} ${words}`);
  }
  // The usual layout, with a link to the dashboard and the name of the screen with the setting.
  expect(mail?.html).toContain('prefers-color-scheme: dark');
  expect(mail?.text).toContain('https://admin.example/admin');
  expect(mail?.text).toContain('Admin Settings');

  await setPreference(core.as(asha), { name: 'digest', value: false });
  await sendDigests(services, 'https://admin.example', new Date(at('08:00:00').getTime() + DAY));
  await deliver();
  expect([getDigests(asha).length, getDigests(omar).length]).toEqual([1, 2]);
});
