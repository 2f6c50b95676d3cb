import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Answer, Client } from './support/client.ts';
import { registerUser, signInAdmin } from './support/people.ts';

/** Security headers on every answer of both hosts, whatever its status and wherever in the server it is made. */

let api: TestApi;
let limited: TestApi['appHost'];
beforeAll(async () => {
  api = await createTestApi();
  limited = api.appHost;
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };
const foreign = { origin: 'https://evil.example' };

/** Runs work while a table is not there, as a stand-in for any failure of the server. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
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
const signedIn = async () => (await signInAdmin(api)).client;

const cases: Case[] = [
  ['a page', 200, 'page', () => user().get('/login')],
  ['a page of the back-office', 200, 'page', () => admin().get('/admin/login')],
  ['an unknown page', 302, 'page', () => user().get('/nowhere')],
  ['an unknown page of the back-office', 302, 'page', () => admin().get('/nowhere')],
  ['a script', 200, 'file', () => user().get('/assets/app-4f2a.js')],
  ['a script that is gone', 404, 'api', () => user().get('/assets/gone-1111.js')],
  ['health', 200, 'api', () => user().get('/healthz')],
  ['a call', 200, 'api', async () => (await registerUser(api.appHost)).client.get('/api/offers.php')],
  ['a procedure', 200, 'api', () => user().query('user.site')],
  ['a batch', 207, 'api', () => user().get('/trpc/user.site,user.offers.list?batch=1&input=%7B%7D')],
  ['an admin call', 200, 'api', async () => (await signedIn()).get('/api/admin/dashboard.php')],
  ['a file of rows', 200, 'api', async () => (await signedIn()).get('/export/offers.csv')],
  ['the description', 200, 'api', () => user().get('/api/openapi.json')],
  ['the admin description', 200, 'api', async () => (await signedIn()).get('/api/admin/openapi.json')],
  ['bad input', 400, 'api', () => user().post('/api/login.php')],
  ['broken JSON', 400, 'api', () => user().send('POST', '/api/login.php', '{', json)],
  ['broken JSON to a procedure', 400, 'api', () => user().send('POST', '/trpc/user.identity.login', '{', json)],
  ['a path that cannot be decoded', 400, 'api', () => user().get('/%zz')],
  ['a call whose path cannot be decoded', 400, 'api', () => admin().get('/api/admin/%zz.php')],
  ['a path that is too long', 400, 'api', () => user().get(`/trpc/${'x'.repeat(5001)}`)],
  ['nobody signed in', 401, 'api', () => user().get('/api/offers.php')],
  ['nobody signed in to export', 401, 'api', () => admin().get('/export/offers.csv')],
  ['a key that is none', 401, 'api', () => admin().get('/api/admin/offers.php', { authorization: 'Bearer x' })],
  ['a foreign Origin', 403, 'api', () => user().post('/api/login.php', {}, foreign)],
  ['a foreign Origin at a procedure', 403, 'api', () => admin().mutate('admin.identity.logout', undefined, foreign)],
  ['an unknown call', 404, 'api', () => user().get('/api/nothing.php')],
  ["the other host's call", 404, 'api', () => user().get('/api/admin/offers.php')],
  ['an unknown procedure', 404, 'api', () => user().query('user.nothing')],
  ['an unknown network', 404, 'api', () => user().get('/postback/nobody?a=b')],
  ['an unknown file of rows', 404, 'api', () => admin().get('/export/nothing.csv')],
  ['a wrong method', 405, 'api', () => user().get('/api/login.php')],
  ['a wrong method on a page', 405, 'api', () => user().post('/login')],
  ['a wrong method on a file', 405, 'api', () => user().post('/icon.svg')],
  ['a method that no procedure has', 405, 'api', () => user().send('TRACE', '/trpc/user.site')],
  ['a preflight', 405, 'api', () => user().send('OPTIONS', '/api/login.php', undefined, foreign)],
  ['a body that is too large', 413, 'api', () => user().post('/api/login.php', { a: 'x'.repeat(300_000) })],
  ['a wrong content type', 415, 'api', () => user().send('POST', '/api/login.php', 'a=b', { 'content-type': 'a/b' })],
  ['a failure', 500, 'api', () => without('user_sessions', async () => (await unknownCaller()).get('/api/offers.php'))],
  [
    'a failure of a procedure',
    500,
    'api',
    () => without('user_sessions', async () => (await unknownCaller()).query('user.offers.list')),
  ],
];

/** Somebody with a cookie, so that the sessions are asked. */
async function unknownCaller(): Promise<Client> {
  const client = new Client(limited);
  client.cookies.set('inaam_user', 'x'.repeat(40));
  return client;
}

test.each(cases)('%s (%i)', async (_, status, kind, ask) => {
  const { status: got, headers } = await ask();
  expect(got).toBe(status);
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

test('nothing that an API says is kept, whatever the status and however its path is spelled', async () => {
  const back = await signedIn();
  const answers = [
    await user().get('/trpc/user.site'),
    await user().get('/api/offers.php'),
    await user().get('/%61pi/offers.php'),
    await user().get('/api/nothing.php'),
    await user().get('/api/login.php'),
    await user().send('POST', '/api/login.php', '{', { 'content-type': 'application/json' }),
    await user().post('/api/register.php'),
    await user().get('/trpc/admin.site'),
    await user().get('/postback/nobody?a=b'),
    await user().get('/healthz'),
    await user().get('/readyz'),
    await back.get('/api/admin/dashboard.php'),
    await back.get('/api/admin/offers.php?page=1'),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
    [200, 401, 401, 404, 405, 400, 400, 404, 404, 200, 200, 200, 200].map((status) => [status, 'no-store']),
  );
});

test('what browsers report of the policy is taken in both forms, and nothing is said back', async () => {
  const old = { 'csp-report': { 'blocked-uri': 'https://evil.example/x.js', 'violated-directive': 'script-src' } };
  const now = [{ type: 'csp-violation', body: { blockedURL: 'inline', effectiveDirective: 'script-src-elem' } }];
  for (const [type, body] of [
    ['application/csp-report', JSON.stringify(old)],
    ['application/reports+json', JSON.stringify(now)],
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
  const policyOf = async (host: TestApi['appHost']) => {
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

  test('lets no script in but the hosts’ own, and none that is inline or made from text', async () => {
    for (const host of [api.appHost, api.adminHost]) {
      const policy = await policyOf(host);
      expect(policy['script-src']).toEqual(["'self'"]);
      expect(policy['connect-src']).toEqual(["'self'"]);
      expect(policy['object-src']).toEqual(["'none'"]);
      expect(policy['frame-src']).toEqual(["'none'"]);
      expect(Object.values(policy).flat().join(' ')).not.toMatch(/unsafe-eval|https?:|\*/);
    }
  });

  test("lets in the identity provider's alone where there is one, and on the app host alone", async () => {
    const { appHost, adminHost } = await api.another(firebase);
    const policy = await policyOf(appHost);
    expect(policy['script-src']).toEqual(["'self'", 'https://apis.google.com']);
    expect(policy['frame-src']).toEqual(['https://inaam-prod.firebaseapp.com']);
    expect((policy['connect-src'] ?? []).toSorted()).toEqual([
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ]);
    expect(await policyOf(adminHost)).toMatchObject({ 'script-src': ["'self'"], 'frame-src': ["'none'"] });
  });
});

describe('the document of an app', () => {
  const firebase = { IDENTITY_PROJECT_ID: 'inaam-prod', IDENTITY_API_KEY: `AIza${'x'.repeat(35)}` };
  const of = async (host: TestApi['appHost'], path: string) => {
    const { headers } = await new Client(host).get(path);
    return {
      policy: String(headers['content-security-policy']),
      reported: headers['content-security-policy-report-only'],
    };
  };

  test('takes no text for markup or for a script’s address but from policies of its own', async () => {
    // The last has a route of its own, for mail programs.
    for (const path of ['/login', '/index.html', '/unsubscribe?token=abc']) {
      const { policy } = await of(api.appHost, path);
      expect(policy).toContain("script-src 'self'");
      expect(policy).toMatch(/;require-trusted-types-for 'script';trusted-types inaam$/);
    }
    expect((await of(api.adminHost, '/admin/login')).policy).toMatch(/;trusted-types 'none'$/);
  });

  test('a worker’s script goes without: it imports by name', async () => {
    expect((await of(api.appHost, '/assets/app-4f2a.js')).policy).not.toContain('trusted-types');
  });

  test('says so in reports alone where Google’s library is let in', async () => {
    const { appHost, adminHost } = await api.another(firebase);
    const { policy, reported } = await of(appHost, '/login');
    expect(policy).not.toContain('trusted-types');
    expect(reported).toBe(
      "require-trusted-types-for 'script';trusted-types inaam;report-uri /csp-reports;report-to csp",
    );
    expect((await of(adminHost, '/admin/login')).policy).toMatch(/;trusted-types 'none'$/);
  });
});

test.each([
  ['what is no HTTP', 400, 'rubbish\r\n\r\n'],
  ['an unknown expectation', 417, 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: a-reply\r\nConnection: close\r\n\r\n'],
  ['a request for no host', 400, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['headers without end', 431, `GET /login HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
])('%s (%i) is answered with the same headers, and no word about itself', async (_, status, text) => {
  const { appHost } = await api.another();
  const address = await appHost.listen({ port: 0, host: '127.0.0.1' });
  const answer = await new Promise<string>((resolve, reject) => {
    let got = '';
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      got += chunk.toString();
    });
    socket.on('close', () => resolve(got)).on('error', reject);
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of ['x-frame-options: deny', 'x-content-type-options: nosniff', 'cache-control: no-store']) {
    expect(answer.toLowerCase()).toContain(header);
  }
  expect(answer).toContain("default-src 'none'");
  expect(answer.split('\r\n\r\n')[1]).toMatch(/^\{"error":"[\w: ]+"\}$/);
});

test('on https each answer says to stay there, errors and unknown paths too; on http none does', async () => {
  const origins = { APP_ORIGIN: 'https://app.example.com', ADMIN_ORIGIN: 'https://admin.example.net' };
  const https = await api.another(origins);
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
      const there = await new Client(https[host]).get(path);
      expect([path, there.headers['strict-transport-security']]).toEqual([path, 'max-age=31536000; includeSubDomains']);
      expect((await new Client(api[host]).get(path)).headers).not.toHaveProperty('strict-transport-security');
    }
  }
});
