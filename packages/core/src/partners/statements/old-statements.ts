import { type DeletableRows, deleteInBatches, type IdempotentKernel } from '../../kernel/repeat-in-batches.ts';

/** An upload that never ended is deleted after this many days. */
const UNFINISHED_UPLOAD_DAYS = 1;

/**
 * Deletes old statements with their lines, differences and accepted differences, and uploads that never ended. Safe in
 * several processes.
 * @param days the setting STATEMENT_RETENTION_DAYS
 * @param most maximum rows per transaction
 */
export async function deleteOldStatements(kernel: IdempotentKernel, days: number, most?: number): Promise<void> {
  const isOld: DeletableRows['where'] = (sql) => sql`(uploaded_at < now() - make_interval(days => ${days})
    or compared_at is null and uploaded_at < now() - make_interval(days => ${UNFINISHED_UPLOAD_DAYS}))`;
  const isRowOfOldStatement: DeletableRows['where'] = (sql) => sql`
    statement_id in (select s.id from network_statements s where ${isOld(sql)})`;
  const isOldNote: DeletableRows['where'] = (sql) => sql`at < now() - make_interval(days => ${days})`;
  const rows: DeletableRows[] = [
    // Deleting a statement deletes all its lines in one transaction, so the lines are deleted before it, in batches.
    { table: 'network_statement_lines', key: ['statement_id', 'line'], where: isRowOfOldStatement },
    { table: 'statement_differences', key: ['id'], where: isRowOfOldStatement },
    { table: 'network_statements', key: ['id'], where: isOld },
    { table: 'accepted_differences', key: ['network_id', 'month', 'hash'], where: isOldNote },
  ];
  for (const each of rows) await deleteInBatches(kernel, each, most);
}
