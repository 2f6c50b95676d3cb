import type { SqlClient } from './client.ts';

/**
 * Checks the facts of completions, spins, vouchers and figures against each other in one snapshot: see
 * functions/ledger.sql. Reads all rows, which takes seconds per million rows.
 * @returns a line per violation; empty if consistent
 */
export async function ledgerDifferences(sql: SqlClient): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`select what from ledger_differences() order by 1`;
  return rows.map(({ what }) => what);
}
