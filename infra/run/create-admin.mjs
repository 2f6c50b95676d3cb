import { spawn } from 'node:child_process';
import { install, node, root } from './workspace.mjs';

/** `npm run create-admin -- <username> <email>`: the terminal is the command's own, because it asks for a password. */
export default async function createAdmin() {
  await install();
  const child = spawn(node, ['apps/api/src/create-admin.ts', ...process.argv.slice(3)], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}
