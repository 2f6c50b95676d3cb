import type { MoveSql } from '@inaam/db/client';
import type { TestCore } from './core.ts';

/** The tables whose triggers stand in the way of whoever changes what happened. */
const GUARDED = ['clicks', 'completions', 'completion_events', 'spins', 'voucher_awards', 'offer_odds', 'vouchers'];

/**
 * Changes facts, as only the owner of the database can: to date something back, or to break what a check has to find.
 * No trigger of these tables runs in that transaction; keys and constraints hold.
 */
export async function rewriteFacts(
  { database }: Pick<TestCore, 'database'>,
  work: (sql: MoveSql) => Promise<unknown>,
): Promise<void> {
  const all = (what: string) => GUARDED.map((table) => `alter table ${table} ${what} trigger user`).join('; ');
  await database.sql.begin(async (tx) => {
    await tx.unsafe(all('disable'));
    await work(tx as unknown as MoveSql);
    await tx.unsafe(all('enable'));
  });
}
