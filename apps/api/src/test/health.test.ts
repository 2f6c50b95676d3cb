import { schemaVersion } from '@inaam/db/migrate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const hosts = ['appHost', 'adminHost'] as const;

test('alive and ready', async () => {
  for (const name of hosts) {
    expect(await new Client(api[name]).get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await new Client(api[name]).get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  }
});

test.each([
  ['a migration', { ...schemaVersion(), migration: schemaVersion().migration + 1 }],
  ['a version of the functions', { ...schemaVersion(), functions: schemaVersion().functions + 1 }],
])('not ready while %s is missing, though alive', async (_what, schema) => {
  const { appHost, adminHost } = await api.another({}, schema);
  for (const host of [appHost, adminHost]) {
    const { status, headers, body } = await new Client(host).get('/readyz');
    expect([status, body, headers['retry-after']]).toEqual([503, { status: 'not ready' }, '2']);
    expect((await new Client(host).get('/healthz')).status).toBe(200);
  }
});
