import { join } from 'node:path';
import check, { LINT } from './check.mjs';
import clean from './clean.mjs';
import dev from './dev.mjs';
import { readOptions } from './options.mjs';
import { programs } from './programs.mjs';
import start from './start.mjs';
import test from './test.mjs';
import { build, clientTypes, install, node, Refusal, runInTerminal, runPnpmInTerminal } from './workspace.mjs';

/**
 * Creates a command that runs one of our tools (infra/tools/<name>/main.ts) with the project's own Node, whatever Node
 * the shell has.
 * @param {string} name
 */
const createToolCommand = (name) => async (/** @type {string[]} */ args) => {
  await install();
  return runInTerminal(node, [join('infra', 'tools', name, 'main.ts'), ...args]);
};

/**
 * Creates a command without arguments.
 * @param {string} call
 * @param {string} description
 * @param {() => Promise<number | void>} command
 */
const withoutArguments = (call, description, command) => (/** @type {string[]} */ args) => {
  readOptions({ call, description }, args);
  return command();
};

/**
 * The commands of `npm run <command>`. Each takes the arguments after its name and may return an exit code.
 * @type {Record<string, (args: string[]) => Promise<number | void>>}
 */
const commands = {
  start: withoutArguments(
    'npm start',
    'Installs, builds and serves. infra/docs/settings.md lists the environment variables that it reads.',
    start,
  ),
  dev,
  test,
  check,
  clean: withoutArguments('npm run clean', "Removes builds, caches, reports and the demo's data.", clean),

  async lint(args) {
    await install();
    await clientTypes();
    return runInTerminal('oxlint', [...LINT, ...args]);
  },

  /** Rewrites files: formatting and the order of imports. `check` only reports. */
  async format(args) {
    await install();
    return runInTerminal('biome', ['check', '--write', ...args]);
  },

  async typecheck(args) {
    await install();
    return runPnpmInTerminal(['exec', 'turbo', 'run', 'typecheck', '--output-logs=errors-only', '--continue', ...args]);
  },

  /**
   * Takes paths, `-t name` or `--watch`. Without a preceding `--`, npm takes `--watch` itself and passes on an
   * environment variable instead.
   */
  async 'test:unit'(args) {
    await install();
    const isWatch = args.includes('--watch') || process.env['npm_config_watch'] === 'true';
    const rest = args.filter((arg) => arg !== '--watch');
    // The black-box test needs a build. It runs by name (`--project blackbox`) and in `npm test`.
    const projects = rest.some((arg) => arg.startsWith('--project')) ? [] : ['--project', '!blackbox'];
    return runInTerminal('vitest', [isWatch ? 'watch' : 'run', ...projects, ...rest]);
  },

  async 'test:e2e'(args) {
    await install();
    await build();
    return runInTerminal('playwright', ['test', ...args], join('apps', 'e2e'));
  },

  async 'db:generate'(args) {
    await install();
    return runInTerminal(node, ['generate.ts', ...args], join('packages', 'db'));
  },

  /** Serves every component in all states. `--look` takes screenshots and checks accessibility and narrow screens. */
  async catalogue(args) {
    await install();
    if (!args.includes('--look')) return runInTerminal('vite', ['--port', '3003', ...args], join('packages', 'ui'));
    const rest = args.filter((arg) => arg !== '--look');
    return runInTerminal(
      'playwright',
      ['test', '--config', 'playwright.catalogue.config.ts', ...rest],
      join('apps', 'e2e'),
    );
  },

  ...programs,

  image: createToolCommand('image'),
  release: createToolCommand('release'),
  engine: createToolCommand('engine'),
  docs: createToolCommand('docs'),

  /** Runs a tool of infra/lab by its name: measurements, drills and long tests. */
  async lab(args) {
    await install();
    return runInTerminal(node, [join('infra', 'lab', 'main.ts'), ...args]);
  },
};

/** @param {string[]} args the command and its arguments */
export async function runCommand([name = 'start', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Refusal(`Unknown command ${name}; there is ${Object.keys(commands).join(', ')}.`);
  process.exitCode = (await command(args)) ?? process.exitCode;
}
