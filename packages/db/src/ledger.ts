import type { MoveSql } from './client.ts';

/**
 * Holds the facts of completions, spins, vouchers and figures against each other, in one snapshot: see
 * functions/ledger.sql. It reads all of them, which takes seconds a million.
 * @returns every breach, a line each; empty when all is as it must be
 */
export async function ledgerDifferences(sql: MoveSql): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`select what from ledger_differences() order by 1`;
  return rows.map(({ what }) => what);
}
