import { readFileSync } from 'node:fs';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { countStatements } from '@inaam/testing/count-statements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKernel } from '../../kernel/kernel.ts';
import { CALLS_PER_MINUTE, createRateLimits, deleteExpiredLimits, LEASE_CALLS } from './rate-limits.ts';

let core: TestCore;
beforeAll(async () => {
  core = await createTestCore();
});
afterAll(() => core.close());

let callers = 100_000;
const newCaller = (): number => ++callers;

const limits = { user: 100, admin: 60, key: 200 };

/** Makes concurrent calls and counts the calls that passed. */
async function countPassed(rateLimits: ReturnType<typeof createRateLimits>, caller: number, calls: number) {
  const tries = await Promise.allSettled(Array.from({ length: calls }, () => rateLimits.charge('user', caller)));
  const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  return { passed: calls - refused.length, refused };
}

test('allows exactly the limit in one process, then tells when to retry', async () => {
  const rateLimits = createRateLimits(core.kernel, limits);
  const { passed, refused } = await countPassed(rateLimits, newCaller(), 300);
  expect(passed).toBe(100);
  for (const error of refused) {
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(error.retryAfterSeconds).toBeGreaterThan(30);
    expect(error.retryAfterSeconds).toBeLessThanOrEqual(60);
  }
});

test('shares a limit between processes, and lets each process exceed the limit by at most one lease', async () => {
  const caller = newCaller();
  const processes = [1, 2, 3].map(() => createRateLimits(core.kernel, limits));
  const all = await Promise.all(processes.map((each) => countPassed(each, caller, 150)));
  const sum = all.reduce((total, { passed }) => total + passed, 0);
  expect(sum).toBeGreaterThanOrEqual(100);
  expect(sum).toBeLessThanOrEqual(100 + 2 * LEASE_CALLS);
});

test('writes nothing for few calls, once per lease for many calls, and only once more above the limit', async () => {
  const { counted, kernel } = countStatements(core.kernel);
  const rateLimits = createRateLimits(kernel, limits);
  const caller = newCaller();
  await countPassed(rateLimits, caller, LEASE_CALLS);
  expect(counted.statements).toBe(0);
  await countPassed(rateLimits, caller, 80);
  expect(counted.statements).toBe(80 / LEASE_CALLS);
  await countPassed(rateLimits, caller, 500);
  expect(counted.statements).toBe(80 / LEASE_CALLS + 1);
});

test('limits each caller and each kind of caller separately', async () => {
  const rateLimits = createRateLimits(core.kernel, limits);
  await countPassed(rateLimits, 7, 200);
  await rateLimits.charge('user', 8);
  await rateLimits.charge('key', 7);
  await expect(rateLimits.charge('user', 7)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('charges each call’s cost, and refuses a call after the limit is used up', async () => {
  const rateLimits = createRateLimits(core.kernel, limits);
  const caller = newCaller();
  for (let i = 0; i < 3; i++) await rateLimits.charge('admin', caller, 20);
  await expect(rateLimits.charge('admin', caller)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('resets the limit after a minute', async () => {
  const caller = newCaller();
  await countPassed(createRateLimits(core.kernel, limits), caller, 150);
  const later = createRateLimits(core.kernel, limits);
  await countPassed(later, caller, 150);
  await core.database
    .sql`update rate_limits set expire = extract(epoch from now()) * 1000 - 1000 where key like ${`%:${caller}`}`;
  // Simulates another process, which does not know that the limit was exhausted.
  expect((await countPassed(createRateLimits(core.kernel, limits), caller, 150)).passed).toBe(100);
});

test('refuses calls as UNAVAILABLE if the table of limits cannot be used in time', async () => {
  const rateLimits = createRateLimits(createKernel(core.database, { deadline: 300 }), limits);
  await core.database.sql.begin(async (tx) => {
    await tx`lock table rate_limits in access exclusive mode`;
    const { refused } = await countPassed(rateLimits, newCaller(), LEASE_CALLS + 5);
    expect(refused).toHaveLength(5);
    for (const error of refused) expect(error).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

test('deletes only limits that ended more than an hour ago, in batches', async () => {
  const { sql } = core.database;
  await sql`delete from rate_limits`;
  await sql`
    insert into rate_limits (key, points, expire)
    select key, 1, extract(epoch from now() - ago) * 1000
    from (
      select 'old ' || n as key, interval '61 minutes' as ago from generate_series(1, 5) n
      union all values ('late', interval '59 minutes'), ('for ever', null)) k`;
  const { counted, kernel } = countStatements(core.kernel);
  await deleteExpiredLimits(kernel, 2);
  expect(counted.statements).toBe(3);
  // Refunds of other tests may still be in progress.
  const left = await sql`select key from rate_limits where key ~ '^(old|late|for ever)' order by key`;
  expect(left).toEqual([{ key: 'for ever' }, { key: 'late' }]);
});

test.each(['runbooks/run.md', 'decisions/0011-limits-and-sign-up-budgets.md'])(
  '%s states the current limits',
  (file) => {
    const text = readFileSync(new URL(`../../../../../infra/docs/${file}`, import.meta.url), 'utf8').replaceAll(
      /\s+/g,
      ' ',
    );
    const { user, admin, key } = CALLS_PER_MINUTE;
    const format = (number: number) => `\\b${number.toLocaleString('en')}`;
    expect(text).toMatch(new RegExp(`${format(user)} calls a minute .*${format(admin)}.* sessions.*${format(key)}\\b`));
  },
);
