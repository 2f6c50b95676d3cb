import { retention } from '@inaam/contracts/account/retention';
import { deleteInBatches, type Moves, repeatInBatches } from '../kernel/repeat-in-batches.ts';

/** Days after which a call to an address at which there is no network is deleted, and a report of a network's test. */
const DAYS = { unknown: 14, reports: 365 };

/**
 * Deletes postbacks that had no effect and are of no use any more, and old reports of tests of networks
 * (infra/docs/decisions/0022-what-is-kept-of-calls.md).
 * @param most rows of a kind in one transaction
 */
export const deleteNetworkRecords = (kernel: Moves, most?: number): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, batch) => sql<{ taken: number }[]>`
      select delete_network_records(${DAYS.unknown}::int, ${retention.postbacks.days}::int, ${DAYS.reports}::int,
        ${batch}::int) as taken`,
    most,
  );

/** Deletes old counts of forged calls. @param most rows in one transaction */
export const deleteForgedCallCounts = (kernel: Moves, most?: number): Promise<number> =>
  deleteInBatches(
    kernel,
    {
      table: 'forged_calls',
      key: ['network_id', 'hour', 'ip'],
      which: (sql) => sql`hour < now() - interval '90 days'`,
    },
    most,
  );
