import { readOptions } from '../../run/options.mjs';

const { word, numbers, texts } = readOptions({
  call: 'npm run bench --',
  does: 'Longer measures: histories of the model, postbacks at a steady rate, or lists and writes over a large database.',
  words: ['model', 'postbacks', 'lists', 'writes'],
  options: {
    histories: { says: 'model: histories to play; 20000 unless given' },
    rate: { says: 'postbacks: calls a second; 200 unless given', least: 1 },
    seconds: { says: 'postbacks: how long; 30 unless given', least: 1 },
    kills: { says: 'postbacks: how often the server is killed meanwhile; never unless given' },
    users: { says: 'lists, writes: people in the database; 300000 unless given', least: 1000 },
    completions: { says: 'lists, writes: completions; 600000 unless given', least: 1000 },
    runs: { says: 'lists, writes: how often each call is timed; 15 unless given', least: 1 },
  },
  texts: {
    only: 'lists, writes: part of the names of the calls to measure',
    data: 'lists, writes: a directory that keeps the database for the next run',
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

if (word === 'lists' || word === 'writes') {
  const { users = 300_000, completions = 600_000, runs = 15 } = numbers;
  const options = { users, completions, runs, only: texts['only'] ?? '', data: texts['data'], log };
  if (word === 'lists') await (await import('./lists.ts')).benchLists(options);
  else await (await import('./writes.ts')).benchWrites(options);
} else {
  const report = await measure();
  log(JSON.stringify({ ...report, problems: report.problems.slice(0, 20) }, null, 2));
  process.exit(report.problems.length === 0 ? 0 : 1);
}
