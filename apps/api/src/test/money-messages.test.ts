import { randomUUID } from 'node:crypto';
import { type Mail, type Mailbox, openMailbox } from '@inaam/mailbox/mailbox';
import { makeClick, makeNetwork, signQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';

/** Tests mails about money with running jobs, the change feed, the outbox and a real SMTP server. */

let mailbox: Mailbox;
let api: TestApi;
let network: TestNetwork;
let refusal: { code: number; text: string } | undefined;
beforeAll(async () => {
  mailbox = await openMailbox({ refuse: () => refusal });
  api = await createTestApi({ MAIL: 'on', MAIL_URL: mailbox.url });
  network = await makeNetwork(api.core);
});
beforeEach(() => {
  refusal = undefined;
});
afterAll(async () => {
  await api.close();
  await mailbox.close();
});

/**
 * A mail may take many seconds: the change feed waits for open transactions of the whole database server, and each job
 * runs only every second.
 */
const PATIENCE = { timeout: 25_000, interval: 100 };
const TIMEOUT_MS = 60_000;

async function waitForMail(email: string): Promise<Mail> {
  await expect.poll(() => mailbox.list(email).length, PATIENCE).toBe(1);
  return mailbox.list(email)[0] as Mail;
}
const getMessage = async (email: string) => {
  const [row] = await api.core.database.sql`select * from messages where recipient = ${email}`;
  return row;
};

/** Creates a user whose completion is confirmed by a signed postback. */
async function makeConfirmedCompletion() {
  const { offer_id: offerId } = await makeOffer(api.core, { title: 'Tom & Jerry <b>' });
  const user = await makeUser(api.core, { firstName: 'Asha', verified: true });
  const clickId = await makeClick(api.core, user, offerId);
  const query = signQuery(network, { click_id: clickId, transaction_id: randomUUID(), status: 'approved' });
  const partner = new Client(api.appHost, '203.0.113.200');
  expect((await partner.get(`/postback/${network.slug}?${query}`)).status).toBe(200);
  const [row] = await api.core.database.sql<{ id: number }[]>`select id from completions where user_id = ${user.id}`;
  return { user, offerId, completionId: row?.id ?? 0 };
}

test(
  'sends one mail with a link to the wheel and one-click unsubscribe after a confirmed completion',
  async () => {
    const { user, offerId } = await makeConfirmedCompletion();
    const { subject, text, html, headers } = await waitForMail(user.email);
    expect(subject).toBe('Your spin is ready');
    expect(text).toContain('Hello Asha,');
    expect(text).toContain('“Tom & Jerry <b>” is completed.');
    expect(text).toMatch(new RegExp(`^https?://\\S+/\\?spin=${offerId}$`, 'm'));
    expect(html).toContain('Tom &amp; Jerry &lt;b&gt;');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(await getMessage(user.email)).toMatchObject({ kind: 'spin_ready', attempts: 1 });
  },
  TIMEOUT_MS,
);

test(
  'sends a mail without one-click unsubscribe when a win whose amount was out of stock gets its voucher',
  async () => {
    const { user } = await makeWinner(api.core, network, 951);
    // The user may have got a mail about the ready spin before the spin was used, so mails are filtered by subject.
    await addStock(api.core, { amount: 951, count: 1 });
    const listFilledMails = () => mailbox.list(user.email).filter(({ subject }) => subject.startsWith('Your ₹951'));
    await expect.poll(() => listFilledMails().length, PATIENCE).toBe(1);
    const [mail] = listFilledMails();
    expect(mail?.subject).toBe('Your ₹951 Amazon voucher is here');
    expect(mail?.text).toMatch(/Amount: +₹951/);
    expect(mail?.headers['list-unsubscribe-post']).toBeUndefined();
  },
  TIMEOUT_MS,
);

test(
  'sends a mail when a voucher expires soon',
  async () => {
    await addStock(api.core, { amount: 952, count: 1, expiry: '2099-06-30' });
    const { user } = await makeWinner(api.core, network, 952);
    await api.core.database.sql`select notify_expiring_vouchers('2099-06-27T09:00:00+05:30', 1000)`;
    const listExpiryMails = () => mailbox.list(user.email).filter(({ subject }) => subject.endsWith('expires soon'));
    await expect.poll(() => listExpiryMails().length, PATIENCE).toBe(1);
    expect(listExpiryMails()[0]?.text).toMatch(/Use it by: +30 Jun(e)? 2099/);
  },
  TIMEOUT_MS,
);

test(
  'drops a deferred mail about a ready spin after the spin was used',
  async () => {
    refusal = { code: 450, text: 'busy' };
    const { user, completionId } = await makeConfirmedCompletion();
    await expect.poll(async () => (await getMessage(user.email))?.['attempts'], PATIENCE).toBe(1);
    await expect.poll(async () => (await getMessage(user.email))?.['problem'], PATIENCE).toContain('450');
    await settleWithRoll(api.core, completionId, 999);
    refusal = undefined;
    await api.core.database.sql`update messages set due_at = now() where recipient = ${user.email}`;
    await expect.poll(async () => (await getMessage(user.email))?.['status'], PATIENCE).toBe('suppressed');
    expect((await getMessage(user.email))?.['problem']).toBe('Already done, so not sent');
    expect(mailbox.list(user.email)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'sends no mail about a ready spin to a user who declined such mails',
  async () => {
    const { offer_id: offerId } = await makeOffer(api.core);
    const user = await makeUser(api.core);
    await api.core.database.sql`
      insert into notification_preferences (user_id, kind, channel, is_enabled) values (${user.id}, 'spin_ready', 'mail', false)`;
    const clickId = await makeClick(api.core, user, offerId);
    const query = signQuery(network, { click_id: clickId, transaction_id: randomUUID(), status: 'approved' });
    await new Client(api.appHost, '203.0.113.200').get(`/postback/${network.slug}?${query}`);
    await expect.poll(async () => (await getMessage(user.email))?.['status'], PATIENCE).toBe('suppressed');
    expect(mailbox.list(user.email)).toEqual([]);
  },
  TIMEOUT_MS,
);
