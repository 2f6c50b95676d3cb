import { readOptions } from '../../run/options.mjs';
import { endAll } from './harness/ends.ts';
import { Skipped } from './harness/programs.ts';
import { type Row, verdict } from './harness/report.ts';

const { word, texts, numbers } = readOptions({
  call: 'npm run lab -- drill',
  does: 'Exercises what an operator fears, under load: a table of what came of it, and a last line, passed or FAILED.',
  words: [
    'faults',
    'roll',
    'upgrade',
    'pool',
    'failover',
    'cluster',
    'memory',
    'processes',
    'restore',
    'dump',
    'alerts',
  ],
  options: { minutes: { says: 'of memory: how long; 5 unless given', least: 0.5, isWhole: false } },
  texts: {
    only: 'of the faults: rows whose name holds it; of roll: haproxy or caddy',
  },
});

const drills: Record<string, () => Promise<Row[]>> = {
  faults: async () => (await import('./faults.ts')).drillFaults(texts['only']),
  roll: async () => (await import('./roll.ts')).drillRoll(texts['only']),
  upgrade: async () => (await import('./upgrade.ts')).drillUpgrade(),
  pool: async () => (await import('./pool.ts')).drillPool(),
  restore: async () => (await import('./restore.ts')).drillRestore(),
  alerts: async () => (await import('./alerts.ts')).drillAlerts(),
  dump: async () => (await import('./dump.ts')).drillDump(),
  processes: async () => (await import('./processes.ts')).drillProcesses(),
  memory: async () => (await import('./memory.ts')).drillMemory(numbers.minutes ?? 5),
  failover: async () => (await import('./failover.ts')).drillFailover(),
  cluster: async () => (await import('./failover.ts')).drillCluster(),
};

/** ms: on a quiet machine the longest takes a third of it. */
const LIMIT = 20 * 60_000 + (word === 'memory' ? (numbers.minutes ?? 0) * 60_000 : 0);

async function cutShort(why: string): Promise<void> {
  await endAll();
  process.stdout.write(`drill ${word}: FAILED: ${why}\n`);
  process.exit(1);
}
setTimeout(() => void cutShort(`not done within ${LIMIT / 60_000} minutes`), LIMIT).unref();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cutShort(signal));

try {
  process.exitCode = verdict(word, (await drills[word]?.()) ?? []);
} catch (error) {
  if (!(error instanceof Skipped)) throw error;
  process.stdout.write(`drill ${word}: skipped, ${error.message}\n`);
}
process.exit();
