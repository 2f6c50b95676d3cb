// Longer measures: node infra/bench/run.mjs model|postbacks|lists|writes. Runs under the project's own Node, whatever the shell's is.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @param {string} relative */
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const node = path(`../../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
const { status } = spawnSync(node, [path('./main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
