import { readOptions } from '../../run/options.mjs';
import { build } from '../../run/workspace.mjs';
import { runTool } from '../harness/run-tool.ts';
import type { BenchVariant } from './alternate.ts';
import type { BenchEnvironment, BenchExtent } from './environment.ts';
import type { Line } from './report.ts';

/** Paths that are measured on a small database, with a new copy for each run. */
const PATHS = ['spin', 'click', 'postback', 'offers', 'sign-in', 'start'];
/** Parts that are measured on a large database. */
const LARGE = ['lists', 'totals', 'files'];
const parts = [...PATHS, ...LARGE];

const { several, numbers, texts, flags } = readOptions({
  call: 'npm run lab -- bench',
  description: `Measures the named parts, or the hot paths (${PATHS.join(', ')}), and prints a table of figures with their
targets. A hot path's figure is its ratio to the leanest statement for its job, which hardly depends on the machine.`,
  several: parts,
  options: {
    seconds: { help: 'length of each run; default 8, or 3 with --quick', least: 1 },
    rounds: { help: 'how often each variant runs; default 3, or 1 with --quick', least: 1 },
    users: { help: 'large database: number of people; default 300000', least: 1000 },
    completions: { help: 'large database: number of completions; default 600000', least: 1000 },
    clicks: {
      help: 'large database: number of clicks; default one per completion plus three for every two people',
      least: 1000,
    },
    runs: { help: 'large database: how often each call is measured; default 15, or 5 with --quick', least: 1 },
  },
  texts: {
    only: 'large database: part of the names of the calls or CSV exports to measure',
    data: 'large database: a directory that keeps the database for the next run',
  },
  flags: { quick: 'one short round, for a first look' },
});
const log = (line: string) => process.stdout.write(`${line}\n`);
const isQuick = flags['quick'] === true;
const isWanted = (part: string) => (several.length === 0 ? PATHS : several).includes(part);

/** Rows are prepared for this many calls per second, which is more than the lean limit reaches on two cores. */
const CALLS_PER_SECOND = 14_000;

function chooseExtent(): BenchExtent {
  const { seconds = isQuick ? 3 : 8, rounds = isQuick ? 1 : 3 } = numbers;
  return {
    seconds,
    rounds,
    warmUp: isQuick ? 2 : 3,
    // The extra seconds cover the warm-up.
    ready: Math.min(180_000, (seconds + 4) * CALLS_PER_SECOND),
    users: isQuick ? 5000 : 30_000,
    completions: isQuick ? 10_000 : 60_000,
  };
}

/** Measures the hot paths. Imports the modules late, so that help and errors of wrong options appear at once. */
async function measurePaths(): Promise<Line[]> {
  const [paths, { runAlternately }, { createBenchEnvironment }] = await Promise.all([
    import('./paths.ts'),
    import('./alternate.ts'),
    import('./environment.ts'),
  ]);
  const variants: Record<string, (environment: BenchEnvironment) => BenchVariant[]> = {
    spin: paths.spinVariants,
    click: paths.clickVariants,
    postback: paths.postbackVariants,
    offers: paths.offersVariants,
    'sign-in': paths.signInVariants,
  };
  const extent = chooseExtent();
  const environment = await createBenchEnvironment(extent, log);
  try {
    log(`PostgreSQL ${environment.server.version}; ${extent.rounds} rounds of ${extent.seconds} s, 16 connections`);
    const lines: Line[] = [];
    for (const part of PATHS.filter(isWanted)) {
      log(part);
      lines.push(...(await runAlternately(variants[part]?.(environment) ?? [], extent.rounds, log)));
      if (part === 'postback')
        lines.push(await (await import('./steady-postbacks.ts')).steadyPostbacks(environment, isQuick ? 5 : 20));
      if (part === 'start')
        lines.push(...(await (await import('./start.ts')).measureStart(environment, isQuick ? 0.2 : 1)));
    }
    return lines;
  } finally {
    await environment.stop();
  }
}

async function measureLarge(part: string): Promise<Line[]> {
  const { benchFiles, benchLists } = await import('./large.ts');
  const { users = 300_000, completions = 600_000, clicks, runs = isQuick ? 5 : 15 } = numbers;
  const { only = '', data } = texts;
  const options = { users, completions, clicks, runs, only, data, log };
  log(part);
  if (part === 'files') return benchFiles({ ...options, runs: Math.min(runs, 3) });
  return benchLists(options, part === 'totals' ? 'exact' : 'capped');
}

await runTool('bench', async () => {
  await build();
  const lines: Line[] = [];
  if (PATHS.some(isWanted)) lines.push(...(await measurePaths()));
  for (const part of LARGE.filter(isWanted)) lines.push(...(await measureLarge(part)));
  const { meetsTarget, formatTable } = await import('./report.ts');
  log(`\n${formatTable(lines).join('\n')}\n`);
  const failed = lines.filter((line) => !meetsTarget(line));
  log(failed.length === 0 ? 'bench: passed' : `bench: FAILED: ${failed.map(({ what }) => what).join('; ')}`);
  return failed.length === 0;
});
