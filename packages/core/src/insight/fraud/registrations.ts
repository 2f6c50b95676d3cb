import type { Db } from '@inaam/db/client';
import { devices, ipAddresses } from '@inaam/db/schema/fraud';
import { users } from '@inaam/db/schema/identity';
import { desc, eq } from 'drizzle-orm';
import { carrierHint, type Registration } from './sharing.ts';

/** What is judged by: an address of a carrier can have hundreds of thousands. */
const NEWEST = 2000;

/** The newest registrations from an address or on a device, newest first. */
export function listRegistrations(db: Db, kind: 'ip' | 'device', key: string): Promise<Registration[]> {
  return db
    .select({ at: users.createdAt, device: users.registrationDevice, userAgent: users.registrationUserAgent })
    .from(users)
    .where(eq(kind === 'ip' ? users.registrationIp : users.registrationDevice, key))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(NEWEST);
}

/** Why the address looks shared by a carrier; null where it does not. */
export async function getCarrierHint(db: Db, address: string): Promise<string | null> {
  return carrierHint(address, await listRegistrations(db, 'ip', address));
}

/** All of them, as they are counted when somebody registers. */
export async function countRegistrations(db: Db, kind: 'ip' | 'device', key: string): Promise<number> {
  const source = kind === 'ip' ? ipAddresses : devices;
  const name = kind === 'ip' ? ipAddresses.address : devices.fingerprint;
  const [row] = await db.select({ count: source.registrationCount }).from(source).where(eq(name, key));
  return row?.count ?? 0;
}
