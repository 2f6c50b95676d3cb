import type { EncryptionContext } from './secret-box.ts';

/** A column with values sealed by SECRETS_KEY. */
export interface SealedColumn {
  /** Plural name of the values in log lines and metrics. */
  contents: string;
  /** Columns that a value is bound to: copied to another row, it cannot be opened. */
  boundTo: readonly string[];
  /** Growing number by which rows are read; `id` by default. */
  key?: string;
  /** A `bytea` column with the bytes of the sealed text. */
  isBytes?: true;
  /** A large append-only table: old rows are read once per key. */
  isAppended?: true;
  /** Rows in other states are never opened again. */
  onlyStatus?: string;
  /** An unreadable value is replaced without an operator. */
  isRecreated?: true;
  /** Why values keep the key that sealed them. */
  notResealed?: string;
}

/**
 * All sealed columns by table and column. `infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md` explains
 * why; `reseal.ts` moves them to a new key.
 */
export const sealedColumns = {
  'networks.signing_secret': { contents: 'signing secrets of networks', boundTo: ['id'] },
  'networks.previous_secret': { contents: 'previous signing secrets of networks', boundTo: ['id'] },
  'networks.feed_secret': { contents: 'secrets of feeds', boundTo: ['id'] },
  'webhook_endpoints.secret': { contents: 'secrets of webhooks', boundTo: ['id'] },
  'webhook_endpoints.previous_secret': { contents: 'previous secrets of webhooks', boundTo: ['id'] },
  'admin_totp.secret': { contents: 'authenticator apps of admins', boundTo: ['admin_id'], key: 'admin_id' },
  'admin_totp.pending': { contents: 'unconfirmed authenticator apps', boundTo: ['admin_id'], key: 'admin_id' },
  'approvals.sealed_input': {
    contents: 'requests that wait for a second person',
    // Bound to the digest of the shown facts, so that another input cannot be placed under them.
    boundTo: ['kind', 'request_digest'],
    onlyStatus: 'waiting',
  },
  'code_hash_keys.sealed': { contents: 'keys that voucher codes are hashed with', boundTo: [] },
  // A code of ₹5 cannot become one of ₹500 by copying.
  'vouchers.code': { contents: 'voucher codes', boundTo: ['amount_paise'], isAppended: true },
  'vouchers.pin': { contents: 'PINs of vouchers', boundTo: ['amount_paise'], isAppended: true },
  'completions.seed': { contents: 'seeds of draws', boundTo: ['commitment'], isBytes: true, isAppended: true },
  // A new pair is generated, and browsers subscribe again.
  'push_keys.private_key': { contents: 'keys of Web Push', boundTo: [], isRecreated: true },
  'push_subscriptions.sealed': { contents: 'push subscriptions', boundTo: ['endpoint_hash'], isRecreated: true },
  'account_tokens.code': {
    contents: 'codes of mails',
    boundTo: ['hash'],
    notResealed: 'a code is valid for a week at most, and people can ask for another',
  },
  'messages.sealed': {
    contents: 'secrets of queued mails',
    boundTo: ['kind', 'event_key', 'recipient'],
    notResealed: 'a mail is sent or fails within a day',
  },
  'postbacks.raw_url': {
    contents: 'paths of unsigned postbacks',
    boundTo: ['retry_key'],
    notResealed: 'a stored postback is never changed: infra/docs/runbooks/secrets-key.md',
  },
  'postbacks.raw_query': {
    contents: 'queries of unsigned postbacks',
    boundTo: ['retry_key'],
    notResealed: 'a stored postback is never changed: infra/docs/runbooks/secrets-key.md',
  },
  'postbacks.raw_body': {
    contents: 'bodies of unsigned postbacks',
    boundTo: ['retry_key'],
    notResealed: 'a stored postback is never changed: infra/docs/runbooks/secrets-key.md',
  },
  'postbacks.headers': {
    contents: 'headers of unsigned postbacks',
    // The header's name as well, because each header is sealed separately.
    boundTo: ['retry_key', 'name'],
    notResealed: 'a stored postback is never changed: infra/docs/runbooks/secrets-key.md',
  },
} as const satisfies Record<`${string}.${string}`, SealedColumn>;

export type SealedColumnName = keyof typeof sealedColumns;

type ValuesOf<Columns extends readonly string[]> = { readonly [K in keyof Columns]: string | number };

/**
 * Returns the context of a sealed value; it opens in no other.
 * @param bound values of the column's `boundTo`, bytes as hex
 */
export const encryptionContext = <Name extends SealedColumnName>(
  name: Name,
  ...bound: ValuesOf<(typeof sealedColumns)[Name]['boundTo']>
): EncryptionContext => encryptionContextOfRow(name, bound.map(String));

/** Like {@link encryptionContext}, for columns that the compiler does not know. */
export const encryptionContextOfRow = (name: SealedColumnName, bound: readonly string[]): EncryptionContext =>
  JSON.stringify([name, ...bound]) as EncryptionContext;
