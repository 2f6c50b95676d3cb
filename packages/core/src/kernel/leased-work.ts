/** Work stored as rows and done outside a transaction, such as mails, feeds and pictures. */
export interface LeasedWork<Row extends object> {
  /** Maximum rows per claim. */
  batch: number;
  /** Rows of a claim processed concurrently. */
  parallel: number;
  /**
   * Claims due rows by one statement. The statement makes the rows due again when their lease ends, so that another
   * process takes over the rows of a dead process. Only one process gets a row (`for update skip locked`, or a
   * condition that the update checks again).
   */
  claim(most: number): Promise<readonly Row[]>;
  /**
   * Processes a row and stores the result. Must be safe to repeat, because a killed process leaves its rows claimed.
   */
  work(row: Row): Promise<unknown>;
}

/**
 * Processes due rows until a claim returns fewer rows than a full batch. Safe in several processes. A failed row does
 * not delay the other rows of its claim; it is retried when its lease ends.
 * @returns the number of processed rows
 * @throws AggregateError with the failures, after the other rows of the claim are processed
 */
export async function runLeasedWork<Row extends object>(leased: LeasedWork<Row>): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await leased.claim(leased.batch);
    const waiting = [...rows];
    const failures: unknown[] = [];
    await Promise.all(
      Array.from({ length: leased.parallel }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          await leased.work(next).catch((error: unknown) => failures.push(error));
        }
      }),
    );
    // Stop before the next claim: in an outage, every row would fail and use up an attempt.
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${rows.length} rows failed`);
    count += rows.length;
    if (rows.length < leased.batch) return count;
  }
}

/**
 * Returns the seconds until the next attempt by a schedule such as `[5, 300, 1800]`.
 * @param failed earlier failed attempts
 * @param options.spread share by which the delay varies at random, so that rows that failed together retry apart
 * @param options.atLeast minimum in seconds
 * @returns null after the last attempt
 */
export function getRetryDelay(
  schedule: readonly number[],
  failed: number,
  { spread = 0, atLeast = 0 }: { spread?: number; atLeast?: number } = {},
): number | null {
  const pause = schedule[failed];
  if (pause === undefined) return null;
  return Math.round(Math.max(pause * (1 - spread + Math.random() * 2 * spread), atLeast));
}
