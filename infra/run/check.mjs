import { freemem } from 'node:os';
import { stopOnSignals } from './shutdown.mjs';
import { exec, installPackages, node, run, turbo } from './workspace.mjs';

/** Options of the linter, which include the rules that need types. */
export const LINT = ['--type-aware', '--deny-warnings'];

/**
 * If more memory than this is free, in bytes, the type-aware linter collects garbage less often. It is a Go program
 * (pkg.go.dev/runtime, GOGC). It then takes 5.4 GB instead of 4.1, and a sixth less processor time.
 */
const ENOUGH_MEMORY = 10 * 1024 ** 3;
const getLinterEnvironment = () => (freemem() > ENOUGH_MEMORY ? { GOGC: '400' } : {});

/**
 * All checks that run no tests. The linter compiles all code for its own rules, so it also reports the compiler's
 * errors, in two thirds of the time that linter and compiler take one after the other. The linter comes first because
 * it takes the longest. `readsTypes`: the check reads the generated types of the API client.
 * @type {readonly { name: string, readsTypes?: boolean, work: () => Promise<{ code: number, output: string }> }[]}
 */
const checks = [
  {
    name: 'Types and lint',
    readsTypes: true,
    work: () => exec('oxlint', [...LINT, '--type-check'], { env: getLinterEnvironment() }),
  },
  { name: 'Format', work: () => exec('biome', ['check']) },
  { name: 'Long lines', work: () => run(node, ['infra/tools/checks/lines.ts']) },
  { name: 'Commits', work: () => run(node, ['infra/tools/checks/commits.ts']) },
  { name: 'Documents', work: () => run(node, ['infra/tools/checks/documents.ts']) },
  { name: 'Screens', work: () => run(node, ['infra/tools/checks/screens.ts']) },
  { name: 'Import bans', work: () => run(node, ['infra/tools/boundaries/main.ts']) },
  { name: 'Dead code', readsTypes: true, work: () => exec('knip', []) },
];

/**
 * Runs one check and prints a line with the result; if it fails, the output of the check comes first.
 * @param {string} name
 * @param {() => Promise<{ code: number, output: string }>} work
 * @returns {Promise<boolean>} whether it passed
 */
export async function checkOne(name, work) {
  const began = Date.now();
  const { code, output } = await work();
  if (code !== 0) process.stdout.write(`${output}\n`);
  console.log(`  ${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  return code === 0;
}

/** Some checks use one core, others all cores; two checks at a time keep all cores busy. */
const AT_A_TIME = 2;

/**
 * Runs every check, even after one has failed.
 * @returns {Promise<boolean[]>} whether each passed
 */
export async function checkAll() {
  /** @type {boolean[]} */
  const passed = [];
  const types = checkOne('Types of the API client', () => turbo('types')).then((result) => passed.push(result));
  const waiting = [...checks];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (next.readsTypes) await types;
      passed.push(await checkOne(next.name, next.work));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return passed;
}

/** `npm run check`: the checks of `npm test` without its tests. Takes under a minute when little has changed. */
export default async function check() {
  stopOnSignals();
  await installPackages();
  const failed = (await checkAll()).filter((passed) => !passed).length;
  console.log(failed === 0 ? '\n  All checks passed.\n' : `\n  ${failed} failed.\n`);
  return failed === 0 ? 0 : 1;
}
