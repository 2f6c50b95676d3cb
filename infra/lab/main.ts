/**
 * `npm run lab -- NAME`: runs the tool with that name. Each tool reads the arguments after its name, including
 * `--help`.
 */
import { readOptions } from '../run/options.mjs';

const tools: Record<string, () => Promise<unknown>> = {
  bench: () => import('./bench/main.ts'),
  faults: () => import('./faults/main.ts'),
  drill: () => import('./drills/main.ts'),
  fuzz: () => import('./fuzz/main.ts'),
  mutants: () => import('./mutants/main.ts'),
  ops: () => import('./ops/main.ts'),
};

const [name = ''] = process.argv.slice(2, 3);
const tool = tools[name];
if (tool === undefined) {
  const { word } = readOptions({
    call: 'npm run lab --',
    description: `Long measurements and trials: bench (speed compared with minimal SQL statements), faults (PostgreSQL
killed under load), drill (tasks of operators), fuzz (bad requests), mutants (seeded defects), ops (files of
infra/ops).`,
    words: Object.keys(tools),
  });
  throw new Error(`${word} is not a tool`);
}
process.argv.splice(2, 1);
await tool();
