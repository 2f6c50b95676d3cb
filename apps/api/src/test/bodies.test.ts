import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { registerUser } from './support/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
});
afterAll(() => api.close());

test('accepts only JSON', async () => {
  const user = new Client(api.appHost);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', 'xml']) {
    const rest = await user.send('POST', '/api/login.php', 'email=a', { 'content-type': type });
    expect([type, rest.status, rest.body]).toEqual([type, 415, { error: 'The content type is not supported' }]);
    const rpc = await user.send('POST', '/trpc/user.identity.login', 'email=a', { 'content-type': type });
    expect([type, rpc.status]).toEqual([type, 415]);
  }
  // A missing content type is not guessed.
  for (const path of ['/api/login.php', '/trpc/user.identity.login']) {
    const { status, body } = await user.send('POST', path, '{"email":"a@example.com"}');
    expect([path, status, body]).toEqual([path, 415, { error: 'The content type is not supported' }]);
  }
});

test('answers 413 for a body above the limit', async () => {
  const user = new Client(api.appHost);
  const body = { email: 'a@example.com', password: 'x'.repeat(300 * 1024) };
  const rest = await user.post('/api/login.php', body);
  expect([rest.status, rest.body]).toEqual([413, { error: 'The request body is too large: at most 256 kB' }]);
  expect((await user.mutate('user.identity.login', body)).status).toBe(413);
  const postback = await user.send('POST', '/postback/unknown', 'x'.repeat(65 * 1024), {
    'content-type': 'text/plain',
  });
  expect(postback.status).toBe(413);
});

test.each(['{', '{"email":', 'null,', "{'a':1}", '{"__proto__":{"a":1}}', '\u0000', '[1,]', '{"a":1}}'])(
  'answers 400 for broken JSON: %j',
  async (text) => {
    const user = new Client(api.appHost);
    const type = { 'content-type': 'application/json' };
    const rest = await user.send('POST', '/api/login.php', text, type);
    expect([rest.status, rest.body]).toEqual([400, { error: 'The body is not valid JSON' }]);
    expect((await user.send('POST', '/trpc/user.identity.login', text, type)).status).toBe(400);
  },
);

test('answers 400 for JSON that is not UTF-8, instead of damaging its text', async () => {
  const user = new Client(api.appHost);
  const body = Buffer.from('{"email":"asha@example.com","password":"café"}', 'latin1');
  for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
    const headers = { 'content-type': type };
    const rest = await user.send('POST', '/api/login.php', body, headers);
    expect([rest.status, rest.body]).toEqual([400, { error: 'The body is not valid JSON' }]);
  }
});

test.each(['', 'null', '[]', '5', '"text"', '{}', '[[]]', 'true'])(
  'answers 400 for a body that is not an object, or is one without fields: %j',
  async (text) => {
    const user = new Client(api.appHost);
    for (const path of ['/api/login.php', '/api/register.php', '/api/firebase-auth.php', '/trpc/user.identity.login']) {
      const { status } = await user.send('POST', path, text, { 'content-type': 'application/json' });
      expect([path, status]).toEqual([path, 400]);
    }
  },
);

test('answers 400 for a deeply nested body, with or without an idempotency key; ignores brackets in text', async () => {
  const user = new Client(api.appHost);
  const deep = `{"email":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  for (const headers of [{}, { 'idempotency-key': 'deep' }]) {
    const type = { 'content-type': 'application/json', ...headers };
    const { status, body } = await user.send('POST', '/api/login.php', deep, type);
    expect([status, body]).toEqual([400, { error: 'The body is nested too deeply' }]);
  }
  const { body } = await user.post('/api/login.php', { email: `"\\${'['.repeat(500)}` });
  expect(body).toEqual({ error: 'email: must be at most 300 characters' });
});

test('names the first missing field if there is no body', async () => {
  const user = new Client(api.appHost);
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const { status, body } = await user.send('POST', '/api/login.php', undefined, headers);
    expect([status, body]).toEqual([400, { error: 'email: is required' }]);
  }
  const { client } = await registerUser(api.appHost);
  expect((await client.post('/api/spin.php')).body).toEqual({ error: 'offerId: is required' });
});
