import { DomainError } from '@inaam/contracts/common/errors';

/**
 * Who waits for a hash: people who sign in, and what makes or changes a password. Each waits in a lane of its own, so
 * that a crowd which signs up cannot keep out those who have an account.
 */
export type HashQueueName = 'sign-in' | 'sign-up';

export interface HashQueues {
  /**
   * Runs the work when it is its turn.
   * @throws DomainError UNAVAILABLE with the time after which it is worth another try, where it would wait too long
   */
  run<T>(lane: HashQueueName, work: () => Promise<T>): Promise<T>;
}

export interface HashQueueOptions {
  /** Hashes at once; more would only slow each other and everything else. */
  concurrency: number;
  /** ms that a caller may have to wait; who would have to wait longer is refused at once. */
  longestWait: number;
  /** ms that a hash is taken to last before any was measured. */
  firstGuess?: number;
  /** ms of a clock that only goes forward. */
  now?: () => number;
}

/** What each new measure counts in the mean: some ten hashes decide it. */
const WEIGHT = 0.2;
/** Sign-ins that go first at most, while somebody waits to sign up. */
const MAX_SIGN_INS_IN_A_ROW = 3;

interface Waiting {
  since: number;
  start(): void;
  refuse(): void;
}

export function createHashQueues({
  concurrency,
  longestWait,
  firstGuess = 60,
  now = () => performance.now(),
}: HashQueueOptions): HashQueues {
  // On one core they share it; with more, one is always free for those who sign in.
  const limit: Record<HashQueueName, number> = { 'sign-in': concurrency, 'sign-up': Math.max(1, concurrency - 1) };
  const running: Record<HashQueueName, number> = { 'sign-in': 0, 'sign-up': 0 };
  const waiting: Record<HashQueueName, Waiting[]> = { 'sign-in': [], 'sign-up': [] };
  let lasts = firstGuess;
  let inARow = 0;

  const isFree = (lane: HashQueueName): boolean =>
    running['sign-in'] + running['sign-up'] < concurrency && running[lane] < limit[lane];

  /** ms until a newcomer's turn: those before it, and of the other lane what goes before it. */
  function wait(lane: HashQueueName): number {
    const before = waiting[lane].length + 1;
    // Of a busy machine sign-ups are sure of one hash in four only.
    const share =
      lane === 'sign-up' && waiting['sign-in'].length > 0 ? concurrency / (MAX_SIGN_INS_IN_A_ROW + 1) : limit[lane];
    return (before * lasts) / share;
  }

  const busy = (ms: number): DomainError =>
    new DomainError('UNAVAILABLE', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });

  function next(): void {
    const signUpsFirst = inARow >= MAX_SIGN_INS_IN_A_ROW && waiting['sign-up'].length > 0;
    const order: HashQueueName[] = signUpsFirst ? ['sign-up', 'sign-in'] : ['sign-in', 'sign-up'];
    for (const lane of order) {
      while (isFree(lane) && waiting[lane].length > 0) {
        const first = waiting[lane].shift();
        // The hashes before it took longer than they were taken to.
        if (first && now() - first.since > longestWait) {
          first.refuse();
          continue;
        }
        inARow = lane === 'sign-in' ? inARow + 1 : 0;
        first?.start();
        break;
      }
    }
  }

  return {
    async run(lane, work) {
      if (isFree(lane) && waiting[lane].length === 0) running[lane]++;
      else {
        const ahead = wait(lane);
        if (ahead > longestWait) throw busy(ahead);
        await new Promise<void>((resolve, reject) => {
          waiting[lane].push({
            since: now(),
            start() {
              // Handed over, not freed and taken: a newcomer cannot slip in between.
              running[lane]++;
              resolve();
            },
            refuse: () => reject(busy(wait(lane))),
          });
        });
      }
      const began = now();
      try {
        return await work();
      } finally {
        lasts += (now() - began - lasts) * WEIGHT;
        running[lane]--;
        next();
      }
    },
  };
}
