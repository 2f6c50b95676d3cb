import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { desc, eq } from 'drizzle-orm';
import { carrierHint, type Registration } from './sharing.ts';

/** Maximum number of registrations to read, because a carrier's address can have hundreds of thousands. */
const MAX_REGISTRATIONS = 2000;

export function listRegistrations(db: Db, kind: 'ip' | 'device', key: string): Promise<Registration[]> {
  return db
    .select({ at: users.createdAt, device: users.registrationDevice, userAgent: users.registrationUserAgent })
    .from(users)
    .where(eq(kind === 'ip' ? users.registrationIp : users.registrationDevice, key))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(MAX_REGISTRATIONS);
}

/** Returns why the address looks shared by a carrier, or null. */
export async function getCarrierHint(db: Db, address: string): Promise<string | null> {
  return carrierHint(address, await listRegistrations(db, 'ip', address));
}

/** Reads the counter that each registration updates. */
export async function countRegistrations(db: Db, kind: 'ip' | 'device', key: string): Promise<number> {
  const source = kind === 'ip' ? ipAddresses : devices;
  const name = kind === 'ip' ? ipAddresses.address : devices.fingerprint;
  const [row] = await db.select({ count: source.registrationCount }).from(source).where(eq(name, key));
  return row?.count ?? 0;
}
