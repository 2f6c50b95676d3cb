import { parseArgs } from 'node:util';
import { runModelAlone } from '@inaam/testing/model/standalone';
import { benchPostbacks } from './postbacks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    histories: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    kills: { type: 'string', default: '0' },
  },
});
const log = (line: string) => process.stdout.write(`${line}\n`);
const number = (name: 'histories' | 'rate' | 'seconds' | 'kills'): number => {
  const value = Number(values[name]);
  if (!Number.isInteger(value) || value < 0) {
    process.stderr.write(`--${name} must be a whole number\n`);
    process.exit(1);
  }
  return value;
};

const [what] = positionals;
if (what === 'model') {
  const report = await runModelAlone(number('histories'), log);
  log(JSON.stringify({ ...report, problems: report.problems.slice(0, 20) }, null, 2));
  process.exit(report.problems.length === 0 ? 0 : 1);
} else if (what === 'postbacks') {
  const report = await benchPostbacks({
    rate: number('rate'),
    seconds: number('seconds'),
    kills: number('kills'),
    log,
  });
  log(JSON.stringify(report, null, 2));
  process.exit(report.problems.length === 0 ? 0 : 1);
} else {
  process.stderr.write('say what to measure: model or postbacks\n');
  process.exit(1);
}
