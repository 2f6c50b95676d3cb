import { expect, test } from 'vitest';
import { runStorm } from './storm.ts';

// The long version: npm run faults -- --minutes 10
test('PostgreSQL is killed twice under load: nothing lost, nothing given twice, the api alive', async () => {
  const report = await runStorm({ kills: 2, calm: 2_000 });
  expect(report.problems).toEqual([]);
  // The storm was one: there was work before and after each death.
  expect(report.spins).toBeGreaterThan(20);
  for (const spins of report.spinsAfterKill) expect(spins).toBeGreaterThan(0);
}, 180_000);
