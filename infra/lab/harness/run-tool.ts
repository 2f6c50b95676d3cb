import { runCleanup } from './cleanup.ts';
import { printLine, printVerdict, type Row, TABLE_HEAD } from './report.ts';

/** ms; on a quiet machine the longest drill takes a third of it. */
const DRILL_LIMIT = 20 * 60_000;

/**
 * Runs a tool, then ends the process and everything that the tool has started. An error, a signal or the time limit
 * fails it.
 * @param work returns whether it passed
 * @param limit ms
 */
export async function runTool(name: string, work: () => Promise<boolean>, limit?: number): Promise<never> {
  let hasFailed = false;
  const fail = async (why: unknown) => {
    // Ending may cause further errors; only the first cause counts.
    if (hasFailed) return;
    hasFailed = true;
    await runCleanup();
    process.stdout.write(`${name}: FAILED: ${String(why)}\n`);
    process.exit(1);
  };
  if (limit !== undefined) setTimeout(() => void fail(`not done within ${limit / 60_000} minutes`), limit).unref();
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection']) {
    process.once(event, (why: unknown) => void fail(why));
  }
  try {
    const isGood = await work();
    await runCleanup();
    process.exit(isGood ? 0 : 1);
  } catch (error) {
    await fail(error);
    return new Promise(() => {});
  }
}

/** Runs a drill, prints its rows as they finish, and then whether all of them passed. */
export const runDrill = (name: string, drill: () => Promise<AsyncIterable<Row>>): Promise<never> =>
  runTool(
    `drill ${name}`,
    async () => {
      const rows: Row[] = [];
      process.stdout.write(`${TABLE_HEAD}\n`);
      for await (const row of await drill()) {
        printLine(row);
        rows.push(row);
      }
      return printVerdict(name, rows) === 0;
    },
    DRILL_LIMIT,
  );
