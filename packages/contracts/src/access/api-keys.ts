import { z } from 'zod';
import { addressBlock } from '../common/address-block.ts';
import { id, requiredText } from '../common/text.ts';
import { type Scope, scopes } from './permissions.ts';

/** Keys with which internal services call the back-office in place of a person's cookie. */

export const keyScopes = ['read', 'read_write'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What no key of a broad scope reaches: it was not there when they were issued. */
const SCOPES_BY_NAME: ReadonlySet<Scope> = new Set(['users:register', 'vouchers:codes']);

/** What a key of a broad scope may reach: everything but codes, and nothing that is for people. */
export const getKeyScopes: Readonly<Record<KeyScope, readonly Scope[]>> = {
  read: scopes.filter((scope) => scope.endsWith(':read')),
  read_write: scopes.filter((scope) => !SCOPES_BY_NAME.has(scope)),
};

const MAX_DAYS = 3650;

export const serviceKeyInput = z
  .object({
    /** Whose key it is, as the audit log will say. */
    name: requiredText(60),
    /** What it may reach. */
    scopes: z.array(z.enum(scopes, 'must be one of the scopes')).max(scopes.length).optional(),
    /** In place of `scopes`: everything that is read, or everything but codes. */
    scope: z.enum(keyScopes, 'must be read or read_write').optional(),
    /** Days from now on; without it the key does not expire. */
    expires_in_days: z.coerce.number().int('must be whole days').min(1).max(MAX_DAYS).optional(),
    /** Where it may be used from; everywhere if empty. */
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
      /** The first characters, to recognise the key by. */
      prefix: z.string(),
      /** Broad, from before keys had scopes of their own: to be replaced by a narrower one. */
      to_narrow: z.boolean(),
      scope: z.enum(keyScopes).nullable(),
      scopes: z.array(z.string()),
      addresses: z.array(z.string()),
      expires_at: z.string().nullable(),
      /** Who answers for it: it ends with them. */
      held_by: z.string(),
      last_ip: z.string().nullable(),
      /** For 90 days. */
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

/** `key` is shown this once: what is kept of it cannot be turned back. */
export const issuedServiceKey = z.object({ key: z.string(), message: z.string() });
export type IssuedServiceKey = z.infer<typeof issuedServiceKey>;
