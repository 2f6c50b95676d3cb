import { spawnSync } from 'node:child_process';
import { readOptions } from '../../run/options.mjs';
import { node, root } from '../../run/workspace.mjs';

const { numbers } = readOptions({
  call: 'node infra/tools/fuzz/run.mjs',
  does: 'Sends bad requests to every documented path. A case that failed is replayed alone with its seed and number.',
  options: {
    requests: { says: 'how many; 200000 unless given, and 1 with --case', least: 1 },
    seed: { says: 'what they are drawn from; another one each time unless given' },
    case: { says: 'the number of the first one, as a failure reports it' },
  },
});
const { seed = Date.now() % 1_000_000_000, case: first = 0 } = numbers;
const { requests = numbers.case === undefined ? 200_000 : 1 } = numbers;

process.stdout.write(`seed ${seed}\n`);
const { status } = spawnSync(
  node,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'apps/api/src/test/fuzz/fuzz.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, INAAM_FUZZ: JSON.stringify({ requests, seed, first }) } },
);
process.exit(status ?? 1);
