import { createHash } from 'node:crypto';
import type { Kernel } from '../../kernel/kernel.ts';
import { getBodyBytes, type Postback } from './parse.ts';
import type { Verdict } from './read.ts';

/**
 * Networks resend postbacks, and some send each postback twice. After a postback has taken effect, each repeat of it is
 * verified and read, but not stored: the repeat only increases the counter in the row of the first postback.
 */

/** The stored result of the first identical postback. */
export interface KnownPostback {
  known_id: number | null;
  known_kind: string | null;
  known_click_id: string | null;
  known_transaction_id: string | null;
  known_goal_id: string | null;
  known_payout_micros: string | null;
  known_currency: string | null;
  known_completion_id: number | null;
}

/** 64 bits of SHA-256 over query and body. They find a candidate; {@link isSamePostback} confirms it. */
export const hashPostback = (postback: Pick<Postback, 'rawQuery' | 'rawBody' | 'bodyEncoding'>): string =>
  createHash('sha256')
    .update(`${postback.rawQuery}\n`)
    .update(getBodyBytes(postback))
    .digest()
    .readBigInt64BE()
    .toString();

/** Compares a verdict with the stored postback. A verdict with an alert is never a repeat. */
export const isSamePostback = (known: KnownPostback, verdict: Verdict): boolean =>
  known.known_id !== null &&
  verdict.outcome === undefined &&
  verdict.alert === undefined &&
  verdict.kind === known.known_kind &&
  verdict.click_id === known.known_click_id &&
  verdict.transaction_id === known.known_transaction_id &&
  verdict.goal_id === known.known_goal_id &&
  verdict.payout_micros === known.known_payout_micros &&
  verdict.currency === known.known_currency;

/** Counts repeats in memory, so that no postback waits for a write, and many repeats cost one update a second. */
export interface RepeatCounter {
  note(postbackId: number): void;
  /** Writes the counted repeats. If the write fails, the counts are kept for the next write. */
  whenWritten(): Promise<void>;
  /** Writes the remaining counts and cancels the next scheduled write. */
  close(): Promise<void>;
}

const PAUSE_MS = 1000;

export function createRepeatCounter(kernel: Pick<Kernel, 'runIdempotent'>): RepeatCounter {
  let counts = new Map<number, number>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    const batch = counts;
    if (batch.size === 0) return;
    counts = new Map();
    try {
      // Ordered by id, so that two processes cannot deadlock on the same rows.
      const ordered = [...batch].toSorted(([a], [b]) => a - b).map(([id, times]) => ({ id, times }));
      await kernel.runIdempotent(
        (sql) => sql`
          update postbacks p set repeats = p.repeats + c.times, repeated_at = now()
          from (
            select q.id, c.times from postbacks q
            join jsonb_to_recordset(${JSON.stringify(ordered)}::text::jsonb) as c (id bigint, times bigint)
              on c.id = q.id
            order by q.id for update of q
          ) c where p.id = c.id`,
      );
    } catch {
      // The write failed, so the counts are kept for the next write.
      for (const [id, times] of batch) counts.set(id, (counts.get(id) ?? 0) + times);
    }
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    note(postbackId) {
      counts.set(postbackId, (counts.get(postbackId) ?? 0) + 1);
      timer ??= setTimeout(() => void flush(), PAUSE_MS).unref();
    },
    whenWritten: flush,
    close: flush,
  };
}
