import type { EncryptionContext } from './secret-box.ts';

/** One column whose values SECRETS_KEY seals. */
export interface SealedColumn {
  /** In the plural: log lines and metrics name the values so. */
  holds: string;
  /** The columns of the row that a value is bound to: copied to another row, it does not open. */
  boundTo: readonly string[];
  /** The growing number that rows are walked by; `id` where it is not given. */
  key?: string;
  /** The column is a `bytea` that holds the sealed text's bytes. */
  isBytes?: true;
  /** A large table whose rows are sealed once, as they are inserted: old rows are walked once for each key. */
  isAppended?: true;
  /** The other rows are never opened again. */
  onlyStatus?: string;
  /** A value that cannot be opened is replaced without an operator. */
  isRecreated?: true;
  /** Why values stay under the key that sealed them. */
  notResealed?: string;
}

/**
 * All columns that are sealed, by table and column. `infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md`
 * says why; `reseal.ts` moves them to a new key.
 */
export const sealedColumns = {
  'networks.signing_secret': { holds: 'signing secrets of networks', boundTo: ['id'] },
  'networks.previous_secret': { holds: 'previous signing secrets of networks', boundTo: ['id'] },
  'networks.feed_secret': { holds: 'secrets of feeds', boundTo: ['id'] },
  'webhook_endpoints.secret': { holds: 'secrets of webhooks', boundTo: ['id'] },
  'webhook_endpoints.previous_secret': { holds: 'previous secrets of webhooks', boundTo: ['id'] },
  'admin_totp.secret': { holds: 'authenticator apps of admins', boundTo: ['admin_id'], key: 'admin_id' },
  'admin_totp.pending': { holds: 'unconfirmed authenticator apps', boundTo: ['admin_id'], key: 'admin_id' },
  'approvals.sealed_input': {
    holds: 'requests that wait for a second person',
    // The digest of the facts that are shown: another input cannot be put under them.
    boundTo: ['kind', 'request_digest'],
    onlyStatus: 'waiting',
  },
  'code_hash_keys.sealed': { holds: 'keys that voucher codes are hashed with', boundTo: [] },
  // A code of 5 rupees cannot be made one of 500 by copying.
  'vouchers.code': { holds: 'voucher codes', boundTo: ['amount_paise'], isAppended: true },
  'completions.seed': { holds: 'seeds of draws', boundTo: ['commitment'], isBytes: true, isAppended: true },
  // A new pair is drawn, and browsers subscribe again.
  'push_keys.private_key': { holds: 'keys of Web Push', boundTo: [], isRecreated: true },
  'push_subscriptions.sealed': { holds: 'push subscriptions', boundTo: ['endpoint_hash'], isRecreated: true },
  'account_tokens.code': {
    holds: 'codes of mails',
    boundTo: ['hash'],
    notResealed: 'a code is valid for a week at most, and people can ask for another',
  },
  'messages.sealed': {
    holds: 'secrets of queued mails',
    boundTo: ['kind', 'event_key', 'recipient'],
    notResealed: 'a mail is sent or given up within a day',
  },
  'postbacks.raw_url': {
    holds: 'paths of unsigned calls',
    boundTo: ['retry_key'],
    notResealed: 'a stored call is never changed: infra/docs/runbooks/secrets-key.md',
  },
  'postbacks.raw_query': {
    holds: 'queries of unsigned calls',
    boundTo: ['retry_key'],
    notResealed: 'a stored call is never changed: infra/docs/runbooks/secrets-key.md',
  },
  'postbacks.raw_body': {
    holds: 'bodies of unsigned calls',
    boundTo: ['retry_key'],
    notResealed: 'a stored call is never changed: infra/docs/runbooks/secrets-key.md',
  },
  'postbacks.headers': {
    holds: 'headers of unsigned calls',
    // And the header's name: each is sealed by itself.
    boundTo: ['retry_key', 'name'],
    notResealed: 'a stored call is never changed: infra/docs/runbooks/secrets-key.md',
  },
} as const satisfies Record<`${string}.${string}`, SealedColumn>;

export type SealedColumnName = keyof typeof sealedColumns;

type ValuesOf<Columns extends readonly string[]> = { readonly [K in keyof Columns]: string | number };

/**
 * Where a value of a sealed column belongs: it opens nowhere else.
 * @param bound the row's values of the column's `boundTo`, bytes as hex
 */
export const encryptionContext = <Name extends SealedColumnName>(
  name: Name,
  ...bound: ValuesOf<(typeof sealedColumns)[Name]['boundTo']>
): EncryptionContext => encryptionContextOfRow(name, bound.map(String));

/** The same for columns whose name is not known to the compiler. */
export const encryptionContextOfRow = (name: SealedColumnName, bound: readonly string[]): EncryptionContext =>
  JSON.stringify([name, ...bound]) as EncryptionContext;
