import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, DOCUMENT, type TestApi } from './testing/api.ts';
import { Client } from './testing/client.ts';
import { registerUser, signInAdmin } from './testing/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const hosts = ['appHost', 'adminHost'] as const;

test('the document announces the scripts of the page that will be shown', async () => {
  const signedOut = new Client(api.appHost);
  const login = '</assets/login.js>; rel=modulepreload, </assets/form.js>; rel=modulepreload';
  for (const path of ['/', '/login']) expect((await signedOut.get(path)).headers.link).toBe(login);
  const { client } = await registerUser(api.appHost);
  expect((await client.get('/')).headers.link).toBe('</assets/offers.js>; rel=modulepreload');
  expect((await client.get('/profile')).headers).not.toHaveProperty('link');
  expect(await client.get('/preload.json')).toMatchObject({ status: 302, headers: { location: '/' } });
});

describe('pages', () => {
  test.each([
    [
      'appHost',
      ['/', '/login', '/register', '/profile', '/legal', '/terms', '/privacy', '/fairness', '/login/', '/?a=b'],
    ],
    ['adminHost', ['/admin', '/admin/login', '/admin/register', '/admin/offers', '/admin/vouchers', '/admin/admins']],
  ] as const)('%s answers its pages with the document, which nobody keeps', async (name, paths) => {
    for (const path of paths) {
      const { status, headers, body } = await new Client(api[name]).get(path);
      expect([path, status, body]).toEqual([path, 200, DOCUMENT]);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    expect((await new Client(api[name]).send('HEAD', paths[0])).status).toBe(200);
  });

  test.each([
    [
      'appHost',
      '/',
      ['/nowhere', '/admin', '/admin/login', '/login/more', '/apiary', '/..%2f..%2fetc/passwd', '/a%00b'],
    ],
    ['adminHost', '/admin', ['/', '/login', '/profile', '/admin/nowhere', '/nowhere?next=https://evil.example']],
  ] as const)('%s leads an unknown page to %s', async (name, home, paths) => {
    for (const path of paths) {
      const { status, headers } = await new Client(api[name]).get(path);
      expect([path, status, headers['location']]).toEqual([path, 302, home]);
    }
  });

  test('files carry the type they have; those with a hash in their name are kept for ever', async () => {
    const user = new Client(api.appHost);
    const script = await user.get('/assets/app-4f2a.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect((await user.get('/icon.svg')).headers['cache-control']).toBe('no-cache');
    for (const path of ['/sw.js', '/manifest.webmanifest']) {
      expect((await user.get(path)).headers['cache-control']).toBe('no-cache');
    }
    // A page from a former build asks for files that are gone: no document in their place.
    expect(await user.get('/assets/gone-1111.js')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  });
});

describe('what the user app brings to a home screen', () => {
  test('the manifest carries the brand of the installation, and its own type', async () => {
    const { headers, body } = await new Client(api.appHost).get('/manifest.webmanifest');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(body).toEqual({ name: 'Inaam', short_name: 'Inaam', start_url: '/' });
  });

  test('the worker is a script of the same origin, which the policy allows', async () => {
    const { status, headers } = await new Client(api.appHost).get('/sw.js');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(String(headers['content-security-policy']).split(';')).toContain("worker-src 'self'");
  });
});

test('files that the build has compressed are sent as they are, to whoever takes that', async () => {
  const user = new Client(api.appHost);
  const small = await user.get('/assets/app-4f2a.js', { 'accept-encoding': 'br, gzip' });
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect(small.headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(String(small.headers['vary'])).toMatch(/accept-encoding/i);
  const plain = await user.get('/assets/app-4f2a.js', { 'accept-encoding': 'identity' });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.body).toBe('export {};\n');
});

describe('headers on every answer', () => {
  test.each(hosts)('%s', async (name) => {
    const paths = [
      '/',
      '/nowhere',
      '/api/nothing.php',
      '/trpc/user.site',
      '/healthz',
      '/readyz',
      '/assets/app-4f2a.js',
      '/api/offers.php%',
    ];
    for (const path of paths) {
      const { headers } = await new Client(api[name]).get(path);
      const policy = String(headers['content-security-policy']).split(';');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      // Plain http: a browser that was told to insist on https would lock its owner out of every local port.
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  test('on https browsers are told to stay there', async () => {
    const origins = { APP_ORIGIN: 'https://app.example.com', ADMIN_ORIGIN: 'https://admin.example.net' };
    const { appHost, adminHost } = await api.another(origins);
    for (const host of [appHost, adminHost]) {
      const { headers } = await new Client(host).get('/healthz');
      expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    }
  });

  test('nothing that an API says is kept, whatever the status and however its path is spelled', async () => {
    const user = new Client(api.appHost);
    const { client: admin } = await signInAdmin(api);
    const answers = [
      await user.get('/trpc/user.site'),
      await user.get('/api/offers.php'),
      await user.get('/%61pi/offers.php'),
      await user.get('/api/nothing.php'),
      await user.get('/api/login.php'),
      await user.send('POST', '/api/login.php', '{', { 'content-type': 'application/json' }),
      await user.post('/api/register.php'),
      await user.get('/trpc/admin.site'),
      await user.get('/postback/nobody?a=b'),
      await user.get('/healthz'),
      await user.get('/readyz'),
      await admin.get('/api/admin/dashboard.php'),
      await admin.get('/api/admin/offers.php?page=1'),
    ];
    expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
      [200, 401, 401, 404, 405, 400, 400, 404, 404, 200, 200, 200, 200].map((status) => [status, 'no-store']),
    );
  });
});

describe('health', () => {
  test('alive and ready', async () => {
    for (const name of hosts) {
      expect(await new Client(api[name]).get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await new Client(api[name]).get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    }
  });

  test('not ready while a migration is missing, though alive', async () => {
    const { appHost, adminHost } = await api.another({}, 1000);
    for (const host of [appHost, adminHost]) {
      const { status, headers, body } = await new Client(host).get('/readyz');
      expect([status, body, headers['retry-after']]).toEqual([503, { status: 'not ready' }, '2']);
      expect((await new Client(host).get('/healthz')).status).toBe(200);
    }
  });
});

describe('methods, content types and bodies', () => {
  const documented: ['appHost' | 'adminHost', string, string][] = [
    ['appHost', '/api/register.php', 'POST'],
    ['appHost', '/api/login.php', 'POST'],
    ['appHost', '/api/firebase-auth.php', 'POST'],
    ['appHost', '/api/logout.php', 'POST'],
    ['appHost', '/api/offers.php', 'GET'],
    ['appHost', '/api/click-offer.php', 'POST'],
    ['appHost', '/api/spin.php', 'POST'],
    ['appHost', '/api/user-stats.php', 'GET'],
    ['appHost', '/postback/nobody', 'GET, POST'],
    ['adminHost', '/api/admin/login.php', 'POST'],
    ['adminHost', '/api/admin/logout.php', 'POST'],
    ['adminHost', '/api/admin/register.php', 'POST'],
    ['adminHost', '/api/admin/dashboard.php', 'GET'],
    ['adminHost', '/api/admin/offers.php', 'GET, POST, PUT, DELETE'],
    ['adminHost', '/api/admin/vouchers.php', 'GET, POST, PUT, DELETE'],
    ['adminHost', '/api/admin/conversions.php', 'GET'],
  ];

  test.each(documented)('%s %s takes %s and refuses the rest with 405 and Allow', async (name, path, allow) => {
    const client = new Client(api[name]);
    const refused = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((m) => !allow.split(', ').includes(m));
    for (const method of refused) {
      const { status, headers, body } = await client.send(method, path);
      expect([method, status, headers['allow']]).toEqual([method, 405, allow]);
      expect(body).toEqual({ error: 'Method not allowed' });
    }
    for (const method of allow.split(', ')) expect((await client.send(method, path)).status).not.toBe(405);
  });

  test('a query is not called as a mutation, nor the reverse', async () => {
    const user = new Client(api.appHost);
    expect(await user.mutate('user.site', {})).toMatchObject({
      status: 405,
      body: { error: { message: 'Method not allowed', data: { domainCode: 'METHOD_NOT_ALLOWED', httpStatus: 405 } } },
    });
    expect((await user.query('user.identity.logout')).status).toBe(405);
  });

  test('only JSON is read', async () => {
    const user = new Client(api.appHost);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', 'xml']) {
      const rest = await user.send('POST', '/api/login.php', 'email=a', { 'content-type': type });
      expect([type, rest.status, rest.body]).toEqual([type, 415, { error: 'The content type is not supported' }]);
      const rpc = await user.send('POST', '/trpc/user.identity.login', 'email=a', { 'content-type': type });
      expect([type, rpc.status]).toEqual([type, 415]);
    }
    // A body of no stated type is not guessed at.
    expect((await user.send('POST', '/api/login.php', '{"email":"a@example.com"}')).status).toBe(415);
  });

  test('a body beyond the limit is 413', async () => {
    const user = new Client(api.appHost);
    const body = { email: 'a@example.com', password: 'x'.repeat(300 * 1024) };
    const rest = await user.post('/api/login.php', body);
    expect([rest.status, rest.body]).toEqual([413, { error: 'The request body is too large' }]);
    expect((await user.mutate('user.identity.login', body)).status).toBe(413);
    const postback = await user.send('POST', '/postback/nobody', 'x'.repeat(65 * 1024), {
      'content-type': 'text/plain',
    });
    expect(postback.status).toBe(413);
  });

  test.each(['{', '{"email":', 'null,', "{'a':1}", '{"__proto__":{"a":1}}', '\u0000', '[1,]', '{"a":1}}'])(
    'broken JSON %j is 400',
    async (text) => {
      const user = new Client(api.appHost);
      const type = { 'content-type': 'application/json' };
      const rest = await user.send('POST', '/api/login.php', text, type);
      expect([rest.status, rest.body]).toEqual([400, { error: 'The body is not valid JSON' }]);
      expect((await user.send('POST', '/trpc/user.identity.login', text, type)).status).toBe(400);
    },
  );

  test.each(['', 'null', '[]', '5', '"text"', '{}', '[[]]', 'true'])(
    'a body %j that is no object is 400',
    async (text) => {
      const user = new Client(api.appHost);
      for (const path of [
        '/api/login.php',
        '/api/register.php',
        '/api/firebase-auth.php',
        '/trpc/user.identity.login',
      ]) {
        const { status } = await user.send('POST', path, text, { 'content-type': 'application/json' });
        expect([path, status]).toEqual([path, 400]);
      }
    },
  );

  test('a body that is nested beyond measure is 400, with an idempotency key too; brackets in a text are no nesting', async () => {
    const user = new Client(api.appHost);
    const deep = `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
      const type = { 'content-type': 'application/json', ...headers };
      const { status, body } = await user.send('POST', '/api/login.php', deep, type);
      expect([status, body]).toEqual([400, { error: 'The body is nested too deeply' }]);
    }
    const { body } = await user.post('/api/login.php', { email: `"\\${'['.repeat(500)}` });
    expect(body).toEqual({ error: 'email: must be at most 254 characters' });
  });

  test('an empty body has its first missing field named', async () => {
    const user = new Client(api.appHost);
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const { status, body } = await user.send('POST', '/api/login.php', undefined, headers);
      expect([status, body]).toEqual([400, { error: 'email: is required' }]);
    }
    const { client } = await registerUser(api.appHost);
    expect((await client.post('/api/spin.php')).body).toEqual({ error: 'offerId: is required' });
  });
});

describe("the other realm's paths", () => {
  test('are a plain 404 on either host', async () => {
    const user = new Client(api.appHost);
    const { client: admin } = await signInAdmin(api);
    for (const path of ['/api/admin/offers.php', '/api/admin/login.php', '/api/admin/dashboard.php']) {
      expect(await user.get(path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
      expect(await user.post(path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
    }
    for (const path of ['/api/offers.php', '/api/login.php', '/postback/sandbox?a=b']) {
      expect(await admin.get(path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
      expect(await admin.post(path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
    }
  });

  test('are a plain 404 over tRPC, alone and inside a batch, with and without a session', async () => {
    const user = new Client(api.appHost);
    const { client: admin } = await signInAdmin(api);
    const ofAdmin = [
      '/trpc/admin.site',
      '/trpc/admin.insights.dashboard',
      '/trpc/admin%2einsights%2edashboard',
      '/%74rpc/admin.site',
      '/trpc/user.site,admin.site?batch=1',
      '/trpc/admin.site,user.site?batch=1&input=%7B%7D',
      '/trpc/user.site%2Cadmin.site?batch=1',
      '/trpc/nothing',
      '/trpc/',
      '/trpc',
    ];
    for (const path of ofAdmin) {
      const { status, body } = await user.get(path);
      expect([path, status]).toEqual([path, 404]);
      // Nothing of the call that was allowed alone.
      expect(JSON.stringify(body)).not.toContain('brandName');
    }
    for (const path of ['/trpc/user.site', '/trpc/admin.site,user.site?batch=1', '/trpc/user.identity.me']) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 404]);
    }
    expect((await user.mutate('admin.identity.login', { username: 'a', password: 'b' })).status).toBe(404);
  });

  test('a batch of the own realm works, up to its limit', async () => {
    const user = new Client(api.appHost);
    const two = await user.get('/trpc/user.site,user.identity.me?batch=1');
    expect(two.status).toBe(207);
    expect(two.body).toMatchObject([
      { result: { data: { brandName: 'Inaam' } } },
      { error: { message: 'Not signed in' } },
    ]);
    const many = Array.from({ length: 13 }, () => 'user.site').join(',');
    expect((await user.get(`/trpc/${many}?batch=1`)).status).toBe(400);
  });

  test('a path that cannot be decoded is 400 or 404, not an error of ours', async () => {
    for (const host of hosts) {
      for (const path of [
        '/trpc/%E0%A4%A',
        '/trpc/%25E0%25A4%25A',
        '/%',
        '/api/%ff.php',
        '/postback/%E0%A4%A',
        '/trpc/%2500',
      ]) {
        const { status, body } = await new Client(api[host]).get(path);
        expect([path, [400, 404].includes(status) || status === 302]).toEqual([path, true]);
        if (status !== 302) expect(JSON.stringify(body)).not.toContain(path);
      }
    }
  });
});
