import { join } from 'node:path';
import check, { LINT } from './check.mjs';
import clean from './clean.mjs';
import dev from './dev.mjs';
import start from './start.mjs';
import test from './test.mjs';
import { build, install, inTerminal, node, pnpmInTerminal, Refusal } from './workspace.mjs';

/**
 * Runs a tool of ours (infra/tools/<name>/main.ts) under the project's own Node, whatever Node the shell has.
 * @param {string} name
 */
const tool = (name) => async (/** @type {string[]} */ args) => {
  await install();
  return inTerminal(node, [join('infra', 'tools', name, 'main.ts'), ...args]);
};

/**
 * Drills run processes of the built api.
 * @param {string[]} args
 */
async function drill(args) {
  await install();
  // What is asked for, or asked wrongly, is answered before minutes of building.
  if (args.length > 0 && !args.includes('--help')) await build();
  return inTerminal(node, [join('infra', 'tools', 'drills', 'main.ts'), ...args]);
}

/**
 * Backups of the embedded database: apps/api/src/backup.ts.
 * @param {string} name
 */
const backups = (name) => async (/** @type {string[]} */ args) => {
  await install();
  return inTerminal(node, [join('apps', 'api', 'src', 'backup.ts'), name, ...args]);
};

/**
 * What `npm run <command>` does. Each takes the arguments after the command and answers the exit code, if it has one.
 * @type {Record<string, (args: string[]) => Promise<number | void>>}
 */
const commands = {
  start,
  dev,
  test,
  check,
  clean,

  async lint(args) {
    await install();
    return inTerminal('oxlint', [...LINT, ...args]);
  },

  /** Writes: formatting and the order of imports. `check` only looks. */
  async format(args) {
    await install();
    return inTerminal('biome', ['check', '--write', ...args]);
  },

  async typecheck(args) {
    await install();
    return pnpmInTerminal(['exec', 'turbo', 'run', 'typecheck', '--output-logs=errors-only', '--continue', ...args]);
  },

  /**
   * Takes paths, `-t name` or `--watch`. npm keeps a `--watch` to itself where no `--` stands before it, and says so by
   * a variable.
   */
  async 'test:unit'(args) {
    await install();
    const isWatch = args.includes('--watch') || process.env['npm_config_watch'] === 'true';
    const rest = args.filter((arg) => arg !== '--watch');
    // The black-box test needs a build: it is run by name (`--project blackbox`) and by `npm test`.
    const projects = rest.some((arg) => arg.startsWith('--project')) ? [] : ['--project', '!blackbox'];
    return inTerminal('vitest', [isWatch ? 'watch' : 'run', ...projects, ...rest]);
  },

  async 'test:e2e'(args) {
    await install();
    await build();
    return inTerminal('playwright', ['test', ...args], join('apps', 'e2e'));
  },

  async 'db:generate'(args) {
    await install();
    return inTerminal('drizzle-kit', ['generate', ...args], join('packages', 'db'));
  },

  /** Serves every component in its states; `--look` takes pictures and tests them with axe and on narrow screens. */
  async catalogue(args) {
    await install();
    if (!args.includes('--look')) return inTerminal('vite', ['--port', '3003', ...args], join('packages', 'ui'));
    const rest = args.filter((arg) => arg !== '--look');
    return inTerminal(
      'playwright',
      ['test', '--config', 'playwright.catalogue.config.ts', ...rest],
      join('apps', 'e2e'),
    );
  },

  async 'create-admin'(args) {
    await install();
    return inTerminal(node, [join('apps', 'api', 'src', 'create-admin.ts'), ...args]);
  },

  /** Brings the database to this release's schema, as its owner. */
  async migrate(args) {
    await install();
    return inTerminal(node, [join('apps', 'api', 'src', 'migrate.ts'), ...args]);
  },

  /** Holds the facts of money against each other; changes nothing. */
  async 'verify-audit'(args) {
    await install();
    return inTerminal(node, [join('apps', 'api', 'src', 'verify-audit.ts'), ...args]);
  },
  /** Holds the draws of a day to what was published of it, from files alone. */
  async 'verify-draws'(args) {
    await install();
    return inTerminal(node, [join('apps', 'api', 'src', 'verify-draws.ts'), ...args]);
  },
  async 'verify-ledger'(args) {
    await install();
    return inTerminal(node, [join('apps', 'api', 'src', 'verify-ledger.ts'), ...args]);
  },

  /** What the product is made of (CycloneDX), and under which licences. */
  async sbom(args) {
    await install();
    const wanted = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...args];
    return pnpmInTerminal(wanted);
  },
  async licences() {
    await install();
    return pnpmInTerminal(['licenses', 'list']);
  },

  backup: backups('backup'),
  restore: backups('restore'),
  'restore-drill': backups('restore-drill'),
  ops: tool('ops'),
  image: tool('image'),
  release: tool('release'),
  engine: tool('engine'),
  openapi: tool('openapi'),
  readme: tool('readme'),
  bench: tool('bench'),
  faults: tool('faults'),
  drill,
  order: tool('order'),
  fuzz: tool('fuzz'),
  'test:mutants': tool('mutants'),
};

/** @param {string[]} args the command and what follows it */
export async function runCommand([name = 'start', ...args]) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Refusal(`Unknown command ${name}; there is ${Object.keys(commands).join(', ')}.`);
  process.exitCode = (await command(args)) ?? process.exitCode;
}
