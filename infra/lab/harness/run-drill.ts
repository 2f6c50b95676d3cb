import { endAll } from './ends.ts';
import { type Row, verdict } from './report.ts';

/** ms: on a quiet machine the longest drill takes a third of it. */
const LIMIT = 20 * 60_000;

/** Runs a drill to its verdict and ends the process. A signal, or too long a time, ends what it has started, too. */
export async function runDrill(name: string, drill: () => Promise<Row[]>): Promise<never> {
  const cutShort = async (why: string) => {
    await endAll();
    process.stdout.write(`drill ${name}: FAILED: ${why}\n`);
    process.exit(1);
  };
  setTimeout(() => void cutShort(`not done within ${LIMIT / 60_000} minutes`), LIMIT).unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cutShort(signal));
  process.exit(verdict(name, await drill()));
}
