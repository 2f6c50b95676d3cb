import type { MessageKind } from '@inaam/contracts/messages/messages';
import type { MoveSql } from '@inaam/db/client';
import type { Kernel } from '../../kernel/kernel.ts';

type Ask = (sql: MoveSql, id: number) => Promise<{ done: boolean }[]>;

/** Of the kinds that ask for something: whether there is nothing left to do, by the id that names the fact. */
const isAlreadyDone: Partial<Record<MessageKind, Ask>> = {
  // Spun, or reversed.
  spin_ready: async (sql, id) => sql<{ done: boolean }[]>`
    select exists (select 1 from spins where completion_id = ${id}) as done`,
  voucher_expiring: async (sql, id) => sql<{ done: boolean }[]>`
    select exists (select 1 from vouchers where id = ${id} and num_nonnulls(used_at, withdrawn_at) > 0) as done`,
};

/**
 * Whether a message would ask for what is done by now: mail may wait for a server that is away, and people do not.
 * @param eventKey names the fact; for these kinds the id of the completion or the voucher
 */
export async function isOutdated(kernel: Pick<Kernel, 'read'>, kind: MessageKind, eventKey: string): Promise<boolean> {
  const ask = isAlreadyDone[kind];
  if (ask === undefined || !/^\d{1,15}$/.test(eventKey)) return false;
  const [row] = await kernel.read((_, sql) => ask(sql, Number(eventKey)));
  return row?.done ?? false;
}
