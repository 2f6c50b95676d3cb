import { readOptions } from '../../run/options.mjs';

const { numbers } = readOptions({
  call: 'npm run lab -- faults',
  does: 'The long fault test: the database is killed over and over under load, and the books are checked.',
  options: { minutes: { says: 'how long; 5 unless given', least: 0.1, isWhole: false } },
});
const { minutes = 5 } = numbers;
// Loaded now: a slip in the options is said at once.
const { runCrashTest } = await import('./crash-test.ts');
const workMs = 4_000;
const kills = Math.max(1, Math.round((minutes * 60_000) / (workMs + 1_000)));
const report = await runCrashTest({ kills, workMs, log: (line) => process.stdout.write(`${line}\n`) });
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exit(report.problems.length === 0 ? 0 : 1);
