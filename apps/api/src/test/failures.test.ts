import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@inaam/core/kernel/seals';
import { createPasswords } from '@inaam/core/people/passwords/services';
import { schemaVersion } from '@inaam/db/migrate';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../api.ts';
import { logOptions } from '../log.ts';
import { readSettings } from '../settings.ts';
import { createTestApi, type TestApi } from './support/api.ts';
import { Client } from './support/client.ts';
import { PASSWORD, registerUser } from './support/people.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const internal = {
  domainCode: 'INTERNAL',
  httpStatus: 500,
  code: 'INTERNAL_SERVER_ERROR',
  field: null,
  reference: null,
};

describe('an unexpected error', () => {
  const person = { firstName: 'Boom', lastName: 'Rao', email: 'leak@example.com', password: PASSWORD };

  test('reveals nothing on either transport and is logged', async () => {
    const { client } = await registerUser(api.appHost);
    await api.core.database.sql`alter table offers rename to offers_gone`;
    try {
      const before = api.log.length;
      const rest = await client.get('/api/offers.php');
      expect([rest.status, rest.body]).toEqual([500, { error: 'Internal server error' }]);
      const rpc = await client.query('user.offers.list');
      expect([rpc.status, rpc.body]).toEqual([
        500,
        { error: { message: 'Internal server error', code: -32603, data: internal } },
      ]);
      const batch = await client.get('/trpc/user.identity.me,user.offers.list?batch=1');
      expect(batch.body[1]).toEqual({ error: { message: 'Internal server error', code: -32603, data: internal } });
      const errors = api.log.slice(before).filter((line) => Number(line['level']) >= 50);
      expect(errors).toHaveLength(3);
      expect(JSON.stringify(errors[0])).toContain('offers');
    } finally {
      await api.core.database.sql`alter table offers_gone rename to offers`;
    }
  });

  test('is logged without user data: no e-mail address, password or hash', async () => {
    // The error contains all of this data: in PostgreSQL's `detail`, which shows the refused row, and in the query
    // builder's parameters.
    await api.core.database.sql`alter table users add constraint no_boom check (first_name <> 'Boom')`;
    try {
      const before = api.log.length;
      for (const answer of [
        await new Client(api.appHost).post('/api/register.php', person),
        await new Client(api.appHost).mutate('user.identity.register', person),
      ]) {
        expect(answer.status).toBe(500);
        expect(JSON.stringify(answer.body)).not.toContain('no_boom');
      }
      const logged = JSON.stringify(api.log.slice(before));
      expect(logged).toContain('no_boom');
      expect(logged).not.toContain('leak@example.com');
      expect(logged).not.toContain('argon2');
      expect(logged).not.toContain(PASSWORD);
    } finally {
      await api.core.database.sql`alter table users drop constraint no_boom`;
    }
  });
});

describe('Retry-After', () => {
  test('is sent with 429 after too many guesses, over both transports and in a batch', async () => {
    const { client, email } = await registerUser(api.appHost);
    const wrong = { email, password: 'a wrong password' };
    for (let i = 0; i < 10; i++) expect((await client.post('/api/login.php', wrong)).status).toBe(401);
    const text = 'Too many attempts. Please try again later.';
    const rest = await client.post('/api/login.php', wrong);
    expect([rest.status, rest.body]).toEqual([429, { error: text }]);
    const rpc = await client.mutate('user.identity.login', { ...wrong, password: PASSWORD });
    expect([rpc.status, rpc.body.error.message, rpc.body.error.data.domainCode]).toEqual([
      429,
      text,
      'TOO_MANY_REQUESTS',
    ]);
    const batch = await client.post('/trpc/user.identity.login,user.identity.login?batch=1', { 0: wrong, 1: wrong });
    expect(batch.status).toBe(429);
    for (const { headers } of [rest, rpc, batch]) {
      const seconds = Number(headers['retry-after']);
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
    }
  });

  test('is sent with 503 when the password queue is too long', async () => {
    const another = await api.startAnother();
    another.services.passwords = await createPasswords({ concurrency: 1, maxWaitMs: 1 });
    const attempt = (i: number) => {
      const client = new Client(another.appHost);
      const input = { email: `unknown-${i}@example.com`, password: PASSWORD };
      return i % 2 === 0 ? client.post('/api/login.php', input) : client.mutate('user.identity.login', input);
    };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => attempt(i)));
    const busy = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 401).length + busy.length).toBe(12);
    expect(busy.length).toBeGreaterThan(0);
    for (const { headers, body } of busy) {
      expect(headers['retry-after']).toBe('1');
      expect(body.error.message ?? body.error).toBe('The service is busy. Please try again shortly.');
    }
  });

  test('is sent with 503 within the deadline while the database is unavailable, and the process stays alive', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'inaam-web-'));
    const settings = readSettings({ SANDBOX_SECRET: 'a secret of the sandbox' });
    const offline = await createApi({
      settings,
      // Nothing listens at the discard port.
      databaseUrl: 'postgres://inaam@127.0.0.1:9/nothing',
      secrets: createSecretBox([]),
      log: pino({ ...logOptions(settings), level: 'silent' }),
      webApps: { user: empty, admin: empty },
      schema: schemaVersion(),
      deadline: 1_000,
    });
    await offline.open();
    try {
      const client = new Client(offline.appHost);
      const input = { email: 'a@example.com', password: PASSWORD };
      const [rest, rpc, login, postback, admin, ready, alive] = await Promise.all([
        client.get('/api/offers.php', { cookie: 'inaam_user=abc' }),
        client.query('user.identity.me', undefined, { cookie: 'inaam_user=abc' }),
        client.post('/api/login.php', input),
        client.get('/postback/sandbox?click_id=1'),
        new Client(offline.adminHost).post('/api/admin/login.php', { username: 'admin', password: PASSWORD }),
        client.get('/readyz'),
        client.get('/healthz'),
      ]);
      for (const answer of [rest, rpc, login, postback, admin]) {
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
      }
      expect([ready.status, alive.status]).toEqual([503, 200]);
      expect(rest.body).toEqual({ error: 'The service is busy. Please try again shortly.' });
    } finally {
      await offline.close();
      rmSync(empty, { recursive: true });
    }
  });
});
