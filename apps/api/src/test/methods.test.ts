import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

/** `Allow` lists documented methods. HEAD works wherever GET only reads, but `Allow` does not list it. */
const paths: ['appHost' | 'adminHost', string, string][] = [
  ['appHost', '/api/register.php', 'POST'],
  ['appHost', '/api/login.php', 'POST'],
  ['appHost', '/api/firebase-auth.php', 'POST'],
  ['appHost', '/api/logout.php', 'POST'],
  ['appHost', '/api/offers.php', 'GET'],
  ['appHost', '/api/click-offer.php', 'POST'],
  ['appHost', '/api/spin.php', 'POST'],
  ['appHost', '/api/user-stats.php', 'GET'],
  ['appHost', '/api/openapi.json', 'GET'],
  ['appHost', '/api/docs', 'GET'],
  ['appHost', '/%61pi/user-stats.php?a=b', 'GET'],
  ['appHost', '/postback/unknown', 'GET, POST'],
  ['appHost', '/postback/unknown/a-secret', 'GET, POST'],
  ['appHost', '/trpc/user.site', 'GET, POST'],
  ['appHost', '/login', 'GET'],
  ['appHost', '/unsubscribe', 'GET, POST'],
  ['appHost', '/icon.svg', 'GET'],
  ['appHost', '/healthz', 'GET'],
  ['adminHost', '/api/admin/login.php', 'POST'],
  ['adminHost', '/api/admin/logout.php', 'POST'],
  ['adminHost', '/api/admin/register.php', 'POST'],
  ['adminHost', '/api/admin/dashboard.php', 'GET'],
  ['adminHost', '/api/admin/offers.php', 'GET, POST, PUT, DELETE'],
  ['adminHost', '/api/admin/vouchers.php', 'GET, POST, PUT, DELETE'],
  ['adminHost', '/api/admin/users.php', 'GET'],
  ['adminHost', '/api/admin/conversions.php', 'GET'],
  ['adminHost', '/api/admin/offer-clicks.php', 'GET'],
  ['adminHost', '/api/admin/fraud-detection.php', 'GET, POST'],
  ['adminHost', '/export/offers.csv', 'GET'],
  ['adminHost', '/readyz', 'GET'],
  ['adminHost', '/admin/offers', 'GET'],
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

test.each(paths)(
  'accepts only the documented methods and refuses others with 405 and Allow: %s %s (%s)',
  async (name, path, allow) => {
    const client = new Client(api[name]);
    // HEAD must not count a postback.
    const accepted = new Set((path.startsWith('/postback/') ? allow : allow.replace('GET', 'GET, HEAD')).split(', '));
    const type = { 'content-type': 'application/json' };
    for (const method of methods.filter((each) => !accepted.has(each))) {
      const { status, headers, body } = await client.send(method, path, undefined, type);
      expect([method, status, headers['allow'], headers['cache-control']]).toEqual([method, 405, allow, 'no-store']);
      if (method !== 'HEAD') expect(body).toEqual({ error: 'Method not allowed' });
    }
    // A procedure is a query or a mutation, so it answers 405 to the other method: see the last test.
    if (path.startsWith('/trpc/')) return;
    for (const method of accepted) expect((await client.send(method, path, undefined, type)).status).not.toBe(405);
  },
);

test.each(['/api/nothing.php', '/assets/gone.js', '/export/nothing.csv', '/nowhere'])(
  'answers 404 to every method but GET and HEAD of the unknown path %s',
  async (path) => {
    for (const host of [api.appHost, api.adminHost]) {
      for (const method of methods.filter((each) => each !== 'GET' && each !== 'HEAD')) {
        const { status, headers } = await new Client(host).send(method, path);
        expect([method, status, headers['allow']]).toEqual([method, 404, undefined]);
      }
    }
  },
);

test.each([
  ['PUT', '/api/login.php', 405],
  ['POST', '/login', 405],
  ['POST', '/api/nothing.php', 404],
])('refuses %s %s before reading the body (%i)', async (method, path, expected) => {
  const { status } = await new Client(api.appHost).json(method, path, { a: 'x'.repeat(300 * 1024) });
  expect(status).toBe(expected);
});

test('refuses a query that is called as a mutation, and a mutation that is called as a query', async () => {
  const user = new Client(api.appHost);
  expect(await user.mutate('user.site', {})).toMatchObject({
    status: 405,
    body: { error: { message: 'Method not allowed', data: { domainCode: 'METHOD_NOT_ALLOWED', httpStatus: 405 } } },
  });
  expect((await user.query('user.identity.logout')).status).toBe(405);
});
