import { afterAll, beforeAll, expect, test } from 'vitest';
import { descriptions } from '../../openapi/descriptions.ts';
import type { JsonSchema } from '../../openapi/schemas.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import type { Client } from '../support/client.ts';
import { registerUser, signInAdmin } from '../support/people.ts';
import { bad, type Kind } from './bad-values.ts';
import { isPlain } from './plain-words.ts';

/** Checks query parameters of the documented paths, and inputs of procedures. */

let api: TestApi;
let admin: Client;
beforeAll(async () => {
  api = await createTestApi({ RATE_LIMITS: 'off' }, { jobs: false });
  ({ client: admin } = await signInAdmin(api));
});
afterAll(() => api.close());

const lists: [string, Record<string, Kind>][] = [
  [
    '/api/admin/offers.php',
    { page: 'number', limit: 'number', status: 'choice', category: 'choice', sortBy: 'choice', sortOrder: 'choice' },
  ],
  [
    '/api/admin/vouchers.php',
    {
      page: 'number',
      limit: 'number',
      status: 'choice',
      voucher_type: 'choice',
      amount_range: 'choice',
      expiry_filter: 'choice',
      sortBy: 'choice',
      sortOrder: 'choice',
    },
  ],
  ['/api/admin/conversions.php', { page: 'number', limit: 'number', dateRange: 'choice', voucherFilter: 'choice' }],
];

test.each(lists)('answers 400 and names the parameter for invalid values: %s', async (path, fields) => {
  for (const [field, kind] of Object.entries(fields)) {
    const texts = bad[kind]
      .filter((value) => typeof value === 'string')
      .filter((value) => value.isWellFormed())
      // An empty filter means all; an empty sort order is invalid.
      .filter((value) => value !== '' || kind !== 'choice' || field.startsWith('sort'));
    for (const text of [...texts, '0', '-1', '1.5', '99999999999999999999']) {
      const { status, body } = await admin.get(`${path}?${new URLSearchParams({ [field]: text })}`);
      expect([field, text, status, String(body.error).split(':')[0]]).toEqual([field, text, 400, field]);
      expect([field, text, isPlain(body.error) || body.error]).toEqual([field, text, true]);
    }
  }
});

test.each(lists)('answers 400 and names a repeated parameter: %s', async (path, fields) => {
  for (const field of [...Object.keys(fields), 'search']) {
    const { status, body } = await admin.get(`${path}?${field}=1&${field}=2`);
    expect([field, status, String(body.error).split(':')[0]]).toEqual([field, 400, field]);
  }
});

const described = Object.entries(descriptions().admin.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
    (parameters as { name?: string; in?: string; schema?: JsonSchema }[])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name = '', schema }) => [method.toUpperCase(), path, name, schema?.type] as const),
  ),
);

test.each(described)('says what a parameter must be: %s %s: %s (%s)', async (method, path, name, type) => {
  for (const value of ['five', '1.5x', '[]', 'x'.repeat(500)]) {
    const { status, body } = await admin.send(method, `${path}?${new URLSearchParams({ [name]: value })}`);
    if (status === 200 && type !== 'integer' && type !== 'number') continue;
    // A valid text may name a record that does not exist.
    const isNamed = String(body.error).startsWith(`${name}: `) || body.error === 'There is no offer with this ID.';
    expect([value, status, isNamed || body.error, isPlain(body.error) || body.error]).toEqual([value, 400, true, true]);
  }
});

test.each(described)('answers 400 over REST for a repeated parameter: %s %s: %s', async (method, path, name) => {
  for (const query of [`${name}=1&${name}=2`, `${name}=&${name}=`, `${name}=a&${name}=a&${name}=a`]) {
    const { status, body } = await admin.send(method, `${path}?${query}`);
    expect([query, status, String(body.error).split(':')[0]]).toEqual([query, 400, name]);
  }
});

test.each([
  ['admin.offers.list', 'page'],
  ['admin.vouchers.list', 'status'],
  ['admin.users.list', 'search'],
  ['admin.users.detail', 'user_id'],
  ['admin.clicks.list', 'offer'],
  ['admin.fraud.list', 'ip_filter'],
  ['admin.completions.list', 'dateRange'],
  ['admin.insights.dashboard', 'days'],
])('answers 400 over tRPC when %s gets a list as its %s', async (procedure, field) => {
  const { status, body } = await admin.query(procedure, { [field]: ['1', '2'] });
  expect([status, body.error.data.field]).toEqual([400, field]);
});

test.each(lists)('accepts any text without NUL in a search, up to 200 characters: %s', async (path) => {
  const search = async (raw: string) => admin.get(`${path}?search=${raw}`);
  for (const raw of [
    '%',
    '%25',
    '%E0%A4%A',
    '%ED%A0%80',
    '%ff',
    '%5C',
    "'",
    '%27%3B--',
    '%F0%9F%8E%A1',
    'x'.repeat(200),
  ]) {
    expect([raw, (await search(raw)).status]).toEqual([raw, 200]);
  }
  expect((await search('a%00b')).body).toEqual({ error: 'search: must be well-formed text' });
  expect((await search('x'.repeat(201))).body).toEqual({ error: 'search: must be at most 200 characters' });
});

test.each([
  ['offers', 'status=&category='],
  ['users', 'dateRange=&performanceFilter=&voucherFilter='],
  ['vouchers', 'status=&voucher_type=&amount_range=&expiry_filter='],
  ['conversions', 'dateRange=&voucherFilter=&state=&offer_id='],
  ['offer-clicks', 'dateRange=&conversionStatus=&userType=&offer_id='],
  ['fraud-detection', 'ip_filter=&device_filter=&user_filter=&date_filter='],
])('treats an empty filter like an absent filter: %s', async (list, query) => {
  const [all, empty] = [await admin.get(`/api/admin/${list}.php`), await admin.get(`/api/admin/${list}.php?${query}`)];
  expect([empty.status, empty.body]).toEqual([200, all.body]);
});

test('accepts an unencoded plus in a query', async () => {
  const range = async (raw: string) => admin.get(`/api/admin/vouchers.php?amount_range=${raw}`);
  expect((await range('1001+')).body).toEqual((await range('1001%2B')).body);
  expect((await range('1001+')).status).toBe(200);
  expect((await range('1002+')).status).toBe(400);
});

test.each(lists)('ignores unknown parameters: %s', async (path) => {
  expect((await admin.get(`${path}?__proto__=1&constructor=2&page[]=x&unknown=3&=&&`)).status).toBe(200);
});

test.each([
  ['/api/admin/offers.php', 'offer_id'],
  ['/api/admin/vouchers.php', 'voucher_id'],
])(
  'answers 400 with the name of an invalid parameter, and 404 for an unknown ID: DELETE %s: %s',
  async (path, field) => {
    for (const query of [
      '',
      `${field}=`,
      `${field}=x`,
      `${field}=0`,
      `${field}=1.5`,
      `${field}=1&${field}=2`,
      `${field}=%00`,
    ]) {
      const { status, body } = await admin.send('DELETE', `${path}?${query}`);
      expect([query, status, String(body.error).split(':')[0]]).toEqual([query, 400, field]);
    }
    for (const id of ['999999999999999', '2147483648', '999999']) {
      expect((await admin.send('DELETE', `${path}?${field}=${id}`)).status).toBe(404);
    }
  },
);

test('returns an empty list for a page past the end', async () => {
  const { status, body } = await admin.get('/api/admin/offers.php?page=1000000000&limit=1000');
  expect([status, body.offers, body.pagination.total]).toEqual([200, [], expect.any(Number)]);
});

test.each([
  '{',
  '"',
  'null',
  '[]',
  '5',
  '%00',
  '%E0%A4%A',
  '{"page":"x"}',
  '{"page":{"a":1}}',
  '{"search":"a\\u0000"}',
])('answers 400 for the procedure input %j', async (input) => {
  const { status, body } = await admin.get(`/trpc/admin.offers.list?input=${input.replaceAll('"', '%22')}`);
  expect(status).toBe(400);
  expect(body.error.data.domainCode).toBe('BAD_INPUT');
});

test('uses the default limit when a tRPC query has no input', async () => {
  const { status, body } = await admin.get('/trpc/admin.offers.list');
  expect([status, body.result.data.pagination.limit]).toEqual([200, 10]);
});

test('returns the name of the invalid field with the error text', async () => {
  const { client: user } = await registerUser(api.appHost);
  const { body } = await user.mutate('user.spins.spin', { offerId: 1, clientSeed: 'x'.repeat(65) });
  expect(body.error).toMatchObject({
    message: 'clientSeed: must be at most 64 characters',
    data: { httpStatus: 400, domainCode: 'BAD_INPUT', field: 'clientSeed' },
  });
});

test('logs no server error', () => {
  expect(api.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
});
