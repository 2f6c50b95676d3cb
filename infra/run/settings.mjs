import { node, Refusal, run } from './workspace.mjs';

/**
 * The settings that commands with servers need.
 * @typedef {object} StartSettings
 * @property {boolean} demo
 * @property {boolean} generatedPasswords whether the demo generated and printed its passwords at its first start
 * @property {boolean} embedded whether the database is the embedded one
 * @property {string} dataDir
 * @property {{ app: number, admin: number, sandbox: number }} ports
 * @property {{ app: string, admin: string }} origins
 */

/**
 * Reads the environment with the schema of the servers, in the project's own Node; packages must be installed first.
 * Refuses invalid settings before anything is built.
 * @returns {Promise<StartSettings>}
 */
export async function readSettings() {
  const { code, output, stdout } = await run(node, ['infra/run/print-settings.ts']);
  if (code !== 0) throw new Refusal(output.trim());
  return JSON.parse(stdout);
}
