import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Answer, Client } from './support/client.ts';
import { registerUser, signInAdmin } from './support/people.ts';

/** Checks security headers on answers of both hosts with every kind of status, from every layer that answers. */

let api: TestApi;
let userHost: TestApi['appHost'];
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
  userHost = api.appHost;
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };
const foreign = { origin: 'https://evil.example' };

/** Runs work while a table is missing, as an example of a server failure. */
async function runWithoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { sql } = api.core.database;
  await sql.unsafe(`alter table ${table} rename to ${table}_gone`);
  try {
    return await work();
  } finally {
    await sql.unsafe(`alter table ${table}_gone rename to ${table}`);
  }
}

type Case = [what: string, status: number, kind: 'api' | 'page' | 'file', ask: () => Promise<Answer>];
const user = () => new Client(api.appHost);
const admin = () => new Client(api.adminHost);
const signIn = async () => (await signInAdmin(api)).client;

const cases: Case[] = [
  ['a page', 200, 'page', () => user().get('/login')],
  ['a page of the back-office', 200, 'page', () => admin().get('/admin/login')],
  ['an unknown page', 302, 'page', () => user().get('/nowhere')],
  ['an unknown page of the back-office', 302, 'page', () => admin().get('/nowhere')],
  ['a script', 200, 'file', () => user().get('/assets/app-4f2a.js')],
  ['a script that is gone', 404, 'api', () => user().get('/assets/gone-1111.js')],
  ['a health check', 200, 'api', () => user().get('/healthz')],
  ['a .php call', 200, 'api', async () => (await registerUser(api.appHost)).client.get('/api/offers.php')],
  ['a procedure', 200, 'api', () => user().query('user.site')],
  ['a batch of procedures', 207, 'api', () => user().get('/trpc/user.site,user.offers.list?batch=1&input=%7B%7D')],
  ['a .php call of the back-office', 200, 'api', async () => (await signIn()).get('/api/admin/dashboard.php')],
  ['a CSV export', 200, 'api', async () => (await signIn()).get('/export/offers.csv')],
  ['the API description', 200, 'api', () => user().get('/api/openapi.json')],
  ['the API description of the back-office', 200, 'api', async () => (await signIn()).get('/api/admin/openapi.json')],
  ['bad input', 400, 'api', () => user().post('/api/login.php')],
  ['broken JSON', 400, 'api', () => user().send('POST', '/api/login.php', '{', json)],
  ['broken JSON to a procedure', 400, 'api', () => user().send('POST', '/trpc/user.identity.login', '{', json)],
  ['a path that cannot be decoded', 302, 'page', () => user().get('/%zz')],
  ['a .php path that cannot be decoded', 400, 'api', () => admin().get('/api/admin/%zz.php')],
  ['a path that is too long', 400, 'api', () => user().get(`/trpc/${'x'.repeat(5001)}`)],
  ['no session', 401, 'api', () => user().get('/api/offers.php')],
  ['no session at an export', 401, 'api', () => admin().get('/export/offers.csv')],
  ['an invalid key', 401, 'api', () => admin().get('/api/admin/offers.php', { authorization: 'Bearer x' })],
  ['a foreign Origin', 403, 'api', () => user().post('/api/login.php', {}, foreign)],
  ['a foreign Origin at a procedure', 403, 'api', () => admin().mutate('admin.identity.logout', undefined, foreign)],
  ['an unknown .php path', 404, 'api', () => user().get('/api/nothing.php')],
  ["the other host's .php path", 404, 'api', () => user().get('/api/admin/offers.php')],
  ['an unknown procedure', 404, 'api', () => user().query('user.nothing')],
  ['an unknown network', 404, 'api', () => user().get('/postback/unknown?a=b')],
  ['an unknown export', 404, 'api', () => admin().get('/export/nothing.csv')],
  ['a wrong method', 405, 'api', () => user().get('/api/login.php')],
  ['a wrong method on a page', 405, 'api', () => user().post('/login')],
  ['a wrong method on a file', 405, 'api', () => user().post('/icon.svg')],
  ['a method that no procedure has', 405, 'api', () => user().send('TRACE', '/trpc/user.site')],
  ['a CORS preflight', 405, 'api', () => user().send('OPTIONS', '/api/login.php', undefined, foreign)],
  ['a body that is too large', 413, 'api', () => user().post('/api/login.php', { a: 'x'.repeat(300_000) })],
  ['a wrong content type', 415, 'api', () => user().send('POST', '/api/login.php', 'a=b', { 'content-type': 'a/b' })],
  [
    'a failure of a .php call',
    500,
    'api',
    () => runWithoutTable('user_sessions', async () => (await unknownCaller()).get('/api/offers.php')),
  ],
  [
    'a failure of a procedure',
    500,
    'api',
    () => runWithoutTable('user_sessions', async () => (await unknownCaller()).query('user.offers.list')),
  ],
];

/** A caller with a cookie, so that the session is looked up. */
async function unknownCaller(): Promise<Client> {
  const client = new Client(userHost);
  client.cookies.set('inaam_user', 'x'.repeat(40));
  return client;
}

test.each(cases)('sends security headers with %s (%i)', async (_, status, kind, ask) => {
  const { status: actual, headers } = await ask();
  expect(actual).toBe(status);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  expect(String(headers['content-security-policy']).split(';')).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]),
  );
  if (kind === 'api') expect(headers['cache-control']).toBe('no-store');
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
    expect(headers).not.toHaveProperty(name);
});

test('sends no-store with every API answer, whatever its status and the spelling of its path', async () => {
  const adminClient = await signIn();
  const answers = [
    await user().get('/trpc/user.site'),
    await user().get('/api/offers.php'),
    await user().get('/%61pi/offers.php'),
    await user().get('/api/nothing.php'),
    await user().get('/api/login.php'),
    await user().send('POST', '/api/login.php', '{', { 'content-type': 'application/json' }),
    await user().post('/api/register.php'),
    await user().get('/trpc/admin.site'),
    await user().get('/postback/unknown?a=b'),
    await user().get('/healthz'),
    await user().get('/readyz'),
    await adminClient.get('/api/admin/dashboard.php'),
    await adminClient.get('/api/admin/offers.php?page=1'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    [200, 401, 401, 404, 405, 400, 400, 404, 404, 200, 200, 200, 200].map((status) => [status, 'no-store']),
  );
});

test('answers 204 to a policy report of a browser, in the old or current format or without valid JSON', async () => {
  const legacyReport = {
    'csp-report': { 'blocked-uri': 'https://evil.example/x.js', 'violated-directive': 'script-src' },
  };
  const currentReports = [
    { type: 'csp-violation', body: { blockedURL: 'inline', effectiveDirective: 'script-src-elem' } },
  ];
  for (const [type, body] of [
    ['application/csp-report', JSON.stringify(legacyReport)],
    ['application/reports+json', JSON.stringify(currentReports)],
    ['application/reports+json', 'not JSON'],
  ] as const) {
    const answer = await user().send('POST', '/csp-reports', body, { 'content-type': type });
    expect([answer.status, answer.body]).toEqual([204, '']);
  }
  const { headers } = await user().get('/healthz');
  expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"');
  expect(headers['content-security-policy']).toContain('report-uri /csp-reports');
});

describe('the content security policy', () => {
  const getPolicy = async (host: TestApi['appHost']) => {
    const { headers } = await new Client(host).get('/healthz');
    const directives = String(headers['content-security-policy']).split(';');
    return Object.fromEntries(
      directives.map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)] as const),
    ) as Record<string, string[]>;
  };
  const firebase = {
    IDENTITY_PROJECT_ID: 'inaam-prod',
    IDENTITY_API_KEY: `AIza${'x'.repeat(35)}`,
    IDENTITY_AUTH_DOMAIN: 'inaam-prod.firebaseapp.com',
  };

  test('allows only scripts of the host, and neither inline scripts nor eval', async () => {
    for (const host of [api.appHost, api.adminHost]) {
      const policy = await getPolicy(host);
      expect(policy['script-src']).toEqual(["'self'"]);
      expect(policy['connect-src']).toEqual(["'self'"]);
      expect(policy['object-src']).toEqual(["'none'"]);
      expect(policy['frame-src']).toEqual(["'none'"]);
      expect(Object.values(policy).flat().join(' ')).not.toMatch(/unsafe-eval|https?:|\*/);
    }
  });

  test("allows the configured identity provider's scripts, only on the app host", async () => {
    const { appHost, adminHost } = await api.startAnother(firebase);
    const policy = await getPolicy(appHost);
    expect(policy['script-src']).toEqual(["'self'", 'https://apis.google.com']);
    expect(policy['frame-src']).toEqual(['https://inaam-prod.firebaseapp.com']);
    expect((policy['connect-src'] ?? []).toSorted()).toEqual([
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ]);
    expect(await getPolicy(adminHost)).toMatchObject({ 'script-src': ["'self'"], 'frame-src': ["'none'"] });
  });
});

describe('the document of an app', () => {
  const firebase = { IDENTITY_PROJECT_ID: 'inaam-prod', IDENTITY_API_KEY: `AIza${'x'.repeat(35)}` };
  const readPolicy = async (host: TestApi['appHost'], path: string) => {
    const { headers } = await new Client(host).get(path);
    return {
      policy: String(headers['content-security-policy']),
      reported: headers['content-security-policy-report-only'],
    };
  };

  test('requires Trusted Types for markup and script URLs', async () => {
    // The last path has its own route, for mail programs.
    for (const path of ['/login', '/index.html', '/unsubscribe?token=abc']) {
      const { policy } = await readPolicy(api.appHost, path);
      expect(policy).toContain("script-src 'self'");
      expect(policy).toMatch(/;require-trusted-types-for 'script';trusted-types inaam$/);
    }
    expect((await readPolicy(api.adminHost, '/admin/login')).policy).toMatch(/;trusted-types 'none'$/);
  });

  test('has another policy than scripts: theirs omits Trusted Types, which would block importScripts', async () => {
    expect((await readPolicy(api.appHost, '/assets/app-4f2a.js')).policy).not.toContain('trusted-types');
  });

  test('reports violations of Trusted Types instead of blocking them when Google’s library is allowed', async () => {
    const { appHost, adminHost } = await api.startAnother(firebase);
    const { policy, reported } = await readPolicy(appHost, '/login');
    expect(policy).not.toContain('trusted-types');
    expect(reported).toBe(
      "require-trusted-types-for 'script';trusted-types inaam;report-uri /csp-reports;report-to csp",
    );
    expect((await readPolicy(adminHost, '/admin/login')).policy).toMatch(/;trusted-types 'none'$/);
  });
});

test.each([
  ['a request that is not HTTP', 400, 'rubbish\r\n\r\n'],
  ['an unknown Expect header', 417, 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: a-reply\r\nConnection: close\r\n\r\n'],
  ['a request without a Host header', 400, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two Host headers', 400, 'GET /healthz HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n'],
  ['the same Host header twice', 400, 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a header that is too long', 431, `GET /login HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
])('answers %s (%i) with security headers and without details', async (_, status, text) => {
  const { appHost } = await api.startAnother();
  const address = await appHost.listen({ port: 0, host: '127.0.0.1' });
  const answer = await new Promise<string>((resolve, reject) => {
    let response = '';
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      response += chunk.toString();
    });
    socket.on('close', () => resolve(response)).on('error', reject);
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of ['x-frame-options: deny', 'x-content-type-options: nosniff', 'cache-control: no-store']) {
    expect(answer.toLowerCase()).toContain(header);
  }
  expect(answer).toContain("default-src 'none'");
  expect(answer.split('\r\n\r\n')[1]).toMatch(/^\{"error":"[\w: ]+"\}$/);
});

test('sends Strict-Transport-Security with every answer on https, errors included, and never on http', async () => {
  const origins = { APP_ORIGIN: 'https://app.example.com', ADMIN_ORIGIN: 'https://admin.example.net' };
  const https = await api.startAnother(origins);
  for (const path of [
    '/login',
    '/nowhere',
    '/api/offers.php',
    '/api/nothing.php',
    '/trpc/user.site',
    '/%zz',
    '/healthz',
  ]) {
    for (const host of ['appHost', 'adminHost'] as const) {
      const answer = await new Client(https[host]).get(path);
      expect([path, answer.headers['strict-transport-security']]).toEqual([
        path,
        'max-age=31536000; includeSubDomains',
      ]);
      expect((await new Client(api[host]).get(path)).headers).not.toHaveProperty('strict-transport-security');
    }
  }
});
