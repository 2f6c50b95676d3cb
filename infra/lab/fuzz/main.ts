import { readOptions } from '../../run/options.mjs';
import { node, runInTerminal } from '../../run/workspace.mjs';

const { numbers } = readOptions({
  call: 'npm run lab -- fuzz',
  description: 'Sends bad requests to every documented path. To replay a failed case, pass its seed and its number.',
  options: {
    requests: { help: 'how many; default 200000, and 1 with --case', least: 1 },
    seed: { help: 'seed of the random requests; default random' },
    case: { help: 'number of the first request, as a failure reports it' },
  },
});
const { seed = Date.now() % 1_000_000_000, case: first = 0 } = numbers;
const { requests = numbers.case === undefined ? 200_000 : 1 } = numbers;

process.stdout.write(`seed ${seed}\n`);
process.env['INAAM_FUZZ'] = JSON.stringify({ requests, seed, first });
const fuzzTest = 'apps/api/src/test/fuzz/fuzz.test.ts';
process.exitCode = await runInTerminal(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', fuzzTest]);
