import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bigintId, bytes, instant, primaryId, transactionIdColumn } from '../columns.ts';

/**
 * Who changed what, when and from where, with the values before and after: written in the transaction of the change. A
 * trigger moves personal data into {@link auditDetails} before the insert, so this table has only data that names
 * nobody. Read the view `audit_entries`, which joins both tables.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: instant('at').notNull().defaultNow(),
    actorKind: text('actor_kind').notNull(),
    actorId: bigintId('actor_id'),
    /** Given on insert. The trigger moves it into the details, as it does with `ip`, `note` and some values below. */
    actorName: text('actor_name'),
    ip: text('ip'),
    /** `noun.verb`, as in `offers.update`. */
    action: text('action').notNull(),
    /** Id of the changed object, as text because some objects have no number as their id. */
    subject: text('subject'),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
    note: text('note'),
    /** Binds the entry to its details. Set by the trigger of functions/audit.sql. */
    detailsHash: bytes('details_hash'),
    xid: transactionIdColumn(),
  },
  (t) => [
    // Finds the entries that are not sealed yet.
    index('audit_log_xid_idx').on(t.xid),
    index('audit_log_at_idx').on(t.at, t.id),
    // For the filter by action: finds the existing actions and the newest entries of an action.
    index('audit_log_action_idx').on(t.action, t.at, t.id),
    // For the list in which a person sees their own actions.
    index('audit_log_user_idx').on(t.actorId, t.at, t.id).where(sql`${t.actorKind} = 'user'`),
    index('audit_log_subject_idx').on(t.subject, t.action),
    check('audit_log_actor_kind', sql`${t.actorKind} in ('user', 'admin', 'service', 'network', 'system')`),
  ],
);

/**
 * Personal data of an entry. It is outside the hash chain of the audit log, so that it can be erased. With the salt,
 * the data matches the entry's `details_hash`. Erasing removes the salt, so the hash then reveals nothing.
 */
export const auditDetails = pgTable(
  'audit_details',
  {
    entryId: bigintId('entry_id').primaryKey(),
    salt: bytes('salt'),
    actorName: text('actor_name'),
    ip: text('ip'),
    /** The IP address or device that was changed; null for other objects, whose id stays in the entry. */
    subject: text('subject'),
    note: text('note'),
    /** The fields of `before` and `after` that name people or contain typed text. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_details_trigrams').using('gin', t.actorName.op('gin_trgm_ops'), t.note.op('gin_trgm_ops')),
    index('audit_details_subject_idx').on(t.subject).where(sql`${t.subject} is not null`),
    index('audit_details_ip_idx').on(t.ip),
  ],
);

/**
 * A seal of the entries of about a minute, which form a hash chain. Its head is signed with a key outside the database.
 * See infra/docs/decisions/0024-the-audit-log-is-chained.md.
 */
export const auditSeals = pgTable('audit_seals', {
  /** From 1, without gaps. */
  id: bigint('id', { mode: 'number' }).primaryKey(),
  at: instant('at').notNull().defaultNow(),
  entries: integer('entries').notNull(),
  /** SHA-256: the link of the seal's last entry. */
  head: bytes('head').notNull(),
  /** Ed25519 signature of the seal's id, its number of entries, the previous head and this head. */
  signature: bytes('signature').notNull(),
  publicKey: bytes('public_key').notNull(),
  /** All entries of transactions below this id are sealed. */
  sealedUntilXid: text('sealed_until_xid').notNull(),
});

/** Receivers of the newest head: one row per URL that is or was configured. */
export const auditHeadReceivers = pgTable('audit_head_receivers', {
  /** SHA-256 of the URL, which may contain a secret. */
  receiver: bytes('receiver').primaryKey(),
  /** The last seal whose head was delivered. */
  acknowledgedSeal: bigint('acknowledged_seal', { mode: 'number' }),
  acknowledgedAt: instant('acknowledged_at'),
  /**
   * The earliest time of the next delivery. A process moves this time before it delivers, so that no other process
   * delivers as well.
   */
  nextPostAt: instant('next_post_at').notNull(),
  /** Null while deliveries succeed. */
  failingSince: instant('failing_since'),
});

/** Each sealed entry's place in the chain. */
export const auditChainLinks = pgTable(
  'audit_chain_links',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    entryId: bigintId('entry_id').notNull(),
    sealId: bigintId('seal_id').notNull(),
    /** SHA-256 over the previous link and the entry. */
    link: bytes('link').notNull(),
  },
  (t) => [
    uniqueIndex('audit_chain_links_entry_key').on(t.entryId),
    index('audit_chain_links_seal_idx').on(t.sealId, t.position),
  ],
);
