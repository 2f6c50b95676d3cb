import { randomUUID } from 'node:crypto';
import { makeOffer } from '@inaam/testing/factories/offers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminHostDescription } from '../../openapi/admin-host.ts';
import { appHostDescription } from '../../openapi/app-host.ts';
import { buildNamedSchemas, type JsonSchema } from '../../openapi/schemas.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { type Answer, Client } from '../support/client.ts';
import { registerUser, signInAdmin } from '../support/people.ts';
import { bad, LONE_SURROGATE, NUL } from './bad-values.ts';
import { forms, type Senders } from './forms.ts';
import { isPlain } from './plain-words.ts';

/** Sends each field of each documented body with every value that the field must refuse. */

let api: TestApi;
let senders: Senders;
beforeAll(async () => {
  api = await createTestApi({ RATE_LIMITS: 'off' }, { jobs: false });
  const { client: user } = await registerUser(api.appHost);
  const { client: admin } = await signInAdmin(api);
  senders = { user, admin, offerId: (await makeOffer(api.core)).offer_id };
});
afterAll(() => api.close());

const isNamed = (error: string, field: string): boolean => error.startsWith(field);

/** Error texts of the specification. They are whole sentences, so the server sends them without the field name. */
const sentences = [
  'Password must be at least 8 characters',
  'Username must be at least 3 characters',
  'Passwords do not match',
  'Total win probability must be less than 100%',
  'Please enter a valid amount greater than 0',
  'Please enter a voucher code',
  'Please enter at least one voucher code',
  'Maximum 100 voucher codes allowed per batch',
];

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'undefined';

/** Lists the documented fields of a body, in all variants of the body. */
function listFields({ properties = {}, oneOf = [], anyOf = [] }: JsonSchema): string[] {
  return [...new Set([...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap(listFields)])];
}

test('tests each documented body with all its fields', () => {
  const tested = new Map<string, Set<string>>();
  const withoutSession = { user: new Client(api.appHost), admin: new Client(api.adminHost), offerId: 1 };
  for (const { call, fields } of Object.values(forms)) {
    const { method, path } = call(withoutSession);
    const testedFields = tested.get(`${method} ${path}`) ?? new Set();
    tested.set(`${method} ${path}`, new Set([...testedFields, ...Object.keys(fields)]));
  }
  const documented = [appHostDescription, adminHostDescription].flatMap(({ operations }) =>
    Object.entries(operations).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { body }]) => {
        if (!body) return [];
        const { Body = {} } = buildNamedSchemas({ Body: body }, 'body');
        return [[`${method} ${path}`, listFields(Body).toSorted()] as const];
      }),
    ),
  );
  expect([...tested].map(([name, names]) => [name, [...names].toSorted()]).toSorted()).toEqual(documented.toSorted());
});

describe.each(Object.entries(forms))('%s', (_name, { call, fields }) => {
  test('does not answer 400 to a valid body', async () => {
    const { client, method, path, good } = call(senders);
    const { status } = await client.json(method, path, good);
    expect([200, 401, 404, 409]).toContain(status);
  });

  test('refuses a body that is not a JSON object, and says so', async () => {
    for (const body of ['[]', '[{}]', '"text"', '5', 'true', 'null']) {
      const { client, method, path } = call(senders);
      const answer = await client.send(method, path, body, { 'content-type': 'application/json' });
      expect([body, answer.status, answer.body]).toEqual([body, 400, { error: 'The input must be a JSON object' }]);
    }
  });

  test.each(Object.entries(fields))(
    'answers 400 with a plain error about the field to every invalid value of %s (type: %s)',
    async (field, kind) => {
      const answers: [string, Answer][] = [];
      for (const value of bad[kind]) {
        const { client, method, path, good } = call(senders);
        answers.push([show(value), await client.json(method, path, { ...good, [field]: value })]);
      }
      const unexpected = answers.filter(
        ([, { status, body }]) =>
          status !== 400 ||
          !isPlain(body.error) ||
          !(isNamed(String(body.error), field) || sentences.includes(body.error)),
      );
      expect(unexpected.map(([value, { status, body }]) => [value, status, body])).toEqual([]);
    },
  );
});

test('accepts any characters in a password', async () => {
  const { user } = senders;
  for (const password of [
    `${NUL}1234567`,
    `${LONE_SURROGATE}1234567`,
    '🔑🔑🔑🔑🔑🔑🔑🔑',
    '        ',
    'पासवर्ड-पासवर्ड',
  ]) {
    const email = `${randomUUID()}@example.com`;
    expect((await user.post('/api/register.php', { firstName: 'A', lastName: 'B', email, password })).status).toBe(200);
    expect((await user.post('/api/login.php', { email, password })).status).toBe(200);
    expect((await user.post('/api/login.php', { email, password: `${password}x` })).status).toBe(401);
    expect((await user.post('/api/login.php', { email, password: password.trim() })).status).toBe(
      password.trim() === password ? 200 : 400,
    );
  }
});

test('logs no server error', () => {
  expect(api.log.filter((line) => Number(line['level']) >= 50)).toEqual([]);
});
