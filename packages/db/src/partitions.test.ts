import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SqlClient } from './client.ts';

/** Tables partitioned by month: infra/docs/decisions/0029-partitions-by-month.md. */

/** On the distributed engine tables have no partitions (decision 0027), so these tests do not apply. */
const describePartitioned = describe.skipIf(inject('postgres').asOnEngine);

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

type Tx = Pick<SqlClient, 'unsafe'>;
class Rollback extends Error {}

/** Runs statements and rolls them back, because partitions of far-off months would break other tests. */
async function withRollback<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await core.database.sql
    .begin(async (tx) => {
      result = await work(tx);
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  return result as T;
}

const maintainAt = async (tx: Tx, at: string, logDays = 365): Promise<string[]> =>
  (await tx.unsafe<{ done: string[] }[]>(`select maintain_partitions_at('${at}', ${logDays}) as done`))[0]?.done ?? [];
/** Maintains the partitions and returns the actions on the two event tables. */
const maintainEventsAt = async (tx: Tx, at: string): Promise<string[]> =>
  (await maintainAt(tx, at)).filter((line) => !line.includes('messages'));
const forBothTables = (lines: string[]): string[] =>
  ['security_event_details', 'security_events'].flatMap((table) => lines.map((line) => line.replace('T', table)));
/** Inserts an event with details at a time and returns its id. */
async function insertEventAt(tx: Tx, at: string, user = 1): Promise<number> {
  const [row] = await tx.unsafe<{ id: number }[]>(`
    insert into security_events (kind, realm, actor_kind, actor_id, at)
    values ('sign_in', 'user', 'user', ${user}, '${at}') returning id`);
  await tx.unsafe(`
    insert into security_event_details (event_id, actor_name, ip, at)
    values (${row?.id}, 'somebody', '192.0.2.7', '${at}')`);
  return row?.id ?? 0;
}
const listPartitions = async (tx: Tx, id: number): Promise<string[]> =>
  (
    await tx.unsafe<{ place: string }[]>(`
      select tableoid::regclass::text as place from security_events where id = ${id}
      union all select tableoid::regclass::text from security_event_details where event_id = ${id} order by 1`)
  ).map(({ place }) => place);

describePartitioned('monthly partitions', () => {
  test('are created once by the migration, for this month and the next three', async () => {
    const { sql } = core.database;
    expect(
      await sql`
        select parent, count(*)::int as months, max(end_at) = min(first_at) + interval '4 months' as follow,
          bool_and(first_at = date_trunc('month', first_at)) as whole
        from (select parent, first_at at time zone 'UTC' as first_at, end_at at time zone 'UTC' as end_at
          from partitions() where not is_default) m
        group by 1 order by 1`,
    ).toEqual(
      ['messages', 'security_event_details', 'security_events'].map((parent) => ({
        parent,
        months: 4,
        follow: true,
        whole: true,
      })),
    );
    // Creates the partition of a month that may have begun since the database was created.
    await sql`select maintain_partitions(400)`;
    expect(await sql`select maintain_partitions(400) as done`).toEqual([{ done: [] }]);
  });

  test('hold UTC months, and are dropped when their first day is older than the retention time', async () => {
    await withRollback(async (tx) => {
      await tx.unsafe("set local timezone = 'Asia/Kolkata'");
      const first = await maintainEventsAt(tx, '2131-01-31 23:59:59.9+00');
      expect(first.filter((line) => line.startsWith('made'))).toEqual(
        forBothTables(['made T_2131_01', 'made T_2131_02', 'made T_2131_03', 'made T_2131_04']),
      );
      // By then, the four existing partitions of each table are a century old.
      expect(first.filter((line) => line.startsWith('dropped'))).toHaveLength(8);
      expect(await maintainEventsAt(tx, '2131-02-01 00:00+00')).toEqual(forBothTables(['made T_2131_05']));
      const id = await insertEventAt(tx, '2131-01-31 23:59:59.9+00');
      const next = await insertEventAt(tx, '2131-02-01 00:00+00');
      expect(await listPartitions(tx, id)).toEqual(['security_event_details_2131_01', 'security_events_2131_01']);
      expect(await listPartitions(tx, next)).toEqual(['security_event_details_2131_02', 'security_events_2131_02']);
      const createdMonths = forBothTables(['made T_2132_01', 'made T_2132_02', 'made T_2132_03']);
      const before = await maintainEventsAt(tx, '2131-12-31 23:59:59.9+00');
      expect(before.filter((line) => line.startsWith('dropped'))).toEqual([]);
      expect(before).toEqual(expect.arrayContaining(createdMonths));
      expect(await maintainEventsAt(tx, '2132-01-01 00:00+00')).toEqual(
        ['security_event_details', 'security_events'].flatMap((table) => [
          `dropped ${table}_2131_01`,
          `made ${table}_2132_04`,
        ]),
      );
      expect(await listPartitions(tx, id)).toEqual([]);
      expect(await listPartitions(tx, next)).toHaveLength(2);
    });
  });

  test('get the rows of their month from the default partition when they are created', async () => {
    await withRollback(async (tx) => {
      const [early, late, later] = [
        await insertEventAt(tx, '2131-05-01 00:00+00'),
        await insertEventAt(tx, '2131-05-31 23:59:59.9+00'),
        await insertEventAt(tx, '2132-05-31 00:00+00'),
      ];
      expect(await listPartitions(tx, early)).toEqual(['security_event_details_default', 'security_events_default']);
      await maintainEventsAt(tx, '2131-05-20 12:00+00');
      for (const id of [early, late]) {
        expect(await listPartitions(tx, id)).toEqual(['security_event_details_2131_05', 'security_events_2131_05']);
      }
      expect(await listPartitions(tx, later)).toEqual(['security_event_details_default', 'security_events_default']);
      const rows = await tx.unsafe(`
        select e.kind, d.actor_name from security_events e join security_event_details d on d.event_id = e.id
        where e.id in (${early}, ${late}, ${later})`);
      expect(rows).toEqual([1, 2, 3].map(() => ({ kind: 'sign_in', actor_name: 'somebody' })));
    });
  });

  test('reject duplicate keys and chosen ids, and give ids that are unique over all months', async () => {
    await withRollback(async (tx) => {
      await maintainEventsAt(tx, '2131-05-20 12:00+00');
      const ids = [
        await insertEventAt(tx, '2131-05-20 12:00+00'),
        await insertEventAt(tx, '2131-07-20 12:00+00'),
        await insertEventAt(tx, '2131-06-20 12:00+00'),
      ];
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      const insertWithChosenId =
        "insert into security_events (id, kind, realm, at) values (1, 'sign_in', 'user', now())";
      const tryStatement = async (statement: string) => {
        await tx.unsafe('savepoint here');
        const refusal = await tx.unsafe(statement).then(
          () => undefined,
          (error: { code: string }) => error.code,
        );
        await tx.unsafe('rollback to savepoint here');
        return refusal;
      };
      expect(await tryStatement(insertWithChosenId)).toBe('428C9');
      expect(
        await tryStatement(`
          insert into security_events (id, kind, realm, at) overriding system value
          values (${ids[0]}, 'sign_in', 'user', '2131-05-20 12:00+00')`),
      ).toBe('23505');
      expect(
        await tryStatement(`
          insert into security_event_details (event_id, at) values (${ids[0]}, '2131-05-20 12:00+00')`),
      ).toBe('23505');
    });
  });
});

interface Plan {
  'Relation Name'?: string;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

/** The partitions that a statement read or wrote. */
async function listTouchedPartitions(tx: Tx, statement: string): Promise<string[]> {
  const [row] = await tx.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(`explain (analyze, format json) ${statement}`);
  const names = new Set<string>();
  const visit = (plan: Plan): void => {
    if (plan['Relation Name'] && plan['Actual Loops'] !== 0) names.add(plan['Relation Name']);
    plan.Plans?.forEach(visit);
  };
  visit(row?.['QUERY PLAN'][0].Plan ?? {});
  return [...names].toSorted();
}

describePartitioned('statements', () => {
  test('read only the partitions of the months in their condition', async () => {
    await withRollback(async (tx) => {
      const now = await tx.unsafe<{ name: string }[]>(`
        select name from partitions() where parent = 'security_events' and not is_default
          and first_at <= now() and end_at > now() - interval '1 minute'`);
      const figures = `
        select kind, sum(count)::int as count from security_events
        where at > now() - interval '1 minute' and at <= now() group by 1`;
      expect(await listTouchedPartitions(tx, figures)).toEqual(now.map(({ name }) => name).toSorted());
      await maintainEventsAt(tx, '2131-05-20 12:00+00');
      const id = await insertEventAt(tx, '2131-06-20 12:00+00');
      const month = "at >= '2131-06-01' and at < '2131-06-30'";
      expect(
        await listTouchedPartitions(tx, `select * from security_events where ${month} order by at desc, id desc`),
      ).toEqual(['security_events_2131_06']);
      expect(
        await listTouchedPartitions(tx, `delete from security_events where id = ${id} and at = '2131-06-20 12:00+00'`),
      ).toContain('security_events_2131_06');
    });
  });

  test('read the details of an event only from the month of the event', async () => {
    await withRollback(async (tx) => {
      const [month] = await tx.unsafe<{ name: string; day: string }[]>(`
        select name, (first_at + interval '3 days')::text as day from partitions()
        where parent = 'security_events' and not is_default order by first_at desc limit 1`);
      const { name, day } = month ?? { name: '', day: '' };
      for (let i = 0; i < 3; i++) await insertEventAt(tx, day);
      const join = `
        select d.ip from security_events e
        left join security_event_details d on d.event_id = e.id and d.at = e.at
        where e.at >= '${day}' and e.at < '${day}'::timestamptz + interval '1 day' order by e.at desc, e.id desc limit 2`;
      await tx.unsafe('set local enable_hashjoin = off');
      await tx.unsafe('set local enable_mergejoin = off');
      expect(await listTouchedPartitions(tx, join)).toEqual([name.replace('events', 'event_details'), name].toSorted());
    });
  });
});

describePartitioned('account deletion', () =>
  test('erases details in every month', async () => {
    const user = await makeUser(core);
    await withRollback(async (tx) => {
      const old = await insertEventAt(tx, new Date().toISOString(), user.id);
      const ids = [old, await insertEventAt(tx, '2130-01-01', user.id)];
      const [row] = await tx.unsafe<{ at: string }[]>(
        "select max(first_at)::text as at from partitions() where parent = 'security_events'",
      );
      ids.push(await insertEventAt(tx, row?.at ?? '', user.id));
      const places = await Promise.all(ids.map((id) => listPartitions(tx, id)));
      expect(new Set(places.map(([, place]) => place)).size).toBe(3);
      await tx.unsafe(`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${user.id}`);
      await tx.unsafe(`select erase_account(${user.id})`);
      const remaining = await tx.unsafe(`
      select count(*)::int as events, (select count(*)::int from security_event_details
        where event_id in (${ids.join(', ')})) as details
      from security_events where id in (${ids.join(', ')})`);
      expect(remaining).toEqual([{ events: 3, details: 0 }]);
    });
  }),
);

describePartitioned('messages', () => {
  const enqueue = (tx: Tx, fact: string, at: string, user: number) =>
    tx.unsafe(`select enqueue_facts('owed_win_filled', '{${fact}}', '{"${at}"}', '{${user}}', '{"{}"}')`);
  const listMessages = (tx: Tx, user: number) =>
    tx.unsafe<{ place: string; fact: string }[]>(`
      select tableoid::regclass::text as place, event_key as fact from messages where user_id = ${user} order by id`);

  /**
   * Creates the months from January 2131 on, and queues a message at the end of January and one at the start of
   * February.
   */
  async function enqueueInTwoMonths(tx: Tx, user: number): Promise<void> {
    await maintainAt(tx, '2131-01-10 00:00+00');
    await enqueue(tx, 'a', '2131-01-31 23:59:59.9+00', user);
    await enqueue(tx, 'b', '2131-02-01 00:00+00', user);
  }

  test('are stored in the partition of their event’s month, and are unique over all months', async () => {
    const { id } = await makeUser(core);
    await withRollback(async (tx) => {
      await tx.unsafe("set local timezone = 'Asia/Kolkata'");
      await enqueueInTwoMonths(tx, id);
      for (const at of ['2131-01-31 23:59:59.9+00', '2131-03-01 00:00+00', '1999-01-01'])
        await enqueue(tx, 'a', at, id);
      expect(await listMessages(tx, id)).toEqual([
        { place: 'messages_2131_01', fact: 'a' },
        { place: 'messages_2131_02', fact: 'b' },
      ]);
      // By default, a message belongs to the current month.
      await tx.unsafe(
        `insert into messages (kind, event_key, user_id, recipient) values ('owed_win_filled', 'c', ${id}, 'x')`,
      );
      const [row] = await tx.unsafe(
        `select month = get_utc_month(now()) as present from messages where recipient = 'x'`,
      );
      expect(row).toEqual({ present: true });
    });
  });

  test('are queued once by concurrent transactions', async () => {
    const { id } = await makeUser(core);
    const { sql } = core.database;
    const at = new Date().toISOString();
    let second: Promise<unknown> | undefined;
    await sql.begin(async (first) => {
      await enqueue(first, 'at once', at, id);
      second = enqueue(sql, 'at once', at, id).then(() => undefined);
      const isWaiting = async () =>
        (
          await first`select from pg_locks where locktype = 'transactionid' and not granted
          and transactionid = (select xmin from messages where user_id = ${id})`
        ).length;
      await expect.poll(isWaiting).toBe(1);
    });
    await second;
    expect(await listMessages(sql, id)).toHaveLength(1);
  });

  test('are dropped with their month after 90 days, unless a message of the month is still queued', async () => {
    const { id } = await makeUser(core);
    await withRollback(async (tx) => {
      await enqueueInTwoMonths(tx, id);
      const listDropped = async (at: string) =>
        (await maintainAt(tx, at, 90)).filter((line) => line.startsWith('dropped messages_2131'));
      const settle = (fact: string) =>
        tx.unsafe(
          `update messages set status = 'sent', settled_at = now() where user_id = ${id} and event_key = '${fact}'`,
        );
      expect(await listDropped('2131-04-01 00:00+00')).toEqual([]);
      await settle('a');
      expect(await listDropped('2131-03-31 23:59:59.9+00')).toEqual([]);
      expect(await listDropped('2131-04-01 00:00+00')).toEqual(['dropped messages_2131_01']);
      expect(await listMessages(tx, id)).toEqual([{ place: 'messages_2131_02', fact: 'b' }]);
      await settle('b');
      expect(await listDropped('2131-05-02 00:00+00')).toEqual(['dropped messages_2131_02']);
      expect(await listMessages(tx, id)).toEqual([]);
    });
  });

  test('are stored in the default partition until the partition of their month is created', async () => {
    const { id } = await makeUser(core);
    await withRollback(async (tx) => {
      for (const [fact, at] of Object.entries({ a: '2131-05-01', b: '2131-05-31 23:59:59.9+00', c: '2132-05-01' }))
        await enqueue(tx, fact, at, id);
      expect((await listMessages(tx, id)).map(({ place }) => place)).toEqual(Array(3).fill('messages_default'));
      await maintainAt(tx, '2131-05-20 12:00+00');
      expect((await listMessages(tx, id)).map(({ place }) => place)).toEqual([
        'messages_2131_05',
        'messages_2131_05',
        'messages_default',
      ]);
      await tx.unsafe(`update users set deletion_due_at = now(), deletion_notice_at = now() where id = ${id}`);
      await tx.unsafe(`select erase_account(${id})`);
      expect(await listMessages(tx, id)).toEqual([]);
    });
  });

  test('are claimed in the order in which they are due, and updated in the partition of their month', async () => {
    const { id } = await makeUser(core);
    await withRollback(async (tx) => {
      await maintainAt(tx, '2131-01-10 00:00+00');
      await enqueue(tx, 'late', '2131-01-01', id);
      await enqueue(tx, 'early', '2131-02-01', id);
      await tx.unsafe(`update messages set due_at = '2001-01-01' where user_id = ${id} and event_key = 'early'`);
      await tx.unsafe(`update messages set due_at = '2001-01-02' where user_id = ${id} and event_key = 'late'`);
      const claimed = await tx.unsafe("select event_key, month::text, attempts from claim_messages(1, 60, 'x')");
      expect(claimed).toEqual([{ event_key: 'early', month: '2131-02-01', attempts: 1 }]);
      const settle = `update messages set status = 'sent', settled_at = now()
        where id = (select min(id) from messages where user_id = ${id}) and month = '2131-01-01' and attempts = 0`;
      expect((await listTouchedPartitions(tx, settle)).filter((name) => name.startsWith('messages_2131'))).toContain(
        'messages_2131_01',
      );
    });
  });
});
