import { MAX_COUNTED } from '@inaam/contracts/common/lists';
import { createKernel } from '@inaam/core/kernel/kernel';
import { createSecretBox } from '@inaam/core/kernel/seals';
import { type Database, openDatabase } from '@inaam/db/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { takeInTurn } from '../sampling.ts';
import { createServices } from '../services.ts';
import { createAdminCaller, listAdminCalls, type MeasuredCall } from './calls.ts';
import { fillLargeDatabase } from './fill.ts';

/**
 * Fills a database with 4000 people. Checks which indexes the calls use, and that the fast paths for common searches
 * return the same as one plain statement.
 */

let database: Database;
let drop: () => Promise<void>;
let calls: Map<string, MeasuredCall>;
let admin: Awaited<ReturnType<typeof createAdminCaller>>;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  const setup = openDatabase(created.url, { max: 1, statementTimeout: 60_000 });
  const secrets = createSecretBox([new Uint8Array(32)]);
  await fillLargeDatabase(setup.sql, secrets, { users: 4000, completions: 6000 }, () => {});
  // At this size PostgreSQL prefers to scan the table. Forbidding scans shows whether an index can answer.
  await setup.sql.unsafe(`alter database "${new URL(created.url).pathname.slice(1)}" set enable_seqscan = off`);
  await setup.close();
  // A connection reports its own statistics before it reads them. So with only one connection, the statistics include
  // all earlier statements.
  database = openDatabase(created.url, { max: 1, statementTimeout: 60_000 });
  const services = await createServices(createKernel(database, { deadline: 60_000 }), { secrets });
  calls = new Map((await listAdminCalls(services, database.sql)).map((call) => [call.name, call]));
  admin = await createAdminCaller(services, database.sql);
}, 60_000);
afterAll(async () => {
  await database.close();
  await drop();
});

/** Reads how often an index was used. On YugabyteDB an index over several texts is split into numbered indexes. */
async function countIndexScans(index: string): Promise<number> {
  await database.sql`select pg_stat_force_next_flush()`;
  const [row] = await database.sql<{ scans: number }[]>`
    select sum(idx_scan)::int as scans from pg_stat_user_indexes
    where indexrelname ~ ${`^${index}(_[0-9])?$`} having count(*) > 0`;
  if (!row) throw new Error(`there is no index ${index}`);
  return row.scans;
}

test.each([
  ['users', 'users_created_at_idx'],
  ['users, search by part of an e-mail', 'user_search_trigrams'],
  ['users, sorted by first name', 'users_first_name_idx'],
  ['users, sorted by completions', 'user_stats_completions_idx'],
  ['users, sorted by revenue, page 20', 'user_stats_revenue_filters_idx'],
  ['users, high value vouchers', 'completion_rows_high_value_idx'],
  ['users, sorted by last activity', 'user_activity_hours_hour_idx'],
  ['conversions', 'completion_rows_completed_at_idx'],
  ['conversions, search by part of an e-mail', 'user_search_trigrams'],
  ['conversions, search by voucher code', 'vouchers_code_end_idx'],
  ['conversions, of one offer', 'completion_rows_offer_idx'],
  ['conversions, won', 'completion_rows_won_idx'],
  ['conversions, not spun', 'completion_rows_unspun_idx'],
  ['offer clicks', 'clicks_created_at_idx'],
  ['offer clicks, sorted by payout', 'completion_rows_payout_idx'],
  ['offer clicks, won', 'clicks_created_at_idx'],
  ['offer clicks, won', 'completions_user_offer_key'],
  ['offer clicks, not spun', 'clicks_created_at_idx'],
  ['offer clicks, not spun', 'completions_user_offer_key'],
  ['offer clicks, of one offer', 'clicks_offer_idx'],
  ['offer clicks, search by click id', 'click_search_trigrams'],
  ['fraud', 'users_created_at_idx'],
  ['fraud, search by part of a device', 'devices_trigrams'],
  ['lookup, inside of an e-mail', 'user_search_trigrams'],
  ['lookup, click id', 'completions_user_offer_key'],
  ['audit', 'audit_log_at_idx'],
  ['audit, by action', 'audit_log_action_idx'],
  ['audit, search that finds nothing', 'audit_details_trigrams'],
  ['vouchers', 'vouchers_created_at_filters_idx'],
  ['vouchers, sorted by expiry', 'vouchers_expiry_filters_idx'],
  ['vouchers, sorted by status', 'vouchers_used_id_idx'],
  ['vouchers, available, by amount', 'free_vouchers_pkey'],
  ['vouchers, search by code', 'vouchers_code_end_idx'],
  ['vouchers, search by brand', 'vouchers_brand_idx'],
  ['inbox', 'postbacks_received_at_idx'],
  ['inbox, of one network', 'postbacks_network_idx'],
  ['inbox, of reversals', 'postbacks_kind_idx'],
  ['inbox, search by part of a transaction', 'postbacks_trigrams'],
  ['cases', 'credit_cases_list_idx'],
  ['networks', 'postbacks_network_idx'],
  ['dashboard', 'completion_events_adopted_idx'],
  ['offer page', 'completion_rows_reversed_idx'],
  // A pattern, because each partition has an index of its own.
  ['watch', 'messages_\\w*settled_at_idx'],
])('uses an index for %s: %s', async (name, index) => {
  const before = await countIndexScans(index);
  await calls.get(name)?.run();
  expect(await countIndexScans(index)).toBeGreaterThan(before);
});

// The first page needs few clicks, whatever the filter and the size of the table.
test.each(['offer clicks', 'offer clicks, won', 'offer clicks, not spun', 'offer clicks, month'])(
  'reads less than a tenth of the clicks for a page of %s',
  async (name) => {
    const before = await countRowsRead('clicks');
    await calls.get(name)?.run();
    const [all] = await database.sql<{ n: number }[]>`select count(*)::int as n from click_search`;
    expect((await countRowsRead('clicks')) - before).toBeLessThan((all?.n ?? 0) / 10);
  },
);

// Counters give the position where a page begins, so the page reads only its own part of the index.
test.each([
  ['vouchers, sorted by status', 'vouchers'],
  ['offer clicks, sorted by title', 'clicks'],
  // An index finds the entries of a search result.
  ['audit, search that finds nothing', 'audit_log'],
])('reads less than a third of the rows for %s: table %s', async (name, table) => {
  const before = await countRowsRead(table);
  await calls.get(name)?.run();
  const [all] = await database.sql<{ n: number }[]>`select count(*)::int as n from ${database.sql(table)}`;
  expect((await countRowsRead(table)) - before).toBeLessThan((all?.n ?? 0) / 3);
});

/** Counts the rows of a table that were read so far, by indexes or scans. */
async function countRowsRead(table: string): Promise<number> {
  await database.sql`select pg_stat_force_next_flush()`;
  const [row] = await database.sql<{ rows: number }[]>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables where relname = ${table}`;
  if (!row) throw new Error(`there is no table ${table}`);
  return row.rows;
}

/** Counts the full scans of tables so far. */
async function countFullScans(tables: readonly string[]): Promise<number> {
  await database.sql`select pg_stat_force_next_flush()`;
  const [row] = await database.sql<{ scans: number }[]>`
    select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ${database.sql(tables)}`;
  return row?.scans ?? 0;
}

// Each of these runs every second or with every list, so its cost must not grow with the history.
test.each([
  "change_feed_has_pending('figures')",
  "search_clicks('%no click has this%')",
  'unfolded_completions()',
  'list_unfolded_sums()',
  "voucher_count_changes((select xid from change_feed_consumers where name = 'voucher_counts'), last_settled_xid())",
  "advance_change_feed('figures', 1000)",
])('scans no large table for %s if there is nothing new', async (call) => {
  const facts = ['clicks', 'completions', 'completion_events', 'spins', 'voucher_awards', 'vouchers'];
  const before = await countFullScans(facts);
  await database.sql.begin(async (tx) => {
    // Allow scans, as in a server.
    await tx`set local enable_seqscan = on`;
    await tx.unsafe(`select count(*) from ${call}`);
  });
  expect(await countFullScans(facts)).toBe(before);
});

/** Computes figures with one condition over all joined rows, which is slow but simple. */
async function selectPlainly(condition: string) {
  return database.sql.begin(async (tx) => {
    // Reads each table once, by a scan. The planner expects no rows where a left join yields null, such as a missing
    // spin, and would scan a table for each row.
    await tx`select set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true)`;
    const [row] = await tx.unsafe<
      { total: number; approved: number; people: number; revenue: number; wins: number }[]
    >(`
      select count(*)::int as total, count(*) filter (where c.approved_at is not null)::int as approved,
        count(distinct u.id) filter (where c.approved_at is not null)::int as people,
        count(s.amount_paise)::int as wins,
        coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0)::float8 / 100 as revenue
      from completion_states c join users u on u.id = c.user_id join offers o on o.id = c.offer_id
        join clicks k on k.id = c.click_id
        join spin_states s on s.completion_id = c.id left join completion_vouchers v on v.completion_id = c.id
      where ${condition}`);
    return row;
  });
}
const PERSON = ['u.email', "u.first_name || ' ' || u.last_name"];

// Texts that match all users, only an offer, only codes or clicks, several of these, or nothing.
const searches = ['exam', 'a', 'RA', 'cricket', 'e.', '7f', 'kavya menon', 'qqzzq'].map((search, index) => ({
  search,
  statuses: takeInTurn(['all', 'spinner_used', 'spinner_not_used'] as const, index),
}));
describe.each(searches)('search for «$search»', ({ search, statuses }) => {
  const matchesAny = (columns: string[]) =>
    `(${columns.map((column) => `${column} ilike '%${search}%'`).join(' or ')})`;

  test('finds the same conversions as a plain statement', async () => {
    const { pagination, overallStats } = await admin.completions.list({ search, limit: 1 });
    const expected = await selectPlainly(`(${matchesAny([...PERSON, 'o.title'])} or v.code_end = '${search}')`);
    expect([pagination.total, overallStats.totalRevenue, overallStats.totalVoucherWins]).toEqual([
      expected?.total,
      expected?.revenue,
      expected?.wins,
    ]);
  });

  test.each(statuses)('finds the same offer clicks as a plain statement: %s', async (conversionStatus) => {
    const { pagination, stats } = await admin.clicks.list({ search, limit: 1, conversionStatus });
    const outcome = { all: 'true', spinner_used: 's.spun_at is not null', spinner_not_used: 's.spun_at is null' };
    const found = matchesAny([...PERSON, 'o.title', 'o.external_offer_id', 'k.click_id']);
    const expected = await selectPlainly(`${outcome[conversionStatus]} and ${found}`);
    expect([stats.totalConversions, stats.uniqueUsers, stats.totalRevenue]).toEqual([
      expected?.approved,
      expected?.people,
      expected?.revenue,
    ]);
    const [clicks] = await database.sql.unsafe<{ n: number }[]>(`
      select count(*)::int as n from clicks k join users u on u.id = k.user_id join offers o on o.id = k.offer_id
      where ${found}`);
    expect(pagination.total).toBe(conversionStatus === 'all' ? clicks?.n : expected?.total);
  });

  test('counts offer clicks up to the cap', async () => {
    const { total } = (await admin.clicks.list({ search, limit: 1 })).pagination;
    const capped = (await admin.clicks.list({ search, limit: 1, total: 'capped' })).pagination;
    expect([capped.total, capped.capped ?? false]).toEqual([Math.min(total, MAX_COUNTED), total > MAX_COUNTED]);
    if (search === 'exam') expect(total).toBeGreaterThan(MAX_COUNTED);
  });

  test('finds the same users, registrations, shared IP addresses and vouchers as plain statements', async () => {
    const count = async (statement: string) => (await database.sql.unsafe<{ n: number }[]>(statement))[0]?.n;
    const users = `select count(*)::int as n from users u where`;
    expect((await admin.users.list({ search })).pagination.total).toBe(await count(`${users} ${matchesAny(PERSON)}`));
    const fraud = await admin.fraud.list({ search });
    const place = matchesAny([...PERSON, 'u.registration_ip', 'u.registration_device']);
    expect(fraud.pagination.user_total).toBe(await count(`${users} ${place}`));
    expect(fraud.pagination.ip_total).toBe(
      await count(`select count(*)::int as n from ip_addresses i
        where (registration_count > 1 or blocked_at is not null)
        and (${matchesAny(['i.address'])}
          or exists (select 1 from users u where u.registration_ip = i.address and ${place}))`),
    );
    expect((await admin.vouchers.list({ search })).pagination.total).toBe(
      await count(`select count(*)::int as n from voucher_states v left join completions c on c.id = v.completion_id
        left join users u on u.id = c.user_id where ${matchesAny(['v.brand', 'u.email'])} or v.code_end = '${search}'`),
    );
  });
});

const kinds = { all: 'true', firebase: 'u.provider_uid is not null', email: 'u.provider_uid is null' };
const outcomes = {
  all: 'true',
  voucher_won: 's.amount_paise is not null',
  no_voucher: 's.spun_at is not null and s.amount_paise is null',
  spinner_used: 's.spun_at is not null',
  spinner_not_used: 's.spun_at is null',
};
const ranges = { all: 'true', month: 'ist_day(k.created_at) >= ist_day(now()) - 29' };
const getKeys = <T extends object>(object: T) => Object.keys(object) as (keyof T)[];

const rangesAndOffers = getKeys(ranges).flatMap((dateRange) =>
  [undefined, 'EXT-1007'].map((offer) => ({ dateRange, offer })),
);
const filtered = getKeys(kinds)
  .flatMap((userType) => getKeys(outcomes).map((conversionStatus) => ({ userType, conversionStatus })))
  .map((filters, index) => ({ ...filters, sample: takeInTurn(rangesAndOffers, index) }));

test.each(filtered)(
  'figures of offer clicks (user type $userType, status $conversionStatus) equal those of a plain statement: $sample',
  async ({ userType, conversionStatus, sample }) => {
    for (const { dateRange, offer } of sample) {
      const { stats } = await admin.clicks.list({ conversionStatus, userType, dateRange, offer, limit: 1 });
      const named = offer ? `o.external_offer_id = '${offer}'` : 'true';
      const expected = await selectPlainly(
        [kinds[userType], outcomes[conversionStatus], ranges[dateRange], named].join(' and '),
      );
      expect([stats.totalConversions, stats.uniqueUsers, stats.totalRevenue, stats.voucherWins]).toEqual([
        expected?.approved,
        expected?.people,
        expected?.revenue,
        expected?.wins,
      ]);
    }
  },
);
