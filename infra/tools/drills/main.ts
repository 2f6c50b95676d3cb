import { readOptions } from '../../run/options.mjs';
import { Skipped } from './harness/programs.ts';
import { type Row, verdict } from './harness/report.ts';

const { word, texts } = readOptions({
  call: 'npm run drill --',
  does: 'Exercises what an operator fears, under load: a table of what came of it, and a last line, passed or FAILED.',
  words: ['faults', 'roll', 'upgrade', 'pool', 'failover', 'cluster'],
  texts: { only: 'of the faults: rows whose name holds it', from: 'upgrade from this commit' },
});

const drills: Record<string, () => Promise<Row[]>> = {
  faults: async () => (await import('./faults.ts')).drillFaults(texts['only']),
  roll: async () => (await import('./roll.ts')).drillRoll(),
  upgrade: async () => (await import('./upgrade.ts')).drillUpgrade(texts['from']),
  pool: async () => (await import('./pool.ts')).drillPool(),
  failover: async () => (await import('./failover.ts')).drillFailover(),
  cluster: async () => (await import('./failover.ts')).drillCluster(),
};

try {
  process.exitCode = verdict(word, (await drills[word]?.()) ?? []);
} catch (error) {
  if (!(error instanceof Skipped)) throw error;
  process.stdout.write(`drill ${word}: skipped, ${error.message}\n`);
}
process.exit();
