import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@inaam/testing/database';
import { sql as drizzleSql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from './client.ts';
import { freePort } from './embedded/server.ts';
import { watchDatabase } from './health-probe.ts';
import { schemaVersion } from './migrate.ts';
import { users } from './schema/identity.ts';
import { waitForDatabase } from './wait-for-database.ts';

test('reuses the most recent connection and keeps the others open for peaks', async () => {
  const { url, drop } = await createTestDatabase();
  const { sql, close } = openDatabase(url, { max: 4, statementTimeout: 5_000 });
  const backend = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.05)`)[0]?.pid;
  try {
    const all = new Set(await Promise.all(Array.from({ length: 4 }, backend)));
    expect(all.size).toBe(4);
    const sequential = new Set<number | undefined>();
    for (let i = 0; i < 8; i++) sequential.add(await backend());
    expect(sequential.size).toBe(1);
    // The pool still holds all connections under load.
    expect(new Set(await Promise.all(Array.from({ length: 4 }, backend)))).toEqual(all);
  } finally {
    await close();
    await drop();
  }
});

test('leaves no rejection unhandled when a new connection fails before its first query', async () => {
  const { url, drop } = await createTestDatabase();
  const unhandled: unknown[] = [];
  const add = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', add);
  // The driver first reads the array types, which takes longer than this limit: porsager/postgres#1192.
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 1 });
  try {
    await sql`select 1`.catch(() => undefined);
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', add);
    await close();
    await drop();
  }
});

test('reconnects within seconds after an outage of any length', async () => {
  const { url, drop } = await createTestDatabase();
  const real = new URL(url);
  const port = await freePort();
  const proxyUrl = new URL(url);
  proxyUrl.host = `127.0.0.1:${port}`;
  const { sql, close } = openDatabase(proxyUrl.href, { max: 4, statementTimeout: 5_000 });
  // Callers retry during the outage, so many connections fail one after another.
  let failures = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (failures <= 5) await Promise.race([sql`select 1`.catch(() => failures++), sleep(300)]);
    }),
  );

  const proxyServer = createServer((socket) => {
    const upstream = connect(Number(real.port), real.hostname);
    socket.pipe(upstream).pipe(socket);
    for (const each of [socket, upstream]) each.on('error', () => each.destroy());
  });
  await new Promise<void>((resolve) => proxyServer.listen(port, '127.0.0.1', resolve));
  try {
    await expect.poll(() => sql<{ n: number }[]>`select 1 as n`.catch(() => undefined)).toEqual([{ n: 1 }]);
    // The driver's default backoff grows to 20 s. The configured backoff stays within a second.
    const { backoff } = sql.options as unknown as { backoff: (failures: number) => number };
    for (let failure = 0; failure < 100; failure++) expect(backoff(failure)).toBeLessThanOrEqual(1);
  } finally {
    await close();
    proxyServer.close();
    await drop();
  }
});

test('closes without waiting for queries whose connection has ended or was refused', async () => {
  const { url, drop } = await createTestDatabase();
  try {
    const endedDatabase = openDatabase(url, { max: 2, statementTimeout: 5_000 });
    await expect(endedDatabase.sql`select pg_terminate_backend(pg_backend_pid())`).rejects.toMatchObject({
      code: 'CONNECTION_CLOSED',
    });
    const unreachable = openDatabase(`postgres://127.0.0.1:${await freePort()}/none`, {
      max: 2,
      statementTimeout: 5_000,
    });
    const refused = unreachable.sql`select 1`.catch((error: { code: string }) => error.code);
    // The query begins in a later microtask.
    await new Promise(setImmediate);
    // `end` has no timeout here, so the test fails if `end` waits for an answer.
    await Promise.all([endedDatabase.sql.end(), unreachable.sql.end()]);
    expect(await refused).toBe('ECONNREFUSED');
  } finally {
    await drop();
  }
});

/**
 * Opens a proxy that silently drops all traffic while `silent` is true, without a reset, and that passes on everything
 * `delay` ms late.
 * @param requested URL with the database name that clients ask for, if that name differs from the one in `url`. Both
 *   names must have the same length, because the proxy replaces the name but not the message's length field.
 */
async function openProxy(url: string, requested = url) {
  const getDatabaseName = (address: string) => new URL(address).pathname.slice(1);
  const real = new URL(url);
  const state = { silent: false, delay: 0 };
  const proxyServer = createServer((socket) => {
    const upstream = connect(Number(real.port), real.hostname);
    // A connection on which data arrives while the proxy is silent stays dead.
    const isDead = { now: false };
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        isDead.now ||= state.silent;
        const text = chunk.toString('latin1').replace(getDatabaseName(requested), getDatabaseName(url));
        if (!isDead.now) setTimeout(() => to.write(Buffer.from(text, 'latin1')), state.delay);
      });
    pass(socket, upstream);
    pass(upstream, socket);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => one.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxyServer.listen(0, '127.0.0.1', resolve));
  const { port } = proxyServer.address() as AddressInfo;
  const proxyUrl = new URL(url);
  proxyUrl.host = `127.0.0.1:${port}`;
  return { url: proxyUrl.href, port, state, close: () => proxyServer.close() };
}

test('closes a connection that does not answer and opens a new one for the next query', async () => {
  const { url, drop } = await createTestDatabase();
  const proxy = await openProxy(url);
  // The client gives up 1.5 s after the server's statement timeout.
  const { sql, close } = openDatabase(proxy.url, { max: 2, statementTimeout: 2_000 });
  try {
    await Promise.all([sql`select 1`, sql`select pg_sleep(0.1)`]);
    proxy.state.silent = true;
    const pending = [1, 2, 3].map((n) => sql`select ${n}::int`.catch((error: { code: string }) => error.code));
    await Promise.race(pending);
    proxy.state.silent = false;
    const results = await Promise.all(pending);
    expect(results.slice(0, 2)).toEqual(['CONNECTION_DESTROYED', 'CONNECTION_DESTROYED']);
    await expect.poll(() => sql`select 1 as n`.catch(() => undefined)).toEqual([{ n: 1 }]);
    // The client waits for a running statement at least until the server's statement timeout.
    await expect(sql`select pg_sleep(5)`).rejects.toMatchObject({ code: '57014' });
  } finally {
    proxy.state.silent = false;
    await close();
    proxy.close();
    await drop();
  }
});

test('replaces all connections when a silent network answers again', async () => {
  const { url, drop } = await createTestDatabase();
  const proxy = await openProxy(url);
  // Long enough that no connection times out by itself within the test.
  const database = openDatabase(proxy.url, { max: 2, statementTimeout: 60_000 });
  const { db, sql } = database;
  const prepared = db
    .select({ at: drizzleSql`now()`.mapWith(String) })
    .from(users)
    .prepare('all_users');
  let recoveries = 0;
  const probe = watchDatabase(proxy.url, {
    schema: schemaVersion(),
    every: 100,
    awayAfter: 2_000,
    onReconnected() {
      recoveries++;
      database.renew();
    },
  });
  try {
    await probe.firstResult;
    await Promise.all([sql`select 1`, sql`select pg_sleep(0.1)`]);
    proxy.state.silent = true;
    const pending = sql`select 2`.catch((error: { code: string }) => error.code);
    await expect.poll(probe.verdict).toBe('database away');
    expect(recoveries).toBe(0);
    proxy.state.silent = false;
    await expect.poll(probe.verdict).toBeUndefined();
    expect(recoveries).toBe(1);
    expect(await pending).toBe('CONNECTION_DESTROYED');
    // Existing `sql`, `db` and prepared queries use the new pool.
    expect(await sql`select 3 as n`).toEqual([{ n: 3 }]);
    const rows = await db.transaction((tx) => tx.execute<{ at: string }>(drizzleSql`select now() as at`));
    expect(typeof rows[0]?.at).toBe('string');
    expect(await prepared.execute()).toEqual([]);
  } finally {
    proxy.state.silent = false;
    await probe.stop();
    await database.close();
    proxy.close();
    await drop();
  }
});

test('notices that an outage ended if each new connection answers late', async () => {
  const { url, drop } = await createTestDatabase();
  const proxy = await openProxy(url);
  const probe = watchDatabase(proxy.url, { schema: schemaVersion(), every: 100, patience: 50, awayAfter: 2_000 });
  try {
    await expect.poll(probe.verdict).toBeUndefined();
    proxy.state.silent = true;
    await expect.poll(probe.verdict).toBe('database away');
    // A new connection and its first answer take several messages, so longer than `patience`.
    Object.assign(proxy.state, { silent: false, delay: 20 });
    await expect.poll(probe.verdict).toBeUndefined();
  } finally {
    await probe.stop();
    proxy.close();
    await drop();
  }
});

test('accepts late answers and reports the database unavailable only after a long silence', async () => {
  const { url, drop } = await createTestDatabase();
  const { sql, close } = openDatabase(url, { max: 2, statementTimeout: 60_000 });
  const changes: (string | undefined)[] = [];
  const startProbe = (awayAfter: number) =>
    watchDatabase(url, {
      schema: schemaVersion(),
      every: 800,
      patience: 50,
      awayAfter,
      onChange: (verdict) => changes.push(verdict),
    });
  let probe = startProbe(600_000);
  /** Locks the table that probes read, until a probe waits for the lock and `until` returns true. */
  const blockProbes = (until: () => boolean) =>
    sql.begin(async (tx) => {
      await tx`lock table drizzle.__drizzle_migrations in access exclusive mode`;
      // Runs outside the transaction, which would see a stale snapshot of `pg_stat_activity`.
      const listWaiting = async () =>
        (
          await sql<{ pid: number }[]>`
            select pid from pg_stat_activity
            where datname = current_database() and application_name = 'inaam-probe' and wait_event_type = 'Lock'`
        ).map(({ pid }) => pid);
      let first: number[] = [];
      const isBlocked = async () => {
        if (first.length === 0) first = await listWaiting();
        return first.length > 0 && until();
      };
      await expect.poll(isBlocked).toBe(true);
      // Abandoned probes must not keep waiting for the lock, or connections run out.
      const listStillWaiting = async () => (await listWaiting()).filter((pid) => first.includes(pid));
      await expect.poll(listStillWaiting).toEqual([]);
    });
  try {
    await expect.poll(() => changes).toEqual([undefined]);
    await blockProbes(() => true);
    const listConnections = () => sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = 'inaam-probe'`;
    await expect.poll(listConnections).toHaveLength(1);
    expect([changes, probe.verdict()]).toEqual([[undefined], undefined]);
    await probe.stop();

    probe = startProbe(2_000);
    await expect.poll(probe.verdict).toBeUndefined();
    await blockProbes(() => probe.verdict() === 'database away');
    await expect.poll(probe.verdict).toBeUndefined();
  } finally {
    await probe.stop();
    await close();
    await drop();
  }
}, 120_000);

test('behind a pooler, waits for each answer before it sends the next statement', async () => {
  const { url, drop } = await createTestDatabase();
  const real = new URL(url);
  let unanswered = 0;
  let sentTooEarly = 0;
  const proxyServer = createServer((socket) => {
    const upstream = connect(Number(real.port), real.hostname);
    socket.pipe(upstream).pipe(socket);
    for (const each of [socket, upstream]) each.on('error', () => each.destroy());
    let isStarted = false;
    const onSent = parseMessages((kind) => {
      if (kind === 'S') unanswered++;
      else if (kind === 'P' && unanswered > 0) sentTooEarly++;
    });
    // The startup message has no type byte.
    socket.on('data', (chunk: Buffer) => {
      onSent(isStarted ? chunk : chunk.subarray(chunk.readInt32BE(0)));
      isStarted = true;
    });
    const onAnswer = parseMessages((kind) => {
      if (kind === 'Z') unanswered = Math.max(0, unanswered - 1);
    });
    upstream.on('data', onAnswer);
  });
  await new Promise<void>((resolve) => proxyServer.listen(0, '127.0.0.1', resolve));
  const proxyUrl = new URL(url);
  proxyUrl.host = `127.0.0.1:${(proxyServer.address() as AddressInfo).port}`;
  const { sql, close } = openDatabase(proxyUrl.href, { max: 1, statementTimeout: 5_000, prepare: false });
  try {
    await sql`select 1`;
    const answers = await Promise.all([sql`select 1 as n`, sql`select ${2}::int as n`, sql`select 3 as n`]);
    expect(answers.map(([row]) => row?.['n'])).toEqual([1, 2, 3]);
    expect(sentTooEarly).toBe(0);
  } finally {
    await close();
    proxyServer.close();
    await drop();
  }
});

/** Calls back with the type of each PostgreSQL protocol message. A message starts with a type letter and its length. */
function parseMessages(onMessage: (kind: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      onMessage(rest.toString('latin1', 0, 1));
      rest = rest.subarray(1 + rest.readInt32BE(1));
    }
  };
}

test('connects to the one writable server of several hosts', async () => {
  const [readOnly, writable] = [await createTestDatabase(), await createTestDatabase()];
  const requested = new URL(readOnly.url);
  const admin = openDatabase(readOnly.url, { max: 1, statementTimeout: 5_000 });
  await admin.sql.unsafe(`alter database "${requested.pathname.slice(1)}" set default_transaction_read_only = on`);
  await admin.close();
  const [closedPort, readOnlyProxy, writableProxy] = [
    await freePort(),
    await openProxy(readOnly.url),
    await openProxy(writable.url, readOnly.url),
  ];
  const hosts = [closedPort, readOnlyProxy.port, writableProxy.port].map((port) => `127.0.0.1:${port}`).join();
  const { sql, close } = openDatabase(readOnly.url.replace(requested.host, hosts), { max: 3, statementTimeout: 5_000 });
  try {
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        expect
          .poll(() => sql`select current_database() as name`.catch(() => undefined))
          .toEqual([{ name: new URL(writable.url).pathname.slice(1) }]),
      ),
    );
    expect(results).toHaveLength(6);
  } finally {
    await close();
    readOnlyProxy.close();
    writableProxy.close();
    await Promise.all([readOnly.drop(), writable.drop()]);
  }
});

test('logs one line while it waits for the database, then reports the cause', async () => {
  const port = await freePort();
  const lines: string[] = [];
  const missingUrl = `postgres://nobody@127.0.0.1:${port}/nothing`;
  await expect(waitForDatabase(missingUrl, 1_200, (why) => lines.push(why))).rejects.toThrow(
    `DATABASE_URL: no database within 1 s: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
  expect(lines).toEqual([`connect ECONNREFUSED 127.0.0.1:${port}`]);
  const { url, drop } = await createTestDatabase();
  await waitForDatabase(url, 10_000, (why) => lines.push(why));
  await drop();
  // A database that does not exist fails at once, because waiting does not help.
  await expect(waitForDatabase(url, 60_000, (why) => lines.push(why))).rejects.toThrow(
    /^DATABASE_URL: database .* does not exist$/,
  );
  expect(lines).toHaveLength(1);
});
