import { readOptions } from '../../run/options.mjs';
import { pieces } from './paths/pieces.ts';

const { word, several, numbers, texts, flags } = readOptions({
  call: 'npm run bench --',
  does: `What the hot paths cost beside the least that they could (all of them, or those that are named), or longer
measures: histories of the model, postbacks at a steady rate, filling a large database, lists with each
pair of their filters, spins while admins browse, files and writes over one.`,
  words: ['model', 'postbacks', 'fill', 'lists', 'browse', 'pairs', 'csv', 'writes'],
  several: pieces,
  options: {
    histories: { says: 'model: histories to play; 20000 unless given' },
    rate: { says: 'postbacks: calls a second; 200 unless given', least: 1 },
    seconds: {
      says: 'postbacks: how long; 30 unless given. Browse: 20. Paths: of each run; 8, or 3 with --quick',
      least: 1,
    },
    rounds: { says: 'paths: how often each is run, in turn; 3, or 1 with --quick', least: 1 },
    minutes: { says: 'start: of load before the memory is read; 1, or 0.2 with --quick', least: 0.1, isWhole: false },
    repeats: { says: 'postbacks: how often each call is sent again; never unless given' },
    kills: { says: 'postbacks: how often the server is killed meanwhile; never unless given' },
    users: {
      says: 'fill, lists, browse, pairs, csv, writes: people in the database; 300000 unless given',
      least: 1000,
    },
    completions: { says: 'fill, lists, browse, pairs, csv, writes: completions; 600000 unless given', least: 1000 },
    clicks: {
      says: 'fill, lists, browse, pairs, csv, writes: clicks; completions and three for every two people unless given',
      least: 1000,
    },
    vouchers: {
      says: 'fill, lists, browse, pairs, csv, writes: vouchers; a third of the completions unless given',
      least: 1000,
    },
    runs: { says: 'lists, browse, csv: how often each call is timed; 15 unless given', least: 1 },
  },
  texts: {
    totals: 'lists: capped, as screens count, or exact, as services do; capped unless given',
    only: 'lists, browse, pairs, csv, writes: part of the names of the calls to measure',
    data: 'fill, lists, browse, pairs, csv, writes: a directory that keeps the database for the next run',
  },
  flags: {
    quick: 'paths: one short round, for a first look',
    postgres15: "paths: on Debian's PostgreSQL 15 in place of the product's own",
    keep: 'paths: writes the figures into infra/docs/performance.md, in place of those kept there',
  },
});
const log = (line: string) => process.stdout.write(`${line}\n`);
const { histories = 20_000, rate = 200, repeats = 0, kills = 0 } = numbers;

/** Loaded when it is to be run: how a tool is used, and a slip in its options, is said at once. */
async function measure() {
  if (word === 'model') {
    const { runModelAlone } = await import('@inaam/testing/model/standalone');
    return runModelAlone(histories, log);
  }
  const { benchPostbacks } = await import('./postbacks.ts');
  return benchPostbacks({ rate, seconds: numbers.seconds ?? 30, repeats, kills, log });
}

if (word === '') {
  const only = pieces.filter((piece) => several.length === 0 || several.includes(piece));
  const { benchPaths } = await import('./paths/run.ts');
  await benchPaths({
    only,
    quick: flags['quick'] === true,
    postgres15: flags['postgres15'] === true,
    keep: flags['keep'] === true,
    seconds: numbers.seconds,
    rounds: numbers.rounds,
    minutes: numbers.minutes,
    log,
  });
} else if (
  word === 'fill' ||
  word === 'lists' ||
  word === 'browse' ||
  word === 'pairs' ||
  word === 'csv' ||
  word === 'writes'
) {
  const { users = 300_000, completions = 600_000, runs = 15 } = numbers;
  const { clicks, vouchers } = numbers;
  const options = { users, completions, clicks, vouchers, runs, only: texts['only'] ?? '', data: texts['data'], log };
  // How long each step took is logged as it fills.
  if (word === 'fill') await (await import('./lists.ts')).largeDatabaseServer(options, async () => {});
  else if (word === 'lists') {
    const exact = texts['totals'] === 'exact';
    await (await import('./lists.ts')).benchLists({ ...options, totals: exact ? 'exact' : 'capped' });
  } else if (word === 'browse') {
    await (await import('./browse.ts')).benchBrowse({ ...options, seconds: numbers.seconds ?? 20 });
  } else if (word === 'pairs') await (await import('./pairs.ts')).benchPairs(options);
  else if (word === 'csv') await (await import('./csv.ts')).benchCsv(options);
  else await (await import('./writes.ts')).benchWrites(options);
} else {
  const report = await measure();
  log(JSON.stringify({ ...report, problems: report.problems.slice(0, 20) }, null, 2));
  process.exit(report.problems.length === 0 ? 0 : 1);
}
