import type { Kernel } from './kernel.ts';
import { oneRow } from './rows.ts';

/**
 * Makes the months of tables that come next, and drops those that are kept no longer: `partitions` in the database
 * says which.
 * @returns the names of what was made or dropped
 */
export async function maintainPartitions(kernel: Pick<Kernel, 'move'>): Promise<readonly string[]> {
  return oneRow(await kernel.move((sql) => sql<{ done: string[] }[]>`select maintain_partitions() as done`)).done;
}
