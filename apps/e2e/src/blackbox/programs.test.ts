import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { unique } from '../support/actors.ts';
import { RestClient } from '../support/rest.ts';

/** Programs of the build for operators without npm: infra/docs/runbooks/run.md. */
const product = inject('product');
const root = fileURLToPath(new URL('../../../..', import.meta.url));

function runProgram(name: string, args: string[] = [], input = '') {
  const { sandboxSecret: SANDBOX_SECRET, databaseUrl: DATABASE_URL } = product;
  const { status, stdout, stderr } = spawnSync(process.execPath, [`apps/api/dist/${name}.js`, ...args], {
    cwd: root,
    // verify-audit requires a key.
    env: { MODE: 'demo', DATABASE_URL, SANDBOX_SECRET, SECRETS_KEY: randomBytes(32).toString('hex') },
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

test('creates an admin who can sign in, with create-admin', async () => {
  const username = unique('built').toLowerCase().replaceAll(/\W/g, '');
  const password = randomBytes(12).toString('base64url');
  const ending = runProgram('create-admin', [username, `${username}@example.com`, 'analyst'], `${password}\n`);
  expect(ending).toEqual({ status: 0, stdout: `Admin ${username} created.\n`, stderr: '' });
  const client = new RestClient(product.adminOrigin);
  expect((await client.post('/api/admin/login.php', { username, password })).status).toBe(200);
});

test.each([
  ['migrate', 0, 'The database is at the schema of this release.'],
  ['verify-ledger', 0, 'The ledger is consistent.'],
  ['pause', 0, 'Nothing is paused.'],
  ['verify-draws', 2, 'Usage: npm run verify -- draws'],
])('%s without arguments exits with status %i and prints “%s”', (name, status, message) => {
  const found = runProgram(name);
  expect({ ...found, output: found.stdout + found.stderr }).toMatchObject({
    status,
    output: expect.stringContaining(message),
  });
});

test.each(['migrate', 'pause', 'verify-ledger', 'verify-audit', 'verify-draws', 'create-admin'])(
  'prints the usage of %s with --help, and fails',
  (name) => {
    const { status, stdout, stderr } = runProgram(name, ['--help']);
    expect([status === 0, stdout, stderr]).toEqual([false, '', expect.stringMatching(/--help|Usage/)]);
  },
);

test('prints the current public key with verify-audit --public-key', () => {
  const { status, stdout } = runProgram('verify-audit', ['--public-key']);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64}\n$/)]);
});

test('checks the audit log with verify-audit, even if the key of its seals is unknown', () => {
  const { stdout, stderr } = runProgram('verify-audit');
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/^(seal 1 is signed with an unknown key|The audit log is unchanged)/),
    '',
  ]);
});
