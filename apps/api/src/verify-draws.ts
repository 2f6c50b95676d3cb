import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fairness } from '@inaam/contracts/spins/fairness';
import { verifyDraws } from '@inaam/core/ledger/spins/queries';
import { readDraws } from './export/read-draws.ts';

/**
 * `npm run verify -- draws --day 2026-11-22 --fairness fairness.json --draws draws.csv`: holds the draws of a day to
 * the root that was published of it, and each drawn roll to its seed, its share and its odds. From files alone: what
 * anybody gets from `/fairness.json`, and the back-office's `/export/draws.csv?day=2026-11-22`. Ends with 1 where
 * something is wrong.
 */

const USAGE = 'Usage: npm run verify -- draws --day YYYY-MM-DD --fairness FILE --draws FILE';

function verify(): { count: number; problems: string[] } {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { day: text, fairness: text, draws: text } });
  if (!values.day || !values.fairness || !values.draws) throw new Error(USAGE);
  const published = fairness.parse(JSON.parse(readFileSync(values.fairness, 'utf8')));
  const draws = readDraws(readFileSync(values.draws, 'utf8'));
  return { count: draws.length, problems: verifyDraws(values.day, published, draws) };
}

try {
  const { count, problems } = verify();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write(`${count} draws are as they were published.\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
