import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, primaryId, reference } from '../columns.ts';
import { users } from './identity.ts';

/**
 * Links and codes that prove something once: who reads mail at an address, or who asked for a passkey. The link's
 * secret lies here as its SHA-256, the code sealed, so that who reads the table can use neither.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: primaryId(),
    purpose: text('purpose').notNull(),
    /** SHA-256 of the secret in the link, hex. */
    hash: text('hash').notNull(),
    /** The six digits, sealed; null where there is a link alone. */
    code: text('code'),
    /** The address that it was sent to; null where none is concerned. */
    email: text('email'),
    /** null where there is no account yet, and where it must not show whether there is one. */
    userId: reference('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** What is done once it is proved. */
    data: jsonb('data').notNull().default({}),
    /** Wrong codes so far. */
    wrongCodes: integer('wrong_codes').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    uniqueIndex('account_tokens_hash_key').on(t.hash),
    index('account_tokens_email_idx').on(t.email, t.purpose),
    index('account_tokens_user_id_idx').on(t.userId),
    index('account_tokens_expires_at_idx').on(t.expiresAt),
    check('account_tokens_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
);

/** Keys of devices and password managers that sign in without a password (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's own id, base64url. */
    id: text('id').primaryKey(),
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
  (t) => [index('passkeys_user_id_idx').on(t.userId)],
);

/** Browsers that signed in to an account before, by the SHA-256 of a random cookie that only they have. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'known_browsers_pkey', columns: [t.userId, t.hash] }),
    index('known_browsers_last_seen_at_idx').on(t.lastSeenAt),
  ],
);

/** Which version of a document a person has accepted, and when. */
export const consents = pgTable(
  'consents',
  {
    userId: reference('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    document: text('document').notNull(),
    /** The day that the document is dated, as it stands on its page. */
    version: text('version').notNull(),
    acceptedAt: instant('accepted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'consents_pkey', columns: [t.userId, t.document, t.version] })],
);

/** Up to which id what is kept no longer has been forgotten already: see erase_old_click_origins. */
export const retentionProgress = pgTable('retention_progress', {
  name: text('name').primaryKey(),
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
});
