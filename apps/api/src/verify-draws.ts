import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fairness } from '@inaam/contracts/spins/fairness';
import { verifyDraws } from '@inaam/core/ledger/spins/queries';
import { readDraws } from './export/read-draws.ts';

/**
 * `npm run verify -- draws --day 2026-11-22 --fairness fairness.json --draws draws.csv`: checks the draws of a day
 * against the published root, and each roll against its seeds and odds. It needs only files: the public
 * `/fairness.json`, and the back-office's `/export/draws.csv?day=2026-11-22`. It exits with 1 if something is wrong.
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
  if (problems.length === 0) process.stdout.write(`${count} draws match the published root.\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
