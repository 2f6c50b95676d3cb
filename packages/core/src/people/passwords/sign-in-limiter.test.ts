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

const makeAttempt = (): SignInAttempt => ({ realm: 'user', account: randomUUID(), ip: '192.0.2.7' });
const guard = (attempt: SignInAttempt, compare: () => Promise<boolean>) =>
  core.services.signInLimiter.guard(attempt, compare);
const compareWrong = () => Promise.resolve(false);
const compareRight = () => Promise.resolve(true);

/** Returns the points charged to each limit, the highest first. */
async function readCharges(): Promise<number[]> {
  const rows = await core.database.sql<{ points: number }[]>`select points from rate_limits order by points desc`;
  return rows.map(({ points }) => points);
}

test('charges the account and the IP address for a wrong password, and nothing for a right password', async () => {
  const attempt = makeAttempt();
  for (let i = 0; i < 3; i++) expect(await guard(attempt, compareWrong)).toBe(false);
  expect(await guard(attempt, compareRight)).toBe(true);
  expect(await readCharges()).toEqual([3, 3]);
});

test('does not charge the IP address for guesses that the account’s limit refuses', async () => {
  const attempt = makeAttempt();
  for (let i = 0; i < 10; i++) await guard(attempt, compareWrong);
  for (let i = 0; i < 5; i++) {
    await expect(guard(attempt, compareRight)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  }
  await expect.poll(readCharges).toEqual([15, 10]);
});

describe('charges nothing if', () => {
  test.each([
    ['the hash queues are full', new DomainError('UNAVAILABLE', { retryAfterSeconds: 1 })],
    ['the comparison fails', new Error('the thread has ended')],
  ])('%s', async (_, reason) => {
    const attempt = makeAttempt();
    for (let i = 0; i < 12; i++) {
      await expect(guard(attempt, () => Promise.reject(reason))).rejects.toBe(reason);
      await expect.poll(readCharges).toEqual([0, 0]);
    }
    expect(await guard(attempt, compareRight)).toBe(true);
  });

  test('the request has timed out', async () => {
    // Even a busy machine takes the points before this time.
    const end = performance.now() + 2_000;
    const compare = async () => {
      await sleep(end - performance.now() + 1);
      throw new DomainError('UNAVAILABLE');
    };
    await expect(runWithDeadline(end, () => guard(makeAttempt(), compare))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await expect.poll(readCharges).toEqual([0, 0]);
  });

  test('the password is right, even if the first refund fails', async () => {
    let statements = 0;
    // Statements 1 and 2 take two points, and statements 3 and 4 refund them. Statement 5 repeats the failed refund.
    const failing: Kernel = {
      ...core.kernel,
      runIdempotent: (work) => {
        statements++;
        return statements === 3 ? Promise.reject(new DomainError('UNAVAILABLE')) : core.kernel.runIdempotent(work);
      },
    };
    const tried = createSignInLimiter(failing).guard(makeAttempt(), compareRight);
    await expect(tried).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect.poll(readCharges).toEqual([0, 0]);
    expect(statements).toBe(5);
  });
});
