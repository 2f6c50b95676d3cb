import { createAdminClient, createAppClient } from '@inaam/client/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descriptions } from '../../openapi/descriptions.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { Client } from '../support/client.ts';
import { DescriptionValidator } from '../support/description-validator.ts';
import { createFetch } from '../support/fetch.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { makeSampleData } from '../support/sample-data.ts';
import { adminRows } from './admin-rows.ts';
import { findFieldFaults } from './fields.ts';
import { fraudRows } from './fraud-rows.ts';
import type { Callers } from './row.ts';
import { stockRows } from './stock-rows.ts';
import { userRows } from './user-rows.ts';

/**
 * Checks replies with real data against sections 3 and 7 of the specification. The documented fields of each reply are
 * listed by hand. The calls use the generated client, and each answer must also match the OpenAPI description.
 */

let api: TestApi;
let callers: Callers;
beforeAll(async () => {
  const provider = await startIdentityProvider();
  api = await createTestApi(provider.env, { jobs: false });
  const data = await makeSampleData(api);
  const origin = 'http://localhost';
  callers = {
    data,
    provider,
    user: createAppClient({ origin, fetch: createFetch(data.user) }),
    guest: createAppClient({ origin, fetch: createFetch(new Client(api.appHost)) }),
    admin: createAdminClient({ origin, fetch: createFetch(data.admin) }),
    adminGuest: createAdminClient({ origin, fetch: createFetch(new Client(api.adminHost)) }),
  };
});
afterAll(() => Promise.all([api.close(), callers.provider.close()]));

const { app, admin } = descriptions();

describe.each([
  ['user', userRows, app],
  ['admin', [...adminRows, ...stockRows, ...fraudRows], admin],
] as const)('replies to the %s', (_, rows, description) => {
  const validator = new DescriptionValidator(description);

  test.each(rows)('$call', async ({ call, send, fields }) => {
    const { data, error, response } = await send(callers);
    expect([response.status, error]).toEqual([200, undefined]);
    expect(data).toHaveProperty('success', true);
    expect(Object.entries(fields).flatMap(([place, each]) => findFieldFaults(data, place, each))).toEqual([]);
    const [method = '', path = ''] = call.split(' ');
    expect(validator.findReplyFaults(method, path, 200, data)).toEqual([]);
  });

  test('covers every documented call', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const listed = rows.map(({ call }) => call.split(' ').slice(0, 2).join(' '));
    expect([...new Set(listed)].sort()).toEqual(described.sort());
  });
});
