import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, node, Refusal, root, run } from './workspace.mjs';

/** Folders that commands create in the root and in each package, in addition to `node_modules`. */
const OUTPUT_FOLDERS = ['dist', '.turbo', 'test-results'];

/**
 * `npm run clean`: removes builds, caches, reports and the demo's data, including data that a start as root stores
 * outside the project. Keeps a DATA_DIR in another folder, which may hold data that people need.
 */
export default async function clean() {
  const dataDir = join(root, '.data');
  if (existsSync(dataDir)) {
    // The code that locates a cluster needs the project's own Node.
    await install();
    const { code, output } = await run(node, ['packages/db/src/embedded/program.ts', 'remove', dataDir]);
    if (code !== 0) throw new Refusal(output.trim());
    if (output) console.log(`  Kept: ${output.trim()}`);
  }
  const packages = ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );
  for (const folder of ['.', ...packages]) {
    for (const name of OUTPUT_FOLDERS) rmSync(join(root, folder, name), { recursive: true, force: true });
  }
  rmSync(join(root, 'node_modules', '.cache'), { recursive: true, force: true });
  console.log('  Removed builds, caches, reports and the data under .data; node_modules is left.');
}
