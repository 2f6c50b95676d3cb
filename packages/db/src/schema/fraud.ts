import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** Columns shared by IP addresses and devices. */
const registrationColumns = () => ({
  registrationCount: integer('registration_count').notNull().default(0),
  firstRegistration: instant('first_registration'),
  lastRegistration: instant('last_registration'),
  blockedAt: instant('blocked_at'),
  blockedNote: text('blocked_note'),
});

const isShown = (source: { registrationCount: AnyPgColumn; blockedAt: AnyPgColumn }) =>
  sql`${source.registrationCount} > 1 or ${source.blockedAt} is not null`;

/** IP addresses from which accounts were registered, and blocked IP addresses. */
export const ipAddresses = pgTable(
  'ip_addresses',
  {
    /** An IPv4 address, or the /64 block of an IPv6 address: see packages/core/src/kernel/address.ts. */
    address: text('address').primaryKey(),
    ...registrationColumns(),
  },
  (t) => [
    index('ip_addresses_trigrams').using('gin', t.address.op('gin_trgm_ops')),
    // For the lists: one index per sort order. Rows without registrations come last.
    index('ip_addresses_shared_idx').on(t.registrationCount, t.address).where(isShown(t)),
    index('ip_addresses_shared_recent_idx')
      .on(t.lastRegistration.desc().nullsLast(), t.address.desc())
      .where(isShown(t)),
    index('ip_addresses_blocked_idx')
      .on(t.lastRegistration.desc().nullsLast(), t.address.desc())
      .where(sql`${t.blockedAt} is not null`),
  ],
);

/**
 * Device fingerprints with which accounts were registered, and blocked devices. An account without a fingerprint adds
 * no row, because missing fingerprints never match.
 */
export const devices = pgTable(
  'devices',
  {
    fingerprint: text('fingerprint').primaryKey(),
    ...registrationColumns(),
  },
  (t) => [
    index('devices_trigrams').using('gin', t.fingerprint.op('gin_trgm_ops')),
    // For the lists: one index per sort order. Rows without registrations come last.
    index('devices_shared_idx').on(t.registrationCount, t.fingerprint).where(isShown(t)),
    index('devices_shared_recent_idx')
      .on(t.lastRegistration.desc().nullsLast(), t.fingerprint.desc())
      .where(isShown(t)),
    index('devices_blocked_idx')
      .on(t.lastRegistration.desc().nullsLast(), t.fingerprint.desc())
      .where(sql`${t.blockedAt} is not null`),
  ],
);
