import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../columns.ts';

/** The columns that addresses and devices share. */
const registrationColumns = () => ({
  registrationCount: integer('registration_count').notNull().default(0),
  firstRegistration: instant('first_registration'),
  lastRegistration: instant('last_registration'),
  blockedAt: instant('blocked_at'),
  blockedNote: text('blocked_note'),
});

/** Addresses that accounts were registered from, and those that are blocked. */
export const ipAddresses = pgTable(
  'ip_addresses',
  {
    /** An IPv4 address, or the /64 of an IPv6 one: see core/kernel/address.ts. */
    address: text('address').primaryKey(),
    ...registrationColumns(),
  },
  (t) => [
    index('ip_addresses_trigrams').using('gin', t.address.op('gin_trgm_ops')),
    index('ip_addresses_suspicious_idx')
      .on(t.registrationCount)
      .where(sql`${t.registrationCount} > 1 or ${t.blockedAt} is not null`),
  ],
);

/** The same for device fingerprints. An absent fingerprint has no row: it is never equal to another absent one. */
export const devices = pgTable(
  'devices',
  {
    fingerprint: text('fingerprint').primaryKey(),
    ...registrationColumns(),
  },
  (t) => [
    index('devices_trigrams').using('gin', t.fingerprint.op('gin_trgm_ops')),
    index('devices_suspicious_idx')
      .on(t.registrationCount)
      .where(sql`${t.registrationCount} > 1 or ${t.blockedAt} is not null`),
  ],
);
