import type { AddressInfo } from 'node:net';
import { schemaVersion } from '@inaam/db/migrate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const hosts = ['appHost', 'adminHost'] as const;

test('reports a process as alive and ready', async () => {
  for (const name of hosts) {
    expect(await new Client(api[name]).get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await new Client(api[name]).get('/startupz')).toMatchObject({ status: 200, body: { status: 'started' } });
    expect(await new Client(api[name]).get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  }
});

test.each([
  ['a migration', { ...schemaVersion(), migration: schemaVersion().migration + 1 }],
  ['a version of the functions', { ...schemaVersion(), functions: schemaVersion().functions + 1 }],
])('reports a process as alive but not ready while %s is missing', async (_what, schema) => {
  const { appHost, adminHost } = await api.startAnother({}, schema);
  for (const host of [appHost, adminHost]) {
    const { status, headers, body } = await new Client(host).get('/readyz');
    expect([status, body, headers['retry-after']]).toEqual([
      503,
      { status: 'not ready', reason: 'schema missing' },
      '2',
    ]);
    expect((await new Client(host).get('/healthz')).status).toBe(200);
    // A proxy keeps sending calls to this process: all processes share the database, so no other process could answer
    // them. This process answers the calls with 503 in the API's format.
    expect((await new Client(host).get('/servingz')).body).toEqual({ status: 'serving' });
  }
});

test('refuses calls but answers health checks while starting', async () => {
  const { appHost, adminHost } = await api.startAnother({}, schemaVersion(), { isOpen: false });
  for (const [host, path] of [
    [appHost, '/api/offers.php'],
    [adminHost, '/api/admin/offers.php'],
  ] as const) {
    const client = new Client(host);
    const { status, headers, body } = await client.get(path);
    const expected = { error: 'The service is busy. Please try again shortly.' };
    expect([status, headers['retry-after'], body]).toEqual([503, '2', expected]);
    expect((await client.get('/healthz')).status).toBe(200);
    expect([(await client.get('/startupz')).status, (await client.get('/readyz')).body]).toEqual([
      503,
      { status: 'not ready', reason: 'starting' },
    ]);
    const serving = await client.get('/servingz');
    expect([serving.status, serving.body]).toEqual([503, { status: 'not serving', reason: 'starting' }]);
  }
});

test('reports a process as not ready while the database is read-only', async () => {
  const { sql } = api.core.database;
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select current_database() as name`;
  const { appHost, close } = await api.startAnother();
  const client = new Client(appHost);
  const reason = () => expect.poll(async () => (await client.get('/readyz')).body.reason);
  // Simulates a failover: new connections are read-only.
  await sql.unsafe(`alter database "${name}" set default_transaction_read_only = on`);
  const endProbe = () => sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'inaam-probe'`;
  await endProbe();
  try {
    await reason().toBe('database read-only');
  } finally {
    await sql`set transaction_read_only = off`.catch(() => {});
    await sql.unsafe(`alter database "${name}" reset default_transaction_read_only`);
  }
  await reason().toBeUndefined();
  await close();
});

test('reports a draining process, which still answers and closes each connection', async () => {
  const draining = await api.startAnother();
  await draining.appHost.listen({ port: 0, host: '127.0.0.1' });
  const { port } = draining.appHost.server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await get('/api/offers.php')).headers.get('connection')).toBe('keep-alive');
  const drained = draining.drain(300);
  const [ready, serving, call] = [await get('/readyz'), await get('/servingz'), await get('/api/offers.php')];
  expect([serving.status, await serving.json()]).toEqual([503, { status: 'not serving', reason: 'draining' }]);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reason: 'draining' }]);
  // The process answers as usual (401 without a session), but closes the connection.
  expect([call.status, call.headers.get('connection')]).toEqual([401, 'close']);
  await drained;
  // A call that arrives before the shutdown is answered.
  await api.core.database.sql.begin(async (tx) => {
    await tx`lock table users in access exclusive mode`;
    const late = fetch(`http://127.0.0.1:${port}/api/login.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'unknown@example.com', password: 'a password of no user' }),
    });
    // Reads outside the transaction, because the transaction's snapshot would not show the waiting call.
    const listWaiting = () => api.core.database.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(listWaiting).not.toHaveLength(0);
    const closed = draining.close();
    await tx`rollback and chain`;
    const { status } = await late;
    expect(status).toBe(401);
    await closed;
  });
});
