import type { Sql } from 'postgres';

const VOUCHER = `id, code, type, brand, amount_paise, description, terms, expiry_date, status, completion_id, used_at,
  created_at, withdrawn_at, withdrawn_from, withdrawn_reason, notice, notice_at, notice_seen_at`;
const COMPLETION = `id, user_id, offer_id, click_id, network_id, transaction_id, goal_id, payout_paise, payout_micros,
  currency, rate_micros, status, approved_at, held_until, source, completed_at, reversed_at`;
const USER = `completions, spins, vouchers_won, voucher_value_paise, revenue_paise, last_completion_at`;
const CLICK = 'id, click_id, user_id, offer_id, created_at, ip, device, user_agent';
const ACCOUNT = `id, email, first_name, last_name, password_hash, provider_uid, registration_ip, registration_device,
  created_at, suspended_at`;
const OFFER = `o.id, o.network_id, o.external_offer_id, o.title, o.description, o.offer_url, o.preview_url, o.category,
  o.model, o.targeting, o.reward_paise, o.active, o.created_at, o.updated_at`;
const days = (table: string): string => `
  select day, offer_id, sum(clicks) as clicks, sum(completions) as completions, sum(spins) as spins, sum(wins) as wins,
    sum(won_paise) as won_paise, sum(revenue_paise) as revenue_paise
  from ${table} d group by day, offer_id
  having (sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise), sum(revenue_paise))
    <> (0, 0, 0, 0, 0, 0)`;
const conversions = (table: string): string => `
  select day, offer_id, google, sum(completions) as completions, sum(lost) as lost, sum(won) as won,
    sum(revenue_paise) as revenue_paise, sum(lost_revenue_paise) as lost_revenue_paise,
    sum(won_revenue_paise) as won_revenue_paise, sum(won_paise) as won_paise
  from ${table} d group by day, offer_id, google having sum(completions) <> 0`;

/** What users, admins and proofs are shown, as a query of the tables before the facts, and of the views since. */
const QUERIES: Record<string, { before: string; since: string }> = {
  proofs: {
    before: `
      select completion_id, seed, sha256(seed) as commitment, odds, outcome, spun_at, client_seed, roll, landing_part,
        amount_paise from spins`,
    since: `
      select completion_id, seed, commitment, odds, outcome, spun_at, client_seed, roll, landing_part, amount_paise
      from spin_states`,
  },
  completions: {
    before: `select ${COMPLETION} from completions`,
    since: `select ${COMPLETION} from completion_states`,
  },
  vouchers: {
    before: `select ${VOUCHER}, assigned_at from vouchers`,
    since: `select ${VOUCHER}, assigned_at from voucher_states`,
  },
  'vouchers by completion': {
    before: `select completion_id, id, code, status, assigned_at from vouchers where completion_id is not null`,
    since: `select completion_id, id, code, status, assigned_at from completion_vouchers`,
  },
  'owed wins in their order': {
    before: `
      select completion_id, amount_paise, row_number() over (order by spun_at, completion_id) as place
      from spins where outcome = 'owed'`,
    since: 'select completion_id, amount_paise, row_number() over (order by number) as place from owed_wins',
  },
  clicks: {
    before: `select ${CLICK} from clicks`,
    since: `select ${CLICK} from clicks`,
  },
  accounts: {
    before: `select ${ACCOUNT} from users`,
    since: `select ${ACCOUNT} from users`,
  },
  'offers and their odds': {
    before: `select ${OFFER}, odds from offers o`,
    since: `
      select ${OFFER}, v.odds from offers o join offer_odds v on v.offer_id = o.id and v.version = o.odds_version`,
  },
  users: {
    before: `select user_id, ${USER}, u.last_activity_at from user_stats s join users u on u.id = s.user_id`,
    since: `select user_id, ${USER}, last_activity_at from user_stats_now()`,
  },
  'offers by day': { before: days('offer_days'), since: days('offer_days_now()') },
  'conversions by day': { before: conversions('conversion_days'), since: conversions('conversion_days_now()') },
};

/** Everything that the migration to facts must leave as it was, each kind in an order of its own. */
export async function readLedger(sql: Sql, when: 'before' | 'since'): Promise<Record<string, string[]>> {
  const read: Record<string, string[]> = {};
  for (const [kind, query] of Object.entries(QUERIES)) {
    const rows = await sql.unsafe<{ line: string }[]>(
      `select to_jsonb(t)::text as line from (${query[when]}) t order by 1`,
    );
    read[kind] = rows.map(({ line }) => line);
  }
  return read;
}
