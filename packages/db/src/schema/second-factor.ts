import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, reference } from '../columns.ts';
import { admins } from './identity.ts';

/** Keys of devices and password managers with which an admin signs in, or confirms that it is them (WebAuthn). */
export const adminPasskeys = pgTable(
  'admin_passkeys',
  {
    /** The credential's own id, base64url. */
    id: text('id').primaryKey(),
    adminId: reference('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** How often the key says it has signed: one that goes back was copied. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How browsers may reach it, with commas. */
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('admin_passkeys_admin_id_idx').on(t.adminId)],
);

/** The secret that an admin's authenticator app shares with us (RFC 6238). */
export const adminTotp = pgTable('admin_totp', {
  adminId: reference('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  /** Sealed; null until the first code showed that the app has it. */
  secret: text('secret'),
  /** Sealed: one that no code has confirmed yet. */
  pending: text('pending'),
  /** The step of the last code that was taken: none is taken twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Codes on paper, each good once, for who has lost the rest. */
export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    adminId: reference('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** SHA-256 of its 120 random bits, hex. */
    hash: text('hash').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ name: 'admin_recovery_codes_pkey', columns: [t.adminId, t.hash] })],
);

/** Challenges of passkeys, until they are answered or expire. */
export const adminChallenges = pgTable(
  'admin_challenges',
  {
    /** SHA-256, hex. */
    hash: text('hash').primaryKey(),
    /** Whose passkey it makes; null where it is for signing in or confirming. */
    adminId: reference('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('admin_challenges_expires_at_idx').on(t.expiresAt)],
);

/** Browsers that an admin signed in with before, by the SHA-256 of a random cookie that only they have. */
export const knownAdminBrowsers = pgTable(
  'known_admin_browsers',
  {
    adminId: reference('admin_id')
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
