import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@inaam/contracts/common/errors';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runWithDeadline } from '../../kernel/deadline.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createSignInLimiter, type SignInAttempt } from './sign-in-limiter.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());
beforeEach(() => core.database.sql`delete from rate_limits`);

const someone = (): SignInAttempt => ({ realm: 'user', account: randomUUID(), ip: '192.0.2.7' });
const guard = (attempt: SignInAttempt, compare: () => Promise<boolean>) =>
  core.services.signInLimiter.guard(attempt, compare);
const wrong = () => Promise.resolve(false);
const right = () => Promise.resolve(true);

/** What is taken of the limits that were asked for, the most first. */
async function taken(): Promise<number[]> {
  const rows = await core.database.sql<{ points: number }[]>`select points from rate_limits order by points desc`;
  return rows.map(({ points }) => points);
}

test('a wrong one takes a point of the account and one of the address, a right one none', async () => {
  const attempt = someone();
  for (let i = 0; i < 3; i++) expect(await guard(attempt, wrong)).toBe(false);
  expect(await guard(attempt, right)).toBe(true);
  expect(await taken()).toEqual([3, 3]);
});

test('what the account refuses takes nothing of the address', async () => {
  const attempt = someone();
  for (let i = 0; i < 10; i++) await guard(attempt, wrong);
  for (let i = 0; i < 5; i++) {
    await expect(guard(attempt, right)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
  await expect.poll(taken).toEqual([15, 10]);
});

describe('a comparison that could not be made is no guess', () => {
  test.each([
    ['the hashes are busy', new DomainError('UNAVAILABLE', { retryAfterSeconds: 1 })],
    ['the comparison breaks', new Error('the thread has ended')],
  ])('%s', async (_, reason) => {
    const attempt = someone();
    for (let i = 0; i < 12; i++) {
      await expect(guard(attempt, () => Promise.reject(reason))).rejects.toBe(reason);
      await expect.poll(taken).toEqual([0, 0]);
    }
    expect(await guard(attempt, right)).toBe(true);
  });

  test('the time of the request is over', async () => {
    const end = performance.now() + 500;
    const compare = async () => {
      await sleep(end - performance.now() + 1);
      throw new DomainError('UNAVAILABLE');
    };
    await expect(runWithDeadline(end, () => guard(someone(), compare))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect.poll(taken).toEqual([0, 0]);
  });

  test('nor is a right one that cannot be given back at first', async () => {
    let moves = 0;
    // Two points are taken, two are to be given back.
    const failing: Kernel = {
      ...core.kernel,
      move: (work) => {
        moves++;
        return moves === 3 ? Promise.reject(new DomainError('UNAVAILABLE')) : core.kernel.move(work);
      },
    };
    const tried = createSignInLimiter(failing).guard(someone(), right);
    await expect(tried).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect.poll(taken).toEqual([0, 0]);
    expect(moves).toBe(5);
  });
});
