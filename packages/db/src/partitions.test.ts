import { createTestCore, type TestCore } from '@inaam/testing/core';
import { makeUser } from '@inaam/testing/factories/identity';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MoveSql } from './client.ts';
import { readMigrations } from './migrate/files.ts';
import { runMigrations } from './migrate/steps.ts';
import { migrate } from './migrate.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';

/** Tables that are partitioned by month: infra/docs/decisions/0055-partitions-by-month.md. */

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

type Tx = Pick<MoveSql, 'unsafe'>;
class Undone extends Error {}

/** What the statements give, of which nothing stays: months far ahead would be in the way of other tests. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let given: T | undefined;
  await core.database.sql
    .begin(async (tx) => {
      given = await work(tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return given as T;
}

const keptAt = async (tx: Tx, at: string): Promise<string[]> =>
  (await tx.unsafe<{ done: string[] }[]>(`select keep_partitions_at('${at}') as done`))[0]?.done ?? [];
const ofBoth = (lines: string[]): string[] =>
  ['security_event_details', 'security_events'].flatMap((table) => lines.map((line) => line.replace('T', table)));
/** An event with its details at a moment, and its id. */
async function eventAt(tx: Tx, at: string, user = 1): Promise<number> {
  const [row] = await tx.unsafe<{ id: number }[]>(`
    insert into security_events (kind, realm, actor_kind, actor_id, at)
    values ('sign_in', 'user', 'user', ${user}, '${at}') returning id`);
  await tx.unsafe(`
    insert into security_event_details (event_id, actor_name, ip, at)
    values (${row?.id}, 'somebody', '192.0.2.7', '${at}')`);
  return row?.id ?? 0;
}
const placeOf = async (tx: Tx, id: number): Promise<string[]> =>
  (
    await tx.unsafe<{ place: string }[]>(`
      select tableoid::regclass::text as place from security_events where id = ${id}
      union all select tableoid::regclass::text from security_event_details where event_id = ${id} order by 1`)
  ).map(({ place }) => place);

describe('months', () => {
  test('are made ahead by a migration, the next three, and once', async () => {
    const { sql } = core.database;
    // As the migration left them, whatever month it is by now: history is of this one, too.
    const rows = await sql`
      select p.parent, count(*)::int as months, min(p.first_at) = max(h.end_at) as follow,
        max(p.end_at) = (max(h.end_at at time zone 'UTC') + interval '3 months') at time zone 'UTC' as to_the_end,
        bool_and(h.end_at at time zone 'UTC' = date_trunc('month', h.end_at at time zone 'UTC')) as of_utc
      from partitions() p join partitions() h on h.parent = p.parent and h.name = p.parent || '_history'
      where p.first_at is not null group by 1 order by 1`;
    const ahead = { months: 3, follow: true, to_the_end: true, of_utc: true };
    expect(rows).toEqual([
      { parent: 'security_event_details', ...ahead },
      { parent: 'security_events', ...ahead },
    ]);
    // Those of a month that has begun since the database was made.
    await sql`select keep_partitions()`;
    expect(await sql`select keep_partitions() as done`).toEqual([{ done: [] }]);
  });

  test('are those of UTC, and go with the first moment that is older than what is kept', async () => {
    await undone(async (tx) => {
      await tx.unsafe("set local timezone = 'Asia/Kolkata'");
      const first = await keptAt(tx, '2131-01-31 23:59:59.9+00');
      expect(first.filter((line) => line.startsWith('made'))).toEqual(
        ofBoth(['made T_2131_01', 'made T_2131_02', 'made T_2131_03', 'made T_2131_04']),
      );
      // All that was there is a century old.
      expect(first).toEqual(expect.arrayContaining(ofBoth(['dropped T_history'])));
      expect(await keptAt(tx, '2131-02-01 00:00+00')).toEqual(ofBoth(['made T_2131_05']));
      const id = await eventAt(tx, '2131-01-31 23:59:59.9+00');
      const next = await eventAt(tx, '2131-02-01 00:00+00');
      expect(await placeOf(tx, id)).toEqual(['security_event_details_2131_01', 'security_events_2131_01']);
      expect(await placeOf(tx, next)).toEqual(['security_event_details_2131_02', 'security_events_2131_02']);
      const made = ofBoth(['made T_2132_01', 'made T_2132_02', 'made T_2132_03']);
      const before = await keptAt(tx, '2131-12-31 23:59:59.9+00');
      expect(before.filter((line) => line.startsWith('dropped'))).toEqual([]);
      expect(before).toEqual(expect.arrayContaining(made));
      expect(await keptAt(tx, '2132-01-01 00:00+00')).toEqual(
        ['security_event_details', 'security_events'].flatMap((table) => [
          `dropped ${table}_2131_01`,
          `made ${table}_2132_04`,
        ]),
      );
      expect(await placeOf(tx, id)).toEqual([]);
      expect(await placeOf(tx, next)).toHaveLength(2);
    });
  });

  test('that were not made lose nothing: what came lies in the default partition, and moves', async () => {
    await undone(async (tx) => {
      const [early, late, later] = [
        await eventAt(tx, '2131-05-01 00:00+00'),
        await eventAt(tx, '2131-05-31 23:59:59.9+00'),
        await eventAt(tx, '2132-05-31 00:00+00'),
      ];
      expect(await placeOf(tx, early)).toEqual(['security_event_details_default', 'security_events_default']);
      await keptAt(tx, '2131-05-20 12:00+00');
      for (const id of [early, late]) {
        expect(await placeOf(tx, id)).toEqual(['security_event_details_2131_05', 'security_events_2131_05']);
      }
      expect(await placeOf(tx, later)).toEqual(['security_event_details_default', 'security_events_default']);
      const rows = await tx.unsafe(`
        select e.kind, d.actor_name from security_events e join security_event_details d on d.event_id = e.id
        where e.id in (${early}, ${late}, ${later})`);
      expect(rows).toEqual([1, 2, 3].map(() => ({ kind: 'sign_in', actor_name: 'somebody' })));
    });
  });

  test('have keys that hold, and ids that no other month has', async () => {
    await undone(async (tx) => {
      await keptAt(tx, '2131-05-20 12:00+00');
      const ids = [
        await eventAt(tx, '2131-05-20 12:00+00'),
        await eventAt(tx, '2131-07-20 12:00+00'),
        await eventAt(tx, '2131-06-20 12:00+00'),
      ];
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      const own = "insert into security_events (id, kind, realm, at) values (1, 'sign_in', 'user', now())";
      const savepoint = async (statement: string) => {
        await tx.unsafe('savepoint here');
        const refusal = await tx.unsafe(statement).then(
          () => undefined,
          (error: { code: string }) => error.code,
        );
        await tx.unsafe('rollback to savepoint here');
        return refusal;
      };
      expect(await savepoint(own)).toBe('428C9');
      expect(
        await savepoint(`
          insert into security_events (id, kind, realm, at) overriding system value
          values (${ids[0]}, 'sign_in', 'user', '2131-05-20 12:00+00')`),
      ).toBe('23505');
      expect(
        await savepoint(`
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

/** The partitions that a statement has read or written, each once. */
async function touched(tx: Tx, statement: string): Promise<string[]> {
  const [row] = await tx.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(`explain (analyze, format json) ${statement}`);
  const names = new Set<string>();
  const look = (plan: Plan): void => {
    if (plan['Relation Name'] && plan['Actual Loops'] !== 0) names.add(plan['Relation Name']);
    plan.Plans?.forEach(look);
  };
  look(row?.['QUERY PLAN'][0].Plan ?? {});
  return [...names].toSorted();
}

describe('statements read the months that they are of', () => {
  test('those of a moment: one', async () => {
    await undone(async (tx) => {
      const now = await tx.unsafe<{ name: string }[]>(`
        select name from partitions() where parent = 'security_events' and not is_default
          and coalesce(first_at, '-infinity') <= now() and end_at > now() - interval '1 minute'`);
      const figures = `
        select kind, sum(count)::int as count from security_events
        where at > now() - interval '1 minute' and at <= now() group by 1`;
      expect(await touched(tx, figures)).toEqual(now.map(({ name }) => name).toSorted());
      await keptAt(tx, '2131-05-20 12:00+00');
      const id = await eventAt(tx, '2131-06-20 12:00+00');
      const month = "at >= '2131-06-01' and at < '2131-06-30'";
      expect(await touched(tx, `select * from security_events where ${month} order by at desc, id desc`)).toEqual([
        'security_events_2131_06',
      ]);
      expect(
        await touched(tx, `delete from security_events where id = ${id} and at = '2131-06-20 12:00+00'`),
      ).toContain('security_events_2131_06');
    });
  });

  test('details: the month of their event, and those of before', async () => {
    await undone(async (tx) => {
      const [month] = await tx.unsafe<{ name: string; day: string }[]>(`
        select name, (first_at + interval '3 days')::text as day from partitions()
        where parent = 'security_events' and not is_default order by first_at desc nulls last limit 1`);
      const { name, day } = month ?? { name: '', day: '' };
      for (let i = 0; i < 3; i++) await eventAt(tx, day);
      const join = `
        select d.ip from security_events e
        left join security_event_details d on d.event_id = e.id and d.at in (e.at, '-infinity')
        where e.at >= '${day}' and e.at < '${day}'::timestamptz + interval '1 day' order by e.at desc, e.id desc limit 2`;
      await tx.unsafe('set local enable_hashjoin = off');
      await tx.unsafe('set local enable_mergejoin = off');
      expect(await touched(tx, join)).toEqual(
        [name.replace('events', 'event_details'), 'security_event_details_history', name].toSorted(),
      );
    });
  });
});

test('who leaves is forgotten in every month', async () => {
  const user = await makeUser(core);
  await undone(async (tx) => {
    const old = await eventAt(tx, '2020-01-01', user.id);
    await tx.unsafe(`update security_event_details set at = '-infinity' where event_id = ${old}`);
    const ids = [old, await eventAt(tx, '2130-01-01', user.id)];
    const [row] = await tx.unsafe<{ at: string }[]>(
      "select max(first_at)::text as at from partitions() where parent = 'security_events'",
    );
    ids.push(await eventAt(tx, row?.at ?? '', user.id));
    const places = await Promise.all(ids.map((id) => placeOf(tx, id)));
    expect(new Set(places.map(([, place]) => place)).size).toBe(3);
    await tx.unsafe(`update users set deletion_due_at = now() where id = ${user.id}`);
    await tx.unsafe(`select erase_account(${user.id})`);
    const left = await tx.unsafe(`
      select count(*)::int as events, (select count(*)::int from security_event_details
        where event_id in (${ids.join(', ')})) as details
      from security_events where id in (${ids.join(', ')})`);
    expect(left).toEqual([{ events: 3, details: 0 }]);
  });
});

describe('a database that was filled before', () => {
  const { migrations } = readMigrations(import.meta.dirname);
  const first = migrations.findIndex(({ sql }) => sql.some((text) => text.includes('security_events_history')));

  const events = (sql: Sql) => sql`select * from security_events order by id`;
  const details = (sql: Sql) => sql`
    select event_id, actor_name, ip, device from security_event_details order by event_id`;

  test('keeps every row where it is, and goes on', async () => {
    const { url, sql, drop } = await createEmptyDatabase();
    try {
      await runMigrations(sql, migrations.slice(0, first), () => {});
      await sql`
        insert into security_events (at, kind, realm, request_id, actor_kind, actor_id, detail, count)
        select now() - make_interval(days => n), 'sign_in', 'admin', nullif('r' || n, 'r3'), 'user', n, 'password', n + 1
        from generate_series(0, 420, 60) n`;
      await sql`
        insert into security_event_details (event_id, actor_name, ip, device)
        select id, 'user ' || id, '192.0.2.' || id, null from security_events where id <> 2`;
      // A clock that ran ahead.
      await sql`
        insert into security_events (at, kind, realm) values (now() + interval '40 days', 'sign_in', 'user')`;
      const [node] = await sql<{ of: string }[]>`
        select pg_relation_filenode('security_events') || ' ' || pg_relation_filenode('security_event_details') as of`;
      const before = [await events(sql), await details(sql)];

      await migrate(url);
      expect([await events(sql), await details(sql)]).toEqual(before);
      expect(
        await sql`select pg_relation_filenode('security_events_history') || ' '
          || pg_relation_filenode('security_event_details_history') as of`,
      ).toEqual([node]);
      // As the release before joins them, and as this one does.
      const joined = await sql`
        select e.id, d.actor_name from security_events e left join security_event_details d on d.event_id = e.id
        order by 1`;
      expect(joined).toHaveLength(9);
      expect(
        await sql`select e.id, d.actor_name from security_events e
          left join security_event_details d on d.event_id = e.id and d.at in (e.at, '-infinity') order by 1`,
      ).toEqual(joined);
      await sql`select write_security_events('[{"kind":"sign_in","realm":"user","count":1,"actor_name":"new"}]')`;
      const [newest] = await sql`
        select e.id, d.actor_name, d.at = e.at as together from security_events e
        join security_event_details d on d.event_id = e.id and d.at in (e.at, '-infinity') order by 1 desc limit 1`;
      expect(newest).toEqual({ id: '10', actor_name: 'new', together: true });
      expect(await sql`select at < now() as past from security_events where id = 10`).toEqual([{ past: true }]);
    } finally {
      await drop();
    }
  });
});
