import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs a tool as a person who does not know it. @param tool the arguments after `npm run` */
function call(tool: string, ...args: string[]) {
  const run = join(import.meta.dirname, '..', 'run.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, ...tool.split(' -- '), ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

const OPERATORS = ['migrate', 'create-admin', 'pause', 'verify -- audit', 'verify -- draws', 'verify -- ledger'];

const LAB = ['bench', 'faults', 'drill', 'fuzz', 'mutants', 'ops'].map((name) => `lab -- ${name}`);

test.each(['lab', ...LAB, 'docs', 'clean', 'verify', ...OPERATORS])('prints the usage of %s', (tool) => {
  const { status, stdout, stderr } = call(tool, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`  npm run ${tool}`);
  expect(stdout).toMatch(/^ {2}--help +these lines$/m);
});

test.each([
  ['lab -- fuzz', ['--loud'], "Unknown option '--loud'"],
  ['lab -- fuzz', ['--seed', 'x'], '--seed must be a whole number of at least 0'],
  ['lab -- fuzz', ['--seed', ''], '--seed must be a whole number of at least 0'],
  ['lab -- fuzz', ['--requests', '0'], '--requests must be a whole number of at least 1'],
  ['lab -- fuzz', ['everything'], 'Unknown argument everything'],
  ['lab -- bench', ['spins'], 'Unknown argument spins: say any of spin, click'],
  ['lab -- drill', ['rolls'], 'Say one of roll, upgrade'],
  ['lab -- faults', ['crash', 'table'], 'Say one of crash, table'],
  ['lab -- fuzz', ['--seed', '--case', '1'], "Option '--seed' argument is ambiguous"],
  ['lab -- fuzz', ['--seed=-1'], '--seed must be a whole number of at least 0'],
  ['lab -- faults', ['crash', '--minutes', '0'], '--minutes must be a number of at least 0.1'],
  ...OPERATORS.map((name): [string, string[], string] => [name, ['--dry-run'], "Unknown option '--dry-run'"]),
  ['migrate', ['now'], 'Unknown argument now'],
  ['verify', ['books'], 'Say one of audit, draws, ledger'],
  ['verify', [], 'Say one of audit, draws, ledger'],
  ['clean', ['all'], 'Unknown argument all'],
  ['create-admin', ['one'], 'Say EMAIL'],
  ['create-admin', ['one', 'one@example.com', 'owner', 'now'], 'Unknown argument now'],
])('refuses %s %j in one line with the usage', (tool, args, said) => {
  const { status, stdout, stderr } = call(tool, ...args);
  expect([status, stdout]).toEqual([1, '']);
  const [first = ''] = stderr.split('\n');
  expect(first).toMatch(said);
  expect(stderr).toContain(`  npm run ${tool}`);
  expect(stderr).not.toContain('    at ');
});

test('prints the usage of npm start', () => {
  const { status, stdout } = call('start', '--help');
  expect([status, stdout]).toEqual([0, expect.stringContaining('  npm start\n')]);
});

// Without npm the programs are called directly: apps/api/vite.config.ts.
test.each(['migrate', 'create-admin', 'pause', 'verify-draws', 'verify-ledger'])(
  'refuses unknown arguments when %s is called directly',
  (name) => {
    const program = join(import.meta.dirname, '../../apps/api/src', `${name}.ts`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--help'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing', MODE: 'demo' },
      timeout: 20_000,
    });
    expect([status === 0, stdout, stderr]).toEqual([
      false,
      '',
      expect.stringMatching(/^Unknown option '--help'[^\n]*\n$/),
    ]);
  },
);
