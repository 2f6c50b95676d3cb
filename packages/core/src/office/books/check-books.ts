import type { SqlClient } from '@inaam/db/client';
import { sql as text } from 'drizzle-orm';
import { systemActor } from '../../kernel/actor.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';
import type { Reads } from '../../kernel/reads.ts';
import { verifyEnd, verifyEntries, verifySeals } from '../audit/chain.ts';
import type { AuditKeys } from '../audit/keys.ts';

/**
 * Checks the books (the ledger and the audit log) range by range: see packages/db/src/functions/books.sql. Each range
 * is checked twice a day. The checks read from the standby if one is configured.
 */

/** Number of runs that check every range once: one run per minute for twelve hours. */
const RUNS_PER_ROUND = 720;
/** Time after the start of a range's check in which no other process checks the range. */
const LEASE = '10 minutes';
/** Time after the start of a run in which no other process starts a run. */
const LEAST_PAUSE = '50 seconds';
/** Maximum number of violations stored per range. If there are more, one further line counts the rest. */
const MAX_LINES = 20;

export interface CheckedRange {
  part: string;
  first: number;
  /** One line for each violation. */
  differences: string[];
}

interface BookServices {
  kernel: Kernel;
  reads: Reads;
  auditKeys: AuditKeys;
}

/**
 * Checks the ranges whose last check is oldest, and those whose last check found differences. Safe in several
 * processes: only one of them runs in each minute.
 * @param stopping ends the run between two ranges
 * @returns the checked ranges; empty if another process has started this minute's run
 * @throws AggregateError if some ranges could not be checked, after the others are checked
 */
export async function checkBooks(services: BookServices, stopping?: AbortSignal): Promise<CheckedRange[]> {
  const checked: CheckedRange[] = [];
  const failures: unknown[] = [];
  for (const { part, first, next } of await claimRanges(services.kernel)) {
    if (stopping?.aborted) break;
    try {
      const differences = await findDifferences(services, part, { first, next });
      await recordCheck(services.kernel, { part, first, differences });
      checked.push({ part, first, differences });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} ranges of the books were not checked`);
  return checked;
}

interface ClaimedRange extends Record<string, unknown> {
  part: string;
  /** The driver returns `first` and `next` as text, because they are bigints. */
  first: string;
  next: string;
}

/** Claims the ranges of one run. */
function claimRanges(kernel: Kernel): Promise<{ part: string; first: number; next: number }[]> {
  return kernel.write(async (tx) => {
    await acquireLock(tx, 'book checks');
    await tx.execute(text`
      insert into book_checks (part, first)
      select r.part, r.first from list_book_ranges() r
      where not exists (select 1 from book_checks c where c.part = r.part and c.first = r.first)`);
    const rows = await tx.execute<ClaimedRange>(text`
      update book_checks c set started_at = now()
      where not exists (select 1 from book_checks where started_at > now() - ${LEAST_PAUSE}::interval)
        and (c.part, c.first) in (
          select part, first from book_checks
          where coalesce(started_at < now() - ${LEASE}::interval, true)
          order by differences = '{}', coalesce(checked_at, '-infinity'), part, first
          limit (select greatest(1, ceil(count(*) / ${RUNS_PER_ROUND}::numeric))
              + count(*) filter (where differences <> '{}')
            from book_checks))
      returning part, first, first + get_book_range_size(part) as next`);
    return rows.map(({ part, first, next }) => ({ part, first: Number(first), next: Number(next) }));
  });
}

async function findDifferences(
  { reads, auditKeys }: BookServices,
  part: string,
  range: { first: number; next: number },
): Promise<string[]> {
  return reads.getKernel({}, systemActor).read(async (_, sql) => {
    if (part === 'seals') {
      const problem = (await verifySeals(sql, auditKeys.listTrustedKeys(), range)) ?? (await verifyEnd(sql));
      return problem === undefined ? [] : [problem];
    }
    if (part === 'entries') {
      const problem = await verifyEntries(sql, range);
      return problem === undefined ? [] : [problem];
    }
    return listLedgerDifferences(sql, part, range.first);
  });
}

async function listLedgerDifferences(sql: SqlClient, part: string, first: number): Promise<string[]> {
  const rows = await sql<{ what: string }[]>`
    select what from book_differences(${part}, ${first}::bigint) order by 1`;
  return rows.map(({ what }) => what);
}

async function recordCheck(kernel: Kernel, { part, first, differences }: CheckedRange): Promise<void> {
  const more = differences.length - MAX_LINES;
  const lines = more > 0 ? [...differences.slice(0, MAX_LINES), `and ${more} more`] : differences;
  await kernel.runIdempotent(
    (sql) => sql`
      update book_checks set checked_at = now(), differences = ${lines} where part = ${part} and first = ${first}`,
  );
}
