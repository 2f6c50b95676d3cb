import { z } from 'zod';
import { addressBlock } from '../common/address-block.ts';
import { id, requiredText } from '../common/text.ts';
import { type Scope, scopes } from './permissions.ts';

/** Service keys: other programs call the back-office's API with a key instead of a person's session cookie. */

export const keyScopes = ['read', 'read_write'] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * Scopes that a key has only if its `scopes` list names them. They were added after broad keys had been issued, so
 * broad keys do not include them.
 */
const EXPLICIT_SCOPES: ReadonlySet<Scope> = new Set(['users:register', 'vouchers:codes']);

/**
 * The scopes of a broad key, which was issued for `read` or `read_write` instead of single scopes: all scopes that
 * read, or all scopes except {@link EXPLICIT_SCOPES}.
 */
export const scopesOfBroadKeys: Readonly<Record<KeyScope, readonly Scope[]>> = {
  read: scopes.filter((scope) => scope.endsWith(':read')),
  read_write: scopes.filter((scope) => !EXPLICIT_SCOPES.has(scope)),
};

const MAX_DAYS = 3650;

export const serviceKeyInput = z
  .object({
    /** The program that uses the key, as the audit log names it. */
    name: requiredText(60),
    scopes: z.array(z.enum(scopes, 'must be one of the scopes')).max(scopes.length).optional(),
    /** Makes a broad key. Alternative to `scopes`. */
    scope: z.enum(keyScopes, 'must be read or read_write').optional(),
    /** Days until the key expires. If absent, the key does not expire. */
    expires_in_days: z.coerce.number().int('must be whole days').min(1).max(MAX_DAYS).optional(),
    /** IP addresses, or blocks of them, that may use the key. Absent or empty: any IP address. */
    addresses: z.array(addressBlock).max(50).optional(),
  })
  .refine(({ scope, scopes: listed }) => (scope === undefined) !== (listed === undefined || listed.length === 0), {
    path: ['scopes'],
    message: 'choose at least one',
  });
export type ServiceKeyInput = z.output<typeof serviceKeyInput>;

export const serviceKeyIdInput = z.object({ key_id: id });
export const handOverKeyInput = z.object({ key_id: id, admin_id: id });

export const serviceKeyList = z.object({
  keys: z.array(
    z.object({
      key_id: z.number(),
      name: z.string(),
      /** The first characters, to recognise the key. */
      prefix: z.string(),
      /** True for a broad key, which should be replaced by a key with only the scopes that its program needs. */
      is_too_broad: z.boolean(),
      scope: z.enum(keyScopes).nullable(),
      scopes: z.array(z.string()),
      addresses: z.array(z.string()),
      expires_at: z.string().nullable(),
      /** The responsible admin. The key ends when this admin's account ends. */
      responsible_admin: z.string(),
      last_ip: z.string().nullable(),
      /** Whether the key was not used for 90 days. */
      is_unused: z.boolean(),
      created_by: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
      revoked_at: z.string().nullable(),
    }),
  ),
});
export type ServiceKeyList = z.infer<typeof serviceKeyList>;
export type ServiceKey = ServiceKeyList['keys'][number];

/** `key` is shown only once; the server stores a hash. */
export const issuedServiceKey = z.object({ key: z.string(), message: z.string() });
export type IssuedServiceKey = z.infer<typeof issuedServiceKey>;
