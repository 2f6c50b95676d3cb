import type { FraudListInput, FraudUser } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { eq, type SQL, sql } from 'drizzle-orm';
import { isSince } from '../../kernel/date-range.ts';
import { defineList, inOrder } from '../../kernel/list.ts';
import { hasClassification, searchUsers } from './filters.ts';

export interface RegistrationContext {
  /** See {@link searchUsers}. */
  fromMany: boolean;
  /** The condition for users who share an address or a device: see `buildShareConditionFor`. */
  shares?: SQL | undefined;
}

// Only shared sources are joined, because any other source has one registration, the user's own.
const sharedIps = sql`(select address, registration_count as count from ${ipAddresses}
  where registration_count > 1) shared_ips on shared_ips.address = ${users.registrationIp}`;
const sharedDevices = sql`(select fingerprint, registration_count as count from ${devices}
  where registration_count > 1) shared_devices on shared_devices.fingerprint = ${users.registrationDevice}`;
const shareCount = sql`greatest(coalesce(shared_ips.count, (${users.registrationIp} is not null)::int),
  coalesce(shared_devices.count, (${users.registrationDevice} is not null)::int))`;

async function readRegistrations(db: Db, ids: readonly number[]): Promise<FraudUser[]> {
  const rows = await db
    .select({
      user_id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      email: users.email,
      registration_ip: users.registrationIp,
      ip_count: sql<number>`coalesce(${ipAddresses.registrationCount}, 0)`,
      device_fingerprint: users.registrationDevice,
      device_count: sql<number>`coalesce(${devices.registrationCount}, 0)`,
      created_at: users.createdAt,
      is_suspicious: sql<boolean>`${users.suspendedAt} is not null`,
    })
    .from(inOrder(ids))
    .innerJoin(users, sql`${users.id} = keys.id`)
    .leftJoin(ipAddresses, eq(ipAddresses.address, users.registrationIp))
    .leftJoin(devices, eq(devices.fingerprint, users.registrationDevice))
    .orderBy(sql`keys.place`);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

/** Users with the numbers of accounts on their address and device. */
export const registrations = defineList<FraudListInput, RegistrationContext, FraudUser>({
  sources: () => [sql`${users}`],
  id: users.id,
  filters: {
    user_filter: (name, { shares }) => hasClassification(name, shares),
    date_filter: (range) => isSince(users.createdAt, range),
    // These are filters of the lists of addresses and devices, which have the same input.
    ip_filter: () => undefined,
    device_filter: () => undefined,
  },
  search: (search, { fromMany }) => sql`${users.id} in ${searchUsers(search, fromMany)}`,
  orders: {
    created_at: { by: [users.createdAt, users.id] },
    registration_count: {
      by: [shareCount, users.id],
      sources: () => [sql`${users} left join ${sharedIps} left join ${sharedDevices}`],
    },
  },
  exportOrder: users.createdAt,
  columns: readRegistrations,
});
