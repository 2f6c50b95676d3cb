import { availableParallelism } from 'node:os';
import { DomainError } from '@inaam/contracts/common/errors';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The 3,000 most common passwords; they are listed in lower case. */
const common = new Set(dictionary['passwords-common'].slice(0, 3000));

/** What one hash costs the machine, as argon2 counts it. */
export interface HashCost {
  /** KiB */
  memoryCost: number;
  /** Passes over that memory. */
  timeCost: number;
  /** Lanes. */
  parallelism: number;
}

/** OWASP's choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** @returns a PHC string. @throws DomainError UNAVAILABLE when too many wait, BAD_INPUT for a common password. */
  hash(password: string): Promise<string>;
  /**
   * Compares with a hash; without one (an account that is not there, or has no password) it costs the same time and
   * is false. @throws DomainError UNAVAILABLE when too many wait.
   */
  verify(password: string, phc: string | null): Promise<boolean>;
}

export interface PasswordOptions {
  /** Hashes at once; more would only slow each other and everything else. */
  concurrency?: number;
  /** Callers that may wait; at some 100 hashes a second and core this bounds the wait to about two seconds. */
  queue?: number;
  /** Less than the default only where hashing is not what is tried: the process that serves people never says it. */
  cost?: HashCost;
}

/** argon2id behind a short queue, so that a crowd at the door cannot take the cores from those who are inside. */
export async function createPasswords(options: PasswordOptions = {}): Promise<Passwords> {
  const slots = createSlots(
    options.concurrency ?? availableParallelism(),
    options.queue ?? 200 * availableParallelism(),
  );
  const cost = options.cost ?? COST;
  const decoy = await hash(crypto.randomUUID(), cost);
  return {
    hash(password) {
      if (common.has(password.toLowerCase())) {
        const text = 'password: This password is too common. Please choose another one.';
        return Promise.reject(new DomainError('BAD_INPUT', { text, field: 'password' }));
      }
      return slots.run(() => hash(password, cost));
    },
    verify: (password, phc) =>
      slots.run(async () => {
        const matches = await verify(phc ?? decoy, password, cost);
        return matches && phc !== null;
      }),
  };
}

function createSlots(concurrency: number, queue: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running >= concurrency) {
        if (waiting.length >= queue) throw new DomainError('UNAVAILABLE', { retryAfterSeconds: 3 });
        // The slot is handed over, not freed and taken: a newcomer cannot slip in between.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running++;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running--;
      }
    },
  };
}
