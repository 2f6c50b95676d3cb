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

test('takes the connection used last, and keeps the others for a crowd', async () => {
  const { url, drop } = await createTestDatabase();
  const { sql, close } = openDatabase(url, { max: 4, statementTimeout: 5_000 });
  const backend = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.05)`)[0]?.pid;
  try {
    const all = new Set(await Promise.all(Array.from({ length: 4 }, backend)));
    expect(all.size).toBe(4);
    const inTurn = new Set<number | undefined>();
    for (let i = 0; i < 8; i++) inTurn.add(await backend());
    expect(inTurn.size).toBe(1);
    // The pool still holds all connections under load.
    expect(new Set(await Promise.all(Array.from({ length: 4 }, backend)))).toEqual(all);
  } finally {
    await close();
    await drop();
  }
});

test('a server that is back after an outage is found within seconds, however long it was away', async () => {
  const { url, drop } = await createTestDatabase();
  const real = new URL(url);
  const port = await freePort();
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  const { sql, close } = openDatabase(through.href, { max: 4, statementTimeout: 5_000 });
  // Callers retry during the outage, so many failures follow each other.
  let failures = 0;
  const end = performance.now() + 4_000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (performance.now() < end) await Promise.race([sql`select 1`.catch(() => failures++), sleep(300)]);
    }),
  );
  expect(failures).toBeGreaterThan(5);

  const gate = createServer((socket) => {
    const inner = connect(Number(real.port), real.hostname);
    socket.pipe(inner).pipe(socket);
    for (const each of [socket, inner]) each.on('error', () => each.destroy());
  });
  await new Promise<void>((resolve) => gate.listen(port, '127.0.0.1', resolve));
  try {
    await expect
      .poll(() => sql<{ n: number }[]>`select 1 as n`.catch(() => undefined), { timeout: 15_000 })
      .toEqual([{ n: 1 }]);
    // The driver's own pause would grow to 20 s. Ours stays within a second.
    const { backoff } = sql.options as unknown as { backoff: (failures: number) => number };
    for (let failure = 0; failure < 100; failure++) expect(backoff(failure)).toBeLessThanOrEqual(1);
  } finally {
    await close();
    gate.close();
    await drop();
  }
});

/**
 * A proxy that silently drops all traffic while `silent` is true, without a reset.
 * @param asked database name that callers request if it differs from the real one; same length
 */
async function wayTo(url: string, asked = url) {
  const nameOf = (of: string) => new URL(of).pathname.slice(1);
  const real = new URL(url);
  const state = { silent: false };
  const gate = createServer((socket) => {
    const inner = connect(Number(real.port), real.hostname);
    // A connection opened while the proxy is silent stays dead.
    const isDead = { now: false };
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (chunk) => {
        isDead.now ||= state.silent;
        const text = chunk.toString('latin1').replace(nameOf(asked), nameOf(url));
        if (!isDead.now) to.write(Buffer.from(text, 'latin1'));
      });
    pass(socket, inner);
    pass(inner, socket);
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      one.on('error', () => one.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as AddressInfo;
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return { url: through.href, port, state, close: () => gate.close() };
}

test('a connection on which nothing is answered is ended, and the next call has another', async () => {
  const { url, drop } = await createTestDatabase();
  const way = await wayTo(url);
  // The query fails after 300 ms plus the server's own allowance.
  const { sql, close } = openDatabase(way.url, { max: 2, statementTimeout: 300 });
  try {
    await Promise.all([sql`select 1`, sql`select pg_sleep(0.1)`]);
    way.state.silent = true;
    const cut = await Promise.all(
      [1, 2, 3].map((n) => sql`select ${n}::int`.catch((error: { code: string }) => error.code)),
    );
    expect(cut.slice(0, 2)).toEqual(['CONNECTION_DESTROYED', 'CONNECTION_DESTROYED']);
    way.state.silent = false;
    await expect.poll(() => sql`select 1 as n`.catch(() => undefined), { timeout: 10_000 }).toEqual([{ n: 1 }]);
    // A running statement does not count as silence before the server's own timeout.
    await expect(sql`select pg_sleep(5)`).rejects.toMatchObject({ code: '57014' });
  } finally {
    way.state.silent = false;
    await close();
    way.close();
    await drop();
  }
});

test('when a silent network answers again, nobody waits on a connection from before', async () => {
  const { url, drop } = await createTestDatabase();
  const way = await wayTo(url);
  // Long enough that no connection times out by itself within the test.
  const database = openDatabase(way.url, { max: 2, statementTimeout: 60_000 });
  const { db, sql } = database;
  const prepared = db
    .select({ at: drizzleSql`now()`.mapWith(String) })
    .from(users)
    .prepare('all_users');
  let heard = 0;
  const probe = watchDatabase(way.url, {
    schema: schemaVersion(),
    every: 100,
    onHeard() {
      heard++;
      database.renew();
    },
  });
  try {
    await probe.looked;
    await Promise.all([sql`select 1`, sql`select pg_sleep(0.1)`]);
    way.state.silent = true;
    const cut = sql`select 2`.catch((error: { code: string }) => error.code);
    await expect.poll(probe.verdict, { timeout: 10_000 }).toBe('database away');
    expect(heard).toBe(0);
    way.state.silent = false;
    await expect.poll(probe.verdict, { timeout: 10_000 }).toBeUndefined();
    expect(heard).toBe(1);
    expect(await cut).toBe('CONNECTION_DESTROYED');
    // References handed out earlier use the new pool, also through the query builder.
    expect(await sql`select 3 as n`).toEqual([{ n: 3 }]);
    const told = await db.transaction((tx) => tx.execute<{ at: string }>(drizzleSql`select now() as at`));
    expect(typeof told[0]?.at).toBe('string');
    expect(await prepared.execute()).toEqual([]);
  } finally {
    way.state.silent = false;
    await probe.stop();
    await database.close();
    way.close();
    await drop();
  }
});

test('an answer that is late is one: the database is away when none has come for long', async () => {
  const { url, drop } = await createTestDatabase();
  const { sql, close } = openDatabase(url, { max: 2, statementTimeout: 60_000 });
  const changes: (string | undefined)[] = [];
  const watched = (awayAfter: number) =>
    watchDatabase(url, {
      schema: schemaVersion(),
      every: 800,
      patience: 50,
      awayAfter,
      onChange: (verdict) => changes.push(verdict),
    });
  let probe = watched(600_000);
  /** Blocks probes until several connections wait and the extra condition is true. */
  const heldUp = (until: () => boolean) =>
    sql.begin(async (tx) => {
      await tx`lock table drizzle.__drizzle_migrations in access exclusive mode`;
      // Outside the transaction, which would see a stale snapshot of activity.
      const waiting = async () =>
        (
          await sql<{ pid: number }[]>`
            select pid from pg_stat_activity
            where datname = current_database() and application_name = 'inaam-probe' and wait_event_type = 'Lock'`
        ).map(({ pid }) => pid);
      let first: number[] = [];
      const isHeldUp = async () => {
        if (first.length === 0) first = await waiting();
        return first.length > 0 && until();
      };
      await expect.poll(isHeldUp, { timeout: 30_000 }).toBe(true);
      // Abandoned probes must not keep waiting for the lock, or connections run out.
      const still = async () => (await waiting()).filter((pid) => first.includes(pid));
      await expect.poll(still, { timeout: 30_000 }).toEqual([]);
    });
  try {
    await expect.poll(() => changes, { timeout: 30_000 }).toEqual([undefined]);
    await heldUp(() => true);
    const others = () => sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = 'inaam-probe'`;
    await expect.poll(others, { timeout: 30_000 }).toHaveLength(1);
    expect([changes, probe.verdict()]).toEqual([[undefined], undefined]);
    await probe.stop();

    probe = watched(60);
    await expect.poll(probe.verdict, { timeout: 30_000 }).toBeUndefined();
    await heldUp(() => probe.verdict() === 'database away');
    await expect.poll(probe.verdict, { timeout: 30_000 }).toBeUndefined();
  } finally {
    await probe.stop();
    await close();
    await drop();
  }
}, 120_000);

test('sends nothing behind an unanswered statement where a pooler is between', async () => {
  const { url, drop } = await createTestDatabase();
  const real = new URL(url);
  let unanswered = 0;
  let early = 0;
  const gate = createServer((socket) => {
    const inner = connect(Number(real.port), real.hostname);
    socket.pipe(inner).pipe(socket);
    for (const each of [socket, inner]) each.on('error', () => each.destroy());
    let isStarted = false;
    const onSent = messagesOf((kind) => {
      if (kind === 'S') unanswered++;
      else if (kind === 'P' && unanswered > 0) early++;
    });
    // The startup message has no type byte.
    socket.on('data', (chunk: Buffer) => {
      onSent(isStarted ? chunk : chunk.subarray(chunk.readInt32BE(0)));
      isStarted = true;
    });
    const onAnswer = messagesOf((kind) => {
      if (kind === 'Z') unanswered = Math.max(0, unanswered - 1);
    });
    inner.on('data', onAnswer);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.host = `127.0.0.1:${(gate.address() as AddressInfo).port}`;
  const { sql, close } = openDatabase(through.href, { max: 1, statementTimeout: 5_000, prepare: false });
  try {
    await sql`select 1`;
    const answers = await Promise.all([sql`select 1 as n`, sql`select ${2}::int as n`, sql`select 3 as n`]);
    expect(answers.map(([row]) => row?.['n'])).toEqual([1, 2, 3]);
    expect(early).toBe(0);
  } finally {
    await close();
    gate.close();
    await drop();
  }
});

/** Calls back with the type of each PostgreSQL protocol message: a letter, then the length of the rest. */
function messagesOf(onMessage: (kind: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      onMessage(rest.toString('latin1', 0, 1));
      rest = rest.subarray(1 + rest.readInt32BE(1));
    }
  };
}

test('of several servers the one that may be written to is taken', async () => {
  const [reads, writes] = [await createTestDatabase(), await createTestDatabase()];
  const asked = new URL(reads.url);
  const admin = openDatabase(reads.url, { max: 1, statementTimeout: 5_000 });
  await admin.sql.unsafe(`alter database "${asked.pathname.slice(1)}" set default_transaction_read_only = on`);
  await admin.close();
  const [nobody, reading, writing] = [await freePort(), await wayTo(reads.url), await wayTo(writes.url, reads.url)];
  const hosts = [nobody, reading.port, writing.port].map((port) => `127.0.0.1:${port}`).join();
  const { sql, close } = openDatabase(reads.url.replace(asked.host, hosts), { max: 3, statementTimeout: 5_000 });
  try {
    const found = await Promise.all(
      Array.from({ length: 6 }, () =>
        expect
          .poll(() => sql`select current_database() as name`.catch(() => undefined), { timeout: 10_000 })
          .toEqual([{ name: new URL(writes.url).pathname.slice(1) }]),
      ),
    );
    expect(found).toHaveLength(6);
  } finally {
    await close();
    reading.close();
    writing.close();
    await Promise.all([reads.drop(), writes.drop()]);
  }
});

test('a start waits for its database with one line, and says in the end what is wrong', async () => {
  const port = await freePort();
  const lines: string[] = [];
  const nowhere = `postgres://nobody@127.0.0.1:${port}/nothing`;
  await expect(waitForDatabase(nowhere, 1_200, (why) => lines.push(why))).rejects.toThrow(
    `DATABASE_URL: no database within 1 s: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
  expect(lines).toEqual([`connect ECONNREFUSED 127.0.0.1:${port}`]);
  const { url, drop } = await createTestDatabase();
  await waitForDatabase(url, 10_000, (why) => lines.push(why));
  await drop();
  // Waiting cannot fix this.
  await expect(waitForDatabase(url, 60_000, (why) => lines.push(why))).rejects.toThrow(
    /^DATABASE_URL: database .* does not exist$/,
  );
  expect(lines).toHaveLength(1);
});
