import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApi, DOCUMENT, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { registerUser } from './support/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

test('preloads the scripts and calls of the page to show', async () => {
  const signedOut = new Client(api.appHost);
  const login = '</assets/login.js>; rel=modulepreload, </assets/en.js>; rel=modulepreload';
  for (const path of ['/', '/login']) expect((await signedOut.get(path)).headers.link).toBe(login);
  const { client } = await registerUser(api.appHost);
  expect((await client.get('/')).headers.link).toBe(
    '</assets/offers.js>; rel=modulepreload, ' +
      '</trpc/user.offers.list?batch=1&input=%7B%7D>; rel=preload; as=fetch; crossorigin',
  );
  expect((await client.get('/profile')).headers).not.toHaveProperty('link');
  expect(await client.get('/preload.json')).toMatchObject({ status: 302, headers: { location: '/' } });
});

test('preloads one language: the chosen language, else the browser’s first', async () => {
  const link = async (headers: Record<string, string>) => {
    const answer = await new Client(api.appHost).get('/login', headers);
    return /(en|hi)\.js/.exec(String(answer.headers.link))?.[1];
  };
  expect(await link({})).toBe('en');
  expect(await link({ 'accept-language': 'hi-IN,en;q=0.8' })).toBe('hi');
  expect(await link({ 'accept-language': 'ta,en;q=0.5,hi;q=0.9' })).toBe('hi');
  expect(await link({ 'accept-language': 'hi;q=0,en;q=0.1' })).toBe('en');
  expect(await link({ 'accept-language': 'hi', cookie: 'a=b; language=en' })).toBe('en');
  expect(await link({ 'accept-language': 'de', cookie: 'language=../hi' })).toBe('en');
});

describe('pages', () => {
  test.each([
    [
      'appHost',
      ['/', '/login', '/register', '/profile', '/legal', '/terms', '/privacy', '/fairness', '/login/', '/?a=b'],
    ],
    ['adminHost', ['/admin', '/admin/login', '/admin/register', '/admin/offers', '/admin/vouchers', '/admin/admins']],
  ] as const)('%s answers its pages with the document, without caching', async (name, paths) => {
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
  ] as const)('%s redirects an unknown page to %s', async (name, home, paths) => {
    for (const path of paths) {
      const { status, headers } = await new Client(api[name]).get(path);
      expect([path, status, headers['location']]).toEqual([path, 302, home]);
    }
  });

  test.each([
    ['appHost', '/'],
    ['adminHost', '/admin'],
  ] as const)('%s treats an undecodable path as an unknown page or file; the API refuses it', async (name, home) => {
    const client = new Client(api[name]);
    for (const path of [
      '/%',
      '/%zz',
      '/%E0%A4%A?a=b',
      '/login/%zz',
      '/admin/%ff',
      '/apiary/%zz',
      '//evil.example/%zz',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await client.send(method, path);
        expect([method, path, status, headers['location']]).toEqual([method, path, 302, home]);
      }
      expect(await client.send('DELETE', path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
    }
    for (const path of ['/assets/%zz.js', '/pictures/%zz', `/pictures/${'a'.repeat(6000)}`, '/.well-known/%zz'])
      expect([path, await client.get(path)]).toMatchObject([path, { status: 404, body: { error: 'Not found' } }]);
    // Paths of the API and of exports answer with an error of the API.
    for (const path of ['/api/%zz.php', '/trpc/%zz', '/export/%zz.csv'])
      expect([path, await client.get(path)]).toMatchObject([
        path,
        { status: 400, body: { error: expect.any(String) } },
      ]);
  });

  test.each([
    ['appHost', '/account', 'Disallow: /api/'],
    ['adminHost', '/admin/admins', 'Disallow: /\n'],
  ] as const)(
    '%s answers paths that programs request by convention, and 404 to unknown ones',
    async (name, account, line) => {
      const client = new Client(api[name]);
      const robots = await client.get('/robots.txt');
      expect([robots.status, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(robots.body).toContain('User-agent: *\n');
      expect(robots.body).toContain(line);
      const { status, headers } = await client.get('/.well-known/change-password');
      expect([status, headers['location']]).toEqual([302, account]);
      for (const path of [
        '/.well-known/',
        '/.well-known/assetlinks.json',
        '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
      ]) {
        expect([path, (await client.get(path)).status]).toEqual([path, 404]);
      }
    },
  );

  test('load files with their content type; a file with a hash in its name can be cached for ever', async () => {
    const user = new Client(api.appHost);
    const script = await user.get('/assets/app-4f2a.js');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect((await user.get('/icon.svg')).headers['cache-control']).toBe('no-cache');
    for (const path of ['/sw.js', '/manifest.webmanifest']) {
      expect((await user.get(path)).headers['cache-control']).toBe('no-cache');
    }
    // An open page of an earlier build may load a file that is gone. It must get 404 instead of the HTML document.
    expect(await user.get('/assets/gone-1111.js')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  });
});

describe('the installable user app', () => {
  test('has a manifest with the configured brand', async () => {
    const { headers, body } = await new Client(api.appHost).get('/manifest.webmanifest');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(body).toEqual({ name: 'Inaam', short_name: 'Inaam', start_url: '/' });
  });

  test('has a service worker of the same origin, which the content security policy allows', async () => {
    const { status, headers } = await new Client(api.appHost).get('/sw.js');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(String(headers['content-security-policy']).split(';')).toContain("worker-src 'self'");
  });
});

test('serves no source map on either host', async () => {
  for (const [host, paths] of [
    [api.appHost, ['/assets/app-4f2a.js.map', '/assets/app-4f2a.js.map.br', '/sw.js.map']],
    [api.adminHost, ['/assets/app-4f2a.js.map', '/assets/app-4f2a.js.map.gz']],
  ] as const) {
    for (const path of paths) {
      const { status, body } = await new Client(host).get(path);
      expect([path, status], path).toEqual([path, path.startsWith('/assets/') ? 404 : 302]);
      expect(JSON.stringify(body)).not.toContain('sourcesContent');
    }
  }
});

test('sends compressed copies of the build to clients that accept them', async () => {
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
