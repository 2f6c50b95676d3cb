import { randomUUID } from 'node:crypto';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { descriptions } from './openapi/descriptions.ts';
import { createTestApi, type TestApi } from './testing/api.ts';
import type { Answer, Client } from './testing/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './testing/people.ts';

let api: TestApi;
let user: Client;
let admin: Client;
let offerId: number;
beforeAll(async () => {
  api = await createTestApi({ RATE_LIMITS: 'off' });
  ({ client: user } = await registerUser(api.appHost));
  ({ client: admin } = await signInAdmin(api));
  ({ offer_id: offerId } = await makeOffer(api.core));
});
afterAll(() => api.close());

const NUL = 'a\u0000b';
const LONE = 'a\ud800b';

/** What no field of the kind takes. `null` stands for a number that JSON cannot write, too. */
const bad = {
  text: [NUL, LONE, ['a'], { a: 1 }, 5, 1e308, true, null, 'x'.repeat(5000)],
  number: [
    NUL,
    'x',
    '',
    ' ',
    '1e3',
    '0x10',
    '1,5',
    '9'.repeat(400),
    1e308,
    -1,
    -1e308,
    1.005,
    null,
    true,
    [1],
    [],
    { a: 1 },
  ],
  flag: ['true', 'yes', 2, -1, null, [], { a: 1 }, NUL],
  choice: ['nothing', '', NUL, LONE, 5, null, ['Survey'], { a: 1 }, '__proto__', 'constructor', 'toString'],
  date: [
    '2099-13-01',
    '2099-02-30',
    '0000-01-01',
    '99999-01-01',
    '2099-1-1',
    'tomorrow',
    '',
    NUL,
    20990101,
    null,
    ['2099-01-01'],
  ],
  url: [
    '',
    'example.com',
    'javascript:alert(1)',
    'ftp://a.example',
    'https://',
    NUL,
    LONE,
    5,
    null,
    ['https://a.example'],
  ],
  odds: [
    '',
    'x',
    '{}',
    '[]',
    'null',
    '{"rewards":[]}',
    '{"rewards":{}}',
    '{"rewards":[null]}',
    '{"rewards":[5]}',
    '{"rewards":[{"amount":5}]}',
    '{"rewards":[{"amount":1e300,"probability":1}]}',
    '{"rewards":[{"amount":5,"probability":1e300}]}',
    '{"rewards":[{"amount":5,"probability":-0.1}]}',
    '{"rewards":[{"amount":"5","probability":"10"}]}',
    '{"rewards":[{"amount":5,"probability":60},{"amount":6,"probability":40}]}',
    { rewards: 'all' },
    5,
    null,
    [],
    NUL,
  ],
  password: [['a password'], { a: 1 }, 12345678, null, true, '', 'x'.repeat(257)],
  codes: [
    [],
    [''],
    '',
    '\n',
    [NUL],
    [LONE],
    [5],
    [['a']],
    5,
    null,
    { a: 1 },
    'x'.repeat(201),
    Array.from({ length: 101 }, String),
  ],
};
type Kind = keyof typeof bad;

interface Form {
  call: () => { client: Client; method: string; path: string; good: Record<string, unknown> };
  fields: Record<string, Kind>;
}

const offerFields = {
  title: 'text',
  description: 'text',
  offer_url: 'url',
  external_offer_id: 'text',
  category: 'choice',
  model: 'choice',
  targeting: 'text',
  reward_amount: 'number',
  is_active: 'flag',
  spinner_config: 'odds',
} satisfies Record<string, Kind>;

const voucherFields = {
  voucher_type: 'choice',
  voucher_brand: 'text',
  voucher_amount: 'number',
  voucher_description: 'text',
  voucher_terms: 'text',
  expiry_date: 'date',
} satisfies Record<string, Kind>;

const voucher = () => ({
  voucher_type: 'amazon',
  voucher_brand: 'Amazon',
  voucher_amount: 5,
  expiry_date: '2099-01-01',
});

const forms: Record<string, Form> = {
  register: {
    call: () => ({
      client: user,
      method: 'POST',
      path: '/api/register.php',
      good: {
        firstName: 'A',
        lastName: 'B',
        email: `${randomUUID()}@example.com`,
        password: PASSWORD,
        deviceFingerprint: 'd',
      },
    }),
    fields: { firstName: 'text', lastName: 'text', email: 'text', password: 'password', deviceFingerprint: 'text' },
  },
  login: {
    call: () => ({
      client: user,
      method: 'POST',
      path: '/api/login.php',
      good: { email: `${randomUUID()}@example.com`, password: PASSWORD, deviceFingerprint: 'd' },
    }),
    fields: { email: 'text', password: 'password', deviceFingerprint: 'text' },
  },
  'firebase-auth': {
    call: () => ({ client: user, method: 'POST', path: '/api/firebase-auth.php', good: { idToken: 'a.b.c' } }),
    fields: { deviceFingerprint: 'text' },
  },
  'click-offer': {
    call: () => ({ client: user, method: 'POST', path: '/api/click-offer.php', good: { offerId } }),
    fields: { offerId: 'number', offer_id: 'number' },
  },
  spin: {
    call: () => ({ client: user, method: 'POST', path: '/api/spin.php', good: { offerId, clientSeed: 'mine' } }),
    fields: { offerId: 'number', offer_id: 'number', clientSeed: 'text' },
  },
  'admin login': {
    call: () => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/login.php',
      good: { username: 'nobody', password: PASSWORD },
    }),
    fields: { username: 'text', password: 'password' },
  },
  'admin register': {
    call: () => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/register.php',
      good: {
        username: `u-${randomUUID()}`,
        email: `${randomUUID()}@example.com`,
        password: PASSWORD,
        setupToken: 't',
      },
    }),
    fields: { username: 'text', email: 'text', password: 'password', setupToken: 'text' },
  },
  'create offer': {
    call: () => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/offers.php',
      good: {
        title: 'T',
        description: 'D',
        offer_url: 'https://a.example/?c={click_id}',
        external_offer_id: randomUUID(),
      },
    }),
    fields: offerFields,
  },
  'update offer': {
    call: () => ({ client: admin, method: 'PUT', path: '/api/admin/offers.php', good: { offer_id: offerId } }),
    fields: { ...offerFields, offer_id: 'number' },
  },
  'one voucher': {
    call: () => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/vouchers.php',
      good: { ...voucher(), voucher_code: randomUUID() },
    }),
    fields: { ...voucherFields, voucher_code: 'text' },
  },
  'many vouchers': {
    call: () => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/vouchers.php',
      good: { ...voucher(), voucher_codes: [randomUUID()] },
    }),
    fields: { voucher_codes: 'codes' },
  },
  'made vouchers': {
    call: () => ({
      client: admin,
      method: 'POST',
      path: '/api/admin/vouchers.php',
      good: { voucher_type: 'amazon', quantity: 1 },
    }),
    fields: { quantity: 'number' },
  },
  'voucher status': {
    call: () => ({
      client: admin,
      method: 'PUT',
      path: '/api/admin/vouchers.php',
      good: { voucher_id: 999_999, status: 'expired' },
    }),
    fields: { voucher_id: 'number', status: 'choice' },
  },
};

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'undefined';

describe.each(Object.entries(forms))('%s', (_name, { call, fields }) => {
  test('the good form is not refused as bad input', async () => {
    const { client, method, path, good } = call();
    const { status } = await client.json(method, path, good);
    expect([200, 401, 404, 409]).toContain(status);
  });

  test.each(Object.entries(fields))('%s (%s): what it cannot take is 400 and names it', async (field, kind) => {
    const answers: [string, Answer][] = [];
    for (const value of bad[kind]) {
      const { client, method, path, good } = call();
      answers.push([show(value), await client.json(method, path, { ...good, [field]: value })]);
    }
    const wrong = answers.filter(
      ([, { status, body }]) => status !== 400 || !String(body.error).startsWith(`${field}`),
    );
    expect(wrong.map(([value, { status, body }]) => [value, status, body])).toEqual([]);
  });
});

test('a password takes any characters', async () => {
  for (const password of [`${NUL}1234567`, `${LONE}1234567`, '🔑🔑🔑🔑🔑🔑🔑🔑', '        ', 'पासवर्ड-पासवर्ड']) {
    const email = `${randomUUID()}@example.com`;
    expect((await user.post('/api/register.php', { firstName: 'A', lastName: 'B', email, password })).status).toBe(200);
    expect((await user.post('/api/login.php', { email, password })).status).toBe(200);
    expect((await user.post('/api/login.php', { email, password: `${password}x` })).status).toBe(401);
    expect((await user.post('/api/login.php', { email, password: password.trim() })).status).toBe(
      password.trim() === password ? 200 : 400,
    );
  }
});

describe('query parameters', () => {
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

  test.each(lists)('%s: unknown values are 400 and name the parameter', async (path, fields) => {
    for (const [field, kind] of Object.entries(fields)) {
      const texts = bad[kind].filter((value) => typeof value === 'string').filter((value) => value.isWellFormed());
      for (const text of [...texts, '0', '-1', '1.5', '99999999999999999999']) {
        const { status, body } = await admin.get(`${path}?${new URLSearchParams({ [field]: text })}`);
        expect([field, text, status, String(body.error).split(':')[0]]).toEqual([field, text, 400, field]);
      }
    }
  });

  test.each(lists)('%s: a parameter that is there twice is 400 and named', async (path, fields) => {
    for (const field of [...Object.keys(fields), 'search']) {
      const { status, body } = await admin.get(`${path}?${field}=1&${field}=2`);
      expect([field, status, String(body.error).split(':')[0]]).toEqual([field, 400, field]);
    }
  });

  const described = Object.entries(descriptions().admin.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      (parameters as { name?: string; in?: string }[])
        .filter((parameter) => parameter.in === 'query')
        .map(({ name = '' }) => [method.toUpperCase(), path, name] as const),
    ),
  );

  test.each(described)('%s %s: %s, twice or as a list, is 400 and named, over REST', async (method, path, name) => {
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
  ])('%s: a list for %s is 400 and named, over tRPC', async (procedure, field) => {
    const { status, body } = await admin.query(procedure, { [field]: ['1', '2'] });
    expect([status, body.error.data.field]).toEqual([400, field]);
  });

  test.each(lists)('%s: a search takes any text but NUL', async (path) => {
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

  test.each(lists)('%s: names that are not asked for are left alone', async (path) => {
    expect((await admin.get(`${path}?__proto__=1&constructor=2&page[]=x&unknown=3&=&&`)).status).toBe(200);
  });

  test.each([
    ['/api/admin/offers.php', 'offer_id'],
    ['/api/admin/vouchers.php', 'voucher_id'],
  ])('DELETE %s names %s', async (path, field) => {
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
  });

  test('a page past the end is an empty list, however far', async () => {
    const { status, body } = await admin.get('/api/admin/offers.php?page=1000000000&limit=1000');
    expect([status, body.offers, body.pagination.total]).toEqual([200, [], expect.any(Number)]);
  });
});

describe('tRPC inputs', () => {
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
  ])('the input %j is 400', async (input) => {
    const { status, body } = await admin.get(`/trpc/admin.offers.list?input=${input.replaceAll('"', '%22')}`);
    expect(status).toBe(400);
    expect(body.error.data.domainCode).toBe('BAD_INPUT');
  });

  test('no input at all is that of the documented path without parameters', async () => {
    const { status, body } = await admin.get('/trpc/admin.offers.list');
    expect([status, body.result.data.pagination.limit]).toEqual([200, 10]);
  });

  test('names the field beside the text', async () => {
    const { body } = await user.mutate('user.spins.spin', { offerId: 1, clientSeed: 'x'.repeat(65) });
    expect(body.error).toMatchObject({
      message: 'clientSeed: must be at most 64 characters',
      data: { httpStatus: 400, domainCode: 'BAD_INPUT', field: 'clientSeed' },
    });
  });
});

test('nothing in this file was an error of ours', () => {
  expect(api.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
});
