import type { SqlClient, SqlPart } from '@inaam/db/client';
import type { Kernel } from './kernel.ts';

/** Maximum rows per statement, which limits its time and its locks. */
export const MAX_BATCH_ROWS = 2_000;

export type IdempotentKernel = Pick<Kernel, 'runIdempotent'>;

/**
 * Repeats a statement that takes at most `most` rows until a batch is not full. Each batch is a transaction of its own.
 * @param statement returns one row with the number of rows taken
 * @returns the total number of rows taken
 */
export async function repeatInBatches(
  kernel: IdempotentKernel,
  statement: (sql: SqlClient, most: number) => Promise<readonly { taken: number }[]>,
  most: number = MAX_BATCH_ROWS,
): Promise<number> {
  let all = 0;
  let taken: number;
  do {
    const [row] = await kernel.runIdempotent((sql) => statement(sql, most));
    taken = row?.taken ?? 0;
    all += taken;
  } while (taken >= most);
  return all;
}

export interface DeletableRows {
  table: string;
  /** Columns of a unique key. They are used instead of `ctid`, which not every database engine has (decision 0027). */
  key: readonly [string, ...string[]];
  where: (sql: SqlClient) => SqlPart<never>;
}

/** Deletes rows in batches. Safe in several processes. @returns number of deleted rows */
export const deleteInBatches = (
  kernel: IdempotentKernel,
  { table, key, where }: DeletableRows,
  most?: number,
): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, batch) => sql<{ taken: number }[]>`
      with deletable as (select ${sql([...key])} from ${sql(table)} where ${where(sql)} limit ${batch}),
      gone as (
        delete from ${sql(table)} where (${sql([...key])}) in (select ${sql([...key])} from deletable) returning 1)
      select count(*)::int as taken from gone`,
    most,
  );
