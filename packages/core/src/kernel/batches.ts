import type { SqlClient } from '@inaam/db/client';
import { isConnectionLoss, isReadOnly } from './failures.ts';

/** The two statements of a hot call: one for a single item, one for several items. */
export interface Statements<Item, Row extends object> {
  single: (sql: SqlClient, item: Item) => PromiseLike<readonly Row[]>;
  /**
   * Returns the rows of all items from one statement in one transaction. `place` is the position of the row's item in
   * `items`, from 1. If the statement fails, it is rolled back and each item is sent by `single`. But after a lost
   * connection or a refusal by a read-only server, all items fail with that error.
   */
  batched: (sql: SqlClient, items: readonly Item[]) => PromiseLike<readonly (Row & { place: number })[]>;
  /** Number of items that start a second batch; defaults to {@link SECOND_BATCH_AT}. */
  secondBatchAt?: number;
  /** If true, items for which `batched` returned no row are sent again by `single`. */
  sendsMissingAlone?: boolean;
}

/** Batches in flight: one can run while another is written to disk. */
const MAX_CONCURRENT_BATCHES = 2;
/** A second batch starts only with this many items, because a single larger batch costs less than two small ones. */
const SECOND_BATCH_AT = 16;
/** A batch takes at least this many items, and at least `secondBatchAt`, if so many items wait. */
const MIN_ITEMS = 8;
const MAX_BATCH_ITEMS = 32;
/**
 * Time in ms after which a batch counts as stalled by a lock or the network. Waiting calls then start another batch.
 */
const STALLED_AFTER_MS = 50;

/** Counters of batches in this process. */
export const batchCounts = {
  /** Calls that shared a statement. */
  shared: 0,
  /** Failed batches. Their calls were sent one by one or retried. */
  failed: 0,
  /** Calls that currently have no connection of their own: they share one, or wait for a batch. */
  withoutConnection: 0,
};

interface Waiting<Item, Row> {
  item: Item;
  resolve: (rows: readonly Row[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends an item at once if no batch is running, together with the other items of the same tick. Items that arrive
 * during a batch form the next one. Under load, calls share a round trip, a transaction and a disk write. No item waits
 * for more than the batch before its own (infra/docs/decisions/0017-hot-calls.md).
 * @returns a function that sends an item and returns its rows; an error of one item does not affect the others
 */
export function runInBatches<Item, Row extends object>(
  statements: Statements<Item, Row>,
): (sql: SqlClient, item: Item) => Promise<readonly Row[]> {
  const queues = new WeakMap<SqlClient, (item: Item) => Promise<readonly Row[]>>();
  return async (sql, item) => {
    let send = queues.get(sql);
    if (!send) {
      send = createQueue(sql, statements);
      queues.set(sql, send);
    }
    return send(item);
  };
}

function createQueue<Item, Row extends object>(sql: SqlClient, statements: Statements<Item, Row>) {
  const { single, batched, secondBatchAt = SECOND_BATCH_AT, sendsMissingAlone } = statements;
  const least = Math.max(MIN_ITEMS, secondBatchAt);
  let waiting: Waiting<Item, Row>[] = [];
  let underWay = 0;
  let isDue = false;

  const sendAlone = async ({ item, resolve, reject }: Waiting<Item, Row>): Promise<void> => {
    try {
      resolve(await single(sql, item));
    } catch (error) {
      reject(error);
    }
  };

  async function sendTogether(batch: readonly Waiting<Item, Row>[]): Promise<void> {
    const found: Row[][] = batch.map(() => []);
    const items = batch.map(({ item }) => item);
    // The shared connection counts as that of one call, so all other calls of the batch are without one.
    const sharing = batch.length - 1;
    batchCounts.shared += batch.length;
    batchCounts.withoutConnection += sharing;
    try {
      const rows = await batched(sql, items);
      batchCounts.withoutConnection -= sharing;
      for (const row of rows) found[row.place - 1]?.push(row);
    } catch (error) {
      batchCounts.withoutConnection -= sharing;
      batchCounts.failed++;
      // The outcome is unknown, or a retry may reach another server, so each caller decides whether to retry.
      if (isConnectionLoss(error) || isReadOnly(error)) for (const { reject } of batch) reject(error);
      // One bad item must not fail the others.
      else await Promise.all(batch.map(sendAlone));
      return;
    }
    const left: Promise<void>[] = [];
    for (const [index, each] of batch.entries()) {
      const rows = found[index] ?? [];
      if (sendsMissingAlone && rows.length === 0) left.push(sendAlone(each));
      else each.resolve(rows);
    }
    await Promise.all(left);
  }

  async function run(batch: readonly Waiting<Item, Row>[]): Promise<void> {
    let isInFlight = true;
    const finish = () => {
      if (!isInFlight) return;
      isInFlight = false;
      underWay--;
      beginSoon();
    };
    underWay++;
    const timer = setTimeout(finish, STALLED_AFTER_MS);
    const [first] = batch;
    await (batch.length === 1 && first ? sendAlone(first) : sendTogether(batch));
    clearTimeout(timer);
    finish();
  }

  const canBegin = () =>
    waiting.length > 0 && (underWay === 0 || (underWay < MAX_CONCURRENT_BATCHES && waiting.length >= secondBatchAt));

  function begin(): void {
    isDue = false;
    const share = Math.min(
      MAX_BATCH_ITEMS,
      Math.max(least, Math.ceil(waiting.length / (MAX_CONCURRENT_BATCHES - underWay))),
    );
    while (canBegin()) {
      const batch = waiting.splice(0, share);
      batchCounts.withoutConnection -= batch.length;
      void run(batch);
    }
  }

  /** Waits until all calls of the same tick are queued. */
  function beginSoon(): void {
    if (isDue || !canBegin()) return;
    isDue = true;
    setImmediate(begin);
  }

  return (item: Item): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      batchCounts.withoutConnection++;
      beginSoon();
    });
}
