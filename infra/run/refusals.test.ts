import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const run = join(import.meta.dirname, '..', 'run.mjs');

/** Runs a command with an invalid setting, and returns the output that a person reads before anything is built. */
function start(env: Record<string, string>, command = 'start') {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, command], {
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
    timeout: 25_000,
  });
  return { status, output: stdout + stderr };
}

test.each([
  [{ APP_PORT: '0' }, 'APP_PORT: must be a port number\n'],
  [{ APP_PORT: 'abc' }, 'APP_PORT: must be a port number\n'],
  [{ APP_PORT: '4216', ADMIN_PORT: '70000' }, 'ADMIN_PORT: must be a port number\n'],
  [
    { APP_PORT: '4216', ADMIN_PORT: '4217', SANDBOX_PORT: '4216' },
    'SANDBOX_PORT and APP_PORT are the same port, 4216.\n',
  ],
  [{ MODE: 'test' }, 'MODE: must be demo or production\n'],
  [{ DATABASE_URL: 'postgres://inaam@127.0.0.1/inaam' }, 'APP_ORIGIN: must be an https address in production\n'],
  [
    { MODE: 'production', EMBEDDED_IN_PRODUCTION: '1' },
    'EMBEDDED_IN_PRODUCTION: does not exist any more: unset it and set DATABASE_URL\n',
  ],
  [
    { DATABASE_READ_URL: 'postgres://inaam@127.0.0.1/inaam' },
    'DATABASE_READ_URL: needs DATABASE_URL: the embedded database has no standby\n',
  ],
])('refuses %o in one line', (env, output) => {
  expect(start(env)).toEqual({ status: 1, output });
});

test.each(['0.0.0.0', '127.0.0.1'])('refuses a port that is in use on %s and names its variable', async (host) => {
  const holder = createServer().listen(0, host);
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  try {
    for (const command of ['start', 'dev']) {
      const env = { APP_PORT: '4216', ADMIN_PORT: String(port), SANDBOX_PORT: '4218' };
      expect(start(env, command)).toEqual({ status: 1, output: `ADMIN_PORT: port ${port} is in use.\n` });
    }
  } finally {
    holder.close();
  }
});

test('refuses an unknown command and names it', () => {
  expect(start({}, 'deploy')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^Unknown command deploy; .*\n$/),
  });
});
