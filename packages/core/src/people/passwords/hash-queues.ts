import { DomainError } from '@inaam/contracts/common/errors';

/**
 * One queue for sign-ins, the other (`sign-up`) for all actions that set a password. They are separate, so that a crowd
 * of sign-ups cannot block existing users.
 */
export type HashQueueName = 'sign-in' | 'sign-up';

export interface HashQueues {
  /** Runs the work when its turn comes. @throws DomainError UNAVAILABLE with a retry time, if the wait is too long */
  run<T>(queue: HashQueueName, work: () => Promise<T>): Promise<T>;
}

export interface HashQueueOptions {
  /** Concurrent hashes, at most one for each core. */
  concurrency: number;
  /** Longest wait in ms. Callers that would wait longer are refused at once. */
  maxWaitMs: number;
  /** Assumed duration of a hash in ms, until a hash was measured. */
  firstGuess?: number;
  /** A monotonic clock, in ms. */
  now?: () => number;
}

/** Weight of a new measurement in the moving average: the last ten make up nine tenths of the average. */
const WEIGHT = 0.2;
/** Sign-ins in a row before a waiting sign-up gets its turn. */
const MAX_SIGN_INS_IN_A_ROW = 3;

interface Waiting {
  since: number;
  start(): void;
  refuse(): void;
}

export function createHashQueues({
  concurrency,
  maxWaitMs,
  firstGuess = 60,
  now = () => performance.now(),
}: HashQueueOptions): HashQueues {
  // With several cores, one is reserved for sign-ins.
  const limit: Record<HashQueueName, number> = { 'sign-in': concurrency, 'sign-up': Math.max(1, concurrency - 1) };
  const running: Record<HashQueueName, number> = { 'sign-in': 0, 'sign-up': 0 };
  const waiting: Record<HashQueueName, Waiting[]> = { 'sign-in': [], 'sign-up': [] };
  let averageMs = firstGuess;
  let signInsInARow = 0;

  const isFree = (queue: HashQueueName): boolean =>
    running['sign-in'] + running['sign-up'] < concurrency && running[queue] < limit[queue];

  /** Estimates the wait of a new caller, in ms. */
  function estimateWaitMs(queue: HashQueueName): number {
    const position = waiting[queue].length + 1;
    // Under load, sign-ups are guaranteed only one hash in four.
    const share =
      queue === 'sign-up' && waiting['sign-in'].length > 0 ? concurrency / (MAX_SIGN_INS_IN_A_ROW + 1) : limit[queue];
    return (position * averageMs) / share;
  }

  const createBusyError = (ms: number): DomainError =>
    new DomainError('UNAVAILABLE', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });

  function startNext(): void {
    const signUpsFirst = signInsInARow >= MAX_SIGN_INS_IN_A_ROW && waiting['sign-up'].length > 0;
    const order: HashQueueName[] = signUpsFirst ? ['sign-up', 'sign-in'] : ['sign-in', 'sign-up'];
    for (const queue of order) {
      while (isFree(queue) && waiting[queue].length > 0) {
        const first = waiting[queue].shift();
        // Refuses a caller that has waited too long, because earlier hashes took longer than estimated.
        if (first && now() - first.since > maxWaitMs) {
          first.refuse();
          continue;
        }
        signInsInARow = queue === 'sign-in' ? signInsInARow + 1 : 0;
        first?.start();
        break;
      }
    }
  }

  return {
    async run(queue, work) {
      if (isFree(queue) && waiting[queue].length === 0) running[queue]++;
      else {
        const waitMs = estimateWaitMs(queue);
        if (waitMs > maxWaitMs) throw createBusyError(waitMs);
        await new Promise<void>((resolve, reject) => {
          waiting[queue].push({
            since: now(),
            start() {
              // The slot is handed over directly, so that a new caller cannot take it.
              running[queue]++;
              resolve();
            },
            refuse: () => reject(createBusyError(estimateWaitMs(queue))),
          });
        });
      }
      const startMs = now();
      try {
        return await work();
      } finally {
        averageMs += (now() - startMs - averageMs) * WEIGHT;
        running[queue]--;
        startNext();
      }
    },
  };
}
