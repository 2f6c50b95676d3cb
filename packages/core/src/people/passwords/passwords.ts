import { availableParallelism } from 'node:os';
import { DomainError } from '@inaam/contracts/common/errors';
import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { isBreached } from './breached.ts';
import { createHashQueues } from './hash-queues.ts';
import type { HashCost } from './hash-thread.ts';
import { createHashThreads } from './hash-threads.ts';

export type { HashCost } from './hash-thread.ts';

/** The most common passwords, all 49,233 that the package has; they are listed in lower case. */
const common = new Set(dictionary['passwords-common']);

/** OWASP's choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /**
   * @param field the input's own, for the refusal
   * @param words of the person: an address, names. A password that is one of them, with digits or signs around it or
   * without, is refused, as is the brand's name
   * @returns a PHC string. @throws DomainError UNAVAILABLE when too many wait, BAD_INPUT for a password that is
   * refused.
   */
  hash(password: string, field?: string, words?: readonly string[]): Promise<string>;
  /** The hash of a password that nobody knows, for an account whose owner sets the next one by the link of a mail. */
  unknown: string;
  /**
   * Compares with a hash; without one (an account that is not there, or has no password) it costs the same time and
   * is false. @throws DomainError UNAVAILABLE when too many wait.
   */
  verify(password: string, phc: string | null): Promise<boolean>;
}

export interface PasswordOptions {
  /** Hashes at once, of as many cores or four if not said; more would only slow each other and everything else. */
  concurrency?: number;
  /** ms that a caller may have to wait for its turn. */
  longestWait?: number;
  /**
   * The threads for hashing begin at once. Otherwise the first hashes take as long as a thread takes to begin, and a
   * crowd is told to wait for as long.
   */
  warm?: boolean;
  /** The product's own name is no password. */
  brandName?: string;
  /** Less than the default only where hashing is not what is tried: the process that serves people never says it. */
  cost?: HashCost;
}

/** Long enough for a crowd after a push to everybody, and short enough that nobody presses again. */
const MAX_WAIT_MS = 2000;

/** Each keeps a thread and its memory, some 25 MB: more cores serve more processes. */
const MAX_THREADS = 4;

/**
 * argon2id behind lanes, on threads of low priority, so that a crowd at the door can take the cores neither from who is
 * inside nor who has a key.
 */
export async function createPasswords(options: PasswordOptions = {}): Promise<Passwords> {
  const concurrency = options.concurrency ?? Math.min(availableParallelism(), MAX_THREADS);
  const threads = createHashThreads(concurrency, options.warm);
  const lanes = createHashQueues({
    concurrency,
    longestWait: options.longestWait ?? MAX_WAIT_MS,
  });
  const cost = options.cost ?? COST;
  const unknown = await hash(crypto.randomUUID(), cost);
  return {
    unknown,
    hash(password, field = 'password', words = []) {
      const refusal = refusalOf(password, [...words, options.brandName ?? '']);
      if (refusal) return Promise.reject(new DomainError('BAD_INPUT', { text: `${field}: ${refusal}`, field }));
      return lanes.run('sign-up', () => threads.hash({ password, cost }));
    },
    verify: (password, phc) =>
      lanes.run('sign-in', async () => {
        const matches = await threads.verify({ password, phc: phc ?? unknown });
        return matches && phc !== null;
      }),
  };
}

function refusalOf(password: string, words: readonly string[]): string | undefined {
  const given = password.toLowerCase();
  if (common.has(given)) return 'This password is too common. Please choose another one.';
  if (isBreached(given)) return 'This password is known from a data breach. Please choose another one.';
  // `asha.rao@example.com` forbids itself, `asha.rao`, `asha` and `rao`.
  const own = words.flatMap((word) => [word, word.split('@')[0] ?? '', ...word.split(/[^\p{L}\p{N}]+/u)]);
  const bare = letters(given);
  const isOwn = own.some((word) => {
    const of = letters(word.toLowerCase());
    return of.length >= 3 && (bare === of || bare === of + of);
  });
  return isOwn ? 'This password is too easy to guess from who you are. Please choose another one.' : undefined;
}

/** What is left when digits and signs are taken away. */
const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');
