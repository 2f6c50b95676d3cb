import { expect, test } from 'vitest';
import { runCrashTest } from './crash-test.ts';

// The long version: npm run lab -- faults crash --minutes 10
test('PostgreSQL is killed twice under load: nothing lost, nothing given twice, the api alive', async () => {
  const report = await runCrashTest({ kills: 2, workMs: 2_000 });
  expect(report.problems).toEqual([]);
  // The load was real: there was work before and after each crash.
  expect(report.spins).toBeGreaterThan(20);
  for (const spins of report.spinsAfterKill) expect(spins).toBeGreaterThan(0);
}, 180_000);
