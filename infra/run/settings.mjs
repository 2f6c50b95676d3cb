import { node, Refusal, run } from './workspace.mjs';

/**
 * What the commands that serve need to know.
 * @typedef {object} StartSettings
 * @property {boolean} demo
 * @property {boolean} drawnPasswords the demo printed its own passwords at its first start
 * @property {boolean} embedded the database is our own
 * @property {string} dataDir
 * @property {{ app: number, admin: number, sandbox: number }} ports
 * @property {{ app: string, admin: string }} origins
 */

/**
 * Reads the environment by the schema of the servers, under the project's own Node: its packages must be installed. A
 * setting that is not valid is refused here, before anything is built.
 * @returns {Promise<StartSettings>}
 */
export async function readSettings() {
  const { code, output, stdout } = await run(node, ['infra/run/print-settings.ts']);
  if (code !== 0) throw new Refusal(output.trim());
  return JSON.parse(stdout);
}
