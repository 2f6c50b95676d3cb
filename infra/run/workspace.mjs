import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killProcessTree } from './process-tree.mjs';
import { isStopping, onStop } from './shutdown.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const windows = process.platform === 'win32';

/** Node as an npm package of the workspace. Servers and tools run on this Node, whatever Node ran the command. */
export const node = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const quietEnvironment = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' };

/** An error that the person who ran the command can fix. Printed in one line, without a stack. */
export class Refusal extends Error {
  refusal = true;
}

/**
 * Runs a program to its end. The program gets its own process group: Ctrl-C at a terminal then reaches only this
 * process, which ends every child once.
 * @param {string} program
 * @param {string[]} args
 * @param {{ show?: boolean, last?: boolean, env?: Record<string, string | undefined> }} [options] show: print its
 * output immediately; last: the program cleans up during a shutdown, so the shutdown does not end it
 * @returns {Promise<{ code: number, output: string, stdout: string }>} output: stdout and stderr; both empty with
 *   `show`
 */
export function run(program, args, { show = false, last = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...quietEnvironment, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      detached: !windows,
      shell: windows,
    });
    const forget = last ? () => {} : onStop(() => killProcessTree(child));
    let output = '';
    let stdout = '';
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      output += chunk;
      stdout += chunk;
    });
    child.stderr?.on('data', (/** @type {Buffer} */ chunk) => {
      output += chunk;
    });
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('close', (code) => {
      forget();
      resolve({ code: code ?? 1, output, stdout });
    });
  });
}

/**
 * Runs pnpm through npx, so the machine needs no installation. `--yes` overrides a `yes=false` in npmrc.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const pnpm = (args, options) => run('npx', ['--yes', packageManager, ...args], options);

/**
 * Returns the environment in which programs of the workspace, including Node, come before those of the machine, as pnpm
 * does.
 * @param {string} [folder] the programs of this package come first
 */
const programs = (folder = '.') => ({
  PATH: [join(root, folder, 'node_modules', '.bin'), join(root, 'node_modules', '.bin'), process.env['PATH']].join(
    delimiter,
  ),
});

/**
 * Runs an installed program of the workspace to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const exec = (program, args, options) =>
  run(program, args, { ...options, env: { ...options?.env, ...programs() } });

/**
 * Runs a program in the caller's terminal: the program prints and reads there, and receives Ctrl-C itself. Other
 * signals are passed on to it.
 * @param {string} program
 * @param {string[]} args
 * @param {string} [folder] the folder in which to run, from the root of the project
 * @returns {Promise<number>} its exit code
 */
export function runInTerminal(program, args, folder = '.') {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: join(root, folder),
      env: { ...process.env, ...quietEnvironment, ...programs(folder) },
      stdio: 'inherit',
      shell: windows && program !== node,
    });
    child.once('error', reject);
    // The program owns the terminal, so we wait until it ends.
    const wait = () => {};
    const passOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGINT', wait);
    process.on('SIGTERM', passOn);
    child.once('close', (code, signal) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', passOn);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** @param {string[]} args */
export const runPnpmInTerminal = (args) => runInTerminal('npx', ['--yes', packageManager, ...args]);

/**
 * Runs one step of the preparation. Prints a line at its start and a line with its duration at its end.
 * @param {string} doing printed at the start of the step
 * @param {string} done printed at its end
 * @param {() => Promise<{ code: number, output: string }>} work
 */
export async function step(doing, done, work) {
  console.log(`  ${doing} …`);
  const began = Date.now();
  const { code, output } = await work();
  // The shutdown interrupted the step: this is not a failure to report, and no step follows.
  if (isStopping()) await new Promise(() => {});
  if (code !== 0) {
    process.stderr.write(output);
    throw new Refusal(`${doing} failed (exit code ${code}).`);
  }
  console.log(`  ${done} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

/**
 * Installs the packages unless the versions of the lock file are installed. Generates files that editors and tests
 * need.
 */
export async function install() {
  await installPackages();
  if (!existsSync(join(root, 'packages', 'client', 'dist'))) await clientTypes();
}

/**
 * Generates the types of packages/client unless they are up to date. The linter and the compiler read them.
 * @returns {Promise<void>}
 */
export const clientTypes = () =>
  step('Generating the types of the API client', 'Types generated', () => turbo('types'));

/** Installs the packages unless the versions of the lock file are installed. */
export async function installPackages() {
  const stamp = join(root, 'node_modules', '.installed');
  const hash = hashInstallation();
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  const doing = existsSync(stamp) ? 'Installing packages' : 'Installing packages (the first time takes about a minute)';
  await step(doing, 'Packages installed', () => pnpm(['install', '--frozen-lockfile', '--prefer-offline']));
  writeFileSync(stamp, hash);
}

/** A hash of everything that decides the result of an installation. */
function hashInstallation() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const patches = join('infra', 'patches');
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  for (const name of readdirSync(join(root, patches)).sort()) files.push(join(patches, name));
  for (const group of ['apps', 'packages', 'infra']) {
    for (const name of readdirSync(join(root, group)).sort()) files.push(join(group, name, 'package.json'));
  }
  for (const file of files) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** Builds the served apps. Unchanged ones come from turbo's cache. */
export async function build() {
  await step('Building', 'Built', () => turbo('build'));
}

/**
 * Runs a task of turbo.json in each package that has it. Unchanged results come from turbo's cache.
 * @param {string} task
 */
export const turbo = (task) => pnpm(['exec', 'turbo', 'run', task, '--output-logs=errors-only']);
