import { isStopping, onStop, stopAll, stopOnSignals } from '../../run/shutdown.mjs';
import { runCleanup } from './cleanup.ts';
import { printLine, printVerdict, type Row, TABLE_HEAD } from './report.ts';

/** A drill must end within this many ms. On a quiet machine the longest drill takes a third of this time. */
const DRILL_LIMIT = 20 * 60_000;

/**
 * Runs a tool, then ends the process and everything that the tool has started. An error, a signal or the time limit
 * fails the tool.
 * @param work returns whether it passed
 * @param limit ms
 */
export async function runTool(name: string, work: () => Promise<boolean>, limit?: number): Promise<never> {
  stopOnSignals();
  onStop(runCleanup);
  const fail = (why: unknown) => {
    // The end of the tool may cause further errors; only the first error counts.
    if (!isStopping()) process.stdout.write(`${name}: FAILED: ${String(why)}\n`);
    return stopAll(1);
  };
  if (limit !== undefined) setTimeout(() => void fail(`not done within ${limit / 60_000} minutes`), limit).unref();
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    process.on(event, (why: unknown) => void fail(why));
  }
  await work().then((isGood) => stopAll(isGood ? 0 : 1), fail);
  return new Promise(() => {});
}

/** Runs a drill, and prints its rows as they finish, and at the end whether all rows passed. */
export const runDrill = (name: string, drill: () => Promise<AsyncIterable<Row>>): Promise<never> =>
  runTool(
    `drill ${name}`,
    async () => {
      const rows: Row[] = [];
      const measured = await drill();
      process.stdout.write(`${TABLE_HEAD}\n`);
      for await (const row of measured) {
        printLine(row);
        rows.push(row);
      }
      return printVerdict(name, rows) === 0;
    },
    DRILL_LIMIT,
  );
