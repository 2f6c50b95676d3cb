/**
 * Where the rows of each table lie on the distributed engine: the one table of distribution keys. The engine's DDL
 * (infra/ops/yugabytedb/schema.sql) is made of it, the hot paths are held against it (apps/api/src/test/costs.test.ts),
 * and a test asks every table for its entry. See infra/docs/decisions/0053-a-distributed-engine.md.
 */

export interface Sharded {
  /**
   * The first column of its primary key: rows of one value lie in one tablet, chosen by the value's hash. An index is
   * placed alike by its own first column.
   */
  by: string;
  /** Indexes that are kept in order instead, because they are read by range, as lists and jobs do. */
  ordered?: readonly string[];
  /**
   * Keys and indexes that are placed by the hash of all their columns: their first alone has few values, such as a
   * network's id, and all of them are known wherever they are looked up.
   */
  together?: readonly string[];
  /** Why rows of one value are asked for by many at once; each hot path that does is named with its cost. */
  shared?: string;
  /** How many tablets it begins with; the engine splits further by itself. */
  tablets: number;
}

/** In one tablet together with all others that are: small, or read with everything. On every node by its replicas. */
export type Placement = 'colocated' | Sharded;

/** Grows with every move. */
const LARGE = 24;
/** Grows with people. */
const MIDDLING = 6;

export const placement: Readonly<Record<string, Placement>> = {
  account_tokens: { by: 'id', tablets: MIDDLING, ordered: ['account_tokens_expires_at_idx'] },
  activity_hours: { by: 'user_id', tablets: MIDDLING, ordered: ['activity_hours_hour_idx'] },
  admin_challenges: 'colocated',
  admin_passkeys: 'colocated',
  admin_preferences: 'colocated',
  admin_recovery_codes: 'colocated',
  admin_sessions: 'colocated',
  admin_totp: 'colocated',
  admins: 'colocated',
  api_keys: 'colocated',
  approvals: 'colocated',
  audit_details: { by: 'entry_id', tablets: LARGE },
  audit_head_receivers: 'colocated',
  // One chain for all: it is written once a minute, in order.
  audit_links: { by: 'position', tablets: MIDDLING, ordered: ['audit_links_pkey'] },
  audit_log: {
    by: 'id',
    tablets: LARGE,
    ordered: ['audit_log_action_idx', 'audit_log_at_idx', 'audit_log_unmoved_idx', 'audit_log_xid_idx'],
  },
  audit_seals: 'colocated',
  brands: 'colocated',
  click_search: { by: 'id', tablets: LARGE },
  clicks: { by: 'id', tablets: LARGE, ordered: ['clicks_created_at_idx', 'clicks_xid_idx'] },
  code_keys: 'colocated',
  completion_events: {
    by: 'completion_id',
    tablets: LARGE,
    ordered: ['completion_events_reversed_idx', 'completion_events_xid_idx'],
    together: ['completion_events_transaction_key'],
  },
  completion_rows: {
    by: 'completion_id',
    tablets: LARGE,
    ordered: [
      'completion_rows_completed_at_idx',
      'completion_rows_payout_idx',
      'completion_rows_unapproved_idx',
      'completion_rows_unspun_idx',
      'completion_rows_unspun_payout_idx',
      'completion_rows_withheld_idx',
      'completion_rows_won_idx',
      'completion_rows_won_payout_idx',
    ],
  },
  completions: {
    by: 'id',
    tablets: LARGE,
    ordered: ['completions_completed_at_idx', 'completions_in_clear_idx', 'completions_xid_idx'],
    together: ['completions_transaction_key'],
  },
  conformance_runs: 'colocated',
  consents: { by: 'user_id', tablets: MIDDLING },
  conversion_days: 'colocated',
  click_totals: 'colocated',
  conversion_totals: 'colocated',
  credit_cases: { by: 'id', tablets: MIDDLING, ordered: ['credit_cases_list_idx', 'credit_cases_status_idx'] },
  devices: {
    by: 'fingerprint',
    tablets: MIDDLING,
    ordered: ['devices_blocked_idx', 'devices_shared_idx', 'devices_shared_recent_idx'],
  },
  fairness_days: 'colocated',
  fairness_since: 'colocated',
  feed_consumers: 'colocated',
  feed_offers: 'colocated',
  forged_calls: { by: 'network_id', tablets: MIDDLING, ordered: ['forged_calls_hour_idx'] },
  // The vouchers of one amount lie in one tablet, in the order in which they are taken.
  free_vouchers: { by: 'amount_paise', tablets: MIDDLING, shared: 'winners of one amount take from one tablet' },
  happenings: { by: 'id', tablets: MIDDLING, ordered: ['happenings_xid_idx'] },
  held_spins: { by: 'completion_id', tablets: MIDDLING, ordered: ['held_spins_due_idx'] },
  idempotency_keys: { by: 'principal', tablets: MIDDLING, ordered: ['idempotency_keys_created_at_idx'] },
  ip_addresses: {
    by: 'address',
    tablets: MIDDLING,
    ordered: ['ip_addresses_blocked_idx', 'ip_addresses_shared_idx', 'ip_addresses_shared_recent_idx'],
  },
  known_admin_browsers: 'colocated',
  known_browsers: { by: 'user_id', tablets: MIDDLING, ordered: ['known_browsers_last_seen_at_idx'] },
  known_devices: { by: 'user_id', tablets: MIDDLING },
  low_stock: 'colocated',
  message_choices: { by: 'user_id', tablets: MIDDLING },
  messages: { by: 'id', tablets: LARGE, ordered: ['messages_created_at_idx', 'messages_due_idx'] },
  named_locks: 'colocated',
  network_users: {
    by: 'network_id',
    tablets: LARGE,
    together: ['network_users_pkey', 'network_users_external_key'],
  },
  networks: 'colocated',
  notifications: { by: 'id', tablets: LARGE },
  offer_catalogue: 'colocated',
  offer_days: 'colocated',
  offer_odds: 'colocated',
  offer_moves: 'colocated',
  offer_odds_outcomes: 'colocated',
  offer_rates: 'colocated',
  offer_times: 'colocated',
  offers: 'colocated',
  operator_alerts: 'colocated',
  owed_wins: { by: 'completion_id', tablets: MIDDLING },
  passkeys: { by: 'id', tablets: MIDDLING },
  payment_events: { by: 'payment_id', tablets: LARGE, ordered: ['payment_events_xid_idx'] },
  payments: { by: 'id', tablets: LARGE, ordered: ['payments_xid_idx'], together: ['payments_transaction_key'] },
  picture_sources: 'colocated',
  pictures: 'colocated',
  postback_judgements: { by: 'id', tablets: LARGE },
  postbacks: {
    by: 'id',
    tablets: LARGE,
    ordered: ['postbacks_outcome_idx', 'postbacks_received_at_idx'],
    together: ['postbacks_call_hash_idx', 'postbacks_parked_idx'],
  },
  push_keys: 'colocated',
  push_subscriptions: { by: 'id', tablets: MIDDLING },
  rate_limits: { by: 'key', tablets: MIDDLING, ordered: ['rate_limits_expire_idx'] },
  retention_marks: 'colocated',
  saved_views: 'colocated',
  security_event_details: { by: 'event_id', tablets: LARGE },
  sealing_marks: 'colocated',
  security_events: {
    by: 'id',
    tablets: LARGE,
    ordered: ['security_events_at_idx', 'security_events_kind_idx'],
  },
  setup_tokens: 'colocated',
  spins: {
    by: 'completion_id',
    tablets: LARGE,
    ordered: ['spins_figures_idx', 'spins_xid_idx'],
  },
  suspended_sessions: { by: 'id', tablets: MIDDLING },
  user_provider_changes: { by: 'user_id', tablets: MIDDLING, ordered: ['user_provider_changes_xid_idx'] },
  user_search: { by: 'user_id', tablets: MIDDLING },
  user_sessions: { by: 'id', tablets: MIDDLING, ordered: ['user_sessions_expires_at_idx'] },
  user_sources: { by: 'user_id', tablets: MIDDLING },
  user_stats: { by: 'user_id', tablets: MIDDLING },
  users: {
    by: 'id',
    tablets: MIDDLING,
    ordered: [
      'users_created_at_idx',
      'users_deletion_due_at_idx',
      'users_email_begins_idx',
      'users_first_name_idx',
      'users_name_begins_idx',
      'users_provider_idx',
      'users_suspended_idx',
    ],
  },
  voucher_amounts: 'colocated',
  voucher_awards: {
    by: 'voucher_id',
    tablets: LARGE,
    ordered: ['voucher_awards_awarded_at_idx', 'voucher_awards_xid_idx'],
  },
  voucher_counts: 'colocated',
  vouchers: {
    by: 'id',
    tablets: LARGE,
    ordered: [
      'vouchers_amount_filters_idx',
      'vouchers_brand_idx',
      'vouchers_code_end_idx',
      'vouchers_created_at_filters_idx',
      'vouchers_ended_amount_idx',
      'vouchers_ended_brand_idx',
      'vouchers_ended_expiry_idx',
      'vouchers_ended_idx',
      'vouchers_ended_type_idx',
      'vouchers_expired_idx',
      'vouchers_expiry_filters_idx',
      'vouchers_in_clear_idx',
      'vouchers_type_filters_idx',
      'vouchers_used_brand_idx',
      'vouchers_used_created_at_expiry_idx',
      'vouchers_used_expiry_idx',
      'vouchers_used_idx',
      'vouchers_withdrawn_idx',
    ],
  },
  webhook_attempts: { by: 'delivery_id', tablets: LARGE },
  webhook_deliveries: { by: 'id', tablets: LARGE, ordered: ['webhook_deliveries_settled_idx'] },
  webhook_endpoints: 'colocated',
};
