import type { SqlClient } from '@inaam/db/client';
import type { TestCore } from './core.ts';

/** Tables whose triggers refuse changes of facts. */
const GUARDED_TABLES = [
  'clicks',
  'completions',
  'completion_events',
  'payments',
  'spins',
  'voucher_awards',
  'offer_odds',
  'vouchers',
];

/**
 * Changes rows that the product never changes, as only the owner of the database can, for example to set a past date or
 * to create damage that a check must find.
 * Triggers of these tables are disabled in the transaction; keys and constraints are not.
 */
export async function rewriteFacts(
  { database }: Pick<TestCore, 'database'>,
  work: (sql: SqlClient) => Promise<unknown>,
): Promise<void> {
  const alterTriggers = (verb: string) =>
    GUARDED_TABLES.map((table) => `alter table ${table} ${verb} trigger user`).join('; ');
  await database.sql.begin(async (tx) => {
    await tx.unsafe(alterTriggers('disable'));
    await work(tx as unknown as SqlClient);
    await tx.unsafe(alterTriggers('enable'));
  });
}
