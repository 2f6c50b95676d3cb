import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { signInAdmin } from './support/people.ts';

/** Each host serves only its own realm: the app host serves users, and the admin host serves admins. */

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

const hosts = ['appHost', 'adminHost'] as const;

test("answers 404 for the other realm's paths on either host", async () => {
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

test("answers 404 for the other realm's procedures, alone and in a batch, with and without a session", async () => {
  const user = new Client(api.appHost);
  const { client: admin } = await signInAdmin(api);
  const adminPaths = [
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
  for (const path of adminPaths) {
    const { status, body } = await user.get(path);
    expect([path, status]).toEqual([path, 404]);
    // The answer does not contain the result of the allowed call either.
    expect(JSON.stringify(body)).not.toContain('brandName');
  }
  for (const path of ['/trpc/user.site', '/trpc/admin.site,user.site?batch=1', '/trpc/user.identity.me']) {
    expect([path, (await admin.get(path)).status]).toEqual([path, 404]);
  }
  expect((await user.mutate('admin.identity.login', { username: 'a', password: 'b' })).status).toBe(404);
});

test('accepts a batch of procedures of its own realm, up to the limit', async () => {
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

test('answers 400 or 404 for a call whose path cannot be decoded', async () => {
  for (const host of hosts) {
    for (const path of [
      '/trpc/%E0%A4%A',
      '/trpc/%25E0%25A4%25A',
      '/api/%ff.php',
      '/postback/%E0%A4%A',
      '/trpc/%2500',
    ]) {
      const { status, body } = await new Client(api[host]).get(path);
      expect([path, [400, 404].includes(status)]).toEqual([path, true]);
      expect(JSON.stringify(body)).not.toContain(path);
    }
  }
});
