import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';

const { numbers } = readOptions({
  call: 'npm run lab -- fuzz',
  description: 'Sends bad requests to every documented path. A failed case is replayed with its seed and number.',
  options: {
    requests: { help: 'how many; default 200000, and 1 with --case', least: 1 },
    seed: { help: 'seed of the random requests; default random' },
    case: { help: 'number of the first request, as a failure reports it' },
  },
});
const { seed = Date.now() % 1_000_000_000, case: first = 0 } = numbers;
const { requests = numbers.case === undefined ? 200_000 : 1 } = numbers;

process.stdout.write(`seed ${seed}\n`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'apps/api/src/test/fuzz/fuzz.test.ts'],
  {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, INAAM_FUZZ: JSON.stringify({ requests, seed, first }) },
  },
);
process.exit(status ?? 1);
