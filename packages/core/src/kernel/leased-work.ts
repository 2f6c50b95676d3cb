/** Work that is stored as rows and done outside a transaction: mails, feeds, pictures. */
export interface LeasedWork<Row extends object> {
  /** Rows of one claim at most. */
  batch: number;
  /** Rows of a claim that are worked on at once. */
  parallel: number;
  /**
   * Takes due rows by one statement that makes them due again when their lease ends: rows of a process that dies are
   * then taken by another. Of two processes only one gets a row (`for update skip locked`, or a condition that the
   * update checks again).
   */
  claim(most: number): Promise<readonly Row[]>;
  /** Does the work of a row and stores how it ended. After a kill it is done again. */
  work(row: Row): Promise<unknown>;
}

/**
 * Works until nothing is due. Several processes may do so at once. A row that fails does not delay the others of its
 * claim; it is tried again when its lease ends.
 * @returns how many rows were worked on
 * @throws AggregateError with what failed, after the other rows of the claim
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
    // Not the next claim: what fails for all, such as an outage, would use up the attempts of all.
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${rows.length} rows failed`);
    count += rows.length;
    if (rows.length < leased.batch) return count;
  }
}

/**
 * Seconds until the next attempt by a schedule, such as `[5, 300, 1800]`.
 * @param failed attempts that failed before the one that has just failed
 * @param options.spread a share by which the pause is drawn longer or shorter, to part attempts that failed together
 * @param options.atLeast seconds that the receiver asks for
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
