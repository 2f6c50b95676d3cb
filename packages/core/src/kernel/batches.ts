import type { SqlClient } from '@inaam/db/client';
import { isConnectionLoss, isReadOnly } from './failures.ts';

/** Statements of a hot call: for one item, and for several at once. */
export interface Statements<Item, Row extends object> {
  single: (sql: SqlClient, item: Item) => PromiseLike<readonly Row[]>;
  /**
   * Returns the rows of `single` for each item in one statement and transaction, with the item's place from 1. If it
   * fails, it is rolled back and each item is sent by `single`.
   */
  batched: (sql: SqlClient, items: readonly Item[]) => PromiseLike<readonly (Row & { place: number })[]>;
  /** Number of items that start a second batch; defaults to {@link SECOND_BATCH_AT}. */
  secondBatchAt?: number;
  /** Items without a row are sent by `single`. */
  leavesSome?: boolean;
}

/** Batches in flight: one can run while another is written to disk. */
const MAX_CONCURRENT_BATCHES = 2;
/** A second batch starts only with this many items, since fewer cost less together. */
const SECOND_BATCH_AT = 16;
/** Bounds of a batch's size. Larger batches would all wait for one backend. */
const MIN_ITEMS = 8;
const MAX_BATCH_ITEMS = 32;
/** Time in ms after which a batch is taken to wait for a lock or network, and later calls pass it. */
const STALLED_AFTER_MS = 50;

/** Counters of batches in this process. */
export const batchCounts = {
  /** Calls that shared a statement. */
  shared: 0,
  /** Failed batches. Their calls were sent one by one or retried. */
  failed: 0,
  /** Calls that currently have no connection of their own: they share one or wait to. */
  withoutConnection: 0,
};

interface Waiting<Item, Row> {
  item: Item;
  resolve: (rows: readonly Row[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends an item alone while there is room, and otherwise batches all items that arrive meanwhile. Under load, calls
 * share a round trip, a transaction and a disk write. No item waits longer than the batch before it
 * (infra/docs/decisions/0017-hot-calls.md).
 * @returns the rows of an item; fails as its own statement does
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
  const { single, batched, secondBatchAt = SECOND_BATCH_AT, leavesSome } = statements;
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
    // One call of the batch has the connection.
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
      // The outcome is unknown, or a retry reaches another server: each caller decides whether to retry.
      if (isConnectionLoss(error) || isReadOnly(error)) for (const { reject } of batch) reject(error);
      // One bad item must not fail the others.
      else await Promise.all(batch.map(sendAlone));
      return;
    }
    const left: Promise<void>[] = [];
    for (const [index, each] of batch.entries()) {
      const rows = found[index] ?? [];
      if (leavesSome && rows.length === 0) left.push(sendAlone(each));
      else each.resolve(rows);
    }
    await Promise.all(left);
  }

  async function run(batch: readonly Waiting<Item, Row>[]): Promise<void> {
    let isInFlight = true;
    const leave = () => {
      if (!isInFlight) return;
      isInFlight = false;
      underWay--;
      beginSoon();
    };
    underWay++;
    const timer = setTimeout(leave, STALLED_AFTER_MS);
    const [first] = batch;
    await (batch.length === 1 && first ? sendAlone(first) : sendTogether(batch));
    clearTimeout(timer);
    leave();
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
