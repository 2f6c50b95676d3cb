// Sends bad requests to every documented path: node infra/fuzz/run.mjs --requests 200000 --seed 7
// A case that failed is replayed alone with the seed and the number that it was reported with: --seed 7 --case 1234
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { node, root } from '../run/workspace.mjs';

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, case: { type: 'string' } },
});

/**
 * @param {'requests' | 'seed' | 'case'} name
 * @param {number} otherwise
 */
function whole(name, otherwise) {
  const given = values[name];
  if (given === undefined) return otherwise;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  process.stderr.write(`--${name} must be a whole number\n`);
  process.exit(1);
}

const requests = whole('requests', values.case === undefined ? 200_000 : 1);
const seed = whole('seed', Date.now() % 1_000_000_000);
const options = { requests, seed, first: whole('case', 0) };
process.stdout.write(`seed ${seed}\n`);
const { status } = spawnSync(
  node,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'apps/api/src/fuzz.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, INAAM_FUZZ: JSON.stringify(options) } },
);
process.exit(status ?? 1);
