import { parseArgs } from 'node:util';
import { runModelAlone } from '@inaam/testing/model/standalone';
import { benchLists } from './lists.ts';
import { benchPostbacks } from './postbacks.ts';
import { benchWrites } from './writes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    histories: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    kills: { type: 'string', default: '0' },
    users: { type: 'string', default: '300000' },
    completions: { type: 'string', default: '600000' },
    runs: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
});
const log = (line: string) => process.stdout.write(`${line}\n`);
const number = (name: 'histories' | 'rate' | 'seconds' | 'kills' | 'users' | 'completions' | 'runs'): number => {
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
} else if (what === 'lists' || what === 'writes') {
  const { only, data } = values;
  const bench = what === 'lists' ? benchLists : benchWrites;
  await bench({ users: number('users'), completions: number('completions'), runs: number('runs'), only, data, log });
} else {
  process.stderr.write('say what to measure: model, postbacks, lists or writes\n');
  process.exit(1);
}
