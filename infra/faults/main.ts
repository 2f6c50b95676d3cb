import { parseArgs } from 'node:util';
import { runStorm } from './storm.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  process.stderr.write('--minutes must be a number above 0\n');
  process.exit(1);
}
const calm = 4_000;
const kills = Math.max(1, Math.round((minutes * 60_000) / (calm + 1_000)));
const report = await runStorm({ kills, calm, log: (line) => process.stdout.write(`${line}\n`) });
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exit(report.problems.length === 0 ? 0 : 1);
