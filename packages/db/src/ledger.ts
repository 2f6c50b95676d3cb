import type { SqlClient } from './client.ts';

/**
 * Checks in one snapshot that completions, spins, vouchers and figures are consistent: see functions/ledger.sql. Reads
 * all rows, which takes seconds per million rows.
 * @returns a line per contradiction; empty if consistent
 */
export async function ledgerDifferences(sql: SqlClient): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`select what from ledger_differences() order by 1`;
  return rows.map(({ what }) => what);
}
