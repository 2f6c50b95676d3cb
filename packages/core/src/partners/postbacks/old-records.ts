import { deleteInBatches, type IdempotentKernel, repeatInBatches } from '../../kernel/repeat-in-batches.ts';
import { internalRetentionDays } from '../../kernel/retention-days.ts';

/**
 * Deletes expired postbacks that had no effect, and expired network test reports
 * (infra/docs/decisions/0003-what-is-kept-of-postbacks.md).
 * @param days the age at which refused postbacks of known networks expire
 * @param most rows of each kind that one transaction deletes
 */
export const deleteNetworkRecords = (kernel: IdempotentKernel, days: number, most?: number): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, batch) => sql<{ taken: number }[]>`
      select delete_old_network_records(${internalRetentionDays.unknownPostbacks}::int, ${days}::int,
        ${internalRetentionDays.networkReports}::int, ${batch}::int) as taken`,
    most,
  );

/**
 * Deletes expired counts of forged postbacks.
 * @param most rows that one transaction deletes
 */
export const deleteUnauthenticatedCallCounts = (kernel: IdempotentKernel, most?: number): Promise<number> =>
  deleteInBatches(
    kernel,
    {
      table: 'unauthenticated_calls',
      key: ['network_id', 'hour', 'ip'],
      where: (sql) => sql`hour < now() - make_interval(days => ${internalRetentionDays.forgedPostbacks})`,
    },
    most,
  );
