import { runWithDeadline } from '@inaam/core/kernel/deadline';
import type { Kernel } from '@inaam/core/kernel/kernel';
import { createReads } from '@inaam/core/kernel/reads';
import { freePort } from '@inaam/db/embedded/server';
import { schemaVersion } from '@inaam/db/migrate';
import { openReplica, type Replica } from '@inaam/db/replica';
import { makeAdmin, makeUser } from '@inaam/testing/factories/identity';
import { makeOffer } from '@inaam/testing/factories/offers';
import { type ReplicatedDatabase, startReplicatedDatabase } from '@inaam/testing/standby';
import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { signInAdmin } from './support/people.ts';

/** Lists from a real standby, whose replay is paused: what it does not show yet says who was asked. */

/** ms: a standby is never too late. */
const PATIENT = 3_600_000;

let pair: ReplicatedDatabase;
let api: TestApi;
let metricsPort: number;
beforeAll(async () => {
  pair = await startReplicatedDatabase(createTemporaryFolder('pair'));
  metricsPort = await freePort();
  api = await createTestApi(
    { DATABASE_URL: pair.url, DATABASE_READ_URL: pair.standbyUrl, RATE_LIMITS: 'off' },
    { database: { url: pair.url, through: pair.url } },
  );
  // The first admin, in whose name factories write.
  await makeAdmin(api.core);
}, 120_000);
afterAll(async () => {
  await api?.close();
  await pair?.stop();
});

const patient = (env: NodeJS.ProcessEnv = {}) => api.another(env, schemaVersion(), { latestRead: PATIENT });
/** The same, once it reads from the standby. */
const reading = async () => {
  const made = await patient();
  const nobody = { kind: 'system', id: null, name: 'test', ip: null } as const;
  await expect.poll(() => isStandby(made.services.reads.kernelOf({}, nobody)), { timeout: 30_000 }).toBe(true);
  return made;
};
/** Somebody who has written nothing, signed in at a process. */
const reader = async (host: FastifyInstance) => (await signInAdmin(api, host)).client;
const titles = async (client: Client) => {
  const { status, body } = await client.get('/api/admin/offers.php?limit=100');
  expect(status).toBe(200);
  return (body.offers as { title: string }[]).map(({ title }) => title);
};
const isStandby = (kernel: Pick<Kernel, 'read'>) =>
  kernel.read(async (_, sql) => {
    const [row] = await sql<{ is_standby: boolean }[]>`select pg_is_in_recovery() as is_standby`;
    return row?.is_standby;
  });
const seen = (replica: Replica) => expect.poll(() => replica.verdict(), { timeout: 30_000 }).toBeUndefined();
const watched = (latest = PATIENT) =>
  openReplica(pair.url, pair.standbyUrl, {
    max: 2,
    statementTimeout: 10_000,
    schema: schemaVersion(),
    latest,
    every: 20,
  });

test('lists, files and figures are the standby’s, and whoever has written sees it at every process', async () => {
  const [first, second] = [await reading(), await reading()];
  const before = await makeOffer(api.core, { title: 'Before the pause' });
  const writer = await reader(first.adminHost);
  const other = await reader(first.adminHost);
  const elsewhere = new Client(second.adminHost);
  for (const [name, value] of writer.cookies) elsewhere.cookies.set(name, value);
  await pair.caughtUp();
  await pair.pause();
  try {
    await makeOffer(api.core, { title: 'After the pause' });
    const dashboard = async (client: Client) =>
      (await client.get('/api/admin/dashboard.php')).body.stats.active_offers as number;
    const active = await dashboard(other);
    expect(await titles(other)).toContain('Before the pause');
    expect(await titles(other)).not.toContain('After the pause');
    expect(await titles(writer)).not.toContain('After the pause');
    expect((await elsewhere.get('/export/offers.csv')).body).not.toContain('After the pause');

    // The file was written down: that is a write of the same admin.
    expect(await titles(elsewhere)).toContain('After the pause');
    expect(await titles(writer)).toContain('After the pause');
    expect((await writer.get('/export/offers.csv')).body).toContain('After the pause');

    const change = { offer_id: before.offer_id, title: 'Changed by the other' };
    expect((await other.json('PUT', '/api/admin/offers.php', change)).status).toBe(200);
    expect(await titles(other)).toEqual(expect.arrayContaining(['Changed by the other', 'After the pause']));
    expect(await dashboard(other)).toBe(active + 1);
    expect(await titles(await reader(first.adminHost))).toContain('Before the pause');
  } finally {
    await pair.resume();
  }
  await pair.caughtUp();
  expect(await titles(await reader(first.adminHost))).toContain('Changed by the other');
}, 60_000);

test('a request stays where it began until it writes, and a write is over after a while', async () => {
  const replica = watched();
  const { kernel } = api.core;
  const actor = await makeAdmin(api.core);
  try {
    await seen(replica);
    const counts = { replica: 0, primary: 0 };
    const reads = createReads(kernel, replica, { counts });
    const request = {};
    expect(await isStandby(reads.kernelOf(request, actor))).toBe(true);
    reads.wrote(actor);
    expect(await isStandby(reads.kernelOf(request, actor))).toBe(true);
    expect(await isStandby(reads.kernelOf({}, actor))).toBe(false);
    expect(await isStandby(reads.kernelOf({}, { ...actor, id: actor.id + 1 }))).toBe(true);
    const writing = reads.kernelOf(request, actor);
    await writing.move((sql) => sql`select 1`);
    expect(await isStandby(writing)).toBe(false);
    expect(counts).toEqual({ replica: 3, primary: 2 });

    const forgetful = createReads(kernel, replica, { ownWrites: 0 });
    forgetful.wrote(actor);
    expect(await isStandby(forgetful.kernelOf({}, actor))).toBe(true);
  } finally {
    await replica.close();
  }
});

test('what fails on the standby alone is read from the database; what is wrong is wrong at once', async () => {
  const replica = watched();
  const actor = await makeAdmin(api.core);
  try {
    await seen(replica);
    const kernel = () => createReads(api.core.kernel, replica).kernelOf({}, actor);
    // Refused there: a standby gives no transaction a number.
    const refused = kernel().read(
      async (_, sql) => (await sql`select pg_current_xact_id()::text is not null as done`)[0],
    );
    expect(await refused).toEqual({ done: true });
    await expect(kernel().read((_, sql) => sql`select 1 / 0`)).rejects.toThrow('division by zero');

    // An answer that never comes is not waited for once the standby is known to be away.
    let asked = 0;
    const silent = runWithDeadline(performance.now() + 20_000, () =>
      kernel().read<object>((_, sql) => (++asked === 1 ? new Promise<object>(() => {}) : sql`select 2 as n`)),
    );
    await expect.poll(() => asked).toBe(1);
    replica.lost();
    expect(await silent).toEqual([{ n: 2 }]);
    await seen(replica);
  } finally {
    await replica.close();
  }
});

test('how late it is: a paused one grows late whether or not anything is written, and is read again in time', async () => {
  const replica = watched(2_000);
  try {
    await seen(replica);
    await pair.pause();
    await makeUser(api.core);
    await expect.poll(() => replica.verdict(), { timeout: 30_000 }).toBe('late');
    expect(replica.lag()).toBeGreaterThan(2);
    await pair.resume();
    await seen(replica);
  } finally {
    await pair.resume();
    await replica.close();
  }
  const no = openReplica(pair.url, pair.url, { max: 1, statementTimeout: 10_000, schema: schemaVersion(), latest: 1 });
  await no.looked;
  expect(no.verdict()).toBe('no standby');
  await no.close();
});

test('one that is late, gone or was never there costs nobody an answer', async () => {
  const late = await api.another({ METRICS_PORT: String(metricsPort) }, schemaVersion(), { latestRead: -1 });
  await late.listenToWatchers();
  const gone = await patient();
  const never = await patient({ DATABASE_READ_URL: `postgres://inaam@127.0.0.1:${await freePort()}/inaam` });
  const clients = await Promise.all([late, gone, never].map((each) => reader(each.adminHost)));
  await pair.stopStandby();
  await makeOffer(api.core, { title: 'Without a standby' });
  for (const client of clients) expect(await titles(client)).toContain('Without a standby');
  for (const { adminHost } of [late, gone, never])
    expect((await new Client(adminHost).get('/readyz')).status).toBe(200);
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const name = new URL(pair.standbyUrl).host;
  expect(text).toContain(`inaam_read_replica_in_use{replica="${name}"} 0`);
  expect(text).toMatch(new RegExp(`inaam_read_replica_lag_seconds\\{replica="${name}"\\} \\d`));
  expect(text).toMatch(/inaam_list_reads_total\{server="primary"\} [1-9]/);
}, 60_000);
