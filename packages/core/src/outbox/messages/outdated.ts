import type { MessageKind } from '@inaam/contracts/messages/messages';
import type { SqlClient } from '@inaam/db/client';
import type { Kernel } from '../../kernel/kernel.ts';

type IsDone = (sql: SqlClient, id: number) => Promise<{ done: boolean }[]>;

/** For each kind that asks for an action, a query that checks whether the action is done or no longer possible. */
const isAlreadyDone: Partial<Record<MessageKind, IsDone>> = {
  // A row in `spins` means that the completion was spun or that its spin was withheld after a reversal.
  spin_ready: async (sql, id) => sql<{ done: boolean }[]>`
    select exists (select 1 from spins where completion_id = ${id}) as done`,
  voucher_expiring: async (sql, id) => sql<{ done: boolean }[]>`
    select exists (select 1 from vouchers where id = ${id} and num_nonnulls(used_at, withdrawn_at) > 0) as done`,
};

/**
 * Returns whether the action that a message asks for is done or no longer possible. This happens when messages are
 * delayed.
 * @param eventKey for kinds that ask for an action, the ID of the completion or voucher
 */
export async function isOutdated(kernel: Pick<Kernel, 'read'>, kind: MessageKind, eventKey: string): Promise<boolean> {
  const isDone = isAlreadyDone[kind];
  if (isDone === undefined || !/^\d{1,15}$/.test(eventKey)) return false;
  const [row] = await kernel.read((_, sql) => isDone(sql, Number(eventKey)));
  return row?.done ?? false;
}
