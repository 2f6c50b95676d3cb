import postgres, { type Sql } from 'postgres';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { MoveSql } from './client.ts';
import { adoptBaseline } from './migrate/baseline.ts';
import { readMigrations } from './migrate/files.ts';
import { applyFunctions, definitionsOf, readFunctions } from './migrate/functions.ts';
import { holdsSchema, migrate, schemaVersion } from './migrate.ts';
import { fillAsBefore, fillLedgerAsBefore, migrateAsBefore } from './testing/before-baseline.ts';
import { readCatalog } from './testing/catalog.ts';
import { createEmptyDatabase } from './testing/empty-database.ts';
import { readLedger } from './testing/ledger-before.ts';

/** The engine has a DDL of its own and no partitions: what is skipped there is of stock PostgreSQL. */
const isEngine = inject('postgres').asOnEngine;

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let sql: Sql;
const has = async (template?: string) => {
  database = await createEmptyDatabase(template);
  sql = database.sql;
};
afterEach(() => database.drop());

const own = readFunctions(import.meta.dirname);
const { migrations } = readMigrations(import.meta.dirname);

type Columns = Record<string, string[]>;

/** The columns of every table. */
async function allColumns(): Promise<Columns> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema = 'public' group by 1`;
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row of those tables, with those columns, as text. */
async function allRows(columns: Columns): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const [name, names] of Object.entries(columns)) {
    const found = await sql<{ row: string }[]>`
      select to_jsonb(t)::text as row from (select ${sql(names)} from ${sql(name)}) t order by 1`;
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}

const journal = () => sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`;
const recorded = () => sql`select name, hash, version from drizzle.schema_functions order by name`;
/** What the functions and triggers are after every definition was run again, with bodies checked. */
async function appliedAgain() {
  const { triggers, functions, views } = await sql.begin(async (tx) => {
    for (const { text } of own.definitions) await tx.unsafe(text);
    return readCatalog(tx);
  });
  return { triggers, functions, views };
}

/** Of the run's template, which was empty and migrated. */
async function freshCatalog() {
  const fresh = await createEmptyDatabase(inject('postgres').template);
  try {
    return await readCatalog(fresh.sql);
  } finally {
    await fresh.drop();
  }
}

describe('an empty database', () => {
  beforeEach(() => has());

  test('gets the migrations, and every function, trigger and view as its file has it', async () => {
    await migrate(database.url);
    expect(await journal()).toHaveLength(migrations.length);
    const { triggers, functions, views } = await readCatalog(sql);
    expect(await appliedAgain()).toEqual({ triggers, functions, views });
    const names = [
      ...Object.keys(functions).map((signature) => `function ${/^\w+/.exec(signature)?.[0]}`),
      ...Object.keys(triggers).map((name) => `trigger ${name.split('.')[1]}`),
      ...Object.keys(views).map((name) => `view ${name}`),
    ];
    const inBaseline = ['function odds_valid'];
    expect(names.sort()).toEqual([...own.definitions.map(({ name }) => name), ...inBaseline].sort());
  });

  test('a function that is not as its file has it is found', async () => {
    await migrate(database.url);
    await sql`create or replace function expire_vouchers() returns integer language sql as 'select 1'`;
    const { triggers, functions, views } = await readCatalog(sql);
    expect(await appliedAgain()).not.toEqual({ triggers, functions, views });
  });

  test('is migrated once by processes that start together', async () => {
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await journal()).toHaveLength(migrations.length);
    expect(await recorded()).toHaveLength(own.definitions.length);
  });
});

/** What the fixtures hold of each kind: the upgrade is shown for all of them. */
const KINDS = {
  won: true,
  lost: true,
  owed: true,
  waiting: true,
  pending: true,
  held: true,
  'reversed before its spin': true,
  'reversed after its spin': true,
  'confirmed after its reversal': true,
  'voucher used': true,
  'voucher expired': true,
  'voucher free': true,
  'voucher withdrawn, and another': true,
  'two vouchers withdrawn of one completion': true,
  'credited by hand': true,
  'a credit that the network adopted': true,
  'users of the provider': true,
  'completions under earlier odds': true,
};

async function kindsThere(): Promise<Record<string, boolean>> {
  const [row] = await sql<Record<string, boolean>[]>`
    select exists (select from spins where outcome = 'won') as won, exists (select from spins where outcome = 'lost') as lost,
      exists (select from spins where outcome = 'owed') as owed,
      exists (select from spins s join completions c on c.id = s.completion_id
        where outcome = 'waiting' and status = 'approved' and held_until is null) as waiting,
      exists (select from completions where status = 'pending') as pending,
      exists (select from completions where held_until > now()) as held,
      exists (select from spins s join completions c on c.id = s.completion_id
        where outcome = 'waiting' and status = 'reversed') as "reversed before its spin",
      exists (select from spins s join completions c on c.id = s.completion_id
        where outcome <> 'waiting' and status = 'reversed') as "reversed after its spin",
      exists (select from completions where approved_at > reversed_at) as "confirmed after its reversal",
      exists (select from vouchers where status = 'used') as "voucher used",
      exists (select from vouchers where status = 'expired' and withdrawn_at is null) as "voucher expired",
      exists (select from vouchers where status = 'available') as "voucher free",
      exists (select from vouchers w join vouchers v on v.completion_id = w.withdrawn_from) as "voucher withdrawn, and another",
      exists (select from vouchers group by withdrawn_from having withdrawn_from is not null and count(*) = 2)
        as "two vouchers withdrawn of one completion",
      exists (select from completions where source = 'admin' and transaction_id like 'manual-%') as "credited by hand",
      exists (select from completions where source = 'admin' and transaction_id not like 'manual-%')
        as "a credit that the network adopted",
      exists (select from users u join completions c on c.user_id = u.id where provider_uid is not null)
        as "users of the provider",
      exists (select from spins s join completions c on c.id = s.completion_id join offers o on o.id = c.offer_id
        where s.odds <> o.odds) as "completions under earlier odds"`;
  return { ...row };
}

describe('a database of the releases before the baseline', () => {
  beforeEach(() => has());

  /** Tables that the facts took the place of, or changed: what they say is read by `readLedger`. */
  const OF_THE_LEDGER = [
    'clicks',
    'completions',
    'spins',
    'vouchers',
    'offers',
    'users',
    'user_stats',
    'offer_days',
    'conversion_days',
  ];

  test.skipIf(isEngine)('at their last migration is marked as at the baseline, and its rows stay', async () => {
    await migrateAsBefore(sql);
    await fillAsBefore(sql);
    const then = await allColumns();
    const filled = await allRows(then);
    expect(Object.entries(filled).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const { audit_log: told = [] } = then;
    for (const table of [...OF_THE_LEDGER, 'audit_log']) delete then[table];
    const before = await allRows(then);
    const old = await journal();

    await migrate(database.url);
    expect(await allRows(then)).toEqual(before);
    // The log says what it said, and holds no names itself.
    expect((await allRows({ audit_entries: told }))['audit_entries']).toEqual(filled['audit_log']);
    expect(await sql`select id from audit_log where coalesce(actor_name, ip, note) is not null`).toEqual([]);
    expect((await journal()).slice(0, old.length)).toEqual(old);
    expect(await journal()).toHaveLength(old.length + migrations.length);
    expect(await readCatalog(sql)).toEqual(await freshCatalog());
  });

  test.each([
    ['at their last migration', async () => {}],
    ['at the baseline', () => adoptBaseline(sql, migrations)],
  ])(
    '%s, with all kinds of completions, spins and vouchers, shows the same figures and proofs',
    async (_what, bring) => {
      await migrateAsBefore(sql);
      await fillAsBefore(sql);
      await fillLedgerAsBefore(sql);
      await bring();
      const before = await readLedger(sql, 'before');
      expect(await kindsThere()).toEqual(KINDS);

      await migrate(database.url);
      expect(await readLedger(sql, 'since')).toEqual(before);
      expect(await sql`select what from ledger_differences()`).toEqual([]);
      expect(await sql`select what from figure_differences()`).toEqual([]);
      // A seed was 32 bytes, and the commitment that was shown is the digest of it.
      expect(await sql`select id from completions where length(seed) <> 32 or commitment <> sha256(seed)`).toEqual([]);

      // What the feed reads on from is what the counters had.
      await sql`select advance_feed('figures', 1000000)`;
      expect(await readLedger(sql, 'since')).toEqual(before);
      await sql`select recount()`;
      expect(await readLedger(sql, 'since')).toEqual(before);
    },
  );

  test('goes on from there: what waited is spun, what was owed is filled in its order', async () => {
    await migrateAsBefore(sql);
    await fillAsBefore(sql);
    await fillLedgerAsBefore(sql);
    await migrate(database.url);
    const owed = (await sql`select completion_id from owed_wins where amount_paise = 4000 order by number`).map(
      (row) => row['completion_id'],
    );
    expect(owed).toHaveLength(3);
    await sql`
      select add_vouchers('{"kind":"system","id":null,"name":"test","ip":null}', 'amazon', 'Amazon', 4000, null, null, '2099-12-31',
        '[{"code":"F-1","hash":"01","end":""},{"code":"F-2","hash":"02","end":""}]')`;
    expect(
      (await sql`select completion_id from completion_vouchers where code in ('F-1', 'F-2') order by code`).map(
        (row) => row['completion_id'],
      ),
    ).toEqual(owed.slice(0, 2));
    const [waiting] = await sql`
      select completion_id as id, o.odds from spin_states o join completion_states c on c.id = o.completion_id
      where o.outcome = 'waiting' and c.status = 'approved' and c.offer_id = 5 and c.user_id = 25`;
    expect(waiting?.['odds']).toEqual([{ amount: 50, tenths: 10 }]);
    const [spun] = await sql`
      select amount_paise::int as paise from settle_completion(${waiting?.['id']}, 9, 0, 1::smallint, '', 'open')`;
    expect(spun?.['paise']).toBe(5000);
    expect(await sql`select what from ledger_differences()`).toEqual([]);

    // Users are told of what happens from there on, of nothing before it, and of the holds that are yet to end.
    const told = async () =>
      (await sql`select kind, fact_key from messages order by id`).map((row) => `${row['kind']} ${row['fact_key']}`);
    const filled = owed.slice(0, 2).map((id) => `owed_filled ${id}`);
    const telling = async () => {
      await sql`select advance_feed('messages', 1000000000)`;
      return told();
    };
    await expect.poll(telling, { timeout: 20_000 }).toHaveLength(filled.length);
    expect(await told()).toEqual(filled);
    const held = await sql`
      select id from completion_states c where status = 'approved' and held_until > now()
        and not exists (select from spins s where s.completion_id = c.id) order by id`;
    expect(held).not.toEqual([]);
    await sql`update held_spins set held_until = now()`;
    await sql`select tell_ended_holds(1000)`;
    const ready = held.map((row) => `spin_ready ${row['id']}`);
    expect((await told()).toSorted()).toEqual([...filled, ...ready].toSorted());
  });

  test('is not ready before, and is after', async () => {
    await migrateAsBefore(sql);
    const numbers = postgres(database.url, { max: 1, types: { bigint: postgres.BigInt } }) as unknown as MoveSql;
    try {
      await expect(holdsSchema(numbers, schemaVersion())).rejects.toThrow('schema_functions');
      await migrate(database.url);
      expect(await holdsSchema(numbers, schemaVersion())).toBe(true);
    } finally {
      await numbers.end();
    }
  });

  test('at an older migration is refused in one line, and nothing changes', async () => {
    await migrateAsBefore(sql, '0013_networks_upkeep');
    const before = await readCatalog(sql);
    await expect(migrate(database.url)).rejects.toThrow(
      /^The database is older than this release can migrate: first start .* 0014_search_indexes on it, or use .*$/,
    );
    expect(await readCatalog(sql)).toEqual(before);
    expect(await journal()).toHaveLength(14);
  });

  test('at another migration of that time than the one that was committed is refused', async () => {
    await migrateAsBefore(sql);
    await sql`update drizzle.__drizzle_migrations set hash = 'a draft' where created_at = 1795250041663`;
    await expect(migrate(database.url)).rejects.toThrow('The database is older');
  });
});

describe('the functions of a database', () => {
  const replaced = definitionsOf(
    'test.sql',
    'create or replace function ist_day(at timestamptz) returns date language sql as $$\n  select null::date\n$$;\n',
  );
  /** The set of a release whose ist_day is another one. */
  const release = (version: number) => ({
    ...own,
    version,
    definitions: own.definitions.map((each) => replaced.find(({ name }) => name === each.name) ?? each),
  });
  const today = async () => (await sql`select ist_day(now()) as day`)[0]?.['day'];

  beforeEach(() => has(inject('postgres').template));

  test('of an older release are brought to this one', async () => {
    await sql`update drizzle.schema_functions set version = ${own.version - 1}`;
    await applyFunctions(sql, release(own.version - 1));
    expect(await today()).toBeNull();
    await migrate(database.url);
    expect(await today()).not.toBeNull();
    expect(new Set((await recorded()).map(({ version }) => version))).toEqual(new Set([own.version]));
  });

  test.skipIf(isEngine)('of a newer release are left alone', async () => {
    await applyFunctions(sql, release(own.version + 1));
    const newer = await recorded();
    await migrate(database.url);
    expect(await today()).toBeNull();
    expect(await recorded()).toEqual(newer);
  });

  test('follow their files while a release is being written, under one version', async () => {
    await applyFunctions(sql, release(own.version));
    expect(await today()).toBeNull();
    await migrate(database.url);
    expect(await today()).not.toBeNull();
  });

  test('that a migration dropped with their table come back', async () => {
    await sql`drop trigger vouchers_guard on vouchers`;
    await sql`drop function use_voucher`;
    await migrate(database.url);
    expect(await readCatalog(sql)).toEqual(await freshCatalog());
  });

  test.skipIf(isEngine)('that stay the same take no lock on a table', async () => {
    const writer = postgres(database.url, { max: 1 });
    try {
      await writer.begin(async (tx) => {
        await tx`lock table vouchers, spins, completions, users in row exclusive mode`;
        await sql`set lock_timeout = '1s'`;
        await applyFunctions(sql, release(own.version));
      });
    } finally {
      await writer.end();
    }
    expect(await today()).toBeNull();
  });

  test('change all or not at all', async () => {
    const broken = definitionsOf(
      'test.sql',
      'create or replace trigger broken after insert on no_table execute function refuse_change();',
    );
    const set = release(own.version + 1);
    await expect(applyFunctions(sql, { ...set, definitions: [...set.definitions, ...broken] })).rejects.toThrow(
      'no_table',
    );
    expect(await today()).not.toBeNull();
  });
});
