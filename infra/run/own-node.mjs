import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a script with the arguments of this process under the project's own Node, and ends as it ends.
 * @param {URL} script
 * @param {string[]} [flags] of Node
 */
export function runUnderOwnNode(script, flags = []) {
  const name = `../../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  const node = fileURLToPath(new URL(name, import.meta.url));
  const args = [...flags, fileURLToPath(script), ...process.argv.slice(2)];
  const { status } = spawnSync(node, args, { stdio: 'inherit' });
  process.exit(status ?? 1);
}
