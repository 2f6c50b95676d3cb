import type { MoveSql } from '@inaam/db/client';
import { isConnectionLoss, isReadOnly } from './failures.ts';

/** The statements of a hot call: for one caller, and for several at once. */
export interface Statements<Item, Row extends object> {
  one: (sql: MoveSql, item: Item) => PromiseLike<readonly Row[]>;
  /**
   * What `one` gives for each, by one statement in one transaction: rows with the item's place, from 1, which stays on
   * them. It is rolled back as a whole; each item is asked for by `one` then.
   */
  several: (sql: MoveSql, items: readonly Item[]) => PromiseLike<readonly (Row & { place: number })[]>;
  /** How many begin a second batch beside the first; {@link FULL} unless given. */
  beside?: number;
  /** It leaves some to `one`: those that it gives no row for. */
  leavesSome?: boolean;
}

/** Batches under way at once: while one is written to disk another is at work, and callers are answered meanwhile. */
const MAX_CONCURRENT_BATCHES = 2;
/** So many fill a batch: a second one begins beside the first for no fewer, who cost less together. */
const SECOND_BATCH_AT = 16;
/** Items of a batch, where so many wait, and the most. More in one, and all would wait together for one backend. */
const MIN_ITEMS = 8;
const MAX_BATCH_ITEMS = 32;
/** ms after which a batch waits for somebody's lock, or for a network: those who come later go past it. */
const STALLED_AFTER_MS = 50;

/** What batches have done in this process, for whoever watches it. */
export const batchCounts = {
  /** Calls that shared a statement with others. */
  shared: 0,
  /** Batches that failed: after each of them its calls were asked for alone, or came again. */
  failed: 0,
  /** Calls at this moment that have no connection of their own: they share one, or wait to. */
  together: 0,
};

interface Waiting<Item, Row> {
  item: Item;
  resolve: (rows: readonly Row[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Sends an item's own statement at once while there is room, and one statement for all who came while there was none:
 * under load a round trip, a transaction and a write to disk are shared by several calls. Nobody waits for company
 * longer than the one before takes (infra/docs/decisions/0017-hot-calls.md).
 * @returns the rows of an item, by a pool; fails as its own statement does
 */
export function runInBatches<Item, Row extends object>(
  statements: Statements<Item, Row>,
): (sql: MoveSql, item: Item) => Promise<readonly Row[]> {
  const queues = new WeakMap<MoveSql, (item: Item) => Promise<readonly Row[]>>();
  return async (sql, item) => {
    let ask = queues.get(sql);
    if (!ask) {
      ask = queueOf(sql, statements);
      queues.set(sql, ask);
    }
    return ask(item);
  };
}

function queueOf<Item, Row extends object>(sql: MoveSql, statements: Statements<Item, Row>) {
  const { one, several, beside = SECOND_BATCH_AT, leavesSome } = statements;
  const least = Math.max(MIN_ITEMS, beside);
  let waiting: Waiting<Item, Row>[] = [];
  let underWay = 0;
  let isDue = false;

  const alone = async ({ item, resolve, reject }: Waiting<Item, Row>): Promise<void> => {
    try {
      resolve(await one(sql, item));
    } catch (error) {
      reject(error);
    }
  };

  async function together(batch: readonly Waiting<Item, Row>[]): Promise<void> {
    const found: Row[][] = batch.map(() => []);
    const items = batch.map(({ item }) => item);
    // One of them has the connection.
    const riding = batch.length - 1;
    batchCounts.shared += batch.length;
    batchCounts.together += riding;
    try {
      const rows = await several(sql, items);
      batchCounts.together -= riding;
      for (const row of rows) found[row.place - 1]?.push(row);
    } catch (error) {
      batchCounts.together -= riding;
      batchCounts.failed++;
      // Nobody knows what became of it, or the next try finds another server: each caller decides whether to ask again.
      if (isConnectionLoss(error) || isReadOnly(error)) for (const { reject } of batch) reject(error);
      // What is wrong with one is not the others' fault.
      else await Promise.all(batch.map(alone));
      return;
    }
    const left: Promise<void>[] = [];
    for (const [index, each] of batch.entries()) {
      const rows = found[index] ?? [];
      if (leavesSome && rows.length === 0) left.push(alone(each));
      else each.resolve(rows);
    }
    await Promise.all(left);
  }

  async function run(batch: readonly Waiting<Item, Row>[]): Promise<void> {
    let holds = true;
    const leave = () => {
      if (!holds) return;
      holds = false;
      underWay--;
      beginSoon();
    };
    underWay++;
    const timer = setTimeout(leave, STALLED_AFTER_MS);
    const [first] = batch;
    await (batch.length === 1 && first ? alone(first) : together(batch));
    clearTimeout(timer);
    leave();
  }

  const hasTurn = () =>
    waiting.length > 0 && (underWay === 0 || (underWay < MAX_CONCURRENT_BATCHES && waiting.length >= beside));

  function begin(): void {
    isDue = false;
    const share = Math.min(
      MAX_BATCH_ITEMS,
      Math.max(least, Math.ceil(waiting.length / (MAX_CONCURRENT_BATCHES - underWay))),
    );
    while (hasTurn()) {
      const batch = waiting.splice(0, share);
      batchCounts.together -= batch.length;
      void run(batch);
    }
  }

  /** Once all that came at the same time is there. */
  function beginSoon(): void {
    if (isDue || !hasTurn()) return;
    isDue = true;
    setImmediate(begin);
  }

  return (item: Item): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      batchCounts.together++;
      beginSoon();
    });
}
