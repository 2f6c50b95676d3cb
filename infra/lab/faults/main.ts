import { readOptions } from '../../run/options.mjs';
import { build } from '../../run/workspace.mjs';

const { word, numbers, texts } = readOptions({
  call: 'npm run lab -- faults',
  description: 'Causes faults under load, then compares every acknowledged call with the database.',
  words: ['crash', 'table'],
  options: {
    minutes: {
      help: 'crash: for how many minutes PostgreSQL is killed again and again; default 5',
      least: 0.1,
      isWhole: false,
    },
  },
  texts: { only: 'table: only faults whose names contain this' },
});
// Modules are imported late, so that help and errors of wrong options appear at once.
const { runDrill, runTool } = await import('../harness/run-tool.ts');
if (word === 'table') {
  await runDrill('faults', async () => {
    await build();
    return (await import('./run-table.ts')).drillFaults(texts['only']);
  });
} else {
  await runTool('faults crash', async () => {
    const { runCrashTest } = await import('./crash-test.ts');
    const workMs = 4_000;
    const kills = Math.max(1, Math.round(((numbers.minutes ?? 5) * 60_000) / (workMs + 1_000)));
    const report = await runCrashTest({ kills, workMs, log: (line) => process.stdout.write(`${line}\n`) });
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return report.problems.length === 0;
  });
}
