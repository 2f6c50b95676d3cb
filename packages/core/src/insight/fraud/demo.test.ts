import { fraudListInput } from '@inaam/contracts/fraud/fraud';
import { seedDemo } from '@inaam/db/seed/demo';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { waitForChangeFeed } from '@inaam/testing/wait-for-change-feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoSeals } from '../../demo-seals.ts';
import { getEvidence } from './evidence.ts';
import { listFraud } from './list.ts';

/** The demo data contains suspicious users, addresses and devices. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  const hashPassword = async () => 'not a hash';
  const sandbox = { origin: 'http://localhost:3002', secret: 'a secret' };
  await seedDemo(core.url, { sandbox, hashPassword, seals: createDemoSeals(core.services) });
});
afterAll(() => core.close());

test('lists a ring of accounts, a mobile carrier’s address, a flagged user and two blocks', async () => {
  const found = await listFraud(core.kernel, fraudListInput.parse({ limit: 1000 }));
  const ips = Object.fromEntries(found.suspiciousIPs.map((row) => [row.ip_address, row]));
  expect(ips['198.51.100.77']).toMatchObject({ registration_count: 12, is_blocked: false });
  expect(ips['198.51.100.5']).toMatchObject({ registration_count: 30, is_blocked: false });
  expect(ips['198.51.100.23']).toMatchObject({ registration_count: 5, is_blocked: true });
  const devices = found.suspiciousDevices.map((row) => [
    row.device_fingerprint,
    row.registration_count,
    row.is_blocked,
  ]);
  expect(devices.toSorted()).toEqual([
    ['demoemulator', 2, true],
    ['demoring1', 4, false],
    ['demoring2', 4, false],
    ['demoring3', 4, false],
  ]);
  expect(found.stats).toMatchObject({ suspicious_users: 1, suspicious_ips: 3, suspicious_devices: 4 });
  const actions = await core.database.sql`select action, actor_name from audit_entries order by action`;
  expect(actions).toEqual([
    { action: 'addresses.block', actor_name: 'admin' },
    { action: 'devices.block', actor_name: 'admin' },
    { action: 'users.flag', actor_name: 'admin' },
  ]);
});

test('distinguishes the ring from the carrier by their evidence', async () => {
  const ring = await getEvidence(core.kernel, { kind: 'ip', key: '198.51.100.77' });
  expect(ring.shared).toBeNull();
  expect(ring.reasons.filter(({ weight }) => weight === 'strong').map(({ text }) => text)).toEqual([
    '12 accounts on this address share only 3 devices',
    '9 accounts completed 3 or more offers within 10 minutes of registering, up to 5',
    '9 accounts completed 3 or more offers within 30 seconds of starting them, up to 5',
  ]);
  expect(ring.figures).toMatchObject({ accounts: 12, flagged: 1, devices: 3, addresses: 1, user_agents: 1 });
  const carrier = await getEvidence(core.kernel, { kind: 'ip', key: '198.51.100.5' });
  expect(carrier.shared).toMatch(/30 accounts on 30 devices with 11 browsers/);
  expect(carrier.reasons.filter(({ weight }) => weight === 'strong')).toEqual([]);
  const [flagged] = await core.database.sql<{ id: number }[]>`select id from users where suspended_at is not null`;
  const caught = await getEvidence(core.kernel, { kind: 'user', key: flagged?.id ?? 0 });
  expect(caught).toMatchObject({ is_banned: true, note: expect.stringContaining('taken back') });
  expect(caught.reasons.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      '4 accounts on this device within 2 hours',
      'Completed 5 offers within 10 minutes of registering',
      'The network reversed 3 of 5 completions',
    ]),
  );
});

test('has no events in the future, and its counters equal a recount', async () => {
  const [late] = await core.database.sql`
    select (select count(*) from users where created_at > now())
      + (select count(*) from clicks where created_at > now())
      + (select count(*) from completion_states where completed_at > now())
        + (select count(*) from spin_states where spun_at > now()) as events`;
  expect(late).toEqual({ events: 0 });
  const before = await core.database.sql`select * from user_stats_now() order by user_id`;
  await core.database.sql`select recount()`;
  expect(await core.database.sql`select * from user_stats_now() order by user_id`).toEqual(before);
});

test('sends no messages about its invented history', async () => {
  await waitForChangeFeed(core);
  expect(await core.database.sql`select kind, recipient from messages`).toEqual([]);
});
