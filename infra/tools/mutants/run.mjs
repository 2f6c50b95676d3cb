import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../run/options.mjs';
import { node, root } from '../../run/workspace.mjs';

const { numbers } = readOptions({
  call: 'node infra/tools/mutants/run.mjs',
  does: 'Seeds each defect of mutants.ts into a copy of the workspace and says whether its tests notice.',
  options: {
    from: { says: 'the number of the first defect, from 1; the first unless given' },
    count: { says: 'how many; all unless given', least: 1 },
    parallel: { says: 'how many at a time; 2 unless given', least: 1 },
  },
});

const { status } = spawnSync(node, [fileURLToPath(new URL('mutate.ts', import.meta.url)), JSON.stringify(numbers)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
