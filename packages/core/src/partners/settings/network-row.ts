import { storedRulesSchema } from '@inaam/contracts/networks/networks';
import type { networks } from '@inaam/db/schema/networks';
import { openNetworkSecrets } from '../../kernel/network-secrets.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';

type Network = typeof networks.$inferSelect;

/** A network's row as the driver returns it to a prepared statement. */
export interface NetworkRow {
  id: number;
  slug: string;
  active: boolean;
  params: unknown;
  params_in: Network['paramsIn'];
  status_map: unknown;
  status_rules: unknown;
  signing: unknown;
  signing_secret: string;
  previous_secret: string | null;
  previous_until: string | null;
  signed_url: string | null;
  source_addresses: string[];
  source_mode: Network['sourceMode'];
  currency: string;
  rate_micros: number;
  rates: unknown;
  call_timestamp: unknown;
  public_keys: unknown;
  replies: unknown;
  hold_seconds: number;
  click_window_seconds: number | null;
  payout_ceiling_paise: number | null;
  payout_ratio: number;
}

/** All columns that affect the parsed network; they form the cache key. */
const COLUMNS = Object.keys({
  id: true,
  slug: true,
  active: true,
  params: true,
  params_in: true,
  status_map: true,
  status_rules: true,
  signing: true,
  signing_secret: true,
  previous_secret: true,
  previous_until: true,
  signed_url: true,
  source_addresses: true,
  source_mode: true,
  currency: true,
  rate_micros: true,
  rates: true,
  call_timestamp: true,
  public_keys: true,
  replies: true,
  hold_seconds: true,
  click_window_seconds: true,
  payout_ceiling_paise: true,
  payout_ratio: true,
} satisfies Record<keyof NetworkRow, true>) as (keyof NetworkRow)[];

/** Parsed rows by network: settings rarely change and are read with each postback. */
const cache = new WeakMap<SecretBox, Map<number, { key: string; network: ReadNetwork }>>();

/**
 * Parses a row for checking postbacks and replying to them, with its keys decrypted. An unchanged row is not parsed
 * again.
 * @throws ZodError when the stored JSON is not valid settings
 */
export function toNetwork(box: SecretBox, row: NetworkRow): ReadNetwork {
  let networks = cache.get(box);
  if (!networks) cache.set(box, (networks = new Map()));
  const key = JSON.stringify(COLUMNS.map((column) => row[column]));
  const cached = networks.get(row.id);
  if (cached?.key === key) return cached.network;
  const network = Object.freeze(readRow(box, row));
  networks.set(row.id, { key, network });
  return network;
}

function readRow(box: SecretBox, row: NetworkRow) {
  const json = storedRulesSchema.parse({ ...row, timestamp: row.call_timestamp });
  return openNetworkSecrets(box, {
    id: row.id,
    slug: row.slug,
    active: row.active,
    params: json.params,
    paramsIn: row.params_in,
    statusMap: json.status_map,
    statusRules: json.status_rules,
    signing: json.signing,
    signingSecret: row.signing_secret,
    previousSecret: row.previous_secret,
    previousUntil: row.previous_until === null ? null : new Date(row.previous_until),
    signedUrl: row.signed_url,
    sourceAddresses: row.source_addresses,
    sourceMode: row.source_mode,
    currency: row.currency,
    rateMicros: BigInt(row.rate_micros),
    rates: json.rates,
    callTimestamp: json.timestamp,
    publicKeys: row.public_keys,
    replies: json.replies,
    holdSeconds: row.hold_seconds,
    clickWindowSeconds: row.click_window_seconds,
    payoutCeilingPaise: row.payout_ceiling_paise,
    payoutRatio: row.payout_ratio,
  });
}
export type ReadNetwork = Readonly<ReturnType<typeof readRow>>;
