import { expect, test } from 'vitest';
import { runCrashTest } from './crash-test.ts';

// The long version: npm run lab -- faults crash --minutes 10
test('loses no acknowledged call and awards nothing twice when PostgreSQL is killed twice under load', async () => {
  const report = await runCrashTest({ kills: 2, workMs: 500 });
  expect(report.problems).toEqual([]);
  // Enough spins show that there was load before and after each crash.
  expect(report.spins).toBeGreaterThan(20);
  for (const spins of report.spinsAfterKill) expect(spins).toBeGreaterThan(0);
}, 180_000);
