import { readOptions } from '../run/options.mjs';

const { word, numbers } = readOptions({
  call: 'node infra/bench/run.mjs',
  does: 'Longer measures: histories of the model, or postbacks at a steady rate.',
  words: ['model', 'postbacks'],
  options: {
    histories: { says: 'model: histories to play; 20000 unless given' },
    rate: { says: 'postbacks: calls a second; 200 unless given', least: 1 },
    seconds: { says: 'postbacks: how long; 30 unless given', least: 1 },
    kills: { says: 'postbacks: how often the server is killed meanwhile; never unless given' },
  },
});
const log = (line: string) => process.stdout.write(`${line}\n`);
const { histories = 20_000, rate = 200, seconds = 30, kills = 0 } = numbers;

/** Loaded when it is to be run: how a tool is used, and a slip in its options, is said at once. */
async function measure() {
  if (word === 'model') {
    const { runModelAlone } = await import('@inaam/testing/model/standalone');
    return runModelAlone(histories, log);
  }
  const { benchPostbacks } = await import('./postbacks.ts');
  return benchPostbacks({ rate, seconds, kills, log });
}

const report = await measure();
log(JSON.stringify({ ...report, problems: report.problems.slice(0, 20) }, null, 2));
process.exit(report.problems.length === 0 ? 0 : 1);
