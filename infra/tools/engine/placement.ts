/**
 * Where YugabyteDB stores rows. Tables that are not listed share one tablet with the other small tables (colocated).
 * Indexes that are not listed follow the rule of {@link isHashed}.
 */

/**
 * Tables that grow with every action of users and networks. Each table starts with 24 tablets; the engine
 * splits tablets further.
 */
const LARGE = `audit_details audit_log click_search clicks completion_events completion_rows completions messages
  network_users notifications payment_events payments postback_judgements postbacks security_event_details
  security_events spins voucher_awards vouchers webhook_attempts webhook_deliveries`;

/** Tables that grow with the number of users. */
const MEDIUM = `account_tokens user_activity_hours audit_chain_links consents credit_cases devices
  unauthenticated_calls free_vouchers
  domain_events due_milestones
  held_spins idempotency_keys ip_addresses known_browsers known_devices notification_preferences
  owed_wins passkeys
  push_subscriptions rate_limits suspended_sessions user_provider_changes user_search user_sessions user_traffic_sources
  user_stats users`;

const words = (text: string): string[] => text.split(/\s+/);

/** The number of tablets at the start, by table. */
export const TABLETS: ReadonlyMap<string, number> = new Map([
  ...words(LARGE).map((table) => [table, 24] as const),
  ...words(MEDIUM).map((table) => [table, 6] as const),
]);

/**
 * Keys and indexes that are hashed by all columns. Their first column has few values (a network), and every lookup
 * gives values for all columns.
 */
export const HASHED_TOGETHER: ReadonlySet<string> = new Set(
  words(`completion_events_transaction_key completions_transaction_key network_users_external_key network_users_pkey
    payments_transaction_key postbacks_call_hash_idx postbacks_parked_idx`),
);

/** Text columns with few values. A hash would store all rows of a value in one tablet. */
const FEW_VALUES: ReadonlySet<string> = new Set(words('action actor_kind kind outcome status type'));

export interface KeyStart {
  /** The first column, or an expression such as `lower(brand)`. */
  column: string;
  /** Null for an expression. */
  type: string | null;
  isUnique: boolean;
}

/**
 * Whether an index is hashed by its first column. It stays sorted if that column has few values, or is a position, a
 * time, a transaction id or an expression. Any other column is hashed if the index is unique or the column is a text or
 * an id.
 */
export function isHashed({ column, type, isUnique }: KeyStart): boolean {
  if (type === null || FEW_VALUES.has(column) || column === 'position') return false;
  if (/^(timestamp|date|xid8)/.test(type)) return false;
  return isUnique || /^(text|bytea|uuid)$/.test(type) || column === 'id' || column.endsWith('_id');
}
