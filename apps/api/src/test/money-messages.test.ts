import { randomUUID } from 'node:crypto';
import { type Mail, type Mailbox, openMailbox } from '@inaam/mailbox/mailbox';
import { makeClick, makeNetwork, signedQuery, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { makeWinner, settleWithRoll } from '@inaam/testing/factories/spins';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';

/** From a fact of money to a mailbox: the jobs of a running server, the feed, the outbox and a real SMTP server. */

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

/** The feed waits for what other databases of the server write, and each job for its second. */
const PATIENCE = { timeout: 25_000, interval: 100 };
const TIME = 60_000;

async function mailTo(email: string): Promise<Mail> {
  await expect.poll(() => mailbox.list(email).length, PATIENCE).toBe(1);
  return mailbox.list(email)[0] as Mail;
}
const rowOf = async (email: string) => {
  const [row] = await api.core.database.sql`select * from messages where recipient = ${email}`;
  return row;
};

/** A user whose completion the network confirms by a signed call. */
async function confirmed() {
  const { offer_id: offerId } = await makeOffer(api.core, { title: 'Tom & Jerry <b>' });
  const user = await makeUser(api.core, { firstName: 'Asha' });
  const clickId = await makeClick(api.core, user, offerId);
  const query = signedQuery(network, { click_id: clickId, transaction_id: randomUUID(), status: 'approved' });
  const partner = new Client(api.appHost, '203.0.113.200');
  expect((await partner.get(`/postback/${network.slug}?${query}`)).status).toBe(200);
  const [row] = await api.core.database.sql<{ id: number }[]>`select id from completions where user_id = ${user.id}`;
  return { user, offerId, completionId: row?.id ?? 0 };
}

test(
  'a postback that confirms a completion becomes one mail with the way to the wheel, which one click declines',
  async () => {
    const { user, offerId } = await confirmed();
    const { subject, text, html, headers } = await mailTo(user.email);
    expect(subject).toBe('Your spin is ready');
    expect(text).toContain('Hello Asha,');
    expect(text).toContain('“Tom & Jerry <b>” is completed.');
    expect(text).toMatch(new RegExp(`^https?://\\S+/\\?spin=${offerId}$`, 'm'));
    expect(html).toContain('Tom &amp; Jerry &lt;b&gt;');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(await rowOf(user.email)).toMatchObject({ kind: 'spin_ready', attempts: 1 });
  },
  TIME,
);

test(
  'a win that was owed becomes a mail when stock arrives; that mail cannot be declined',
  async () => {
    const { user } = await makeWinner(api.core, network, 951);
    // A spin before the feed comes by leaves nothing to tell; the mail of a quicker feed would be the first.
    await addStock(api.core, { amount: 951, count: 1 });
    const filled = () => mailbox.list(user.email).filter(({ subject }) => subject.startsWith('Your ₹951'));
    await expect.poll(() => filled().length, PATIENCE).toBe(1);
    const [mail] = filled();
    expect(mail?.subject).toBe('Your ₹951 Amazon voucher is here');
    expect(mail?.text).toMatch(/Amount: +₹951/);
    expect(mail?.headers['list-unsubscribe-post']).toBeUndefined();
  },
  TIME,
);

test(
  'the last days of a voucher become a mail with its last day',
  async () => {
    await addStock(api.core, { amount: 952, count: 1, expiry: '2099-06-30' });
    const { user } = await makeWinner(api.core, network, 952);
    await api.core.database.sql`select notify_expiring_vouchers('2099-06-27T09:00:00+05:30', 1000)`;
    const expires = () => mailbox.list(user.email).filter(({ subject }) => subject.endsWith('expires soon'));
    await expect.poll(() => expires().length, PATIENCE).toBe(1);
    expect(expires()[0]?.text).toMatch(/Use it by: +30 Jun(e)? 2099/);
  },
  TIME,
);

test(
  'a mail that the server put off is not sent any more once the spin was spun',
  async () => {
    refusal = { code: 450, text: 'busy' };
    const { user, completionId } = await confirmed();
    await expect.poll(async () => (await rowOf(user.email))?.['attempts'], PATIENCE).toBe(1);
    await expect.poll(async () => (await rowOf(user.email))?.['problem'], PATIENCE).toContain('450');
    await settleWithRoll(api.core, completionId, 999);
    refusal = undefined;
    await api.core.database.sql`update messages set due_at = now() where recipient = ${user.email}`;
    await expect.poll(async () => (await rowOf(user.email))?.['status'], PATIENCE).toBe('suppressed');
    expect((await rowOf(user.email))?.['problem']).toBe('There is nothing left to do about it');
    expect(mailbox.list(user.email)).toEqual([]);
  },
  TIME,
);

test(
  'who declined to be told of spins is not',
  async () => {
    const { offer_id: offerId } = await makeOffer(api.core);
    const user = await makeUser(api.core);
    await api.core.database.sql`
      insert into notification_preferences (user_id, kind, channel, wanted) values (${user.id}, 'spin_ready', 'mail', false)`;
    const clickId = await makeClick(api.core, user, offerId);
    const query = signedQuery(network, { click_id: clickId, transaction_id: randomUUID(), status: 'approved' });
    await new Client(api.appHost, '203.0.113.200').get(`/postback/${network.slug}?${query}`);
    await expect.poll(async () => (await rowOf(user.email))?.['status'], PATIENCE).toBe('suppressed');
    expect(mailbox.list(user.email)).toEqual([]);
  },
  TIME,
);
