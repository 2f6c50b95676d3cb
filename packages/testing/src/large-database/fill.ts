import type { MoveSql } from '@inaam/db/client';

/** A database as large as a product of some years has, made by the database itself: the same rows each time. */

export interface DatabaseSize {
  users: number;
  completions: number;
}

export const OFFERS = 60;
const NETWORKS = 12;
export const SECRET = 'a secret of the large database';

/** A number below `n` that looks like chance: the same for the same row and purpose. */
const FUNCTIONS = `
  create function pg_temp.chance(item bigint, purpose int, n int) returns int language sql immutable parallel safe as
  $$ select ((hashint8extended(item, purpose) & 2147483647) % n)::int $$`;

/**
 * Fills an empty, migrated database: people with addresses and devices (most on their own, some on a carrier's, some in
 * rings), clicks, completions with their spins and vouchers, what the networks sent, cases and the audit log.
 * Moves are left out, so that a million rows take a minute; the counters are made from the facts in the end.
 */
export async function fillLargeDatabase(sql: MoveSql, size: DatabaseSize, log: (line: string) => void): Promise<void> {
  const step = async (what: string, ...statements: string[]) => {
    const started = performance.now();
    for (const statement of statements) await sql.unsafe(statement);
    log(`${what}: ${Math.round((performance.now() - started) / 100) / 10} s`);
  };
  await step('functions', FUNCTIONS);
  await step('networks and offers', NETWORK_ROWS, OFFER_ROWS);
  await step('users', users(size), SOURCES, BANS, SESSIONS, DEVICES);
  await step('clicks', facts(size), CLICKS);
  await step('completions', COMPLETIONS);
  // Counted from the facts in the end.
  await step('spins', 'alter table spins disable trigger user', SPINS, 'alter table spins enable trigger user');
  // What is won must move through its states one by one: not here.
  await step(
    'vouchers',
    'alter table vouchers disable trigger user',
    WON,
    STOCK,
    'alter table vouchers enable trigger user',
  );
  await step('postbacks', POSTBACKS, OTHER_POSTBACKS);
  await step('cases and audit', ADMIN, CASES, AUDIT);
  await step('counters', 'select recount()');
  await step('statistics', 'vacuum (analyze)');
}

const NETWORK_ROWS = `
  insert into networks (slug, name, click_param, params, status_map, signing, signing_secret, currency, rate_micros)
  select 'network-' || n, 'Network ' || n, 'sub',
    '{"click_id":"click_id","transaction_id":"transaction_id","payout":"payout","currency":"currency","status":"status"}',
    '{"approved":"approve","reversed":"reverse","pending":"pending"}',
    '{"kind":"hmac","algorithm":"sha256","over":"query","rewrite":"as_received","in":"param","name":"signature","encoding":"hex"}',
    '${SECRET}', 'INR', 1000000
  from generate_series(1, ${NETWORKS}) n`;

const OFFER_ROWS = `
  insert into offers (network_id, external_offer_id, title, description, offer_url, category, model, targeting,
    reward_paise,
    odds, active, created_at)
  select 1 + n % ${NETWORKS}, 'EXT-' || (1000 + n), (array['Tile kingdom', 'Morning survey', 'UPI wallet', 'Price tracker',
      'Cricket league', 'Grocery basket'])[1 + n % 6] || ' ' || n, 'Install it and stay for a day.', 'https://partner.example/o/' || n,
    (array['Survey', 'App', 'Game', 'Shopping'])[1 + n % 4], (array['CPR', 'CPA', 'CPI'])[1 + n % 3], 'ALL', 1000 + n * 100,
    '[{"amount":5,"tenths":100},{"amount":10,"tenths":50},{"amount":100,"tenths":5}]', n % 6 <> 5, now() - make_interval(days => 720 - n)
  from generate_series(1, ${OFFERS}) n`;

/**
 * Of 100 people 70 have an address of their own, 20 share one with their household, 10 are behind one of 40 carriers'
 * addresses.
 */
const users = ({ users: count }: DatabaseSize) => `
  insert into users (email, first_name, last_name, password_hash, provider_uid, email_verified_at, registration_ip,
    registration_device, registration_user_agent, suspended_at, suspended_note, last_activity_at, created_at)
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
    case when pg_temp.chance(n, 9, 200) = 0 then 'Flagged by admin' end,
    born + (now() - born) * (pg_temp.chance(n, 10, 1000) / 1000.0), born
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
  insert into user_sessions (id, user_id, expires_at, created_at, from_provider, ip, device, user_agent)
  select encode(sha256(('session' || id)::bytea), 'hex'), id, now() + interval '20 days', now() - interval '5 days',
    provider_uid is not null, registration_ip, registration_device, registration_user_agent
  from users where suspended_at is null and pg_temp.chance(id, 11, 10) < 4`;

const DEVICES = `
  insert into known_devices (user_id, device, last_seen_at)
  select id, registration_device, last_activity_at from users where registration_device is not null`;

/** Who has started and who has completed which offer, and when: two in five have completed none, one in twenty many. */
const facts = ({ users: count, completions }: DatabaseSize) => `
  create temporary table facts as
  select row_number() over (order by clicked) as id, * from (
    select u.id as user_id, 1 + (u.id * 13 + k * 7) % ${OFFERS} as offer_id, k < done as is_done,
      u.created_at + (now() - u.created_at) * (pg_temp.chance(u.id * 100 + k, 12, 10000) / 10001.0) as clicked,
      u.registration_ip as ip, u.registration_device as device, u.registration_user_agent as user_agent
    from (
      select *, least(${OFFERS - 8}, round(
        (array[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 3, 3, 3, 6, 6, 13])[1 + pg_temp.chance(id, 13, 20)]
        * ${completions / count / 2}::numeric)::int) as done
      from users
    ) u cross join lateral generate_series(0, done + pg_temp.chance(u.id, 14, 4) - 1) k
  ) each`;

const CLICKS = `
  insert into clicks (click_id, user_id, offer_id, created_at, ip, device, user_agent)
  select left(translate(encode(sha256(('click' || id)::bytea), 'base64'), '+/', '-_'), 22), user_id, offer_id, clicked,
    ip, device, user_agent
  from facts order by id`;

/** The ids of clicks are those of the facts: the table was empty. */
const COMPLETIONS = `
  insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, payout_micros,
    currency,
    rate_micros, status, completed_at, reversed_at, approved_at)
  select user_id, offer_id, f.id, o.network_id, md5('transaction' || f.id), o.reward_paise, o.reward_paise * 10000, 'INR', 1000000,
    case when pg_temp.chance(f.id, 15, 100) < 92 then 'approved' when pg_temp.chance(f.id, 15, 100) < 97 then 'reversed' else 'pending' end,
    clicked + interval '10 minutes', case when pg_temp.chance(f.id, 15, 100) between 92 and 96 then clicked + interval '2 hours' end,
    case when pg_temp.chance(f.id, 15, 100) < 97 then clicked + interval '10 minutes' end
  from facts f join offers o on o.id = f.offer_id where is_done order by f.id`;

const SPINS = `
  insert into spins (completion_id, seed, odds, outcome, spun_at, client_seed, roll, landing_part, amount_paise)
  select c.id, sha256(c.id::text::bytea), o.odds,
    case when not spun then 'waiting' when roll < 155 then case when roll = 154 then 'owed' else 'won' end else 'lost' end,
    case when spun then completed_at + interval '3 minutes' end, case when spun then '' end, case when spun then roll end,
    case when spun then 500 end,
    case when spun then case when roll < 100 then 500 when roll < 150 then 1000 when roll < 155 then 10000 end end
  from (
    select *, status <> 'pending' and pg_temp.chance(id, 16, 100) < 85 as spun, pg_temp.chance(id, 17, 1000) as roll
      from completions
  ) c join offers o on o.id = c.offer_id order by c.id`;

const BRAND = (row: string) =>
  `(array['Amazon', 'Flipkart', 'Paytm', 'Swiggy', 'Zomato', 'Myntra', 'BookMyShow'])[1 + pg_temp.chance(${row}, 18, 7)]`;
const TYPE = (row: string) =>
  `(array['amazon', 'flipkart', 'paytm', 'swiggy', 'zomato', 'myntra', 'other'])[1 + pg_temp.chance(${row}, 18, 7)]`;
const CODE = (row: string) =>
  `upper(left(md5('voucher' || ${row}), 4) || '-' || substr(md5('voucher' || ${row}), 5, 8))`;

const WON = `
  insert into vouchers (code, type, brand, amount_paise, description, terms, expiry_date, status, completion_id,
    assigned_at, used_at, created_at)
  select ${CODE('completion_id')}, ${TYPE('completion_id')}, ${BRAND('completion_id')}, amount_paise, 'Gift voucher', 'One use.',
    spun_at::date + 200, case when completion_id % 3 = 0 then 'used' else 'assigned' end, completion_id, spun_at,
    case when completion_id % 3 = 0 then spun_at + interval '1 day' end, spun_at - interval '20 days'
  from spins where outcome = 'won'`;

const STOCK = `
  insert into vouchers (code, type, brand, amount_paise, description, terms, expiry_date, status, created_at)
  select ${CODE("('stock' || n)")}, ${TYPE('n')}, ${BRAND('n')}, (array[500, 1000, 10000])[1 + pg_temp.chance(n, 19, 3)], 'Gift voucher', 'One use.',
    (now() + make_interval(days => case when n % 6 = 0 then -30 else 20 + n % 300 end))::date,
    case when n % 6 = 0 then 'expired' else 'available' end, now() - make_interval(days => n % 400)
  from generate_series(1, (select count(*)::int / 5 from completions)) n`;

const POSTBACKS = `
  insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, headers, ip, received_at,
    outcome,
    judged_at, kind, click_id, transaction_id, payout_micros, currency, completion_id)
  select c.network_id, 'network-' || c.network_id, md5('call' || c.id), 'GET', 'https://app.example/postback/network-' || c.network_id,
    'click_id=' || k.click_id || '&transaction_id=' || c.transaction_id || '&payout=12.5&status=approved&signature=' || encode(sha256(c.id::text::bytea), 'hex'),
    '', '{"user-agent":"Network/1.0"}', '203.0.113.' || c.network_id, c.completed_at,
    case when c.status = 'pending' then 'pending' else 'accepted' end, c.completed_at, case when c.status = 'pending' then 'pending' else 'approve' end,
    k.click_id, c.transaction_id, c.payout_micros, 'INR', c.id
  from completions c join clicks k on k.id = c.click_id order by c.id`;

/** Repeats, reversals, and what came to nothing: a fifth of what was credited. */
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
  insert into admins (username, email, password_hash) values ('bench', 'bench@example.invalid', 'nobody signs in by it')`;

const CASES = `
  insert into credit_cases (user_id, offer_id, click_id, message, status, resolution, opened_at, closed_at)
  select user_id, offer_id, id, 'I finished it and nothing came.', case when id % 10 = 0 then 'open' else 'closed' end,
    case when id % 10 <> 0 then 'The network has no record of it' end, clicked + interval '1 day',
    case when id % 10 <> 0 then clicked + interval '3 days' end
  from facts where not is_done and pg_temp.chance(id, 23, 20) = 0`;

const AUDIT = `
  insert into audit_log (at, actor_kind, actor_id, actor_name, ip, action, subject, before, after, note)
  select at, kind, 1, name, '203.0.113.9', action, subject, '{"status":"before"}', '{"status":"after"}', note from (
    select reversed_at as at, 'network' as kind, 'network-' || network_id as name, 'completions.reverse' as action, id::text as subject,
      'Reversed by the network' as note from completions where reversed_at is not null
    union all
    select used_at, 'user',
      (select email from users where id = (select user_id from completions c where c.id = completion_id)),
      'vouchers.use', id::text, null
    from vouchers where used_at is not null
    union all
    select suspended_at, 'admin', 'bench', 'users.flag', id::text, suspended_note from users where suspended_at is not null
    union all
    select created_at, 'admin', case when id % 2 = 0 then 'bench' else 'meera' end, 'vouchers.import', null, null from vouchers where id % 20 = 0
    union all
    select opened_at, 'admin', 'bench', 'cases.close', id::text, resolution from credit_cases where status = 'closed'
  ) entries order by at`;
