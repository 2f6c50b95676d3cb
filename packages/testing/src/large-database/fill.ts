import { encryptionContext, type SecretBox, sealSecret } from '@inaam/core/kernel/seals';
import type { SqlClient } from '@inaam/db/client';
import { readProcessCpuNs } from '../cpu.ts';
import { createSealedSeed } from '../factories/mail-secrets.ts';

/** Creates a database as large as after some years of use. SQL creates the rows, which are the same each time. */

export interface DatabaseSize {
  users: number;
  completions: number;
  /** By default one per completion plus three for every two users. */
  clicks?: number | undefined;
  /**
   * All vouchers: won, in stock and expired. By default a third of the completions, but at least the number of wins.
   */
  vouchers?: number | undefined;
}

export const OFFERS = 60;
const NETWORKS = 12;
export const SECRET = 'a secret of the large database';

/** Voucher amounts in paise. */
const AMOUNTS = [500, 1000, 2000, 5000, 10_000];

/**
 * Temporary SQL functions. `chance` returns a pseudo-random number below `n`, the same for the same row and purpose.
 * The database cannot encrypt, so all completions share one seed, and all vouchers of an amount share one code.
 */
function functions(secrets: SecretBox): string {
  const { seed, commitment } = createSealedSeed({ secrets });
  const bytes = (value: Uint8Array) => `'\\x${Buffer.from(value).toString('hex')}'::bytea`;
  const codes = AMOUNTS.map(
    (amount) => `when ${amount} then '${secrets.seal(`CODE-${amount}`, encryptionContext('vouchers.code', amount))}'`,
  );
  const inSql = 'language sql immutable parallel safe as';
  return `
    create function pg_temp.chance(item bigint, purpose int, n int) returns int ${inSql}
    $$ select ((hashint8extended(item, purpose) & 2147483647) % n)::int $$;
    create function pg_temp.seed() returns bytea ${inSql} $$ select ${bytes(seed)} $$;
    create function pg_temp.commitment() returns bytea ${inSql} $$ select ${bytes(commitment)} $$;
    create function pg_temp.code(amount_paise bigint) returns text ${inSql}
    $$ select case amount_paise ${codes.join(' ')} end $$`;
}

/** Statements that take at least this time are logged. */
const LONG_SECONDS = 2;

/**
 * Fills an empty, migrated database: people with IP addresses and devices (most with their own, some of one carrier,
 * some in rings), clicks, completions with spins and vouchers, postbacks, cases and the audit log. Inserts rows one
 * table at a time without triggers, and writes the rows of the triggers itself. Builds indexes, foreign keys and
 * figures at the end.
 * @param sql one connection, of the database's owner
 * @param secrets the keys of the processes that will read the secrets, codes and seeds
 * @returns seconds that it took
 */
export async function fillLargeDatabase(
  sql: SqlClient,
  secrets: SecretBox,
  size: DatabaseSize,
  log: (line: string) => void,
): Promise<number> {
  const began = performance.now();
  const seconds = (since: number) => Math.round((performance.now() - since) / 100) / 10;
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const step = async (what: string, ...statements: string[]) => {
    const [started, from] = [performance.now(), readProcessCpuNs(backend?.pid ?? 0)];
    for (const statement of statements) {
      const statementStarted = performance.now();
      await sql.unsafe(statement);
      if (seconds(statementStarted) >= LONG_SECONDS)
        log(`  ${seconds(statementStarted)} s: ${statement.trim().replace(/\s+/g, ' ').slice(0, 90)}`);
    }
    const until = readProcessCpuNs(backend?.pid ?? 0);
    // The CPU time of the session, without the workers that build indexes.
    const cpu = from === null || until === null ? '' : `, ${Math.round((until - from) / 1e8) / 10} s of a core`;
    log(`${what}: ${seconds(started)} s${cpu}`);
  };
  await step('functions', functions(secrets));
  await step('networks and offers', networkRows(secrets), OFFER_ROWS);
  const droppedObjects = await sql.unsafe<{ drop: string; restore: string }[]>(DROPPED_OBJECTS);
  await step(
    'disable triggers, drop indexes and foreign keys',
    `set work_mem = '256MB'`,
    `set maintenance_work_mem = '1GB'`,
    'set max_parallel_workers_per_gather = 2',
    ...droppedObjects.map(({ drop }) => drop),
  );
  await step('users', users(size), USERS_FOLLOW, SOURCES, BANS, SESSIONS, DEVICES, 'analyze users');
  await step('clicks', facts(size), 'analyze facts', CLICKS);
  await step('completions', COMPLETIONS, EVENTS, 'analyze completions, completion_events');
  await step('spins', SPINS, OWED, 'analyze spins');
  await step('vouchers', WON_SPINS, WON, AWARDS, stock(size), FREE, 'analyze vouchers, voucher_awards');
  await step('figures and rows of completions', 'select recount()', ACTIVITY_HOURS, 'analyze completion_rows');
  await step('postbacks', POSTBACKS, OTHER_POSTBACKS);
  await step('cases and audit', ADMIN, CASES, AUDIT, AUDIT_DETAILS, AUDIT_LOG);
  await step('indexes and foreign keys', ...droppedObjects.map(({ restore }) => restore));
  await step('statistics', 'vacuum (analyze)');
  await step('counts of vouchers', 'select recount_vouchers()', 'vacuum (analyze) voucher_counts');
  await step('cost of spins', 'select recount_spend()', 'vacuum (analyze) spend_hours');
  await step('settings', 'reset work_mem', 'reset maintenance_work_mem', 'reset max_parallel_workers_per_gather');
  const took = seconds(began);
  log(`filled in ${took} s`);
  return took;
}

const TABLES = `array['users', 'user_search', 'user_sessions', 'user_stats', 'user_activity_hours', 'known_devices', 'ip_addresses',
  'devices', 'user_provider_changes', 'clicks', 'click_search', 'completions', 'completion_events', 'completion_rows', 'spins', 'owed_wins', 'vouchers', 'free_vouchers',
  'voucher_awards', 'postbacks', 'credit_cases', 'audit_log', 'audit_details']::regclass[]`;

/**
 * Statements that disable triggers, drop the indexes that belong to no constraint, and drop foreign keys, in this
 * order, each with the statement that restores the object. Building an index over all rows at once costs a fraction of
 * building it with each insert.
 */
const DROPPED_OBJECTS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore, 2 as place
  from pg_constraint where contype = 'f' and conrelid = any(${TABLES})
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
  from pg_index i where indrelid = any(${TABLES})
    and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
  union all
  select format('alter table %s disable trigger user', t), format('alter table %s enable trigger user', t), 0
  from unnest(${TABLES}) t
  order by place, restore`;

/** Writes the rows that a disabled trigger would have written. */
const ACTIVITY_HOURS = `
  insert into user_activity_hours (user_id, hour)
  select user_id, date_trunc('hour', last_activity_at, 'UTC') from user_stats
  on conflict (user_id) do update set hour = excluded.hour`;

const sealNetworkSecrets = (secrets: SecretBox): string =>
  Array.from({ length: NETWORKS }, (_, i) => `'${sealSecret(secrets, i + 1, 'signing_secret', SECRET)}'`).join();

const networkRows = (secrets: SecretBox) => `
  insert into networks (id, slug, name, click_param, params, status_map, signing, signing_secret, currency, rate_micros)
  overriding system value
  select n, 'network-' || n, 'Network ' || n, 'sub',
    '{"click_id":"click_id","transaction_id":"transaction_id","payout":"payout","currency":"currency","status":"status"}',
    '{"approved":"approve","reversed":"reverse","pending":"pending"}',
    '{"kind":"hmac","algorithm":"sha256","over":"query","rewrite":"as_received","in":"param","name":"signature","encoding":"hex"}',
    (array[${sealNetworkSecrets(secrets)}])[n],
    'INR', 1000000
  from generate_series(1, ${NETWORKS}) n;
  select setval(pg_get_serial_sequence('networks', 'id'), ${NETWORKS})`;

const OFFER_ROWS = `
  with new_offers as (
    insert into offers (network_id, external_offer_id, title, description, offer_url, category, model, targeting,
      reward_paise, active, created_at)
    select 1 + n % ${NETWORKS}, 'EXT-' || (1000 + n), (array['Tile kingdom', 'Morning survey', 'UPI wallet', 'Price tracker',
        'Cricket league', 'Grocery basket'])[1 + n % 6] || ' ' || n, 'Install it and stay for a day.', 'https://partner.example/o/' || n,
      (array['Survey', 'App', 'Game', 'Shopping'])[1 + n % 4], (array['CPR', 'CPA', 'CPI'])[1 + n % 3], 'ALL', 1000 + n * 100,
      n % 6 <> 5, now() - make_interval(days => 720 - n)
    from generate_series(1, ${OFFERS}) n
    returning id, created_at
  )
  insert into offer_odds (offer_id, version, odds, created_at)
  select id, 1, '[{"amount":5,"permille":100},{"amount":10,"permille":50},{"amount":100,"permille":5}]', created_at
  from new_offers`;

/**
 * Of 100 people, 70 have their own IP address, 20 share one with their household, and 10 use one of the 40 IP addresses
 * of a carrier.
 */
const users = ({ users: count }: DatabaseSize) => `
  insert into users (email, first_name, last_name, password_hash, provider_uid, email_verified_at, registration_ip,
    registration_device, registration_user_agent, suspended_at, suspended_note, created_at)
  select lower(first || '.' || last || n || '@' || (array['example.com', 'mail.example', 'post.example', 'example.invalid'])[1 + pg_temp.chance(n, 1, 4)]),
    first, last,
    case when n % 3 = 0 then null
      else '$argon2id$v=19$m=19456,t=2,p=1$' || md5(n::text) || '$' || md5(n || 'x') || left(md5(n || 'y'), 11) end,
    case when n % 3 = 0 then 'g-' || md5(n::text) end, case when n % 3 = 0 then born end, ip,
    case when pg_temp.chance(n, 6, 100) = 0 then null
      when pg_temp.chance(n, 6, 100) < 4 then 'ring' || md5((n / 6)::text) else md5('device' || n) end,
    'Mozilla/5.0 (Linux; Android ' || 9 + pg_temp.chance(n, 7, 7) || '; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/'
      || 125 + pg_temp.chance(n, 8, 14) || '.0.0.0 Mobile Safari/537.36',
    case when pg_temp.chance(n, 9, 200) = 0 then now() - interval '1 hour' end,
    case when pg_temp.chance(n, 9, 200) = 0 then 'Flagged by admin' end, born
  from (
    select n, now() - interval '700 days' * (1 - n / (${count} + 1.0)) as born,
      (array['Aarav', 'Ananya', 'Arjun', 'Diya', 'Farhan', 'Gauri', 'Ishaan', 'Kavya', 'Kabir', 'Lakshmi', 'Meera', 'Nikhil',
        'Pooja', 'Rahul', 'Riya', 'Rohan', 'Sana', 'Tanvi', 'Vikram', 'Zoya'])[1 + pg_temp.chance(n, 2, 20)] as first,
      (array['Agarwal', 'Bose', 'Chauhan', 'Das', 'Fernandes', 'Gupta', 'Iyer', 'Joshi', 'Khan', 'Menon', 'Nair', 'Patel', 'Rao',
        'Reddy', 'Sharma', 'Singh', 'Thomas', 'Verma'])[1 + pg_temp.chance(n, 3, 18)] as last,
      case when pg_temp.chance(n, 4, 100) < 70
        then concat_ws('.', 11 + n / 16777216, n / 65536 % 256, n / 256 % 256, n % 256)
        when pg_temp.chance(n, 4, 100) < 90 then concat_ws('.', 110, n / 3 / 65536 % 256, n / 3 / 256 % 256, n / 3 % 256)
        else '198.51.100.' || pg_temp.chance(n, 5, 40) end as ip
    from generate_series(1, ${count}) n
  ) people`;

/** Rows that triggers and the registration write for a user. */
const USERS_FOLLOW = `
  with searched as (
    insert into user_search (user_id, email, name, ip, device)
    select id, search_text(email), ' ' || search_text(first_name || ' ' || last_name), registration_ip,
      registration_device
    from users
  ), joined as (
    insert into user_provider_changes (user_id, joined, at, xid)
    select id, true, created_at, '0' from users where provider_uid is not null
  ), counted as (
    insert into user_stats (user_id, last_activity_at)
    select id, created_at + (now() - created_at) * (pg_temp.chance(id, 10, 1000) / 1000.0) from users
    returning user_id, last_activity_at
  )
  insert into user_activity_hours (user_id, hour)
  select user_id, date_trunc('hour', last_activity_at, 'UTC') from counted`;

const SOURCES = `
  with a as (
    insert into ip_addresses (address, registration_count, first_registration, last_registration)
    select registration_ip, count(*), min(created_at), max(created_at) from users where registration_ip is not null
      group by 1
  )
  insert into devices (fingerprint, registration_count, first_registration, last_registration)
  select registration_device, count(*), min(created_at), max(created_at) from users
    where registration_device is not null group by 1`;

const BANS = `
  with a as (update ip_addresses set blocked_at = now(), blocked_note = 'Blocked by admin' where hashtext(address) % 500 = 0)
  update devices set blocked_at = now(), blocked_note = 'Blocked by admin' where hashtext(fingerprint) % 500 = 0`;

const SESSIONS = `
  insert into user_sessions (id, user_id, expires_at, created_at, signed_in_by_provider, ip, device, user_agent)
  select encode(sha256(('session' || id)::bytea), 'hex'), id, now() + interval '20 days', now() - interval '5 days',
    provider_uid is not null, registration_ip, registration_device, registration_user_agent
  from users where suspended_at is null and pg_temp.chance(id, 11, 10) < 4`;

const DEVICES = `
  insert into known_devices (user_id, device, last_seen_at)
  select u.id, u.registration_device, s.last_activity_at from users u join user_stats s on s.user_id = u.id
  where u.registration_device is not null`;

/** Which user started and completed which offer, and when. Two in five users completed none, one in twenty many. */
const facts = ({ users: count, completions, clicks = completions + 1.5 * count }: DatabaseSize) => `
  create temporary table facts as
  select row_number() over (order by clicked) as id, * from (
    select u.id as user_id, 1 + (u.id * 13 + k * 7) % ${OFFERS} as offer_id, k < done as is_done,
      u.created_at + (now() - u.created_at) * (pg_temp.chance(u.id * 100 + k, 12, 10000) / 10001.0) as clicked
    from (
      select *, least(${OFFERS - 8}, round(
        (array[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 3, 3, 3, 6, 6, 13])[1 + pg_temp.chance(id, 13, 20)]
        * ${completions / count / 2}::numeric)::int) as done
      from users
    ) u cross join lateral generate_series(0,
      least(${OFFERS}, done + pg_temp.chance(u.id, 14,
        ${Math.max(1, Math.round((2 * (clicks - completions)) / count) + 1)})) - 1) k
  ) each`;

/** All inserted rows have the transaction ID 0, which is below everything that the change feed still has to read. */
const CLICKS = `
  insert into clicks (id, click_id, user_id, offer_id, created_at, ip, device, user_agent, xid)
  overriding system value
  select f.id, left(translate(encode(sha256(('click' || f.id)::bytea), 'base64'), '+/', '-_'), 22), f.user_id, f.offer_id,
    f.clicked, u.registration_ip, u.registration_device, u.registration_user_agent, '0'
  from facts f join users u on u.id = f.user_id order by f.id;
  select setval(pg_get_serial_sequence('clicks', 'id'), max(id)) from clicks;
  insert into click_search (id, click_id) select id, click_id from clicks`;

/**
 * Of 100 completions, 87 are confirmed at once, 5 are confirmed at once and reversed later, 5 are confirmed after an
 * hour, and 3 are never confirmed.
 */
const COMPLETIONS = `
  insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
    payout_micros, currency, rate_micros, completed_at, approved_at, seed, commitment, xid)
  select user_id, offer_id, 1, id, network_id, md5('transaction' || id), reward_paise, reward_paise * 10000, 'INR', 1000000,
    at, case when pg_temp.chance(id, 15, 100) between 5 and 96 then at end, pg_temp.seed(), pg_temp.commitment(), '0'
  from (
    select f.*, o.network_id, o.reward_paise, clicked + interval '10 minutes' as at
    from facts f join offers o on o.id = f.offer_id where is_done
  ) done order by id`;

const EVENTS = `
  insert into completion_events (completion_id, kind, at, xid)
  select id, 'approved', completed_at + interval '1 hour', '0'::xid8 from completions
  where pg_temp.chance(click_id, 15, 100) < 5
  union all
  select id, 'reversed', completed_at + interval '110 minutes', '0' from completions
  where pg_temp.chance(click_id, 15, 100) between 92 and 96`;

/** Spins of most completions. The spin of a completion that was reversed before its spin is withheld. */
const SPINS = `
  insert into spins (
    completion_id, spun_at, roll, landing_permille, wheel_layout, client_seed, client_seed_status, amount_paise, xid)
  select id, approved_at + interval '3 minutes', roll, 500, 1, '', 'open',
    case when roll < 100 then 500 when roll < 150 then 1000 when roll < 155 then 10000 end, '0'::xid8
  from (select id, approved_at, pg_temp.chance(id, 17, 1000) as roll from completion_states) c
  where approved_at is not null and pg_temp.chance(id, 16, 100) < 85
  union all
  select completion_id, at, null, 0, 0, '', 'open', null, '0' from completion_events
  where kind = 'reversed' and pg_temp.chance(completion_id, 16, 100) >= 85
  order by 1`;

/** Wins of an amount that the stock below does not contain. */
const OWED = `
  insert into owed_wins (completion_id, amount_paise, owed_since)
  select completion_id, amount_paise, spun_at from spins where amount_paise = 10000 and roll = 154
  order by spun_at, completion_id`;

const BRAND = (row: string) =>
  `(array['Amazon', 'Flipkart', 'Paytm', 'Swiggy', 'Zomato', 'Myntra', 'BookMyShow'])[1 + pg_temp.chance(${row}, 18, 7)]`;
const TYPE = (row: string) =>
  `(array['amazon', 'flipkart', 'paytm', 'swiggy', 'zomato', 'myntra', 'other'])[1 + pg_temp.chance(${row}, 18, 7)]`;
const CODE = (row: string) =>
  `upper(left(md5('voucher' || ${row}), 4) || '-' || substr(md5('voucher' || ${row}), 5, 8))`;

/** Stands in for the keyed hash of a code, with the same size. */
const HASH = (row: string) => `decode(md5('hash' || ${row}), 'hex')`;

const WON_SPINS = `
  create temporary table won as
  select row_number() over (order by completion_id) as voucher_id, completion_id, amount_paise, spun_at
  from spins where amount_paise is not null and roll <> 154`;

const WON = `
  insert into vouchers (id, code, code_hash, code_end, type, brand, amount_paise, description, terms,
    expiry_date, used_at, created_at)
  overriding system value
  select voucher_id, pg_temp.code(amount_paise), ${HASH('completion_id')}, right(${CODE('completion_id')}, 4),
    ${TYPE('completion_id')}, ${BRAND('completion_id')}, amount_paise, 'Gift voucher', 'One use.',
    spun_at::date + 200, case when completion_id % 3 = 0 then least(now(), spun_at + interval '1 day') end,
    spun_at - interval '20 days'
  from won order by voucher_id;
  select setval(pg_get_serial_sequence('vouchers', 'id'), coalesce(max(id), 1)) from vouchers`;

const AWARDS = `
  insert into voucher_awards (voucher_id, completion_id, amount_paise, awarded_at, xid)
  select voucher_id, completion_id, amount_paise, spun_at, '0' from won order by voucher_id`;

const stock = ({ completions, vouchers = Math.round(completions / 3) }: DatabaseSize) => `
  insert into vouchers (code, code_hash, code_end, type, brand, amount_paise, description, terms,
    expiry_date, expired_at, created_at)
  select pg_temp.code(amount), ${HASH("('stock' || n)")}, right(${CODE("('stock' || n)")}, 4), ${TYPE('n')},
    ${BRAND('n')}, amount, 'Gift voucher', 'One use.',
    (now() + make_interval(days => case when n % 6 = 0 then -30 else 20 + n % 300 end))::date,
    case when n % 6 = 0 then now() - interval '29 days' end, now() - make_interval(days => n % 400)
  from generate_series(1, ${vouchers} - (select count(*)::int from won)) n,
    lateral (select (array[500, 1000, 5000])[1 + pg_temp.chance(n, 19, 3)] as amount) a`;

const FREE = `
  insert into free_vouchers (amount_paise, expiry_date, voucher_id)
  select v.amount_paise, v.expiry_date, v.id from vouchers v
  where v.expired_at is null and not exists (select 1 from won w where w.voucher_id = v.id) order by 1, 2, 3;
  insert into voucher_stock_positions (amount_paise) select distinct amount_paise from vouchers on conflict do nothing`;

/**
 * The inbox has the newest million credited postbacks. With more of them, building the inbox's trigram index would take
 * longer than everything else.
 */
export const CREDITED_POSTBACKS = 1_000_000;

const POSTBACKS = `
  insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, headers, ip, received_at,
    outcome,
    judged_at, kind, click_id, transaction_id, payout_micros, currency, completion_id)
  select c.network_id, 'network-' || c.network_id, md5('call' || c.id), 'GET', 'https://app.example/postback/network-' || c.network_id,
    'click_id=' || k.click_id || '&transaction_id=' || c.transaction_id || '&payout=12.5&status=approved&signature=' || encode(sha256(c.id::text::bytea), 'hex'),
    '', '{"user-agent":"Network/1.0"}', '203.0.113.' || c.network_id, c.completed_at,
    case when c.status = 'pending' then 'pending' else 'accepted' end, c.completed_at, case when c.status = 'pending' then 'pending' else 'approve' end,
    k.click_id, c.transaction_id, c.payout_micros, 'INR', c.id
  from completion_states c join clicks k on k.id = c.click_id
  where c.id > (select max(id) from completions) - ${CREDITED_POSTBACKS} order by c.id`;

/** Repeats, reversals, and postbacks without effect: one for every five credited postbacks. */
const OTHER_POSTBACKS = `
  insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, headers, ip, received_at,
    outcome,
    reason, alert, judged_at, kind, click_id, transaction_id, completion_id)
  select network_id, slug, md5('again' || id), 'GET', raw_url, raw_query, '', headers, ip, received_at + interval '5 minutes', outcome,
    case outcome when 'parked' then 'Click not found' when 'refused' then 'Signature not valid' end,
    case when pg_temp.chance(id, 21, 400) = 0 then 'This transaction was counted with another payout' end,
    received_at + interval '5 minutes', case when outcome = 'reversed' then 'reverse' when outcome = 'refused' then null else 'approve' end,
    case when outcome = 'parked' then 'gone-' || md5(id::text) else click_id end,
    case when outcome = 'parked' then 'p-' || transaction_id else transaction_id end,
    case when outcome in ('repeat', 'reversed') then completion_id end
  from (
    select *, (array['repeat', 'repeat', 'reversed', 'parked', 'refused', 'refused'])[1 + pg_temp.chance(id, 20, 6)] as outcome
    from (select id, network_id, slug, raw_url, raw_query, headers, ip, received_at, click_id, transaction_id,
      completion_id from postbacks) p
    where pg_temp.chance(id, 22, 5) = 0
  ) others`;

const ADMIN = `
  insert into admins (username, email, password_hash, role)
    values ('bench', 'bench@example.invalid', 'nobody signs in by it', 'owner')`;

const CASES = `
  insert into credit_cases (user_id, offer_id, click_id, message, status, resolution, opened_at, closed_at)
  select user_id, offer_id, id, 'I finished it and nothing came.', case when id % 10 = 0 then 'open' else 'closed' end,
    case when id % 10 <> 0 then 'The network has no record of it' end, clicked + interval '1 day',
    case when id % 10 <> 0 then clicked + interval '3 days' end
  from facts where not is_done and pg_temp.chance(id, 23, 20) = 0`;

const AUDIT = `
  create temporary table entries (like audit_log including identity including defaults);
  insert into entries (at, actor_kind, actor_id, actor_name, ip, action, subject, before, after, note)
  select at, kind, 1, name, '203.0.113.9', action, subject, '{"status":"before"}', '{"status":"after"}', note from (
    select reversed_at as at, 'network' as kind, 'network-' || network_id as name, 'completions.reverse' as action, id::text as subject,
      'Reversed by the network' as note from completion_states where reversed_at is not null
    union all
    select used_at, 'user',
      (select email from users where id = (select user_id from completion_states c where c.id = completion_id)),
      'vouchers.use', id::text, null
    from voucher_states where used_at is not null
    union all
    select suspended_at, 'admin', 'bench', 'users.flag', id::text, suspended_note from users where suspended_at is not null
    union all
    select created_at, 'admin', case when id % 2 = 0 then 'bench' else 'meera' end, 'vouchers.import', null,
      null from voucher_states where id % 20 = 0
    union all
    select opened_at, 'admin', 'bench', 'cases.close', id::text, resolution from credit_cases where status = 'closed'
  ) each order by at`;

/** Splits entries as the disabled trigger does: personal data goes to the details. */
const AUDIT_DETAILS = `
  insert into audit_details select d.* from entries e, make_audit_details(row(e.*)::audit_log) d;
  analyze entries, audit_details;
  update entries e set actor_name = null, ip = null, note = null,
    details_hash = hash_audit_details(row(d.*)::audit_details)
  from audit_details d where d.entry_id = e.id;
  create index on entries (id)`;

/** Copies the entries in transactions of 10,000, because each seal of 2,000 entries reads its whole transaction. */
const AUDIT_LOG = `
  do $$
  declare
    last_id bigint := (select max(id) from entries);
  begin
    for first_id in 1 .. coalesce(last_id, 0) by 10000 loop
      insert into audit_log
        (id, at, actor_kind, actor_id, actor_name, ip, action, subject, before, after, note, details_hash)
        overriding system value
      select id, at, actor_kind, actor_id, actor_name, ip, action, subject, before, after, note, details_hash
      from entries where id between first_id and first_id + 9999 order by id;
      commit;
    end loop;
    perform setval(pg_get_serial_sequence('audit_log', 'id'), last_id);
  end $$`;
