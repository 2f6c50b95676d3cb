import { stopOnSignals } from './stopping.mjs';
import { exec, install, node, pnpm, run } from './workspace.mjs';

/** Arguments that a command of its own and the whole check share. */
export const checks = {
  lint: ['--type-aware', '--deny-warnings'],
  types: ['run', 'typecheck', '--output-logs=errors-only', '--continue'],
};

/**
 * Everything that is looked at without running a test, the quickest first.
 * @type {readonly { name: string, work: () => Promise<{ code: number, output: string }> }[]}
 */
const all = [
  { name: 'Format', work: () => exec('biome', ['check']) },
  { name: 'Long lines', work: () => run(node, ['infra/tools/checks/lines.ts']) },
  { name: 'Documents', work: () => run(node, ['infra/tools/checks/documents.ts']) },
  { name: 'Import bans', work: () => run(node, ['infra/tools/boundaries/main.ts']) },
  { name: 'Types', work: () => pnpm(['exec', 'turbo', ...checks.types]) },
  { name: 'Lint, with types', work: () => exec('oxlint', checks.lint) },
  { name: 'Dead code', work: () => exec('knip', []) },
];

/**
 * Does one check and prints a line for it, after its output when it fails.
 * @param {string} name
 * @param {() => Promise<{ code: number, output: string }>} work
 * @returns {Promise<boolean>} has it passed?
 */
export async function checkOne(name, work) {
  const began = Date.now();
  const { code, output } = await work();
  if (code !== 0) process.stdout.write(`${output}\n`);
  console.log(`  ${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  return code === 0;
}

/** Some checks use one core, others all: two at a time leave none idle. */
const AT_A_TIME = 2;

/**
 * Does every check, also after one has failed.
 * @returns {Promise<boolean[]>} for each, has it passed?
 */
export async function checkAll() {
  /** @type {boolean[]} */
  const passed = [];
  const waiting = [...all];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) passed.push(await checkOne(next.name, next.work));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return passed;
}

/** `npm run check`: what `npm test` checks before its tests; under a minute where little has changed. */
export default async function check() {
  stopOnSignals();
  await install();
  const failed = (await checkAll()).filter((passed) => !passed).length;
  console.log(failed === 0 ? '\n  All checks passed.\n' : `\n  ${failed} failed.\n`);
  return failed === 0 ? 0 : 1;
}
