import { spawn } from 'node:child_process';
import { killProcessTree } from './process-tree.mjs';
import { isStopping, onStop, stopAll } from './shutdown.mjs';
import { node, root, run } from './workspace.mjs';

/**
 * Node options of the api. By default, V8 sizes its heap by the machine's memory and collects garbage late: a process
 * takes 340 to 440 MB after its start. With these limits it takes 170 MB.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=384'];

/**
 * Starts servers as direct children, since a signal to npx or pnpm would never reach them, and waits until all report
 * that they are ready. When a server ends by itself, at any time, all other servers are ended and the command exits
 * with 1.
 * @param {Record<string, { args: string[], env: Record<string, string | undefined> }>} servers by name
 * @param {{ embeddedIn: string | null }} options the data directory of the embedded database, which the api starts;
 * null if DATABASE_URL is set
 */
export async function serve(servers, { embeddedIn }) {
  let ready = false;
  const waits = Object.entries(servers).map(([name, { args, env }]) => {
    const child = spawn(node, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Ctrl-C must arrive only once: see run() in workspace.mjs.
      detached: process.platform !== 'win32',
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    onStop(async () => {
      await killProcessTree(child, { sigtermTo: 'child' });
      await exited;
      // An api that was killed, or that failed during its shutdown, leaves its database running.
      if (name === 'api' && embeddedIn !== null && child.exitCode !== 0) await stopDatabase(embeddedIn);
    });
    return new Promise((resolve) => {
      child.on('message', (/** @type {{ ready?: boolean } | null} */ message) => message?.ready && resolve(undefined));
      child.once('error', (error) => {
        console.error(`The ${name} server could not be started: ${error.message}`);
        void stopAll(1);
      });
      child.once('exit', (code, signal) => {
        if (isStopping()) return;
        // A server that refuses its settings has printed the reason in one line. That line stays the last one.
        if (ready || code !== 1)
          console.error(`The ${name} server ended by itself (${signal ?? `exit code ${code}`}).`);
        void stopAll(1);
      });
    });
  });
  await Promise.all(waits);
  ready = true;
}

/** @param {string} dataDir */
async function stopDatabase(dataDir) {
  const { output } = await run(node, ['packages/db/src/embedded/program.ts', 'stop', dataDir], { last: true });
  if (output) process.stderr.write(output);
}
