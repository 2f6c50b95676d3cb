import type { MoveSql, SqlPart } from '@inaam/db/client';
import type { Kernel } from './kernel.ts';

/** Rows at most in one statement, so that it ends in time and holds its locks for a moment. */
export const MAX_BATCH_ROWS = 2_000;

export type Moves = Pick<Kernel, 'move'>;

/**
 * Repeats a statement that takes at most `most` rows, each time in a transaction of its own, until it has taken fewer:
 * for work of which nobody knows how much there is.
 * @param statement answers one row, with how many it has taken
 * @returns how many were taken in all
 */
export async function repeatInBatches(
  kernel: Moves,
  statement: (sql: MoveSql, most: number) => Promise<readonly { taken: number }[]>,
  most: number = MAX_BATCH_ROWS,
): Promise<number> {
  let all = 0;
  let taken: number;
  do {
    const [row] = await kernel.move((sql) => statement(sql, most));
    taken = row?.taken ?? 0;
    all += taken;
  } while (taken >= most);
  return all;
}

/** Rows of a table that are to go. */
export interface DeletableRows {
  table: string;
  /** The columns of a key. Not every engine has a ctid: decision 0027. */
  key: readonly [string, ...string[]];
  which: (sql: MoveSql) => SqlPart<never>;
}

/** Deletes rows in batches. Several processes may do so at once. @returns how many */
export const deleteInBatches = (kernel: Moves, { table, key, which }: DeletableRows, most?: number): Promise<number> =>
  repeatInBatches(
    kernel,
    (sql, batch) => sql<{ taken: number }[]>`
      with doomed as (select ${sql([...key])} from ${sql(table)} where ${which(sql)} limit ${batch}),
      gone as (
        delete from ${sql(table)} where (${sql([...key])}) in (select ${sql([...key])} from doomed) returning 1)
      select count(*)::int as taken from gone`,
    most,
  );
