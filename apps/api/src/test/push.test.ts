import { randomUUID } from 'node:crypto';
import { deliverMessages, markRead, setNotificationPreference, subscribe } from '@inaam/core/outbox/messages/commands';
import { getNotifications, getVapidKeys } from '@inaam/core/outbox/messages/queries';
import { type OpenPushService, openPushService, type PushAnswer, type Subscription } from '@inaam/mailbox/push-service';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser, type TestUser, userActor } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPusher } from '../push/transport.ts';

/** Tests push messages from the outbox through the encrypting library to a push service with independent code. */

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
/** Subscribes a browser of a user. */
async function subscribeBrowser(user: TestUser, sessionId?: string): Promise<Subscription> {
  const subscription = service.subscribe((await keys()).publicKey);
  await subscribe(core.as(userActor(user.id)), sessionId ?? (await session(user)), subscription);
  return subscription;
}
const enqueue = (user: TestUser, eventKey: string = randomUUID()) =>
  core.database.sql`
    select enqueue_message('owed_win_filled', ${eventKey}, ${user.id}, ${JSON.stringify({ brand: 'Amazon', amount: 10 })}::jsonb)`;
const deliver = () => deliverMessages(core.services);
const listPushes = (user: TestUser) => core.database.sql`
  select * from messages where user_id = ${user.id} and channel = 'push' order by id`;
const countSubscriptions = async (user: TestUser): Promise<number> => {
  const [row] = await core.database.sql<{ count: number }[]>`
    select count(*)::int as count from push_subscriptions where user_id = ${user.id}`;
  return row?.count ?? 0;
};

describe('an event', () => {
  test('is pushed once to each browser of the user, encrypted', async () => {
    const user = await makeUser(core);
    const browsers = [await subscribeBrowser(user), await subscribeBrowser(user)];
    await enqueue(user, 'voucher-1');
    await deliver();
    await enqueue(user, 'voucher-1');
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
    expect((await listPushes(user)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('is not pushed to a subscription that was added later', async () => {
    const user = await makeUser(core);
    await enqueue(user, 'voucher-1');
    const { endpoint } = await subscribeBrowser(user);
    await enqueue(user, 'voucher-1');
    await deliver();
    expect(service.list(endpoint)).toEqual([]);
  });

  test('is not pushed if the user declined pushes of its kind, but still becomes a notification', async () => {
    const user = await makeUser(core);
    const { endpoint } = await subscribeBrowser(user);
    await core.database.sql`insert into notification_preferences values (${user.id}, 'owed_win_filled', 'push', false)`;
    await enqueue(user);
    await deliver();
    expect(service.list(endpoint)).toEqual([]);
    expect(await listPushes(user)).toMatchObject([
      { status: 'suppressed', problem: 'The user opted out of this kind' },
    ]);
    expect(await core.database.sql`select kind from notifications where user_id = ${user.id}`).toHaveLength(1);
  });

  test('is pushed again after the delay that a busy push service asks for', async () => {
    const user = await makeUser(core);
    const { endpoint } = await subscribeBrowser(user);
    refusal = { status: 429, headers: { 'retry-after': '1200' } };
    await enqueue(user);
    await deliver();
    const [waiting] = await listPushes(user);
    expect(waiting).toMatchObject({ status: 'queued', problem: 'The push service answered 429' });
    expect(new Date(waiting?.['due_at']).getTime()).toBeGreaterThan(Date.now() + 1_100_000);
    refusal = undefined;
    await core.database.sql`update messages set due_at = now() where user_id = ${user.id}`;
    await deliver();
    expect(service.list(endpoint)).toHaveLength(1);
  });

  test.each([400, 413])('has a failed message when the push service rejects its push (%i)', async (status) => {
    const user = await makeUser(core);
    await subscribeBrowser(user);
    refusal = { status, headers: {} };
    await enqueue(user);
    await deliver();
    expect(await listPushes(user)).toMatchObject([
      { status: 'failed', problem: `The push service answered ${status}` },
    ]);
    expect(await countSubscriptions(user)).toBe(1);
  });
});

describe('notifications', () => {
  const person = (user: TestUser) => ({ id: user.id, firstName: 'Asha' });

  test('keep the last 50 and count unread ones', async () => {
    const user = await makeUser(core);
    for (let i = 1; i <= 53; i++) await enqueue(user, `voucher-${i}`);
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

  test('omit declined kinds and notifications of other users', async () => {
    const [user, other] = [await makeUser(core), await makeUser(core)];
    const payload = { credited: false, offer: 'Survey', answer: null };
    await core.database
      .sql`select enqueue_message('case_answered', '1', ${user.id}, ${JSON.stringify(payload)}::jsonb)`;
    await enqueue(user);
    await setNotificationPreference(core.as(userActor(user.id)), {
      kind: 'case_answered',
      channel: 'app',
      is_enabled: false,
    });
    const { notifications } = await getNotifications(core.services, person(user));
    expect(notifications.map(({ kind }) => kind)).toEqual(['owed_win_filled']);
    expect(await getNotifications(core.services, person(other))).toEqual({ unread: 0, notifications: [] });
  });
});

describe('a browser', () => {
  test.each([404, 410])('is removed when the push service has no subscription for it (%i)', async (status) => {
    const user = await makeUser(core);
    const { endpoint } = await subscribeBrowser(user);
    if (status === 410) service.end(endpoint);
    else refusal = { status, headers: {} };
    await enqueue(user);
    await deliver();
    expect(await listPushes(user)).toMatchObject([
      { status: 'suppressed', problem: 'The push subscription has ended' },
    ]);
    expect(await countSubscriptions(user)).toBe(0);
  });

  test('gets nothing after its session has ended, not even queued messages', async () => {
    const user = await makeUser(core);
    const sessionId = await session(user);
    const { endpoint } = await subscribeBrowser(user, sessionId);
    await enqueue(user);
    await core.services.userSessions.revoke(sessionId);
    await enqueue(user);
    await deliver();
    expect(service.list(endpoint)).toEqual([]);
    expect(await listPushes(user)).toMatchObject([{ status: 'suppressed' }]);
  });

  test('belongs to the user who subscribed last, and drops messages of the earlier user', async () => {
    const [first, second] = [await makeUser(core), await makeUser(core)];
    const subscription = await subscribeBrowser(first);
    await enqueue(first);
    await subscribe(core.as(userActor(second.id)), await session(second), subscription);
    await enqueue(second);
    await deliver();
    expect(service.list(subscription.endpoint)).toHaveLength(1);
    expect([await countSubscriptions(first), await countSubscriptions(second)]).toEqual([0, 1]);
  });

  test('that subscribes again in its session gets each message once', async () => {
    const user = await makeUser(core);
    const sessionId = await session(user);
    const [earlier, later] = [await subscribeBrowser(user, sessionId), await subscribeBrowser(user, sessionId)];
    await enqueue(user);
    await deliver();
    expect([service.list(earlier.endpoint).length, service.list(later.endpoint).length]).toEqual([0, 1]);
  });

  test.each([
    'https://169.254.169.254/latest',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'http://fcm.googleapis.com/x',
    'https://localhost/x',
  ])('is refused with the push service %s', async (endpoint) => {
    const user = await makeUser(core);
    const { keys: subscriptionKeys } = service.subscribe((await keys()).publicKey);
    await expect(
      subscribe(core.as(userActor(user.id)), await session(user), { endpoint, keys: subscriptionKeys }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', field: 'endpoint' });
  });
});

describe('the keys', () => {
  test('are generated once for simultaneous callers and stored sealed', async () => {
    const keyPairs = await Promise.all(Array.from({ length: 8 }, keys));
    expect(new Set(keyPairs.map(({ privateKey }) => privateKey)).size).toBe(1);
    const [row] = await core.database.sql`select private_key from push_keys`;
    expect(row?.['private_key']).toMatch(/^sealed:/);
    const stored = await core.database.sql`select sealed from push_subscriptions`;
    for (const { sealed } of stored) expect(sealed).toMatch(/^sealed:/);
  });

  test('are replaced when no secrets key opens them, which removes old subscriptions', async () => {
    const user = await makeUser(core);
    await subscribeBrowser(user);
    const { publicKey } = await keys();
    await core.database.sql`update push_keys set private_key = 'sealed:v1:00000000:AAAA'`;
    expect((await keys()).publicKey).not.toBe(publicKey);
    expect(await countSubscriptions(user)).toBe(0);
  });
});
