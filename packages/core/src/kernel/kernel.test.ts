import { DomainError } from '@inaam/contracts/common/errors';
import { openDatabase } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runOutsideRequest, runWithDeadline } from './deadline.ts';
import { createKernel } from './kernel.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
  await core.database.sql`create table tries (n int)`;
});
afterAll(() => core.close());

const UNAVAILABLE = { code: 'UNAVAILABLE', retryAfterSeconds: 2 };

/** A statement that ends its own connection, so that its outcome is unknown. */
const dies = 'select pg_terminate_backend(pg_backend_pid())';

describe('a deadline', () => {
  test('ends a wait that the database does not end', async () => {
    const kernel = createKernel(core.database, { deadline: 300 });
    const marked = 'select pg_sleep(20), 1 as "a wait that the kernel ends"';
    await expect(kernel.read((_, sql) => sql.unsafe(marked))).rejects.toMatchObject(UNAVAILABLE);
    await expect(kernel.write((tx) => tx.execute(marked))).rejects.toMatchObject(UNAVAILABLE);
    await expect(kernel.runIdempotent((sql) => sql.unsafe(marked))).rejects.toMatchObject(UNAVAILABLE);
    // The calls have already failed, while the database still executes their statements.
    const ended = await core.database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query = ${marked} and state = 'active' and pid <> pg_backend_pid()`;
    expect(ended.length).toBeGreaterThan(0);
  });

  test('covers all tries together', async () => {
    const kernel = createKernel(core.database, { deadline: 2_000 });
    let tries = 0;
    const work = kernel.runIdempotent((sql) => {
      tries++;
      return sql.unsafe(dies);
    });
    // With a new deadline for each try, the retries would never end.
    await expect(work).rejects.toMatchObject(UNAVAILABLE);
    expect(tries).toBeGreaterThan(1);
  });
});

describe('the deadline of a request', () => {
  test('covers all database calls of the request, except work that may outlive the request', async () => {
    const kernel = createKernel(core.database, { deadline: 20_000 });
    await runWithDeadline(performance.now() + 2_000, async () => {
      await kernel.read((_, sql) => sql`select pg_sleep(0.1)`);
      await expect(kernel.runIdempotent((sql) => sql`select pg_sleep(4)`)).rejects.toMatchObject(UNAVAILABLE);
      await expect(kernel.write((tx) => tx.execute('select pg_sleep(4)'))).rejects.toMatchObject(UNAVAILABLE);
      await runOutsideRequest(() => kernel.runIdempotent((sql) => sql`select pg_sleep(0.1)`));
    });
    await kernel.read((_, sql) => sql`select pg_sleep(0.1)`);
  });
});

describe('a database failure', () => {
  const fails = (code: string) => `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`;

  // https://www.postgresql.org/docs/18/errcodes-appendix.html
  test.each([
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['57014', 'the statement took too long'],
    ['58030', 'a file cannot be read'],
  ])('%s, %s: returns 503 without a retry', async (code) => {
    let tries = 0;
    const work = core.kernel.runIdempotent((sql) => {
      tries++;
      return sql.unsafe(fails(code));
    });
    await expect(work).rejects.toMatchObject(UNAVAILABLE);
    await expect(core.kernel.write((tx) => tx.execute(fails(code)))).rejects.toMatchObject(UNAVAILABLE);
    expect(tries).toBe(1);
  });

  test('of a read-only server: closes the connection to it and retries', async () => {
    const one = openDatabase(core.url, { max: 1, statementTimeout: 5_000 });
    const kernel = createKernel(one, { deadline: 10_000 });
    const backend = () => one.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const readOnly = () => one.sql`set session characteristics as transaction read only`;
    for (const write of [
      () => kernel.runIdempotent((sql) => sql`insert into tries values (25006)`),
      () => kernel.write((tx) => tx.execute('insert into tries values (25006)')),
    ]) {
      const [before] = await backend();
      await readOnly();
      await write();
      expect((await backend())[0]?.pid).not.toBe(before?.pid);
    }
    expect(await one.sql`delete from tries where n = 25006 returning n`).toHaveLength(2);
    await one.close();
  });
});

describe('a lost connection', () => {
  const createDyingStatement = () => {
    let tries = 0;
    return { tries: () => tries, statement: () => (++tries === 1 ? dies : 'select 1 as alive') };
  };

  test('leads to a retry of a read and of an idempotent statement', async () => {
    for (const method of ['read', 'runIdempotent'] as const) {
      const once = createDyingStatement();
      const rows =
        method === 'read'
          ? await core.kernel.read((_, sql) => sql.unsafe(once.statement()))
          : await core.kernel.runIdempotent((sql) => sql.unsafe(once.statement()));
      expect([once.tries(), rows[0]]).toEqual([2, { alive: 1 }]);
    }
  });

  test('does not lead to a retry of a transaction, because its outcome is unknown', async () => {
    let tries = 0;
    const work = core.kernel.write(async (tx) => {
      tries++;
      await tx.execute('insert into tries values (1)');
      await tx.execute(dies);
    });
    await expect(work).rejects.toMatchObject(UNAVAILABLE);
    expect(tries).toBe(1);
    expect(await core.database.sql`select 1 from tries where n = 1`).toHaveLength(0);
  });

  test('does not prevent concurrent calls from succeeding', async () => {
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        let tries = 0;
        return core.kernel.runIdempotent((sql) =>
          sql.unsafe(i % 10 === 0 && ++tries === 1 ? dies : `select ${i} as n`),
        );
      }),
    );
    expect(many.map((rows) => rows[0]?.['n'])).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });
});

describe('a conflict', () => {
  const conflict = (code: string) => `do $$ begin raise exception 'once' using errcode = '${code}'; end $$`;

  test.each(['40001', '40P01', '55P03'])('%s leads to a retry of the rolled-back transaction', async (code) => {
    let tries = 0;
    await core.kernel.write(async (tx) => {
      await tx.execute('insert into tries values (2)');
      if (++tries < 3) await tx.execute(conflict(code));
    });
    expect(tries).toBe(3);
    expect(await core.database.sql`delete from tries where n = 2 returning n`).toHaveLength(1);
  });

  test('that persists returns 503 after four tries', async () => {
    let tries = 0;
    const work = core.kernel.write(async (tx) => {
      tries++;
      await tx.execute(conflict('40001'));
    });
    await expect(work).rejects.toMatchObject(UNAVAILABLE);
    expect(tries).toBe(4);
  });

  test('by a deadlock leads to a retry, so that both transactions succeed', async () => {
    await core.database.sql`insert into tries values (10), (20)`;
    const swap = (first: number, second: number) =>
      core.kernel.write(async (tx) => {
        await tx.execute(`update tries set n = n where n = ${first}`);
        await tx.execute('select pg_sleep(0.2)');
        await tx.execute(`update tries set n = n where n = ${second}`);
      });
    await Promise.all([swap(10, 20), swap(20, 10)]);
  });
});

describe('a rehearsal', () => {
  const count = async () => (await core.database.sql`select n from tries where n = 77`).length;

  test('returns the results of its statements and rolls them back', async () => {
    const seen = await core.kernel.rehearse(async ({ runIdempotent }) => {
      await runIdempotent((sql) => sql`insert into tries values (77)`);
      expect(await count()).toBe(0);
      return runIdempotent((sql) => sql`select n from tries where n = 77`);
    });
    expect(seen).toHaveLength(1);
    expect(await count()).toBe(0);
  });

  test('continues after a failed statement, which is rolled back at once', async () => {
    const seen = await core.kernel.rehearse(async ({ runIdempotent }) => {
      await expect(runIdempotent((sql) => sql`select 1 / 0`)).rejects.toThrow('division by zero');
      const half = runIdempotent(async (sql) => {
        await sql`insert into tries values (77)`;
        throw new Error('in the middle');
      });
      await expect(half).rejects.toThrow('in the middle');
      return runIdempotent((sql) => sql`select n from tries where n = 77`);
    });
    expect(seen).toEqual([]);
  });

  test('rethrows errors and rolls back', async () => {
    const work = core.kernel.rehearse(async ({ runIdempotent }) => {
      await runIdempotent((sql) => sql`insert into tries values (77)`);
      throw new DomainError('NETWORK_NOT_FOUND');
    });
    await expect(work).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' });
    expect(await count()).toBe(0);
  });
});

test('rethrows domain errors without a retry and rolls back', async () => {
  let tries = 0;
  const work = core.kernel.write(async (tx) => {
    tries++;
    await tx.execute('insert into tries values (3)');
    throw new DomainError('OFFER_NOT_FOUND');
  });
  await expect(work).rejects.toMatchObject({ code: 'OFFER_NOT_FOUND' });
  await expect(core.kernel.read((_, sql) => sql.unsafe('select wrong'))).rejects.toMatchObject({ code: '42703' });
  expect(tries).toBe(1);
  expect(await core.database.sql`select 1 from tries where n = 3`).toHaveLength(0);
});

test('returns 503 within the deadline if no server answers', async () => {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:9/nothing', { max: 2, statementTimeout: 1_000 });
  const kernel = createKernel(nowhere, { deadline: 600 });
  await expect(kernel.read((_, sql) => sql`select 1`)).rejects.toMatchObject(UNAVAILABLE);
  await expect(kernel.write((tx) => tx.execute('select 1'))).rejects.toMatchObject(UNAVAILABLE);
  await nowhere.close();
});
