import type { Tx } from '@inaam/db/client';
import { type LockName, namedLocks } from '@inaam/db/schema/named-locks';
import { eq } from 'drizzle-orm';

/**
 * Waits until no other transaction holds the lock, and holds it until the end of this one.
 * @throws an Error when the lock's row is missing: then nothing would be held
 */
export async function acquireLock(tx: Tx, name: LockName): Promise<void> {
  const held = await tx.select().from(namedLocks).where(eq(namedLocks.name, name)).for('update');
  if (held.length === 0) throw new Error(`there is no lock named ${name} in named_locks`);
}
