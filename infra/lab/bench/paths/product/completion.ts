/** Clicks that nobody has completed, in a table that pgbench's scripts go through. */
export const PREPARE = `
  create table bench_clicks as
  select row_number() over (order by k.id) - 1 as n, k.click_id, o.network_id, k.id as click_row, k.user_id, k.offer_id,
    o.odds_version
  from clicks k join offers o on o.id = k.offer_id join users u on u.id = k.user_id where u.email like 'clicker%';
  alter table bench_clicks add primary key (n)`;

const INSERT = `
  insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
    payout_micros, currency, rate_micros, seed, commitment)
  select user_id, offer_id, odds_version, click_row, network_id, 't' || click_id, 1250, 12500000, 'INR', 1000000,
    -- As long as a sealed one.
    sha256(click_id::bytea) || sha256(click_id::bytea), sha256(sha256(click_id::bytea))`;

/** The completion's row alone, with the keys, references and checks of its table. A pgbench script over `PREPARE`. */
export const insertCompletion = `
  \\set at :n * :clients + :client_id
  ${INSERT} from bench_clicks where n = :at`;

/**
 * The rows that a postback leaves, a completion and a call, with the keys, references and checks of their tables, and
 * nothing that decides about them: what a postback by itself costs at least. A pgbench script over `PREPARE`.
 */
export const insertPostback = `
  \\set at :n * :clients + :client_id
  with made as (${INSERT} from bench_clicks where n = :at returning id, network_id, transaction_id)
  insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, headers, ip, outcome,
    judged_at, kind, click_id, transaction_id, payout_micros, currency, completion_id, call_hash)
  select m.network_id, 'network-' || m.network_id, md5('bench' || m.id), 'GET', 'https://rewards.example',
    repeat('q', 150), '', '{}', '203.0.113.5', 'accepted', now(), 'approve', k.click_id, m.transaction_id, 12500000,
    'INR', m.id, hashtextextended(k.click_id, 0)
  from made m cross join bench_clicks k where k.n = :at`;

/**
 * A network's call, stored and judged: the completion with all that follows from it. One statement, as the server
 * sends it. A pgbench script over `PREPARE`.
 */
export const storeAndJudge = `
  \\set at :n * :clients + :client_id
  select j.outcome from bench_clicks k, receive_postback(k.network_id, 'network-' || k.network_id, md5('bench' || k.n),
    'GET', 'https://rewards.example', repeat('q', 150), '', 'text', null, null, '{}', '203.0.113.5',
    jsonb_build_object('kind', 'approve', 'click_id', k.click_id, 'transaction_id', 't' || k.click_id,
      'payout_micros', 12500000, 'payout_paise', 1250, 'currency', 'INR', 'rate_micros', 1000000, 'hold_seconds', 0,
      'click_window_seconds', 31536000, 'payout_ceiling_paise', 1000000000), sha256(k.click_id::bytea)) j
  where k.n = :at`;

/** What must hold at any moment: a line of what does not is a problem. */
export const COUNTED = `
  select what as problem from figure_differences() limit 5`;
