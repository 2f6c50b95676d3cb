import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bigintId, instant } from '../columns.ts';
import { admins } from './identity.ts';

/** WebAuthn keys with which an admin signs in or confirms their identity. */
export const adminPasskeys = pgTable(
  'admin_passkeys',
  {
    /** The credential id, base64url. */
    id: text('id').primaryKey(),
    adminId: bigintId('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The public key in COSE format, base64url. */
    publicKey: text('public_key').notNull(),
    /** The key's signature counter: a lower value means a copied key. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** WebAuthn transports, comma-separated. */
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('admin_passkeys_admin_id_idx').on(t.adminId)],
);

/** The shared secret of an admin's authenticator app (RFC 6238). */
export const adminTotp = pgTable('admin_totp', {
  adminId: bigintId('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  /** The sealed secret in use; null until a code has confirmed a first secret. */
  secret: text('secret'),
  /** A sealed new secret that no code has confirmed yet. */
  pending: text('pending'),
  /** The time step of the last accepted code, so that a code works only once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Hashes of an admin's one-time recovery codes. Only the admin has the codes. */
export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    adminId: bigintId('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code's 120 random bits, hex. */
    hash: text('hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ name: 'admin_recovery_codes_pkey', columns: [t.adminId, t.hash] })],
);

/** Passkey challenges, until they are answered or expire. */
export const adminChallenges = pgTable(
  'admin_challenges',
  {
    /** SHA-256 of the challenge, hex. */
    hash: text('hash').primaryKey(),
    /** The admin who registers a passkey; null for a sign-in or a confirmation. */
    adminId: bigintId('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('admin_challenges_expires_at_idx').on(t.expiresAt)],
);

/** Browsers that have signed in to an admin's account, identified by the SHA-256 of a random cookie. */
export const knownAdminBrowsers = pgTable(
  'known_admin_browsers',
  {
    adminId: bigintId('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'known_admin_browsers_pkey', columns: [t.adminId, t.hash] }),
    index('known_admin_browsers_last_seen_at_idx').on(t.lastSeenAt),
  ],
);
