import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from './commands.mjs';
import { readOptions } from './options.mjs';

interface Ending {
  status: number | null;
  stdout: string;
  stderr: string;
}

const spawnNode = (args: string[], env = process.env): Ending => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env, timeout: 50_000 });
  return { status, stdout, stderr };
};
const spawnTool = (program: string, args: string[]) =>
  spawnNode([join(import.meta.dirname, '../..', program), ...args]);

/** Runs a command in its own processes, as a person at a terminal does. @param tool the arguments after `npm run` */
const call = (tool: string, ...args: string[]) => spawnTool('infra/run.mjs', [...tool.split(' -- '), ...args]);
/** Runs a tool of the lab directly, without the processes of `npm run`. */
const callLab = (tool: string, ...args: string[]) => spawnTool('infra/lab/main.ts', [tool, ...args]);

class Exit extends Error {}

/** Runs code that reads arguments, in this process. Ends where the code would exit the process. */
async function readInProcess(work: () => unknown): Promise<Ending> {
  const ending: Ending = { status: null, stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      ending[stream] += String(text);
      return true;
    });
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    ending.status = Number(status);
    throw new Exit();
  });
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    vi.restoreAllMocks();
  }
  return ending;
}
afterEach(() => vi.restoreAllMocks());

const read = (tool: string, ...args: string[]) => readInProcess(() => runCommand([...tool.split(' -- '), ...args]));

function expectUsage({ status, stdout, stderr }: Ending, tool: string): void {
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`  npm run ${tool}`);
  expect(stdout).toMatch(/^ {2}--help +these lines$/m);
}

function expectRefusal({ status, stdout, stderr }: Ending, tool: string, message: string): void {
  expect([status, stdout]).toEqual([1, '']);
  const [first = ''] = stderr.split('\n');
  expect(first).toMatch(message);
  expect(stderr).toContain(`  npm run ${tool}`);
  expect(stderr).not.toContain('    at ');
}

const OPERATORS = ['migrate', 'create-admin', 'pause', 'verify -- audit', 'verify -- draws', 'verify -- ledger'];

test.each(['clean', 'verify', ...OPERATORS])('prints the usage of %s', async (tool) => {
  expectUsage(await read(tool, '--help'), tool);
});

test.each(['bench', 'faults', 'drill', 'fuzz', 'mutants', 'ops'])('prints the usage of lab -- %s', (tool) => {
  expectUsage(callLab(tool, '--help'), `lab -- ${tool}`);
});

// Starts the commands as real processes. One command reads its arguments itself, the other two pass the arguments on.
test.each(['migrate', 'lab', 'docs'])('prints the usage of %s when it is started as a process', (tool) => {
  expectUsage(call(tool, '--help'), tool);
});

test('refuses an unknown option of a tool that runs in its own process', () => {
  expectRefusal(call('lab -- fuzz', '--loud'), 'lab -- fuzz', "Unknown option '--loud'");
});

test.each([
  ['bench', ['spins'], 'Unknown argument spins: expected any of spin, click'],
  ['drill', ['rolls'], 'Expected one of roll, upgrade'],
  ['faults', ['crash', 'table'], 'Expected one of crash, table'],
  ['faults', ['crash', '--minutes', '0'], '--minutes must be a number of at least 0.1'],
  ['fuzz', ['--requests', '0'], '--requests must be a whole number of at least 1'],
])('lab -- %s refuses %j: a line names the problem, the usage follows', (tool, args, message) => {
  expectRefusal(callLab(tool, ...args), `lab -- ${tool}`, message);
});

test.each([
  [['--seed', 'x'], '--seed must be a whole number of at least 0'],
  [['--seed', ''], '--seed must be a whole number of at least 0'],
  [['everything'], 'Unknown argument everything'],
  [['--seed', '--case', '1'], "Option '--seed' argument is ambiguous"],
  [['--seed=-1'], '--seed must be a whole number of at least 0'],
])('a tool with number options refuses %j: a line names the problem, the usage follows', async (args, message) => {
  const tool = {
    call: 'npm run sample',
    description: 'A tool with numbers.',
    options: { seed: { help: 'a seed' }, case: { help: 'a number' } },
  };
  expectRefusal(await readInProcess(() => readOptions(tool, args)), 'sample', message);
});

test.each([
  ...OPERATORS.map((name): [string, string[], string] => [name, ['--dry-run'], "Unknown option '--dry-run'"]),
  ['migrate', ['now'], 'Unknown argument now'],
  ['verify', ['books'], 'Expected one of audit, draws, ledger'],
  ['verify', [], 'Expected one of audit, draws, ledger'],
  ['clean', ['all'], 'Unknown argument all'],
  ['create-admin', ['one'], 'Missing argument EMAIL'],
  ['create-admin', ['one', 'one@example.com', 'owner', 'now'], 'Unknown argument now'],
])('%s refuses %j: a line names the problem, the usage follows', async (tool, args, message) => {
  expectRefusal(await read(tool, ...args), tool, message);
});

test('prints the usage of npm start', async () => {
  const { status, stdout } = await read('start', '--help');
  expect([status, stdout]).toEqual([0, expect.stringContaining('  npm start\n')]);
});

// Without npm, the built programs are called directly (see apps/api/vite.config.ts). One process loads all programs in
// turn, since loading the shared modules takes most of the time.
test('refuses unknown arguments when programs are called directly', () => {
  const names = ['migrate', 'create-admin', 'pause', 'verify-draws', 'verify-ledger'];
  const folder = pathToFileURL(join(import.meta.dirname, '../../apps/api/src/'));
  const script = names
    .map((name) => new URL(`${name}.ts`, folder).href)
    .map((url) => `process.exitCode = 0; await import('${url}'); console.error(process.exitCode);`)
    .join('\n');
  const { stdout, stderr } = spawnNode(['--input-type=module', '--eval', script, '--', '--help'], {
    PATH: process.env['PATH'],
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    MODE: 'demo',
  });
  expect(stdout).toBe('');
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(2 * names.length);
  for (const [index, name] of names.entries())
    expect([name, ...lines.slice(2 * index, 2 * index + 2)]).toEqual([
      name,
      expect.stringMatching(/^Unknown option '--help'/),
      expect.stringMatching(/^[12]$/),
    ]);
}, 60_000);
