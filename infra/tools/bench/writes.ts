import { type MoveSql, openDatabase } from '@inaam/db/client';
import { cpuOf } from '@inaam/testing/cpu';
import { type ListOptions, largeDatabaseServer } from './lists.ts';

/** What only searches, orders and figures of lists need; the rest keeps facts unique or serves the moves themselves. */
const HELPERS = `
  select format('drop index %s', i.indexrelid::regclass) as statement
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where c.relnamespace = 'public'::regnamespace and (a.amname = 'gin' or c.relname in ('completions_unapproved_idx',
    'clicks_created_at_idx', 'clicks_offer_idx', 'users_provider_idx', 'users_first_name_idx', 'postbacks_outcome_idx',
    'audit_log_action_idx',
    'vouchers_expiry_filters_idx', 'vouchers_stock_idx', 'credit_cases_list_idx'))
  union all
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) from pg_trigger
  where tgname in ('users_searched', 'users_provider_noted')`;

/** Rows as the moves write them, so many that the indexes' own queues are emptied on the way. */
const ROWS: Record<string, { rows: number; statements: string[] }> = {
  'a click': {
    rows: 20_000,
    statements: [
      `insert into clicks (click_id, user_id, offer_id)
       select 'w' || left(translate(encode(sha256(n::text::bytea), 'base64'), '+/', '-_'), 21), n % 900 + 1, 7
       from generate_series(1, 20000) n`,
    ],
  },
  'a postback, stored and judged': {
    rows: 10_000,
    statements: [
      `insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, ip)
       select 5, 'network-5', 'w' || n, 'GET', repeat('q', 150), '', '203.0.113.5' from generate_series(1, 10000) n`,
      `update postbacks set outcome = 'repeat', judged_at = now(), kind = 'approve',
         click_id = left(md5(id::text), 22), transaction_id = md5('w' || id) where outcome is null`,
    ],
  },
  'a user': {
    rows: 5000,
    statements: [
      `insert into users (email, first_name, last_name, provider_uid, registration_ip, registration_device)
       select 'w' || md5(n::text) || '@example.invalid', 'Bench', 'Person ' || n, 'w' || n, '192.0.2.' || n % 250, md5('w' || n)
       from generate_series(1, 5000) n`,
    ],
  },
  'a completion with its spin, settled': {
    rows: 5000,
    statements: [
      `create temporary table given on commit drop as
       select k.id, k.user_id, k.offer_id from clicks k
       where not exists (select 1 from completions c where c.user_id = k.user_id and c.offer_id = k.offer_id)
       limit 5000`,
      `insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
         currency, rate_micros, seed, commitment)
       select user_id, offer_id, 1, id, 5, 'w' || id, 1000, 'INR', 1000000, seed, sha256(seed)
       from (select *, sha256(id::text::bytea) as seed from given) drawn`,
      `insert into spins (completion_id, roll, landing_part, wheel_layout, client_seed, share)
       select id, 500, 0, 1, '', 'open' from completions where transaction_id like 'w%'`,
    ],
  },
};
const ROUNDS = 3;

class Undo extends Error {}

/** Microseconds of a core for each row, the median of the rounds; each is undone. */
async function perRow(sql: MoveSql, { rows, statements }: { rows: number; statements: string[] }): Promise<number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const cost: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [started, from] = [performance.now() * 1e6, cpuOf(backend?.pid ?? 0)];
    await sql
      .begin(async (tx) => {
        for (const statement of statements) await tx.unsafe(statement);
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
    const until = cpuOf(backend?.pid ?? 0);
    cost.push(from !== null && until !== null ? until - from : performance.now() * 1e6 - started);
  }
  return Math.round((cost.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0) / rows / 100) / 10;
}

/**
 * What the lists' indexes and counters cost those who write: the rows of moves with them and then without them. The
 * database has lost them afterwards: not one that is to be measured again.
 */
export async function benchWrites({ log, only, ...options }: Omit<ListOptions, 'runs'>): Promise<void> {
  await largeDatabaseServer({ log, ...options }, async (url) => {
    const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 900_000 });
    try {
      const all = async () => {
        const costs: [string, number][] = [];
        for (const [name, one] of Object.entries(ROWS))
          if (name.includes(only)) costs.push([name, await perRow(sql, one)]);
        return new Map(costs);
      };
      // The first time is for the caches.
      await all();
      const withThem = await all();
      for (const { statement } of await sql.unsafe<{ statement: string }[]>(HELPERS)) await sql.unsafe(statement);
      const without = await all();
      log('| row | with, µs of CPU | without | ratio |\n|---|---|---|---|');
      for (const [name, cost] of withThem) {
        const bare = without.get(name) ?? Number.NaN;
        log(`| ${name} | ${cost} | ${bare} | ${(cost / bare).toFixed(2)} |`);
      }
    } finally {
      await close();
    }
  });
}
