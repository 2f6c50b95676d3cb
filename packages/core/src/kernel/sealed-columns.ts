import type { EncryptionContext } from './secret-box.ts';

/** A column with values sealed by SECRETS_KEY. */
export interface SealedColumn {
  /** Plural name of the values in log lines and metrics. */
  contents: string;
  /**
   * Columns that are part of the encryption context. A sealed value cannot be opened if it is copied to a row with
   * other values in these columns.
   */
  boundTo: readonly string[];
  /** Column with a growing number, by which the rows are read in order; `id` by default. */
  key?: string;
  /** The column is a `bytea` with the bytes of the sealed text. */
  isBytes?: true;
  /** The table is large and append-only, so each row is read only once per SECRETS_KEY. */
  isAppended?: true;
  /** Only rows with this status are resealed; the others are never opened again. */
  onlyStatus?: string;
  /** The product itself replaces an unreadable value, without an operator. */
  isRecreated?: true;
  /** The reason why values are not resealed. */
  notResealed?: string;
}

/**
 * All sealed columns, as `table.column`. `infra/docs/decisions/0009-secrets-codes-and-seeds-are-sealed.md` explains why
 * they are sealed; `reseal.ts` seals their values with a new key.
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
    // `request_digest` is the digest of the facts that the second person sees. So a sealed input that is copied from a
    // request with other facts cannot be opened.
    boundTo: ['kind', 'request_digest'],
    onlyStatus: 'waiting',
  },
  'code_hash_keys.sealed': { contents: 'keys that voucher codes are hashed with', boundTo: [] },
  // Bound to the amount, so that copying the sealed value cannot turn a ₹5 code into a ₹500 code.
  'vouchers.code': { contents: 'voucher codes', boundTo: ['amount_paise'], isAppended: true },
  'vouchers.pin': { contents: 'PINs of vouchers', boundTo: ['amount_paise'], isAppended: true },
  'completions.seed': { contents: 'seeds of draws', boundTo: ['commitment'], isBytes: true, isAppended: true },
  // A lost key pair is replaced by a new pair, and browsers subscribe again.
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
    notResealed: 'a mail is sent or fails within a few days',
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
    // `name` is the header's name, because each header is sealed separately.
    boundTo: ['retry_key', 'name'],
    notResealed: 'a stored postback is never changed: infra/docs/runbooks/secrets-key.md',
  },
} as const satisfies Record<`${string}.${string}`, SealedColumn>;

export type SealedColumnName = keyof typeof sealedColumns;

type ValuesOf<Columns extends readonly string[]> = { readonly [K in keyof Columns]: string | number };

/**
 * Returns the encryption context of a sealed value. The value cannot be opened in any other context.
 * @param bound values of the column's `boundTo`, bytes as hex
 */
export const encryptionContext = <Name extends SealedColumnName>(
  name: Name,
  ...bound: ValuesOf<(typeof sealedColumns)[Name]['boundTo']>
): EncryptionContext => encryptionContextOfRow(name, bound.map(String));

/** Like {@link encryptionContext}, for a column that is only known at run time. */
export const encryptionContextOfRow = (name: SealedColumnName, bound: readonly string[]): EncryptionContext =>
  JSON.stringify([name, ...bound]) as EncryptionContext;
