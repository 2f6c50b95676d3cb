import { createHmac, hash as digest } from 'node:crypto';
import { createSecretBox } from '@inaam/core/kernel/seals';
import type { SqlClient } from '@inaam/db/client';
import { migrate } from '@inaam/db/migrate';
import { fillLargeDatabase, SECRET } from '@inaam/testing/large-database/fill';

/**
 * Fills the database on which the product's paths are measured: the large database, plus people, clicks, stock and
 * completions that are ready to spin. Only this file of the bench writes rows of the product's tables.
 */

export interface BenchSize {
  users: number;
  completions: number;
  /** Completions ready to spin, spread over offers and people. */
  ready: number;
  log: (line: string) => void;
}

/** Values for requests and scripts. */
export interface ProductFacts {
  /** Each user is signed in: see `getSessionCookie`. Spins use people and offers in this order. */
  ready: { user: number; offer: number }[];
  /** One less than the id of the first ready completion. The ids of the ready completions are consecutive. */
  readyBase: number;
  /** Signed-in users without completions, and the offers that they may start. */
  clickers: number[];
  offers: number[];
  /** Clicks of the `clickers` that a network may complete, by public id. */
  clicks: { clickId: string; network: number }[];
  /** Signed-in users with 45 completions each. */
  readers: number[];
  /** E-mail addresses of people with the password `PASSWORD`. */
  emails: string[];
}

/** SECRETS_KEY, 32 bytes in hex. All runs use the same key, since a kept database is sealed with it. */
export const SECRETS_KEY = digest('sha256', 'the bench');
export const secrets = createSecretBox([Buffer.from(SECRETS_KEY, 'hex')]);

export const PASSWORD = 'the crowd 1234';
/**
 * Number of people who spin. Each completes an offer once, so with 45 offers they cover the largest number of prepared
 * spins.
 */
const SPINNERS = 4000;
const CLICKERS = 4000;
const READERS = 200;
const READ_OFFERS = 45;
/** Five amounts with a probability of 19.8 % each, so one roll in a hundred loses. */
const ODDS = JSON.stringify([5, 10, 20, 50, 100].map((amount) => ({ amount, permille: 198 })));

/** The cookie of a user whom the fill signed in. */
export const getSessionCookie = (user: number): string => `inaam_user=session${user}`;

/** Builds the path and query of a postback that the network with this number has signed. */
export function postbackPath({ clickId, network }: { clickId: string; network: number }): string {
  const query = `click_id=${clickId}&transaction_id=t${clickId}&payout=12.5&status=approved`;
  return `/postback/network-${network}?${query}&signature=${createHmac('sha256', SECRET).update(query).digest('hex')}`;
}

const insertUsersSql = (first: string, count: number, hash: string) => `
  insert into users (email, first_name, last_name, password_hash, email_verified_at)
  select '${first}' || n || '@example.invalid', 'Bench', 'Person', '${hash}', now() from generate_series(1, ${count}) n
  returning id`;
const SESSIONS = `
  insert into user_sessions (id, user_id, expires_at)
  select encode(sha256(('session' || id)::bytea), 'hex'), id, now() + interval '20 days' from users
  where last_name = 'Person' and first_name = 'Bench'`;
/** Reads the temporary table `given (n, user_id, offer_id)`. Ids of completions follow the order of `n`. */
const INSERT_COMPLETIONS = [
  `insert into clicks (click_id, user_id, offer_id)
   select left(translate(encode(sha256(('given' || user_id || '-' || offer_id)::bytea), 'base64'), '+/', '-_'), 22),
     user_id, offer_id from given order by n`,
  `insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
     currency, rate_micros, seed, commitment)
   select g.user_id, g.offer_id, o.odds_version, k.id, o.network_id, md5('given' || k.id), 1000, 'INR', 1000000,
     pg_temp.seed(), pg_temp.commitment()
   from given g join offers o on o.id = g.offer_id join clicks k on k.user_id = g.user_id and k.offer_id = g.offer_id
   order by g.n`,
];
const insertStockSql = (amount: number, count: number) => `
  with bought as (
    insert into vouchers (code, code_hash, type, brand, amount_paise, expiry_date)
    select pg_temp.code(${amount * 100}), decode(md5('bench${amount}-' || n), 'hex'), 'amazon', 'Amazon',
      ${amount * 100}, current_date + 30 + n / 1000
    from generate_series(1, ${count}) n
    returning amount_paise, expiry_date, id
  ), known as (
    insert into voucher_stock_positions (amount_paise) values (${amount * 100}) on conflict do nothing
  )
  insert into free_vouchers (amount_paise, expiry_date, voucher_id) select * from bought order by 1, 2, 3`;
const INSERT_SPINS = [
  `insert into spins (
    completion_id, client_seed, client_seed_status, roll, landing_permille, wheel_layout, amount_paise)
   select c.id, '', 'open', 1, 500, 2, 500
   from given g join completions c on c.user_id = g.user_id and c.offer_id = g.offer_id`,
  `insert into vouchers (code, code_hash, type, brand, amount_paise, expiry_date)
   select pg_temp.code(500), decode(md5('read' || c.id), 'hex'), 'amazon', 'Amazon', 500, current_date + 60
   from given g join completions c on c.user_id = g.user_id and c.offer_id = g.offer_id`,
  `insert into voucher_awards (voucher_id, completion_id, amount_paise)
   select v.id, c.id, 500 from given g join completions c on c.user_id = g.user_id and c.offer_id = g.offer_id
   join vouchers v on v.code_hash = decode(md5('read' || c.id), 'hex')`,
];

/** Migrates and fills an empty database. @param hash the product's hash of {@link PASSWORD} */
export async function seedBenchData(url: string, sql: SqlClient, hash: string, size: BenchSize): Promise<ProductFacts> {
  await migrate(url);
  await fillLargeDatabase(sql, secrets, size, size.log);
  const began = performance.now();
  const ids = async (statement: string) => (await sql.unsafe<{ id: number }[]>(statement)).map(({ id }) => id);
  await sql.unsafe(
    `insert into offer_odds (offer_id, version, odds) select id, odds_version + 1, '${ODDS}' from offers`,
  );
  await sql.unsafe('update offers set odds_version = odds_version + 1');
  const offers = await ids('select id from offers where active order by id');
  const spinners = await ids(insertUsersSql('spinner', SPINNERS, hash));
  const clickers = await ids(insertUsersSql('clicker', CLICKERS, hash));
  const readers = await ids(insertUsersSql('reader', READERS, hash));
  await sql.unsafe(SESSIONS);
  const pickInTurn = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  const ready = Array.from({ length: size.ready }, (_, n) => ({
    user: pickInTurn(spinners, n),
    offer: pickInTurn(offers, (n % SPINNERS) + Math.floor(n / SPINNERS)),
  }));
  const readerCompletions = readers.flatMap((user) => offers.slice(0, READ_OFFERS).map((offer) => ({ user, offer })));
  const insertCompletions = async (given: typeof ready) => {
    const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from completions`;
    await sql`create temporary table given (n bigint, user_id bigint, offer_id bigint)`;
    await sql`insert into given select * from unnest(${given.map((_, n) => n)}::bigint[],
      ${given.map(({ user }) => user)}::bigint[], ${given.map(({ offer }) => offer)}::bigint[])`;
    await sql`analyze given`;
    for (const statement of INSERT_COMPLETIONS) await sql.unsafe(statement);
    return last?.id ?? 0;
  };
  await insertCompletions(readerCompletions);
  for (const statement of INSERT_SPINS) await sql.unsafe(statement);
  await sql`drop table given`;
  const readyBase = await insertCompletions(ready);
  const each = Math.ceil(size.ready / 5) + 2000;
  for (const amount of [5, 10, 20, 50, 100]) await sql.unsafe(insertStockSql(amount, each));
  const perClicker = Math.ceil(size.ready / CLICKERS);
  const clicks = await sql.unsafe<{ clickId: string; network: number }[]>(`
    with new_clicks as (
      insert into clicks (click_id, user_id, offer_id)
      select left(translate(encode(sha256(('open' || u.id || '-' || o.id)::bytea), 'base64'), '+/', '-_'), 22), u.id, o.id
      from users u cross join (select id from offers where active order by id limit ${perClicker}) o
      where u.email like 'clicker%' returning click_id, offer_id)
    select m.click_id as "clickId", o.network_id as network from new_clicks m join offers o on o.id = m.offer_id
    order by m.click_id`);
  await sql.unsafe('select recount()');
  // The change feed reads the rows of one transaction in one step. For this many rows a step takes longer than the
  // api's statement timeout, so it runs here.
  await sql.unsafe(`
    select advance_change_feed(name, 2000000000) from change_feed_consumers
    where name in ('click_search', 'voucher_counts', 'spend')`);
  // Discards the messages and webhooks of the fill. Sending them would take minutes of the measurement.
  await sql.unsafe(`
    update change_feed_consumers set xid = pg_snapshot_xmax(pg_current_snapshot())
    where name not in ('figures', 'click_search', 'voucher_counts', 'spend')`);
  size.log(`people and completions to measure with: ${Math.round((performance.now() - began) / 100) / 10} s`);
  const emails = Array.from({ length: 1000 }, (_, n) => `spinner${n + 1}@example.invalid`);
  return { ready, readyBase, clickers, offers, clicks: [...clicks], readers, emails };
}
