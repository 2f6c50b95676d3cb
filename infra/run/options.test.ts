import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The tools as a person calls them who does not know them. */
function call(tool: string, ...args: string[]) {
  const run = join(import.meta.dirname, '..', 'run.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, tool, ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

const OPERATORS = ['migrate', 'create-admin', 'verify-audit', 'verify-draws', 'verify-ledger'];

test.each(['bench', 'fuzz', 'faults', 'docs', 'clean', ...OPERATORS])('%s says how it is used', (tool) => {
  const { status, stdout, stderr } = call(tool, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`  npm run ${tool}`);
  expect(stdout).toMatch(/^ {2}--help +these lines$/m);
});

test.each([
  ['fuzz', ['--loud'], "Unknown option '--loud'"],
  ['fuzz', ['--seed', 'x'], '--seed must be a whole number of at least 0'],
  ['fuzz', ['--seed', ''], '--seed must be a whole number of at least 0'],
  ['fuzz', ['--requests', '0'], '--requests must be a whole number of at least 1'],
  ['fuzz', ['everything'], 'Unknown argument everything'],
  [
    'bench',
    ['spins'],
    'Unknown argument spins: say one of model, postbacks, fill, lists, browse, pairs, csv, writes, or any of spin, click',
  ],
  ['bench', ['spin', 'model'], 'Unknown argument model: say one of model'],
  ['bench', ['model', 'spin'], 'Say one of model, postbacks'],
  ['fuzz', ['--seed', '--case', '1'], "Option '--seed' argument is ambiguous"],
  ['fuzz', ['--seed=-1'], '--seed must be a whole number of at least 0'],
  ['faults', ['--minutes', '0'], '--minutes must be a number of at least 0.1'],
  ...OPERATORS.map((name): [string, string[], string] => [name, ['--dry-run'], "Unknown option '--dry-run'"]),
  ['migrate', ['now'], 'Unknown argument now'],
  ['clean', ['all'], 'Unknown argument all'],
  ['create-admin', ['one'], 'Say EMAIL'],
  ['create-admin', ['one', 'one@example.com', 'owner', 'now'], 'Unknown argument now'],
])('%s %j is refused in one line, with how it is used', (tool, args, said) => {
  const { status, stdout, stderr } = call(tool, ...args);
  expect([status, stdout]).toEqual([1, '']);
  const [first = ''] = stderr.split('\n');
  expect(first).toMatch(said);
  expect(stderr).toContain(`  npm run ${tool}`);
  expect(stderr).not.toContain('    at ');
});

test('npm start says how it is used', () => {
  const { status, stdout } = call('start', '--help');
  expect([status, stdout]).toEqual([0, expect.stringContaining('  npm start\n')]);
});

// Without npm the programs are called themselves: apps/api/vite.config.ts.
test.each(['migrate', 'create-admin', 'verify-draws', 'verify-ledger'])(
  '%s itself refuses what it does not know',
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
