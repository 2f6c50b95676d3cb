import { buildApi } from './api-process.ts';
import { clickWays } from './pieces/click.ts';
import { offersWays } from './pieces/offers.ts';
import { completionWays, followedWays, postbackWays } from './pieces/postback.ts';
import { offersWhileSigningIn, signInWays } from './pieces/sign-in.ts';
import { hotWays, spinWays } from './pieces/spin.ts';
import { measureStart } from './pieces/start.ts';
import type { Piece } from './pieces.ts';
import { machine, programOf } from './programs.ts';
import { comparison, keep, keptFigures, tableOf } from './report.ts';
import { alternately, type Row, type Way } from './rows.ts';
import { type Extent, makeSetting, type Setting } from './setting.ts';

const WAYS: Partial<Record<Piece, (setting: Setting) => Way[]>> = {
  spin: spinWays,
  click: clickWays,
  postback: postbackWays,
  offers: offersWays,
  hot: hotWays,
  completion: completionWays,
  followed: followedWays,
  'sign-in': signInWays,
};

export interface PathOptions {
  only: readonly Piece[];
  quick: boolean;
  postgres15: boolean;
  /** Writes the tables into the page that keeps them. */
  keep: boolean;
  seconds: number | undefined;
  rounds: number | undefined;
  minutes: number | undefined;
  log: (line: string) => void;
}

/** Rows are prepared for this many calls a second: more than the limit reaches on two cores. */
const CALLS_PER_SECOND = 14_000;
/** The same where all want one amount. */
const HOT_CALLS_PER_SECOND = 10_000;

/** The share of a machine that others may take before rates, unlike processor time, say little. */
const QUIET = 0.12;

function extentOf({ quick, seconds = quick ? 3 : 8, rounds = quick ? 1 : 3, minutes, only }: PathOptions): Extent {
  const hotSeconds = quick ? 8 : 20;
  const warmUp = quick ? 2 : 3;
  return {
    seconds,
    rounds,
    warmUp,
    // Beside those of the run some for its warm-up.
    ready: Math.min(180_000, (seconds + 4) * CALLS_PER_SECOND),
    hot: only.includes('hot') ? (hotSeconds + 3) * HOT_CALLS_PER_SECOND : 0,
    hotSeconds,
    users: quick ? 5000 : 30_000,
    completions: quick ? 10_000 : 60_000,
    minutes: minutes ?? (quick ? 0.2 : 1),
  };
}

/** Measures the paths that are asked for and prints them as tables, with what has changed since the kept ones. */
export async function benchPaths(options: PathOptions): Promise<void> {
  const { only, postgres15, log } = options;
  const extent = extentOf(options);
  if (programOf('pgbench') === undefined) {
    log('pgbench is not there (Debian: postgresql-contrib): there is no limit to hold the paths against.');
    process.exitCode = 1;
    return;
  }
  if (programOf('wrk') === undefined)
    log('wrk is not there (Debian: wrk): Node sends the requests, at a cost of its own.');
  await buildApi();
  const setting = await makeSetting(extent, postgres15, log);
  try {
    const what = `PostgreSQL ${setting.server.version}${postgres15 ? ' (Debian)' : ''}, ${machine()}`;
    log(`\n${what}; ${extent.rounds} rounds of ${extent.seconds} s, 16 connections\n`);
    const tables: Tables = { paths: [] };
    for (const piece of only) {
      log(piece);
      try {
        await measurePiece(piece, setting, tables);
      } catch (error) {
        log(`  ${piece} failed: ${error instanceof Error ? error.message : String(error)}`);
        process.exitCode = 1;
      }
    }
    const foreign = Math.max(0, ...[...tables.paths].map(({ sample }) => sample.foreign ?? 0));
    if (foreign > QUIET)
      log(`\nOthers took up to ${Math.round(foreign * 100)} % of the machine: go by the CPU, and measure again alone.`);
    for (const [table, rows] of Object.entries(tables)) {
      if (rows.length === 0) continue;
      const name = postgres15 ? `${table} on PostgreSQL 15` : table;
      const lines = tableOf(rows);
      log(`\n${lines.join('\n')}\n`);
      log(`Beside the kept ratios (infra/docs/performance.md, ${name}):`);
      for (const line of comparison(rows, keptFigures(name))) log(line);
      if (options.keep) keep(name, lines);
    }
  } finally {
    await setting.stop();
  }
}

interface Tables {
  paths: Row[];
}

/** Measures one piece, into the tables where it has rows for them. */
async function measurePiece(piece: Piece, setting: Setting, tables: Tables): Promise<void> {
  const { extent, log } = setting;
  const rowsOf = (ways: readonly Way[]) => alternately(ways, extent.rounds, log);
  const ways = WAYS[piece]?.(setting);
  if (ways) {
    const rows = await rowsOf(ways);
    // The limit stands in two pieces.
    tables.paths.push(...rows.filter((row) => !tables.paths.some(({ name }) => name === row.name)));
    if (piece === 'hot') for (const row of rows) tellParts(row, log);
  }
  if (piece === 'sign-in') {
    const { idle, busy } = await offersWhileSigningIn(setting);
    const times = (busy / idle).toFixed(1);
    log(`  offers' p99: ${idle.toFixed(1)} ms; while sign-ins saturate ${busy.toFixed(1)} ms, ${times} times`);
  }
  if (piece === 'start') {
    const { firstAnswer, idle, loaded, most, minutes } = await measureStart(setting);
    log(`  first answer after ${firstAnswer} ms`);
    log(`  memory ${idle} MiB; after ${minutes} min of load ${loaded} MiB, at most ${most} MiB`);
  }
}

/** How the rate went over the run, part by part. */
function tellParts({ name, sample }: Row, log: (line: string) => void): void {
  if (sample.parts.length > 0) log(`  ${name}, by quarter: ${sample.parts.map(Math.round).join(', ')} a second`);
}
