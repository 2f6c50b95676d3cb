import { randomUUID } from 'node:crypto';
import { completeOffer, makeNetwork, type TestNetwork } from '@inaam/testing/factories/completions';
import { makeOffer, nearlyCertainOdds } from '@inaam/testing/factories/offers';
import { addStock } from '@inaam/testing/factories/vouchers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from './support/api.ts';
import { type Answer, Client } from './support/client.ts';
import { PASSWORD, registerUser, signInAdmin } from './support/people.ts';

let api: TestApi;
let admin: Client;
let key: Record<string, string>;
let network: TestNetwork;
beforeAll(async () => {
  api = await createTestApi({}, { jobs: false });
  network = await makeNetwork(api.core);
  admin = (await signInAdmin(api)).client;
});
afterAll(() => api.close());
beforeEach(() => {
  key = { 'idempotency-key': randomUUID() };
});

const voucher = { voucher_type: 'amazon', voucher_brand: 'Amazon', voucher_amount: 10, expiry_date: '2099-12-31' };
const makeVoucherInput = () => ({ ...voucher, voucher_code: randomUUID() });
const getReplayState = ({ status, headers }: Answer) => [status, headers['idempotency-replayed']];
const count = async (table: string, where: string) => {
  const { sql } = api.core.database;
  const [row] = await sql<{ count: number }[]>`select count(*) from ${sql(table)} t where t::text like ${`%${where}%`}`;
  return row?.count;
};

describe('a repeat with the same key and body', () => {
  test('imports no second voucher and gets the first answer', async () => {
    const body = makeVoucherInput();
    const first = await admin.post('/api/admin/vouchers.php', body, key);
    expect(getReplayState(first)).toEqual([200, undefined]);
    for (let i = 0; i < 2; i++) {
      const again = await admin.post('/api/admin/vouchers.php', body, key);
      expect(getReplayState(again)).toEqual([200, 'true']);
      expect(again.body).toEqual(first.body);
      expect(again.headers['content-type']).toMatch(/^application\/json/);
      expect(again.headers['cache-control']).toBe('no-store');
    }
    // Without the key, the same body is a new import of a code that exists.
    expect((await admin.post('/api/admin/vouchers.php', body)).status).toBe(409);
  });

  test('creates no second offer, even if ten calls reach two processes at once', async () => {
    const { adminHost } = await api.startAnother();
    const second = new Client(adminHost);
    for (const [name, value] of admin.cookies) second.cookies.set(name, value);
    const external = randomUUID();
    const body = { title: 'T', description: 'D', offer_url: 'https://a.example', external_offer_id: external };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? admin : second).post('/api/admin/offers.php', body, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body: each }) => JSON.stringify(each))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await count('offers', external)).toBe(1);
  });

  test('is recognised even if the order of fields, at any level, or the whitespace differs', async () => {
    const type = { 'content-type': 'application/json', ...key };
    const code = randomUUID();
    const send = (text: string) => admin.send('POST', '/api/admin/vouchers.php', text, type);
    const first = await send(JSON.stringify({ ...voucher, voucher_code: code, more: [{ a: 1, b: 2 }] }));
    expect(getReplayState(first)).toEqual([200, undefined]);
    const reordered = Object.fromEntries(Object.entries({ ...voucher, voucher_code: code }).toReversed());
    const again = await send(JSON.stringify({ more: [{ b: 2, a: 1 }], ...reordered }, null, 2));
    expect([getReplayState(again), again.body]).toEqual([[200, 'true'], first.body]);
    // Other values make another request.
    expect((await send(JSON.stringify({ ...reordered, more: [{ a: 2, b: 1 }] }))).status).toBe(409);
  });

  test('is recognised in a later session of the user', async () => {
    const { client, email, id } = await registerUser(api.appHost);
    const { offer_id: offerId } = await makeOffer(api.core);
    const first = await client.post('/api/click-offer.php', { offerId }, key);
    await client.post('/api/logout.php');
    expect((await client.post('/api/click-offer.php', { offerId }, key)).status).toBe(401);
    await client.post('/api/login.php', { email, password: PASSWORD });
    const again = await client.post('/api/click-offer.php', { offerId }, key);
    expect([getReplayState(again), again.body]).toEqual([[200, 'true'], first.body]);
    expect(await api.core.database.sql`select 1 from clicks where user_id = ${id}`).toHaveLength(1);
  });

  test('gets a spin’s answer with the voucher, though neither code nor key is stored in plain text', async () => {
    const { client, id } = await registerUser(api.appHost);
    const { offer_id: offerId } = await makeOffer(api.core, { spinner_config: nearlyCertainOdds(77) });
    const [code = ''] = await addStock(api.core, { amount: 77, count: 1 });
    await completeOffer(api.core, network, { id, email: '', device: null }, offerId);
    const first = await client.post('/api/spin.php', { offerId }, key);
    const again = await client.post('/api/spin.php', { offerId }, key);
    expect(getReplayState(again)).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(first.body.voucher?.code ?? code).toBe(code);
    expect(await count('idempotency_keys', code)).toBe(0);
    expect(await count('idempotency_keys', key['idempotency-key'] ?? '')).toBe(0);
  });

  test('gets the first answer also for a form', async () => {
    const { id } = await registerUser(api.appHost);
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...key };
    const send = (body: string) => admin.send('POST', '/api/admin/fraud-detection.php', body, form);
    const first = await send(`action=flag_user&user_id=${id}&notes=a`);
    expect(getReplayState(first)).toEqual([200, undefined]);
    const again = await send(`action=flag_user&user_id=${id}&notes=a`);
    expect([getReplayState(again), again.body]).toEqual([[200, 'true'], first.body]);
    expect((await send(`action=flag_user&user_id=${id}&notes=b`)).status).toBe(409);
    const audited = await api.core.database
      .sql`select 1 from audit_entries where subject = ${String(id)} and note = 'a'`;
    expect(audited).toHaveLength(1);
  });

  test('gets the first error even when its cause is gone', async () => {
    const { client, id } = await registerUser(api.appHost);
    const { offer_id: offerId } = await makeOffer(api.core);
    const refused = { status: 409, body: { error: 'Offer not completed yet' } };
    expect(await client.post('/api/spin.php', { offerId }, key)).toMatchObject(refused);
    await completeOffer(api.core, network, { id, email: '', device: null }, offerId);
    const again = await client.post('/api/spin.php', { offerId }, key);
    expect(again).toMatchObject({ ...refused, headers: { 'idempotency-replayed': 'true' } });
    expect((await client.post('/api/spin.php', { offerId })).status).toBe(200);
  });

  test('gets the result of a call whose process died before recording the answer', async () => {
    const calls: [string, Record<string, unknown>, string][] = [
      ['/api/admin/vouchers.php', makeVoucherInput(), 'vouchers'],
      [
        '/api/admin/vouchers.php',
        { voucher_type: 'paytm', voucher_brand: `B${randomUUID()}`, quantity: 3 },
        'vouchers',
      ],
      ['/api/admin/vouchers.php', { ...voucher, voucher_codes: [randomUUID()] }, 'vouchers'],
      [
        '/api/admin/offers.php',
        { title: 'T', description: 'D', offer_url: 'https://a.example', external_offer_id: randomUUID() },
        'offers',
      ],
      ['/api/admin/register.php', { username: randomUUID(), email: 'dead@example.com', password: PASSWORD }, 'admins'],
    ];
    for (const [path, body, table] of calls) {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await admin.post(path, body, headers);
      expect(first.status).toBe(200);
      // Simulates a process that died after the transaction, before it recorded the answer.
      await api.core.database.sql`
        update idempotency_keys set status = null, answer = null, locked_until = now() - interval '1 second'
        where principal like 'admin:%'`;
      const size = await count(table, '');
      const audited = await count('audit_log', '');
      const again = await admin.post(path, body, headers);
      expect([path, again.status, again.body]).toEqual([path, 200, first.body]);
      expect(await count(table, '')).toBe(size);
      expect(await count('audit_log', '')).toBe(audited);
    }
  });

  test('gets the same redirect for a click whose process died before recording the answer', async () => {
    const { client, id } = await registerUser(api.appHost);
    const { offer_id: offerId } = await makeOffer(api.core);
    const first = await client.post('/api/click-offer.php', { offerId }, key);
    const { sql } = api.core.database;
    await sql`
      update idempotency_keys set status = null, answer = null, locked_until = now() - interval '1 second'
      where principal = ${`user:${id}`}`;
    const again = await client.post('/api/click-offer.php', { offerId }, key);
    expect([getReplayState(again), again.body]).toEqual([[200, undefined], first.body]);
    expect(await sql`select 1 from clicks where user_id = ${id}`).toHaveLength(1);
    expect((await client.post('/api/click-offer.php', { offerId })).body).not.toEqual(first.body);
  });

  test('finds the key locked for 10 s from the first call, a little longer than a request may take', async () => {
    const { client, id } = await registerUser(api.appHost);
    const { offer_id: offerId } = await makeOffer(api.core);
    await client.post('/api/click-offer.php', { offerId }, key);
    const [row] = await api.core.database.sql<{ seconds: number }[]>`
      select extract(epoch from locked_until - created_at)::int as seconds from idempotency_keys
      where principal = ${`user:${id}`}`;
    expect(row?.seconds).toBe(10);
  });

  test('is answered with 503 while the first call is running', async () => {
    const body = makeVoucherInput();
    const { sql } = api.core.database;
    let slow: Promise<Answer> | undefined;
    await sql.begin(async (tx) => {
      await tx`lock table vouchers in exclusive mode`;
      const before = await count('idempotency_keys', '');
      slow = admin.post('/api/admin/vouchers.php', body, key);
      await expect.poll(() => count('idempotency_keys', '')).not.toBe(before);
      const { status, headers, body: answer } = await admin.post('/api/admin/vouchers.php', body, key);
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(answer).toEqual({ error: 'The first request with this Idempotency-Key is still under way' });
    });
    await slow;
    expect((await admin.post('/api/admin/vouchers.php', body, key)).status).toBe(200);
  });
});

describe('the same key and another request', () => {
  const reused = { status: 409, body: { error: 'This Idempotency-Key was used for another request' } };

  test('is refused when the body or path differs', async () => {
    const body = makeVoucherInput();
    await admin.post('/api/admin/vouchers.php', body, key);
    const other = { ...body, voucher_amount: 11 };
    expect(await admin.post('/api/admin/vouchers.php', other, key)).toMatchObject(reused);
    expect(await admin.post('/api/admin/offers.php', body, key)).toMatchObject(reused);
    expect(await admin.post('/api/admin/vouchers.php?a=b', body, key)).toMatchObject(reused);
    expect((await admin.post('/api/admin/vouchers.php', body, key)).headers['idempotency-replayed']).toBe('true');
  });

  test('is accepted from another caller, because each caller has its own keys', async () => {
    const { client } = await signInAdmin(api);
    await admin.post('/api/admin/vouchers.php', makeVoucherInput(), key);
    expect(getReplayState(await client.post('/api/admin/vouchers.php', makeVoucherInput(), key))).toEqual([
      200,
      undefined,
    ]);
  });
});

describe('no key is recorded for', () => {
  test('a call without a session, which never gets an earlier answer', async () => {
    const { client, id } = await registerUser(api.appHost);
    const { offer_id: offerId } = await makeOffer(api.core);
    expect((await new Client(api.appHost).post('/api/click-offer.php', { offerId }, key)).status).toBe(401);
    expect((await client.post('/api/click-offer.php', { offerId }, key)).status).toBe(200);
    await admin.post('/api/admin/fraud-detection.php', { action: 'flag_user', user_id: id });
    expect((await client.post('/api/click-offer.php', { offerId }, key)).status).toBe(403);
    // An anonymous caller at the same IP address does not get the suspended user's answer either.
    expect((await new Client(api.appHost).post('/api/click-offer.php', { offerId }, key)).status).toBe(401);
    expect(await count('idempotency_keys', 'address:192.0.2.1')).toBe(0);
  });

  test('a server failure, which releases the key', async () => {
    const { sql } = api.core.database;
    const body = makeVoucherInput();
    await sql`alter function add_vouchers rename to add_vouchers_gone`;
    expect((await admin.post('/api/admin/vouchers.php', body, key)).status).toBe(500);
    await sql`alter function add_vouchers_gone rename to add_vouchers`;
    expect(getReplayState(await admin.post('/api/admin/vouchers.php', body, key))).toEqual([200, undefined]);
  });
});

describe('signing in', () => {
  const person = () => ({ firstName: 'A', lastName: 'B', email: `${randomUUID()}@example.com`, password: PASSWORD });
  const getOffersStatus = async (client: Client) => (await client.get('/api/offers.php')).status;
  const reused = [409, { error: 'This Idempotency-Key was used for another request' }];
  const getStatusAndBody = ({ status, body }: Answer) => [status, body];

  test('repeats a registration with the same account and a new session', async () => {
    const body = person();
    const [lost, client] = [new Client(api.appHost), new Client(api.appHost)];
    const first = await lost.post('/api/register.php', body, key);
    const again = await client.post('/api/register.php', body, key);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, sessionId: expect.any(String) });
    expect(again.body.sessionId).not.toBe(first.body.sessionId);
    expect([await getOffersStatus(lost), await getOffersStatus(client)]).toEqual([200, 200]);
    const other = { ...body, password: 'another password' };
    expect(getStatusAndBody(await client.post('/api/register.php', other, key))).toEqual(reused);
    expect((await client.post('/api/register.php', body)).status).toBe(409);
  });

  test('creates one account for simultaneous registrations with one key', async () => {
    const body = person();
    const answers = await Promise.all(
      [1, 2, 3].map(() => new Client(api.appHost).post('/api/register.php', body, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body: each }) => each.user.id)).size).toBe(1);
  });

  test('opens another session for a repeated sign-in and refuses another body', async () => {
    const { email } = await registerUser(api.appHost);
    const client = new Client(api.appHost);
    const first = await client.post('/api/login.php', { email, password: PASSWORD }, key);
    client.cookies.clear();
    const again = await client.post('/api/login.php', { email, password: PASSWORD }, key);
    expect([first.status, again.status, await getOffersStatus(client)]).toEqual([200, 200, 200]);
    expect(getStatusAndBody(await client.post('/api/login.php', { email, password: 'other' }, key))).toEqual(reused);
    expect((await client.post('/api/logout.php', {}, { 'idempotency-key': 'out' })).status).toBe(200);
    expect((await client.post('/api/logout.php', {}, { 'idempotency-key': 'out' })).status).toBe(200);
    expect(await getOffersStatus(client)).toBe(401);
  });

  test('stores neither the session, the e-mail address nor the password of a registration', async () => {
    const body = person();
    const client = new Client(api.appHost);
    await client.post('/api/register.php', body, key);
    for (const secret of [...client.cookies.values(), body.email, body.password]) {
      expect(secret.length).toBeGreaterThan(8);
      expect(await count('idempotency_keys', secret)).toBe(0);
    }
  });
});

describe('the header', () => {
  test.each(['', 'x'.repeat(256), 'tab\there', 'ü'])(
    'is refused with the value %j, by an error with its name',
    async (value) => {
      const answer = await admin.post('/api/admin/vouchers.php', makeVoucherInput(), { 'idempotency-key': value });
      const error = 'Idempotency-Key: must be 1 to 255 printable ASCII characters';
      expect([answer.status, answer.body]).toEqual([400, { error }]);
      expect((await new Client(api.appHost).post('/api/login.php', {}, { 'idempotency-key': value })).status).toBe(400);
    },
  );

  test.each(['a', '~ !"quoted"', 'x'.repeat(255)])('is accepted with the value %j', async (value) => {
    const body = makeVoucherInput();
    const send = () => admin.post('/api/admin/vouchers.php', body, { 'idempotency-key': value });
    expect([getReplayState(await send()), getReplayState(await send())]).toEqual([
      [200, undefined],
      [200, 'true'],
    ]);
  });
});
