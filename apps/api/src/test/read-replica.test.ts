import { runWithDeadline } from '@inaam/core/kernel/deadline';
import { createKernel, type Kernel } from '@inaam/core/kernel/kernel';
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

/**
 * Reads lists from a real standby with paused replay. A row that only the primary has shows which server was read.
 */

/** A limit in ms that no lag exceeds. */
const ANY_LAG_MS = 3_600_000;

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
  // Creates the first admin, as whom the factories act.
  await makeAdmin(api.core);
}, 120_000);
afterAll(async () => {
  await api?.close();
  await pair?.stop();
});

const startTolerant = (env: NodeJS.ProcessEnv = {}) =>
  api.startAnother(env, schemaVersion(), { maxReadLagMs: ANY_LAG_MS });
/** Starts an api and waits until it reads from the standby. */
const startReading = async () => {
  const tolerant = await startTolerant();
  const actor = { kind: 'system', id: null, name: 'test', ip: null } as const;
  await expect.poll(() => isStandby(tolerant.services.reads.getKernel({}, actor))).toBe(true);
  return tolerant;
};
/** Signs in an admin who has written nothing yet. */
const signInReader = async (host: FastifyInstance) => (await signInAdmin(api, host)).client;
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
const waitUntilUsed = (replica: Replica) => expect.poll(() => replica.verdict()).toBeUndefined();
const watchReplica = (maxLagMs = ANY_LAG_MS) =>
  openReplica(pair.url, pair.standbyUrl, {
    max: 2,
    statementTimeout: 10_000,
    schema: schemaVersion(),
    maxLagMs,
    every: 20,
  });

test('reads lists, exports and figures from the standby, or from the primary once the caller has written', async () => {
  const [first, second] = [await startReading(), await startReading()];
  const before = await makeOffer(api.core, { title: 'Before the pause' });
  const writer = await signInReader(first.adminHost);
  const other = await signInReader(first.adminHost);
  const elsewhere = new Client(second.adminHost);
  for (const [name, value] of writer.cookies) elsewhere.cookies.set(name, value);
  await pair.waitUntilCaughtUp();
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

    // `writer` and `elsewhere` are sessions of one admin. The export wrote an audit entry, so this admin has written.
    expect(await titles(elsewhere)).toContain('After the pause');
    expect(await titles(writer)).toContain('After the pause');
    expect((await writer.get('/export/offers.csv')).body).toContain('After the pause');

    const change = { offer_id: before.offer_id, title: 'Changed by the other' };
    expect((await other.json('PUT', '/api/admin/offers.php', change)).status).toBe(200);
    expect(await titles(other)).toEqual(expect.arrayContaining(['Changed by the other', 'After the pause']));
    expect(await dashboard(other)).toBe(active + 1);
    expect(await titles(await signInReader(first.adminHost))).toContain('Before the pause');
  } finally {
    await pair.resume();
  }
  await pair.waitUntilCaughtUp();
  expect(await titles(await signInReader(first.adminHost))).toContain('Changed by the other');
}, 60_000);

test('keeps a request on one server until it writes, then sends the writer to the primary for a while', async () => {
  const replica = watchReplica();
  const { kernel } = api.core;
  const actor = await makeAdmin(api.core);
  try {
    await waitUntilUsed(replica);
    const counts = { replica: 0, primary: 0 };
    const reads = createReads(kernel, replica, { counts });
    const request = {};
    expect(await isStandby(reads.getKernel(request, actor))).toBe(true);
    reads.recordWrite(actor);
    expect(await isStandby(reads.getKernel(request, actor))).toBe(true);
    expect(await isStandby(reads.getKernel({}, actor))).toBe(false);
    expect(await isStandby(reads.getKernel({}, { ...actor, id: actor.id + 1 }))).toBe(true);
    const writing = reads.getKernel(request, actor);
    await writing.runIdempotent((sql) => sql`select 1`);
    expect(await isStandby(writing)).toBe(false);
    expect(counts).toEqual({ replica: 3, primary: 2 });

    const forgetful = createReads(kernel, replica, { ownWrites: 0 });
    forgetful.recordWrite(actor);
    expect(await isStandby(forgetful.getKernel({}, actor))).toBe(true);

    const impatient = createKernel(api.core.database, { deadline: 100 });
    const writeFile = createReads(impatient, replica).getKernel({}, actor).write;
    await writeFile((_, sql) => sql`select pg_sleep(0.2)`, 200);
    await expect(writeFile((_, sql) => sql`select pg_sleep(1)`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  } finally {
    await replica.close();
  }
});

test('repeats a query on the primary if it fails only on the standby, and reports other errors at once', async () => {
  const replica = watchReplica();
  const actor = await makeAdmin(api.core);
  try {
    await waitUntilUsed(replica);
    const kernel = () => createReads(api.core.kernel, replica).getKernel({}, actor);
    // This query fails on the standby, which assigns no transaction ids.
    const refused = kernel().read(
      async (_, sql) => (await sql`select pg_current_xact_id()::text is not null as done`)[0],
    );
    expect(await refused).toEqual({ done: true });
    await expect(kernel().read((_, sql) => sql`select 1 / 0`)).rejects.toThrow('division by zero');

    // A pending read is abandoned once the standby is known to be unavailable.
    let reads = 0;
    const hangingRead = runWithDeadline(performance.now() + 20_000, () =>
      kernel().read<object>((_, sql) => (++reads === 1 ? new Promise<object>(() => {}) : sql`select 2 as n`)),
    );
    await expect.poll(() => reads).toBe(1);
    replica.reportFailure();
    expect(await hangingRead).toEqual([{ n: 2 }]);
    await waitUntilUsed(replica);
  } finally {
    await replica.close();
  }
});

test('stops reading from a paused standby and resumes when it has caught up', async () => {
  const replica = watchReplica(2_000);
  try {
    await waitUntilUsed(replica);
    await pair.pause();
    await makeUser(api.core);
    await expect.poll(() => replica.verdict()).toBe('late');
    expect(replica.lag()).toBeGreaterThan(2);
    await pair.resume();
    await waitUntilUsed(replica);
  } finally {
    await pair.resume();
    await replica.close();
  }
  const primary = openReplica(pair.url, pair.url, {
    max: 1,
    statementTimeout: 10_000,
    schema: schemaVersion(),
    maxLagMs: 1,
  });
  await primary.firstResult;
  expect(primary.verdict()).toBe('no standby');
  await primary.close();
});

test('answers from the primary while the standby is late, stopped, or was never available', async () => {
  const late = await api.startAnother({ METRICS_PORT: String(metricsPort) }, schemaVersion(), { maxReadLagMs: -1 });
  await late.startMetricsServer();
  const stopped = await startTolerant();
  const unreachable = await startTolerant({
    DATABASE_READ_URL: `postgres://inaam@127.0.0.1:${await freePort()}/inaam`,
  });
  const clients = await Promise.all([late, stopped, unreachable].map((each) => signInReader(each.adminHost)));
  await pair.stopStandby();
  await makeOffer(api.core, { title: 'Without a standby' });
  for (const client of clients) expect(await titles(client)).toContain('Without a standby');
  for (const { adminHost } of [late, stopped, unreachable])
    expect((await new Client(adminHost).get('/readyz')).status).toBe(200);
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const name = new URL(pair.standbyUrl).host;
  expect(text).toContain(`inaam_read_replica_in_use{replica="${name}"} 0`);
  expect(text).toMatch(new RegExp(`inaam_read_replica_lag_seconds\\{replica="${name}"\\} \\d`));
  expect(text).toMatch(/inaam_list_reads_total\{server="primary"\} [1-9]/);
}, 60_000);
