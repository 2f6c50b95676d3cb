import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createHashThreads } from './hash-threads.ts';

const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const password = 'correct horse battery';

/** The niceness of each thread of this process. */
const ofThreads = (): number[] => readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));

test('what one thread hashes another verifies', async () => {
  const threads = createHashThreads(2);
  const phcs = await Promise.all(Array.from({ length: 8 }, () => threads.hash({ password, cost })));
  expect(new Set(phcs).size).toBe(8);
  expect(await Promise.all(phcs.map((phc) => threads.verify({ password, phc })))).toEqual(phcs.map(() => true));
  expect(await threads.verify({ password: `${password}!`, phc: phcs[0] ?? '' })).toBe(false);
});

test('a hash that fails says why, and its thread goes on', async () => {
  const threads = createHashThreads(1);
  await expect(threads.verify({ password, phc: 'not a hash' })).rejects.toThrow('Decoding failed');
  await expect(threads.hash({ password, cost: { ...cost, memoryCost: 1 } })).rejects.toThrow('Memory cost');
  expect(await threads.hash({ password, cost })).toMatch(/^\$argon2id\$/);
});

test.skipIf(process.platform !== 'linux')('as many threads as asked for yield to what answers people', async () => {
  const own = getPriority();
  const before = ofThreads();
  const threads = createHashThreads(2);
  await Promise.all(Array.from({ length: 12 }, () => threads.hash({ password, cost })));
  const yielding = (all: readonly number[]) => all.filter((niceness) => niceness === Math.min(19, own + 5)).length;
  expect(yielding(ofThreads()) - yielding(before)).toBe(2);
  expect(getPriority()).toBe(own);
});

test.skipIf(process.platform !== 'linux')('warm, they are there before the first hash', async () => {
  const yielding = () => ofThreads().filter((niceness) => niceness === Math.min(19, getPriority() + 5)).length;
  const before = yielding();
  const threads = createHashThreads(2, true);
  await expect.poll(() => yielding() - before, { timeout: 10_000 }).toBe(2);
  expect(await threads.hash({ password, cost })).toMatch(/^\$argon2id\$/);
});
