import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@inaam/db/embedded/server';
import { GROUPS } from '@inaam/settings/table';
import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const production = {
  DATABASE_URL: 'postgres://inaam:x@db.internal/inaam?sslmode=require',
  APP_ORIGIN: 'https://app.example.com',
  ADMIN_ORIGIN: 'https://admin.example.net',
  MAIL_URL: 'smtps://inaam:a%40b@smtp.example.com',
  MAIL_FROM: 'Inaam <hello@inaam.example>',
  TRUST_PROXY: 'none',
  SUPPORT_EMAIL: 'help@inaam.example',
  NETWORK_NAME: 'Partners',
  GRIEVANCE_OFFICER: 'Asha Rao <grievance@inaam.example>',
  AUDIT_KEY: '8f1d03c47a5be6920d4fa81b3c6e7590de24b7f8016a9c35e24d8b70f1a6c953',
  AUDIT_WEBHOOK_URL: 'https://heads.example.com/in',
  AUDIT_WEBHOOK_SECRET: `whsec_${Buffer.from('bytes that a test signs with, 33.').toString('base64')}`,
};

test('refuses to start without a required setting and names it', () => {
  for (const name of GROUPS['Required in production'].filter((each) => each !== 'MODE')) {
    const without = { ...production, MODE: 'production', [name]: undefined };
    expect(() => readSettings(without), name).toThrow(new RegExp(`^${name}: `));
  }
});

const read = (env: object) => readSettings({ ...production, ...env });

test.each(['0.0.0.0/0', '::/0', '0.0.0.0/1', '2000::/3', '::ffff:0:0/96', '10.0.0.0/8,::/0'])(
  'refuses a proxy list with %s',
  (TRUST_PROXY) => {
    expect(() => read({ TRUST_PROXY })).toThrow(
      /^TRUST_PROXY: cannot hold \S+\/\d+ in production: too large a range to trust$/,
    );
  },
);

test('accepts the largest private blocks as proxies', () => {
  expect(read({ TRUST_PROXY: '10.0.0.0/8,fc00::/7,::ffff:10.0.0.0/104,203.0.113.7' }).trustProxy).toHaveLength(4);
});

test('requires https for a trace collector with an API key, except on this machine', () => {
  const endpoint = (OTEL_EXPORTER_OTLP_ENDPOINT: string, OTEL_EXPORTER_OTLP_HEADERS = 'x-key=a') =>
    read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }).tracing?.endpoint;
  expect(() => endpoint('http://collector.example.com:4318')).toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT: must be an https address in production',
  );
  for (const good of ['http://localhost:4318', 'http://[::1]:4318', 'https://collector.example.com']) {
    expect(endpoint(good)).toBe(good);
  }
  expect(endpoint('http://collector:4318', '')).toBe('http://collector:4318');
});

describe('weakened settings', () => {
  test.each([
    [{ ADMIN_SECOND_FACTOR: 'optional' }, 'ADMIN_SECOND_FACTOR=optional: admins can sign in with only a password'],
    [{ VERIFY_EMAIL: 'off' }, 'VERIFY_EMAIL=off: users can spin without a verified e-mail address'],
    [{ MAIL: 'off', MAIL_URL: '' }, 'MAIL=off: users can spin without a verified e-mail address'],
    [{ AUDIT_KEY: '' }, 'AUDIT_KEY is not set'],
    [{ LOG_RETENTION_DAYS: '395' }, 'LOG_RETENTION_DAYS=395: some logs may be kept for less than a year'],
    [{ GRIEVANCE_OFFICER: undefined }, 'GRIEVANCE_OFFICER is not set'],
    [{ AUDIT_WEBHOOK_URL: '', AUDIT_WEBHOOK_SECRET: '' }, 'AUDIT_WEBHOOK_URL is not set'],
    [
      { APPROVAL_CREDIT: '1001' },
      'APPROVAL_CREDIT=1001: above the default of 1000, so larger actions need no second person',
    ],
    [{ APPROVAL_ODDS_SHARE: '101' }, 'APPROVAL_ODDS_SHARE=101: above the default of 100'],
    [{ APPROVAL_ODDS_COST: '51' }, 'APPROVAL_ODDS_COST=51: above the default of 50'],
    [{ APPROVAL_CODES: '501' }, 'APPROVAL_CODES=501: above the default of 500'],
    [{ APPROVAL_CODES_VALUE: '25001' }, 'APPROVAL_CODES_VALUE=25001: above the default of 25000'],
    [{ APPROVAL_RATE_SHARE: '11' }, 'APPROVAL_RATE_SHARE=11: above the default of 10'],
  ])('are accepted with a warning: %o', (env, line) => {
    expect(read(env).weakenings).toEqual([expect.stringContaining(line)]);
  });

  test('do not include defaults, stricter settings or settings of the demo', () => {
    expect(read({}).weakenings).toEqual([]);
    const stricter = { APPROVAL_CREDIT: '10', APPROVAL_HOURS: '720', ADMIN_SECOND_FACTOR: 'required' };
    expect(read(stricter).weakenings).toEqual([]);
    const demo = { SANDBOX_SECRET: 'a secret of the sandbox', ADMIN_SECOND_FACTOR: 'optional', VERIFY_EMAIL: 'off' };
    expect(readSettings(demo).weakenings).toEqual([]);
  });

  test('are logged at startup', async () => {
    const [APP_PORT, ADMIN_PORT] = [String(await freePort()), String(await freePort())];
    // Nothing listens on this port, so the process waits for its database.
    const DATABASE_URL = `postgres://inaam@127.0.0.1:${await freePort()}/inaam`;
    const weak = { LISTEN: '127.0.0.1', APP_PORT, ADMIN_PORT, DATABASE_URL, ADMIN_SECOND_FACTOR: 'optional' };
    const server = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
      env: { ...production, ...weak },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      let logged: unknown;
      for await (const line of createInterface({ input: server.stdout })) {
        logged = JSON.parse(line);
        if (line.includes('ADMIN_SECOND_FACTOR')) break;
      }
      expect(logged).toMatchObject({ level: 40, msg: expect.stringContaining('only a password') });
    } finally {
      server.kill('SIGKILL');
    }
  });
});
