import type { Tx } from '@inaam/db/client';
import { type LockName, namedLocks } from '@inaam/db/schema/named-locks';
import { eq } from 'drizzle-orm';

/**
 * Acquires a named lock until the end of the transaction.
 * @throws Error if the row of the lock is missing, because nothing would be locked
 */
export async function acquireLock(tx: Tx, name: LockName): Promise<void> {
  const rows = await tx.select().from(namedLocks).where(eq(namedLocks.name, name)).for('update');
  if (rows.length === 0) throw new Error(`named_locks has no lock ${name}`);
}
