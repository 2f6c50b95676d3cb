import { availableParallelism } from 'node:os';
import { DomainError } from '@inaam/contracts/common/errors';
import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { isBreached } from './breached.ts';
import { createHashQueues } from './hash-queues.ts';
import type { HashCost } from './hash-thread.ts';
import { createHashThreads, type HashThreads } from './hash-threads.ts';

export type { HashCost } from './hash-thread.ts';

/** The dictionary's 49,233 most common passwords, in lower case. */
const commonPasswords = new Set(dictionary['passwords-common']);

/** OWASP's recommendation for argon2id, the library's default: 19 MiB, two passes, one lane. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /**
   * Hashes a password. Rejects a common or breached password, and a password whose letters are only the user's or the
   * brand's name, once or twice.
   * @param field input field that the error names
   * @param words the user's email address and names, also rejected as passwords
   * @returns a PHC string
   * @throws DomainError UNAVAILABLE under overload, BAD_INPUT for a refused password
   */
  hash(password: string, field?: string, words?: readonly string[]): Promise<string>;
  /** Hash of a random password, for accounts whose owner will set a new one by mail. */
  unusableHash: string;
  /**
   * Compares a password with a hash. Without a hash, this takes the same time and returns false.
   * @throws DomainError UNAVAILABLE under overload
   */
  verify(password: string, phc: string | null): Promise<boolean>;
}

export interface PasswordOptions {
  /** Concurrent hashes; by default the number of cores, at most four. */
  concurrency?: number;
  /** Longest wait in ms. */
  maxWaitMs?: number;
  /**
   * Starts the threads at once. Otherwise the first hashes also wait for the threads to start, and the queue then
   * overestimates later waits.
   */
  warm?: boolean;
  /** A name that is refused as a password. */
  brandName?: string;
  /** For tests only. The production process never sets it. */
  cost?: HashCost;
  /** For tests only: threads that several instances of `Passwords` share. */
  threads?: HashThreads;
}

/** Long enough for a peak after a push notification, short enough that users do not tap again. */
const MAX_WAIT_MS = 2000;

/** Each thread takes about 25 MB. Machines with more cores run more processes. */
const MAX_THREADS = 4;

/**
 * Creates argon2id hashing with queues and low-priority threads. A peak of sign-ups slows down neither signed-in users
 * nor sign-ins.
 */
export async function createPasswords(options: PasswordOptions = {}): Promise<Passwords> {
  const concurrency = options.concurrency ?? Math.min(availableParallelism(), MAX_THREADS);
  const threads = options.threads ?? createHashThreads(concurrency, options.warm);
  const queues = createHashQueues({
    concurrency,
    maxWaitMs: options.maxWaitMs ?? MAX_WAIT_MS,
  });
  const cost = options.cost ?? COST;
  const unusableHash = await hash(crypto.randomUUID(), cost);
  return {
    unusableHash,
    hash(typed, field = 'password', words = []) {
      const password = typed.normalize('NFC');
      const problem = findProblem(password, [...words, options.brandName ?? '']);
      if (problem) return Promise.reject(new DomainError('BAD_INPUT', { text: problem, field }));
      return queues.run('sign-up', () => threads.hash({ password, cost }));
    },
    verify: (password, phc) =>
      queues.run('sign-in', async () => {
        let matches = false;
        for (const form of listForms(password))
          matches ||= await threads.verify({ password: form, phc: phc ?? unusableHash });
        return matches && phc !== null;
      }),
  };
}

/**
 * Lists the Unicode forms of a password to compare, since a browser may send `é` as one code point, or as `e` and an
 * accent. New hashes are of the NFC form; older hashes are of the form that the browser sent.
 */
const listForms = (password: string): Set<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')]);

function findProblem(password: string, words: readonly string[]): string | undefined {
  const lowerCase = password.toLowerCase();
  if (commonPasswords.has(lowerCase)) return 'This password is too common. Please choose another one.';
  if (isBreached(lowerCase)) return 'This password is known from a data breach. Please choose another one.';
  // For `asha.rao@example.com`: the whole address, `asha.rao`, `asha`, `rao`, `example` and `com`.
  const names = words.flatMap((word) => [word, word.split('@')[0] ?? '', ...word.split(/[^\p{L}\p{N}]+/u)]);
  const letters = keepLetters(lowerCase);
  const isName = names.some((word) => {
    const nameLetters = keepLetters(word.normalize('NFC').toLowerCase());
    return nameLetters.length >= 3 && (letters === nameLetters || letters === nameLetters + nameLetters);
  });
  return isName
    ? 'This password is too close to your name, your email or our brand. Please choose another one.'
    : undefined;
}

const keepLetters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '');
