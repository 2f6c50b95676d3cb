import { randomUUID } from 'node:crypto';
import { deliverMessages, markRead, setNotificationPreference, subscribe } from '@inaam/core/outbox/messages/commands';
import { getNotifications, getVapidKeys } from '@inaam/core/outbox/messages/queries';
import { type OpenPushService, openPushService, type PushAnswer, type Subscription } from '@inaam/mailbox/push-service';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser, type TestUser, userActor } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPusher } from '../push/transport.ts';

/** From a fact to a browser: the outbox, the library that encrypts, and a push service that opens it by other code. */

let service: OpenPushService;
let core: TestCore;
let refusal: PushAnswer | undefined;
beforeAll(async () => {
  service = await openPushService(() => refusal);
  const trustedOrigin = new URL(service.subscribe('').endpoint).origin;
  const hosts = ['fcm.googleapis.com', '*.push.services.mozilla.com'];
  core = await createTestCore({
    push: createPusher({ kind: 'on', hosts, trustedOrigin, subject: 'mailto:help@inaam.example' }),
  });
});
beforeEach(() => {
  refusal = undefined;
});
afterAll(async () => {
  await core.close();
  await service.close();
});

const session = async (user: TestUser): Promise<string> => {
  const details = { ip: null, userAgent: null };
  return (await core.services.userSessions.create(user.id, details)).sessionId;
};
const keys = () => getVapidKeys(core.services);
/** A browser of a person that is told. */
async function browserOf(user: TestUser, sessionId?: string): Promise<Subscription> {
  const subscription = service.subscribe((await keys()).publicKey);
  await subscribe(core.as(userActor(user.id)), sessionId ?? (await session(user)), subscription);
  return subscription;
}
const tell = (user: TestUser, eventKey: string = randomUUID()) =>
  core.database.sql`
    select enqueue_message('owed_win_filled', ${eventKey}, ${user.id}, ${JSON.stringify({ brand: 'Amazon', amount: 10 })}::jsonb)`;
const deliver = () => deliverMessages(core.services);
const pushesOf = (user: TestUser) => core.database.sql`
  select * from messages where user_id = ${user.id} and channel = 'push' order by id`;
const subscribed = async (user: TestUser): Promise<number> => {
  const [row] = await core.database.sql<{ count: number }[]>`
    select count(*)::int as count from push_subscriptions where user_id = ${user.id}`;
  return row?.count ?? 0;
};

describe('a fact', () => {
  test('is told in each browser of the person, once, in words that only the browser can read', async () => {
    const user = await makeUser(core);
    const browsers = [await browserOf(user), await browserOf(user)];
    await tell(user, 'voucher-1');
    await deliver();
    await tell(user, 'voucher-1');
    await deliver();
    for (const { endpoint } of browsers) {
      const [push, ...rest] = service.list(endpoint);
      expect(rest).toEqual([]);
      expect(JSON.parse(push?.text ?? '')).toEqual({
        title: 'Your ₹10 Amazon voucher is here',
        body: 'The voucher that you won has arrived.',
        path: '/vouchers',
        tag: push?.topic,
      });
      expect(push).toMatchObject({ contact: 'mailto:help@inaam.example', ttl: 259_200, urgency: 'normal' });
    }
    expect((await pushesOf(user)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('from before a browser asked is not told in it', async () => {
    const user = await makeUser(core);
    await tell(user, 'voucher-1');
    const { endpoint } = await browserOf(user);
    await tell(user, 'voucher-1');
    await deliver();
    expect(service.list(endpoint)).toEqual([]);
  });

  test('that the person does not want pushed is told by mail and under the bell alone', async () => {
    const user = await makeUser(core);
    const { endpoint } = await browserOf(user);
    await core.database.sql`insert into notification_preferences values (${user.id}, 'owed_win_filled', 'push', false)`;
    await tell(user);
    await deliver();
    expect(service.list(endpoint)).toEqual([]);
    expect(await pushesOf(user)).toMatchObject([
      { status: 'suppressed', problem: 'The person has declined this kind' },
    ]);
    expect(await core.database.sql`select kind from notifications where user_id = ${user.id}`).toHaveLength(1);
  });

  test('is sent again later where the push service is busy, as late as it asks, under the same tag', async () => {
    const user = await makeUser(core);
    const { endpoint } = await browserOf(user);
    refusal = { status: 429, headers: { 'retry-after': '1200' } };
    await tell(user);
    await deliver();
    const [waiting] = await pushesOf(user);
    expect(waiting).toMatchObject({ status: 'queued', problem: 'The push service answered 429' });
    expect(new Date(waiting?.['due_at']).getTime()).toBeGreaterThan(Date.now() + 1_100_000);
    refusal = undefined;
    await core.database.sql`update messages set due_at = now() where user_id = ${user.id}`;
    await deliver();
    expect(service.list(endpoint)).toHaveLength(1);
  });

  test.each([400, 413])('is given up when the push service refuses it for good (%i)', async (status) => {
    const user = await makeUser(core);
    await browserOf(user);
    refusal = { status, headers: {} };
    await tell(user);
    await deliver();
    expect(await pushesOf(user)).toMatchObject([{ status: 'failed', problem: `The push service answered ${status}` }]);
    expect(await subscribed(user)).toBe(1);
  });
});

describe('the bell', () => {
  const person = (user: TestUser) => ({ id: user.id, firstName: 'Asha' });

  test('keeps the last 50, and counts what is new until it is read', async () => {
    const user = await makeUser(core);
    for (let i = 1; i <= 53; i++) await tell(user, `voucher-${i}`);
    const { unread, notifications } = await getNotifications(core.services, person(user));
    expect(unread).toBe(50);
    expect(notifications).toHaveLength(50);
    expect(notifications[0]).toMatchObject({
      kind: 'owed_win_filled',
      title: 'Your ₹10 Amazon voucher is here',
      path: '/vouchers',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      read: false,
    });
    expect(await core.database.sql`select 1 from notifications where user_id = ${user.id}`).toHaveLength(50);

    await markRead(core.as(userActor(user.id)), { up_to: notifications[2]?.notification_id ?? 0 });
    expect((await getNotifications(core.services, person(user))).unread).toBe(2);
  });

  test('leaves out what the person does not want there, and what is somebody else’s', async () => {
    const [user, other] = [await makeUser(core), await makeUser(core)];
    const payload = { credited: false, offer: 'Survey', answer: null };
    await core.database
      .sql`select enqueue_message('case_answered', '1', ${user.id}, ${JSON.stringify(payload)}::jsonb)`;
    await tell(user);
    await setNotificationPreference(core.as(userActor(user.id)), {
      kind: 'case_answered',
      channel: 'app',
      wanted: false,
    });
    const { notifications } = await getNotifications(core.services, person(user));
    expect(notifications.map(({ kind }) => kind)).toEqual(['owed_win_filled']);
    expect(await getNotifications(core.services, person(other))).toEqual({ unread: 0, notifications: [] });
  });
});

describe('a browser', () => {
  test.each([404, 410])('that the push service knows no more (%i) is forgotten', async (status) => {
    const user = await makeUser(core);
    const { endpoint } = await browserOf(user);
    if (status === 410) service.end(endpoint);
    else refusal = { status, headers: {} };
    await tell(user);
    await deliver();
    expect(await pushesOf(user)).toMatchObject([
      { status: 'suppressed', problem: 'The browser is subscribed no more' },
    ]);
    expect(await subscribed(user)).toBe(0);
  });

  test('is told nothing after its session has ended, what waits included', async () => {
    const user = await makeUser(core);
    const sessionId = await session(user);
    const { endpoint } = await browserOf(user, sessionId);
    await tell(user);
    await core.services.userSessions.revoke(sessionId);
    await tell(user);
    await deliver();
    expect(service.list(endpoint)).toEqual([]);
    expect(await pushesOf(user)).toMatchObject([{ status: 'suppressed' }]);
  });

  test('that somebody else signs in with is theirs; what waits for the first one is shown to nobody', async () => {
    const [first, second] = [await makeUser(core), await makeUser(core)];
    const subscription = await browserOf(first);
    await tell(first);
    await subscribe(core.as(userActor(second.id)), await session(second), subscription);
    await tell(second);
    await deliver();
    expect(service.list(subscription.endpoint)).toHaveLength(1);
    expect([await subscribed(first), await subscribed(second)]).toEqual([0, 1]);
  });

  test('that subscribes anew in its session is told once', async () => {
    const user = await makeUser(core);
    const sessionId = await session(user);
    const [earlier, later] = [await browserOf(user, sessionId), await browserOf(user, sessionId)];
    await tell(user);
    await deliver();
    expect([service.list(earlier.endpoint).length, service.list(later.endpoint).length]).toEqual([0, 1]);
  });

  test.each([
    'https://169.254.169.254/latest',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/x',
    'https://localhost/x',
  ])('that names %s as its push service is refused', async (endpoint) => {
    const user = await makeUser(core);
    const { keys: its } = service.subscribe((await keys()).publicKey);
    await expect(
      subscribe(core.as(userActor(user.id)), await session(user), { endpoint, keys: its }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'endpoint' });
  });
});

describe('the keys', () => {
  test('are drawn once, for all who ask at the same time, and lie sealed', async () => {
    const drawn = await Promise.all(Array.from({ length: 8 }, keys));
    expect(new Set(drawn.map(({ privateKey }) => privateKey)).size).toBe(1);
    const [row] = await core.database.sql`select private_key from push_keys`;
    expect(row?.['private_key']).toMatch(/^sealed:/);
    const stored = await core.database.sql`select sealed from push_subscriptions`;
    for (const { sealed } of stored) expect(sealed).toMatch(/^sealed:/);
  });

  test('that no key of the process opens are drawn anew, and the browsers of the old ones go', async () => {
    const user = await makeUser(core);
    await browserOf(user);
    const { publicKey } = await keys();
    await core.database.sql`update push_keys set private_key = 'sealed:v1:00000000:AAAA'`;
    expect((await keys()).publicKey).not.toBe(publicKey);
    expect(await subscribed(user)).toBe(0);
  });
});
