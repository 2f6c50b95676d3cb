import { readOptions } from '../../run/options.mjs';
import { pieces } from './paths/pieces.ts';

const { word, several, numbers, texts, flags } = readOptions({
  call: 'npm run lab -- bench',
  does: `What the hot paths cost beside the least that they could (all of them, or those that are named), or longer
measures: postbacks at a steady rate, and filling a large database, lists and files of one.`,
  words: ['postbacks', 'fill', 'lists', 'csv'],
  several: pieces,
  options: {
    rate: { says: 'postbacks: calls a second; 200 unless given', least: 1 },
    seconds: {
      says: 'postbacks: how long; 30 unless given. Paths: of each run; 8, or 3 with --quick',
      least: 1,
    },
    rounds: { says: 'paths: how often each is run, in turn; 3, or 1 with --quick', least: 1 },
    minutes: { says: 'start: of load before the memory is read; 1, or 0.2 with --quick', least: 0.1, isWhole: false },
    repeats: { says: 'postbacks: how often each call is sent again; never unless given' },
    kills: { says: 'postbacks: how often the server is killed meanwhile; never unless given' },
    users: {
      says: 'fill, lists, csv: people in the database; 300000 unless given',
      least: 1000,
    },
    completions: { says: 'fill, lists, csv: completions; 600000 unless given', least: 1000 },
    clicks: {
      says: 'fill, lists, csv: clicks; completions and three for every two people unless given',
      least: 1000,
    },
    vouchers: {
      says: 'fill, lists, csv: vouchers; a third of the completions unless given',
      least: 1000,
    },
    runs: { says: 'lists, csv: how often each call is timed; 15 unless given', least: 1 },
  },
  texts: {
    totals: 'lists: capped, as screens count, or exact, as services do; capped unless given',
    only: 'lists, csv: part of the names of the calls to measure',
    data: 'fill, lists, csv: a directory that keeps the database for the next run',
  },
  flags: {
    quick: 'paths: one short round, for a first look',
    postgres15: "paths: on Debian's PostgreSQL 15 in place of the product's own",
    keep: 'paths: writes the figures into infra/docs/performance.md, in place of those kept there',
  },
});
const log = (line: string) => process.stdout.write(`${line}\n`);

if (word === '') {
  const only = pieces.filter((piece) => several.length === 0 || several.includes(piece));
  // Loaded when it is to be run: how a tool is used, and a slip in its options, is said at once.
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
} else if (word === 'postbacks') {
  const { rate = 200, seconds = 30, repeats = 0, kills = 0 } = numbers;
  const { benchPostbacks } = await import('./postbacks.ts');
  const report = await benchPostbacks({ rate, seconds, repeats, kills, log });
  log(JSON.stringify({ ...report, problems: report.problems.slice(0, 20) }, null, 2));
  process.exit(report.problems.length === 0 ? 0 : 1);
} else {
  const { users = 300_000, completions = 600_000, runs = 15 } = numbers;
  const { clicks, vouchers } = numbers;
  const options = { users, completions, clicks, vouchers, runs, only: texts['only'] ?? '', data: texts['data'], log };
  // How long each step took is logged as it fills.
  if (word === 'fill') await (await import('./lists.ts')).largeDatabaseServer(options, async () => {});
  else if (word === 'csv') await (await import('./csv.ts')).benchCsv(options);
  else {
    const totals = texts['totals'] === 'exact' ? 'exact' : 'capped';
    await (await import('./lists.ts')).benchLists({ ...options, totals });
  }
}
