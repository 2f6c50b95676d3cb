import { readOptions } from '../../run/options.mjs';
import { build } from '../../run/workspace.mjs';
import type { Row } from '../harness/report.ts';
import { runDrill } from '../harness/run-tool.ts';

const drills: Record<string, () => Promise<AsyncIterable<Row>>> = {
  roll: async () => (await import('./rolling-restart.ts')).drillRollingRestart(texts['only']),
  upgrade: async () => (await import('./upgrade.ts')).drillUpgrade(),
  pool: async () => (await import('./pool.ts')).drillPool(),
  restore: async () => (await import('./restore.ts')).drillRestore(),
  failover: async () => (await import('./failover.ts')).drillFailover(),
};

const { word, texts } = readOptions({
  call: 'npm run lab -- drill',
  description:
    'Runs one of the tasks of operators under load. Prints a table of results and a last line, passed or FAILED.',
  words: Object.keys(drills),
  texts: { only: 'for roll: one proxy, haproxy or caddy; default both' },
});

await runDrill(word, async () => {
  await build();
  const drill = drills[word];
  if (!drill) throw new Error(`${word} is not a drill`);
  return drill();
});
