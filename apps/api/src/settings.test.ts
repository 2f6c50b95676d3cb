import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentSchema, SECRET_VARIABLES } from '@inaam/settings/environment';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const demo = { SANDBOX_SECRET: 'a secret of the sandbox' };
const KEY = '8f1d03c47a5be6920d4fa81b3c6e7590de24b7f8016a9c35e24d8b70f1a6c953';
const AUDIT_WEBHOOK_SECRET = `whsec_${Buffer.from(KEY, 'hex').toString('base64')}`;
const production = {
  DATABASE_URL: 'postgres://inaam:x@db.internal/inaam?sslmode=require',
  APP_ORIGIN: 'https://app.example.com',
  ADMIN_ORIGIN: 'https://admin.example.net',
  MAIL_URL: 'smtps://inaam:a%40b@smtp.example.com',
  MAIL_FROM: 'Inaam <hello@inaam.example>',
  TRUST_PROXY: 'none',
  SUPPORT_EMAIL: 'help@inaam.example',
  NETWORK_NAME: 'Partners',
};

test('uses the documented defaults', () => {
  expect(readSettings(demo)).toMatchObject({
    mode: 'demo',
    app: { port: 3000, origin: 'http://localhost:3000' },
    admin: { port: 3001, origin: 'http://localhost:3001' },
    databaseUrl: undefined,
    dataDir: expect.stringMatching(/\/\.data$/),
    trustProxy: false,
    rateLimits: true,
    brandName: 'Inaam',
    supportEmail: 'support@example.com',
    networkName: 'Sandbox Network',
    identity: { projectId: 'inaam-sandbox', issuer: 'http://localhost:3002', jwksUrl: 'http://localhost:3002/jwks' },
    sandbox: { origin: 'http://localhost:3002', secret: demo.SANDBOX_SECRET },
  });
});

test('uses production mode without demo features if DATABASE_URL is set', () => {
  expect(readSettings(production)).toMatchObject({ mode: 'production', sandbox: undefined, identity: undefined });
  expect(readSettings({ ...production, ...demo, MODE: 'demo' }).mode).toBe('demo');
});

test('listens on loopback in the demo, and generates passwords when reachable from outside unless DEMO_PUBLIC is set', () => {
  const read = (env: object) => {
    const { listen, drawDemoPasswords } = readSettings({ ...demo, ...env });
    return [listen, drawDemoPasswords];
  };
  expect(read({})).toEqual(['localhost', false]);
  expect(read({ LISTEN: '127.0.0.2' })).toEqual(['127.0.0.2', false]);
  expect(read({ LISTEN: 'all' })).toEqual(['::', true]);
  expect(read({ LISTEN: '192.0.2.7' })).toEqual(['192.0.2.7', true]);
  expect(read({ LISTEN: 'all', DEMO_PUBLIC: '1' })).toEqual(['::', false]);
  expect(readSettings(production)).toMatchObject({ listen: '::', drawDemoPasswords: false, trustProxy: false });
});

test('treats an empty variable as unset', () => {
  const empty = { APP_PORT: '', BRAND_NAME: '', DATABASE_URL: '', TRUST_PROXY: '', MODE: '' };
  expect(readSettings({ ...demo, ...empty })).toEqual(readSettings(demo));
});

test('needs only the project id for Firebase', () => {
  expect(readSettings({ ...production, IDENTITY_PROJECT_ID: 'shop' }).identity).toEqual({
    projectId: 'shop',
    signInProviders: ['google.com'],
    issuer: 'https://securetoken.google.com/shop',
    jwksUrl: expect.stringMatching(/^https:\/\/www\.googleapis\.com\//),
  });
});

test('reads keys of 32 random bytes in hex or base64', () => {
  const bytes = Buffer.from(KEY, 'hex');
  const written = [KEY, bytes.toString('base64'), bytes.toString('base64url')];
  const { secretsKeys } = readSettings({ ...production, SECRETS_KEY: written.join(', ') });
  expect(secretsKeys.map((key) => Buffer.from(key))).toEqual([bytes, bytes, bytes]);
  expect(readSettings(production).secretsKeys).toEqual([]);
});

test('allows known push services, and the sandbox’s push service only in the demo', () => {
  expect(readSettings(production).push).toMatchObject({
    hosts: expect.arrayContaining(['fcm.googleapis.com', '*.push.apple.com']),
    trustedOrigin: undefined,
  });
  expect(readSettings(demo).push).toMatchObject({ trustedOrigin: 'http://localhost:3002' });
  expect(readSettings({ ...production, PUSH: 'off' }).push).toEqual({ kind: 'off' });
  for (const host of ['localhost', '10.0.0.1', 'push.example.com:8443', 'http://push.example.com', '*']) {
    expect(() => readSettings({ ...production, PUSH_HOSTS: host })).toThrow(/^PUSH_HOSTS: /);
  }
});

test('accepts addresses, blocks and names of private ranges as proxies', () => {
  const { trustProxy } = readSettings({ ...demo, TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::1' });
  expect(trustProxy).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1']);
});

describe('mail', () => {
  test('goes to the sandbox in the demo and to the configured server in production, encrypted', () => {
    expect(readSettings(demo).mail).toMatchObject({ url: undefined, from: 'Inaam <support@example.com>' });
    expect(readSettings(demo)).toMatchObject({ verifyBeforeSpin: true, mail: { requireTls: false } });
    expect(readSettings(production).mail).toEqual({
      kind: 'smtp',
      url: production.MAIL_URL,
      from: production.MAIL_FROM,
      requireTls: true,
      dkim: undefined,
    });
  });

  test('can be switched off, which also disables verification', () => {
    const { MAIL_URL: _, ...without } = production;
    expect(readSettings({ ...without, MAIL: 'off' })).toMatchObject({ mail: { kind: 'off' }, verifyBeforeSpin: false });
    expect(readSettings({ ...demo, VERIFY_EMAIL: 'off' })).toMatchObject({ verifyBeforeSpin: false });
  });
});

test('requires a second factor in the demo only if ADMIN_SECOND_FACTOR says so', () => {
  expect(readSettings(demo)).toMatchObject({ secondFactorRequired: false });
  expect(readSettings({ ...demo, ADMIN_SECOND_FACTOR: 'required' })).toMatchObject({ secondFactorRequired: true });
});

describe('the origins that may send state-changing calls', () => {
  test('are all names of the loopback address, with the port of their own host', () => {
    const { ownOrigins } = readSettings({ ...demo, APP_PORT: '4500', ADMIN_PORT: '4501' });
    expect(ownOrigins.app).toEqual(['http://localhost:4500', 'http://127.0.0.1:4500', 'http://[::1]:4500']);
    expect(ownOrigins.admin).toEqual(['http://localhost:4501', 'http://127.0.0.1:4501', 'http://[::1]:4501']);
  });

  test('are only the configured origin for a domain, even if the domain begins like localhost', () => {
    expect(readSettings(production).ownOrigins.app).toEqual(['https://app.example.com']);
    expect(readSettings({ ...demo, APP_ORIGIN: 'http://localhost.example' }).ownOrigins.app).toHaveLength(1);
  });
});

describe('names the variable of an invalid value', () => {
  test.each([
    ['MODE', { ...demo, MODE: 'staging' }],
    ['APP_PORT', { ...demo, APP_PORT: 'http' }],
    ['APP_PORT', { ...demo, APP_PORT: '65536' }],
    ['APP_PORT', { ...demo, APP_PORT: '-1' }],
    ['ADMIN_PORT', { ...demo, ADMIN_PORT: '3000' }],
    ['ADMIN_PORT', { ...demo, ADMIN_PORT: '30.5' }],
    ['MAIL_URL', { ...production, MAIL_URL: '' }],
    ['MAIL_URL', { ...production, MAIL_URL: 'https://smtp.example.com' }],
    ['MAIL_URL', { ...production, MAIL: 'off' }],
    ['MAIL_URL', { ...production, MAIL_URL: 'smtps://inaam:100%sure@smtp.example.com' }],
    ['MAIL_FROM', { ...production, MAIL_FROM: '' }],
    ['MAIL_FROM', { ...production, MAIL_FROM: 'nobody' }],
    ['MAIL_DKIM', { ...production, MAIL_DKIM: 'inaam.example' }],
    ['VERIFY_EMAIL', { ...demo, VERIFY_EMAIL: 'later' }],
    ['SANDBOX_PORT', { ...demo, SANDBOX_PORT: 'x' }],
    ['APP_ORIGIN', { ...demo, APP_ORIGIN: 'app.example.com' }],
    ['APP_ORIGIN', { ...demo, APP_ORIGIN: 'ftp://app.example.com' }],
    ['APP_ORIGIN', { ...demo, APP_ORIGIN: 'https://app.example.com/path' }],
    ['ADMIN_ORIGIN', { ...demo, ADMIN_ORIGIN: 'not an origin' }],
    ['DATABASE_URL', { ...demo, DATABASE_URL: 'mysql://db/inaam' }],
    ['DATABASE_URL', { ...demo, DATABASE_URL: 'db' }],
    ['DATABASE_URL', { ...demo, DATABASE_URL: 'postgres://inaam:100%sure@db.internal/inaam' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: 'postgres://inaam:x@db.internal/inaam' }],
    ['DATABASE_MIGRATE_URL', { ...production, DATABASE_MIGRATE_URL: 'postgres://owner:x@10.0.0.7/inaam' }],
    ['DATABASE_READ_URL', { ...production, DATABASE_READ_URL: 'postgres://reader:x@standby.internal/inaam' }],
    ['TRUST_PROXY', { ...demo, TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { ...demo, TRUST_PROXY: '1' }],
    ['TRUST_PROXY', { ...demo, TRUST_PROXY: '10/8' }],
    ['TRUST_PROXY', { ...demo, TRUST_PROXY: '10.0.0.0/8,,' }],
    ['LISTEN', { ...demo, LISTEN: 'everywhere' }],
    ['DEMO_PUBLIC', { ...demo, DEMO_PUBLIC: 'yes' }],
    ['RATE_LIMITS', { ...demo, RATE_LIMITS: 'no' }],
    ['APPROVALS', { ...demo, APPROVALS: 'one' }],
    ['APPROVAL_CREDIT', { ...demo, APPROVAL_CREDIT: '10.5' }],
    ['APPROVAL_HOURS', { ...demo, APPROVAL_HOURS: '0' }],
    ['BRAND_NAME', { ...demo, BRAND_NAME: 'x'.repeat(61) }],
    ['NETWORK_NAME', { ...demo, NETWORK_NAME: 'x'.repeat(61) }],
    ['SUPPORT_EMAIL', { ...demo, SUPPORT_EMAIL: 'support' }],
    ['IDENTITY_ISSUER', { ...demo, IDENTITY_PROJECT_ID: 'a', IDENTITY_ISSUER: 'issuer' }],
    ['IDENTITY_JWKS_URL', { ...demo, IDENTITY_PROJECT_ID: 'a', IDENTITY_JWKS_URL: 'keys' }],
    ['IDENTITY_PROJECT_ID', { ...demo, IDENTITY_ISSUER: 'https://issuer.example' }],
    ['IDENTITY_PROJECT_ID', { ...demo, IDENTITY_JWKS_URL: 'https://issuer.example/jwks' }],
    ['SANDBOX_SECRET', {}],
    ['SANDBOX_SECRET', { SANDBOX_SECRET: 'short' }],
    ['SECRETS_KEY', { ...demo, SECRETS_KEY: 'a passphrase that somebody typed' }],
    ['SECRETS_KEY', { ...demo, SECRETS_KEY: '0'.repeat(64) }],
    ['SECRETS_KEY', { ...production, SECRETS_KEY: 'ab'.repeat(31) }],
    ['SECRETS_KEY', { ...production, SECRETS_KEY: 'ab'.repeat(32) }],
    ['SECRETS_KEY', { ...production, SECRETS_KEY: `${KEY},` }],
    ['AUDIT_WEBHOOK_URL', { ...demo, AUDIT_WEBHOOK_SECRET }],
    ['AUDIT_WEBHOOK_URL', { ...demo, AUDIT_WEBHOOK_SECRET, AUDIT_WEBHOOK_URL: 'heads.example.com' }],
    ['AUDIT_WEBHOOK_URL', { ...production, AUDIT_WEBHOOK_SECRET, AUDIT_WEBHOOK_URL: 'http://heads.example.com/in' }],
    ['AUDIT_WEBHOOK_URL', { ...production, AUDIT_WEBHOOK_SECRET, AUDIT_WEBHOOK_URL: 'https://10.0.0.7/in' }],
    ['AUDIT_WEBHOOK_URL', { ...production, AUDIT_WEBHOOK_SECRET, AUDIT_WEBHOOK_URL: 'https://me:x@heads.example.com' }],
    ['AUDIT_KEY', { ...demo, AUDIT_KEY: 'a typed passphrase' }],
    ['AUDIT_PUBLIC_KEYS', { ...demo, AUDIT_PUBLIC_KEYS: 'not a key' }],
    ['AUDIT_WEBHOOK_SECRET', { ...production, AUDIT_WEBHOOK_URL: 'https://heads.example.com/in' }],
    ['AUDIT_WEBHOOK_SECRET', { ...demo, AUDIT_WEBHOOK_SECRET: 'a passphrase that somebody typed' }],
    ['AUDIT_WEBHOOK_SECRET', { ...demo, AUDIT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` }],
    ['LOG_LEVEL', { ...demo, LOG_LEVEL: 'loud' }],
    // Refused only in production.
    ['APP_ORIGIN', { ...production, APP_ORIGIN: undefined }],
    ['APP_ORIGIN', { ...production, APP_ORIGIN: 'http://app.example.com' }],
    ['ADMIN_ORIGIN', { ...production, ADMIN_ORIGIN: 'http://admin.example.net' }],
    ['ADMIN_ORIGIN', { ...production, ADMIN_ORIGIN: 'https://app.example.com:8443' }],
    ['RATE_LIMITS', { ...production, RATE_LIMITS: 'off' }],
    ['APPROVALS', { ...production, APPROVALS: 'off' }],
    ['SUPPORT_EMAIL', { ...production, SUPPORT_EMAIL: 'support@example.com' }],
    ['NETWORK_NAME', { ...production, NETWORK_NAME: undefined }],
    ['TRUST_PROXY', { ...production, TRUST_PROXY: undefined }],
    ['DEMO_PUBLIC', { ...production, DEMO_PUBLIC: '1' }],
    ['DATABASE_URL', { ...production, MODE: 'production', DATABASE_URL: undefined }],
    ['EMBEDDED_IN_PRODUCTION', { ...production, EMBEDDED_IN_PRODUCTION: '1' }],
    ['EMBEDDED_IN_PRODUCTION', { ...production, DATABASE_URL: undefined, EMBEDDED_IN_PRODUCTION: '0' }],
    ['SANDBOX_SECRET', { ...production, ...demo }],
    ['IDENTITY_ISSUER', { ...production, IDENTITY_PROJECT_ID: 'a', IDENTITY_ISSUER: 'http://issuer.example' }],
    ['IDENTITY_JWKS_URL', { ...production, IDENTITY_PROJECT_ID: 'a', IDENTITY_JWKS_URL: 'http://issuer.example/jwks' }],
    ['IDENTITY_JWKS_URL', { ...production, IDENTITY_PROJECT_ID: 'a', IDENTITY_JWKS_URL: 'HTTP://issuer.example/jwks' }],
    ['IDENTITY_JWKS_URL', { ...production, IDENTITY_PROJECT_ID: 'a', IDENTITY_JWKS_URL: 'ftp://issuer.example/jwks' }],
    ['IDENTITY_ISSUER', { ...production, IDENTITY_PROJECT_ID: 'a', IDENTITY_ISSUER: 'HTTP://issuer.example' }],
  ])('%s of %o', (variable, env) => {
    const read = () => readSettings(env);
    expect(read).toThrow(expect.objectContaining({ name: 'SettingError' }));
    expect(read).toThrow(new RegExp(`^${variable}: [^\\n]+$`));
  });
});

test('accepts one standby server together with DATABASE_URL', () => {
  const DATABASE_READ_URL = 'postgres://reader:x@standby.internal/inaam?sslmode=require';
  expect(readSettings({ ...production, DATABASE_READ_URL }).readUrl).toBe(DATABASE_READ_URL);
  expect(readSettings(production).readUrl).toBeUndefined();
  const readWith = (env: object) => () => readSettings({ ...demo, ...env });
  expect(readWith({ DATABASE_READ_URL })).toThrow('DATABASE_READ_URL: needs DATABASE_URL');
  expect(readWith({ ...production, SANDBOX_SECRET: '', DATABASE_READ_URL: production.DATABASE_URL })).toThrow(
    'DATABASE_READ_URL: must name a standby, and not the database itself',
  );
  expect(readWith({ DATABASE_READ_URL: 'postgres://reader:x@one,two/inaam' })).toThrow(
    'DATABASE_READ_URL: must name one server',
  );
  expect(readWith({ DATABASE_READ_URL: 'mysql://reader@standby/inaam' })).toThrow(
    'DATABASE_READ_URL: must be a postgres:// address',
  );
});

test('accepts a public https URL or a program on this machine as the receiver of audit heads', () => {
  const read = (AUDIT_WEBHOOK_URL: string) =>
    readSettings({ ...production, AUDIT_WEBHOOK_URL, AUDIT_WEBHOOK_SECRET }).auditReceiver;
  expect(readSettings(production).auditReceiver).toBeUndefined();
  expect(read('https://heads.example.com/in?of=inaam')).toEqual({
    url: 'https://heads.example.com/in?of=inaam',
    secrets: [AUDIT_WEBHOOK_SECRET],
    rules: { trustedOrigin: undefined },
  });
  expect(read('http://127.0.0.1:8088/in')?.rules).toEqual({ trustedOrigin: 'http://127.0.0.1:8088' });
  expect(read('http://[::1]:8088/in')?.rules).toEqual({ trustedOrigin: 'http://[::1]:8088' });
});

test('reads the trace collector’s URL and headers and the share of traced requests; no URL disables tracing', () => {
  expect(readSettings(demo).tracing).toBeUndefined();
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.com/';
  expect(readSettings({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
    endpoint: 'https://collector.example.com',
    headers: {},
    service: 'inaam',
    share: 1,
  });
  const more = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b=c, team=ops', OTEL_TRACES_SAMPLER_ARG: '0.25' };
  expect(readSettings({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT, ...more }).tracing).toMatchObject({
    headers: { 'x-key': 'a b=c', team: 'ops' },
    share: 0.25,
  });
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=%'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ] as const) {
    expect(() => readSettings({ ...production, [name]: value }), value).toThrow(new RegExp(`^${name}`));
  }
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inaam-settings-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read, without the line break at its end', () => {
    const { DATABASE_URL, ...rest } = production;
    const DATABASE_URL_FILE = file('database', `${DATABASE_URL}\n`);
    const SECRETS_KEY_FILE = file('key', `${KEY}\n`);
    const { databaseUrl, secretsKeys } = readSettings({ ...rest, DATABASE_URL_FILE, SECRETS_KEY_FILE });
    expect([databaseUrl, secretsKeys.map((key) => Buffer.from(key).toString('hex'))]).toEqual([DATABASE_URL, [KEY]]);
  });

  test.each(SECRET_VARIABLES)('is refused for %s if the variable is also set', (name) => {
    expect(() => readSettings({ ...demo, [name]: 'x', [`${name}_FILE`]: file('any', 'x') })).toThrow(
      `${name}_FILE: cannot be set together with ${name}`,
    );
  });

  test('is possible for each setting with a name like a secret, except public ones', () => {
    const secret = /KEY|SECRET|PASSWORD|TOKEN|HEADERS|_URL$/;
    const others = Object.keys(environmentSchema.shape).filter(
      (name) => secret.test(name) && SECRET_VARIABLES.every((each) => each !== name),
    );
    expect(others.toSorted()).toEqual(['AUDIT_PUBLIC_KEYS', 'IDENTITY_API_KEY', 'IDENTITY_JWKS_URL']);
  });

  test.each([
    ['AUDIT_KEY_FILE: cannot be set together with AUDIT_KEY', { AUDIT_KEY: KEY, AUDIT_KEY_FILE: '/x' }],
    ['AUDIT_KEY_FILE: cannot be read: ENOENT at /no/such/file', { AUDIT_KEY_FILE: '/no/such/file' }],
    ['SECRETS_KEY_FILE: names an empty file', { SECRETS_KEY_FILE: file('empty', '\n') }],
  ])('is refused: %s', (line, env) => {
    expect(() => readSettings({ ...production, ...env })).toThrow(line);
  });
});
