import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createHashThreads } from './hash-threads.ts';

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const password = 'correct horse battery';

/** Reads the niceness of each thread. Skips a thread that ends meanwhile. */
const readNiceness = (): number[] =>
  readdirSync('/proc/self/task').flatMap((id) => {
    try {
      return [getPriority(Number(id))];
    } catch {
      return [];
    }
  });

test('hashes and verifies passwords on several threads', async () => {
  const threads = createHashThreads(2);
  const phcs = await Promise.all(Array.from({ length: 8 }, () => threads.hash({ password, cost })));
  expect(new Set(phcs).size).toBe(8);
  expect(await Promise.all(phcs.map((phc) => threads.verify({ password, phc })))).toEqual(phcs.map(() => true));
  expect(await threads.verify({ password: `${password}!`, phc: phcs[0] ?? '' })).toBe(false);
});

test('reports a failed verification or hash, and keeps the thread', async () => {
  const threads = createHashThreads(1);
  await expect(threads.verify({ password, phc: 'not a hash' })).rejects.toThrow('Decoding failed');
  await expect(threads.hash({ password, cost: { ...cost, memoryCost: 1 } })).rejects.toThrow('Memory cost');
  expect(await threads.hash({ password, cost })).toMatch(/^\$argon2id\$/);
});

test.skipIf(process.platform !== 'linux')('runs the given number of threads at lower priority', async () => {
  const ownNiceness = getPriority();
  const before = readNiceness();
  const threads = createHashThreads(2);
  await Promise.all(Array.from({ length: 12 }, () => threads.hash({ password, cost })));
  const countLowPriority = (all: readonly number[]) =>
    all.filter((niceness) => niceness === Math.min(19, ownNiceness + 5)).length;
  expect(countLowPriority(readNiceness()) - countLowPriority(before)).toBe(2);
  expect(getPriority()).toBe(ownNiceness);
});

test.skipIf(process.platform !== 'linux')('starts the threads before the first hash if `warm` is set', async () => {
  const countLowPriority = () =>
    readNiceness().filter((niceness) => niceness === Math.min(19, getPriority() + 5)).length;
  const before = countLowPriority();
  const threads = createHashThreads(2, true);
  await expect.poll(() => countLowPriority() - before).toBe(2);
  expect(await threads.hash({ password, cost })).toMatch(/^\$argon2id\$/);
});
