import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, instant, primaryId } from '../columns.ts';
import { users } from './identity.ts';

/**
 * One-time links and codes, which prove that a person controls a mailbox. The link's secret is stored as SHA-256 and
 * the code sealed, so a reader of the table can use neither. The table also holds challenges of passkeys, which no mail
 * contains.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: primaryId(),
    purpose: text('purpose').notNull(),
    /** SHA-256 of the link's secret or of the passkey's challenge, hex. */
    hash: text('hash').notNull(),
    /** Six digits, sealed; null for a passkey's challenge. */
    code: text('code'),
    /** The email address that the link or code was sent to; null if none is involved. */
    email: text('email'),
    /** null if there is no account yet, if the row must not show that one exists, or for a sign-in with a passkey. */
    userId: bigintId('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Input of the action that runs when the link or code is used. */
    data: jsonb('data').notNull().default({}),
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

/** WebAuthn keys for sign-in without a password. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential id, base64url. */
    id: text('id').primaryKey(),
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The public key in COSE format, base64url. */
    publicKey: text('public_key').notNull(),
    /** The key's signature counter. A lower value at a sign-in means that the key was copied. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** WebAuthn transports, comma-separated. */
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user_id_idx').on(t.userId)],
);

/** Browsers that have signed in to an account, identified by the SHA-256 of a random cookie. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: bigintId('user_id')
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

/** What a person accepted and when: a version of a legal document, or the minimum age. */
export const consents = pgTable(
  'consents',
  {
    userId: bigintId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    document: text('document').notNull(),
    /** The document's date as its page shows it; for the minimum age, the number of years. */
    version: text('version').notNull(),
    acceptedAt: instant('accepted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ name: 'consents_pkey', columns: [t.userId, t.document, t.version] })],
);

/** The id up to which rows of a table were searched for old data to erase: see erase_old_click_origins. */
export const retentionProgress = pgTable('retention_progress', {
  name: text('name').primaryKey(),
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
});
