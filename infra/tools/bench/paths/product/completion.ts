/**
 * A network's call, stored and judged: the completion with all that follows from it. One statement, as the server
 * sends it. A pgbench script over the table `bench_clicks (n, click_id, network_id)`, which `PREPARE` makes.
 */
export const PREPARE = `
  create table bench_clicks as
  select row_number() over (order by k.id) - 1 as n, k.click_id, o.network_id
  from clicks k join offers o on o.id = k.offer_id join users u on u.id = k.user_id where u.email like 'clicker%';
  alter table bench_clicks add primary key (n)`;

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
