import { z } from 'zod';
import { id, requiredText } from '../common/text.ts';
import { type Scope, scopes } from './permissions.ts';

/** Keys with which internal services call the back-office in place of a person's cookie. */

export const keyScopes = ['read', 'read_write'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What a key of a broad scope may reach: everything but codes, and nothing that is for people. */
export const reachOf: Readonly<Record<KeyScope, readonly Scope[]>> = {
  read: scopes.filter((scope) => scope.endsWith(':read')),
  read_write: scopes.filter((scope) => scope !== 'vouchers:codes'),
};

export const serviceKeyInput = z.object({
  /** Whose key it is, as the audit log will say. */
  name: requiredText(60),
  scope: z.enum(keyScopes, 'must be read or read_write'),
});
export type ServiceKeyInput = z.output<typeof serviceKeyInput>;

export const serviceKeyIdInput = z.object({ key_id: id });

export const serviceKeyListing = z.object({
  keys: z.array(
    z.object({
      key_id: z.number(),
      name: z.string(),
      /** The first characters, to recognise the key by. */
      prefix: z.string(),
      scope: z.enum(keyScopes),
      created_by: z.string(),
      created_at: z.string(),
      last_used_at: z.string().nullable(),
      revoked_at: z.string().nullable(),
    }),
  ),
});
export type ServiceKeyListing = z.infer<typeof serviceKeyListing>;
export type ServiceKey = ServiceKeyListing['keys'][number];

/** `key` is shown this once: what is kept of it cannot be turned back. */
export const issuedServiceKey = z.object({ key: z.string(), message: z.string() });
export type IssuedServiceKey = z.infer<typeof issuedServiceKey>;
