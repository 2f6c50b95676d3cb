import { readOptions } from '../../run/options.mjs';
import { isStopping } from '../../run/shutdown.mjs';
import { runTool } from '../harness/run-tool.ts';
import { copyWorkspace } from '../harness/workspace.ts';
import { readDefects } from './read-defects.ts';
import { createSeeding, tryDefect } from './try-defect.ts';

const defects = readDefects();
const { numbers, texts } = readOptions({
  call: 'npm run lab -- mutants',
  description: 'Seeds each defect of defects.txt into a copy of the workspace and reports whether its tests fail.',
  options: {
    from: { help: 'number of the first defect; default 1', least: 1 },
    count: { help: 'number of defects; default all', least: 1 },
    parallel: { help: 'number of defects to try at the same time; default 2', least: 1 },
  },
  texts: { only: 'only defects whose text or declaration contains this' },
});
const { from = 1, count = defects.length, parallel = 2 } = numbers;
const { only = '' } = texts;
const chosenDefects = defects
  .slice(from - 1, from - 1 + count)
  .filter(({ description, subject }) => `${description} ${subject.name}`.includes(only));
if (chosenDefects.length === 0) throw new Error('No defect was chosen');

const seed = createSeeding();
const queue = [...chosenDefects];
let killed = 0;

async function tryQueuedDefects(): Promise<void> {
  const folder = copyWorkspace();
  for (let defect = queue.shift(); defect; defect = queue.shift()) {
    const outcome = await tryDefect(folder, seed(defect));
    // The shutdown ended the tests of this defect: the outcome is unknown, and no further defect is tried.
    if (isStopping()) await new Promise(() => {});
    if (outcome === 'killed') killed++;
    console.log(`${outcome === 'killed' ? '✓' : '✗'} ${defects.indexOf(defect) + 1} ${defect.description}: ${outcome}`);
  }
}

await runTool('mutants', async () => {
  // Finds all declarations first, so that a missing one ends the run before any defect is tried.
  for (const defect of chosenDefects) seed(defect);
  await Promise.all(Array.from({ length: Math.min(parallel, chosenDefects.length) }, tryQueuedDefects));
  console.log(`\n${killed} of ${chosenDefects.length} killed`);
  return killed === chosenDefects.length;
});
