import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, primaryId, reference, transactionIdColumn } from '../columns.ts';

/**
 * Who did what, when, from where, before and after: written in the same transaction as what it records. A trigger puts
 * what names a person into {@link auditDetails} before the row is there: this table holds ids and facts alone. Read it
 * by the view `audit_entries`, which has both.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: instant('at').notNull().defaultNow(),
    actorKind: text('actor_kind').notNull(),
    actorId: reference('actor_id'),
    /** Told by who writes an entry, and empty in the table. */
    actorName: text('actor_name'),
    ip: text('ip'),
    /** `noun.verb`, as in `offers.update`. */
    action: text('action').notNull(),
    /** The id of what it was done to, as text because nouns differ. */
    subject: text('subject'),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
    /** As `actorName`: it lies beside the entry. */
    note: text('note'),
    /** Binds the entry to its details. The trigger of functions/audit.sql sets it. */
    detailsHash: bytes('details_hash'),
    xid: transactionIdColumn(),
  },
  (t) => [
    // What is still to be sealed.
    index('audit_log_xid_idx').on(t.xid),
    index('audit_log_at_idx').on(t.at, t.id),
    // The filter by action: which there are, and the newest entries of one.
    index('audit_log_action_idx').on(t.action, t.at, t.id),
    // What a person did, for themselves.
    index('audit_log_user_idx').on(t.actorId, t.at, t.id).where(sql`${t.actorKind} = 'user'`),
    index('audit_log_subject_idx').on(t.subject, t.action),
    check('audit_log_actor_kind', sql`${t.actorKind} in ('user', 'admin', 'service', 'network', 'system')`),
  ],
);

/**
 * What names a person in an entry: outside the chain, so that it can be forgotten. As long as it has its salt, it is
 * what `details_hash` of the entry says; who empties it takes the salt away, and nothing can be guessed from the hash.
 */
export const auditDetails = pgTable(
  'audit_details',
  {
    entryId: reference('entry_id').primaryKey(),
    salt: bytes('salt'),
    actorName: text('actor_name'),
    ip: text('ip'),
    /** An address or a device, where the entry is about one. */
    subject: text('subject'),
    note: text('note'),
    /** The fields of `before` and `after` that name people or hold what somebody typed. */
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
 * A minute's new entries, chained: its head is signed with a key that the database does not hold. See
 * infra/docs/decisions/0024-the-audit-log-is-chained.md.
 */
export const auditSeals = pgTable('audit_seals', {
  /** Counted from 1, without gaps. */
  id: bigint('id', { mode: 'number' }).primaryKey(),
  at: instant('at').notNull().defaultNow(),
  entries: integer('entries').notNull(),
  /** SHA-256: the link of its last entry. */
  head: bytes('head').notNull(),
  /** Ed25519, over number, count, the head before and this one. */
  signature: bytes('signature').notNull(),
  publicKey: bytes('public_key').notNull(),
  /** Entries of transactions below this one have been sealed. */
  sealedUntilXid: text('sealed_until_xid').notNull(),
});

/** Who is sent the newest head: one row for each address that was ever set. */
export const auditHeadReceivers = pgTable('audit_head_receivers', {
  /** SHA-256 of the address, which may have a secret in it. */
  receiver: bytes('receiver').primaryKey(),
  /** The seal whose head it has. */
  acknowledgedSeal: bigint('acknowledged_seal', { mode: 'number' }),
  acknowledgedAt: instant('acknowledged_at'),
  /** Nobody posts to it before: so one of several processes does. */
  nextPostAt: instant('next_post_at').notNull(),
  /** Null while it takes what it is sent. */
  failingSince: instant('failing_since'),
});

/** Each sealed entry's place in the chain. */
export const auditChainLinks = pgTable(
  'audit_chain_links',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    entryId: reference('entry_id').notNull(),
    sealId: reference('seal_id').notNull(),
    /** SHA-256 over the link before and the entry. */
    link: bytes('link').notNull(),
  },
  (t) => [
    uniqueIndex('audit_chain_links_entry_key').on(t.entryId),
    index('audit_chain_links_seal_idx').on(t.sealId, t.position),
  ],
);
