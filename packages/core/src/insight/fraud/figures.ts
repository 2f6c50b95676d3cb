import type { FraudData } from '@inaam/contracts/fraud/fraud';
import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { isNotNull, sql } from 'drizzle-orm';
import { oneRow } from '../../kernel/rows.ts';
import { countUsers } from '../users/count-users.ts';
import { isSuspicious } from './filters.ts';

/** The table of a kind of source: IP addresses or devices. */
export type Source = typeof ipAddresses | typeof devices;

export interface Figures {
  shown: FraudData['stats'];
  /** Registrations from shared addresses plus registrations on shared devices. A user with both counts twice. */
  sharing: number;
}

export async function getFraudFigures(db: Db): Promise<Figures> {
  const [total_users, suspicious_users, ips, fingerprints] = await Promise.all([
    countUsers(db),
    db.$count(users, isNotNull(users.suspendedAt)),
    countSuspicious(db, ipAddresses),
    countSuspicious(db, devices),
  ]);
  return {
    shown: { total_users, suspicious_users, suspicious_ips: ips.total, suspicious_devices: fingerprints.total },
    sharing: ips.registrations + fingerprints.registrations,
  };
}

/** Counts sources that are shared or blocked, and registrations from shared sources. */
async function countSuspicious(db: Db, source: Source): Promise<{ total: number; registrations: number }> {
  const rows = await db.execute<{ total: string; registrations: string }>(sql`
    select count(*) as total,
      coalesce(sum(${source.registrationCount}) filter (where ${source.registrationCount} > 1), 0) as registrations
    from ${source} where ${isSuspicious(source)}`);
  const { total, registrations } = oneRow(rows);
  return { total: Number(total), registrations: Number(registrations) };
}
