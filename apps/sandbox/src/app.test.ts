import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, openMailbox } from '@inaam/mailbox/mailbox';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { loadSigningKey } from './identity.ts';
import { sign } from './postback.ts';
import { readSettings } from './settings.ts';

const secret = 'a-secret-long-enough';
let app: FastifyInstance;
let dataDir: string;
let mailbox: Mailbox;
let appOrigin: string;
/** Stands in for the app: records requests, and replies with the test's `answer`. */
let receiver: Server;
let received: string[] = [];
let answer = { status: 200, body: '' };

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request.url ?? '');
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  appOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  mailbox = await openMailbox();
  const settings = readSettings({ SANDBOX_SECRET: secret, APP_ORIGIN: appOrigin, DATA_DIR: dataDir });
  app = buildApp(settings, { key: await loadSigningKey(dataDir), mailbox });
});
beforeEach(() => {
  received = [];
  answer = { status: 200, body: '{"success":true}' };
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
  receiver.close();
  await rm(dataDir, { recursive: true });
});

const post = (url: string, payload: unknown) => app.inject({ method: 'POST', url, payload: payload as object });
const form = (url: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: new URLSearchParams(fields).toString(),
  });

describe('POST /complete', () => {
  test('sends a signed postback and returns the reply of the app', async () => {
    const reply = await post('/complete', { click_id: 'c&1', payout: 12.5, transaction_id: 'T 1' });
    expect(reply.json()).toEqual({ status: 200, body: { success: true } });
    const [path, raw = ''] = (received[0] ?? '').split('?');
    const [signed = '', signature] = raw.split('&signature=');
    expect(path).toBe('/postback/sandbox');
    expect(signed).toMatch(
      /^click_id=c%261&transaction_id=T%201&payout=12.5&currency=INR&status=approved&timestamp=\d{10}$/,
    );
    expect(signature).toBe(sign(signed, secret));
  });

  test('returns the app’s refusal with its body unchanged, even if the body is not JSON', async () => {
    answer = { status: 403, body: 'no' };
    const reply = await post('/complete', { click_id: 'c1', status: 'reversed' });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ status: 403, body: 'no' });
    expect(received[0]).toContain('&status=reversed&');
    expect(received[0]).not.toContain('payout');
  });

  test.each([
    [{}, 'click_id: is required'],
    [{ click_id: '' }, 'click_id: is required'],
    [{ click_id: 'c', payout: 'ten' }, 'payout: must be an amount in rupees'],
    [{ click_id: 'c', payout: 1e-9 }, 'payout: must be an amount in rupees'],
    [{ click_id: 'c', status: 'a b' }, 'status: must be approved or reversed'],
    [{ click_id: 'c', transaction_id: '' }, 'transaction_id: is required'],
  ])('refuses %j and names the field', async (body, error) => {
    const reply = await post('/complete', body);
    expect([reply.statusCode, reply.json()]).toEqual([400, { error }]);
    expect(received).toEqual([]);
  });

  test('reports an unreachable app', async () => {
    const settings = readSettings({ SANDBOX_SECRET: secret, APP_ORIGIN: 'http://127.0.0.1:9', DATA_DIR: dataDir });
    const sandbox = buildApp(settings, { key: await loadSigningKey(dataDir), mailbox });
    const reply = await sandbox.inject({ method: 'POST', url: '/complete', payload: { click_id: 'c1' } });
    expect(reply.statusCode).toBe(502);
    expect(reply.json<{ error: string }>().error).toMatch(/^The app at http:\/\/127\.0\.0\.1:9 did not answer \(/);
    await sandbox.close();
  });
});

describe('the offer page', () => {
  const url = '/offer?click_id=k1&offer=7&title=Install%20%3Cb%3E&payout=40';

  test('shows the offer’s title, escaped, its payout and two buttons', async () => {
    const { statusCode, body } = await app.inject({ url });
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Install &lt;b&gt;</h1>');
    expect(body).toContain('₹40');
    expect(body).toMatch(/value="complete">Complete<[\s\S]*value="reverse">Reverse</);
  });

  test('repeats the transaction ID when the offer is completed again, and shows the reply', async () => {
    const first = await form(url, { action: 'complete' });
    expect([first.statusCode, first.headers.location]).toEqual([303, url]);
    await form(url, { action: 'complete' });
    const ids = received.map((each) => new URLSearchParams(each.split('?')[1]).get('transaction_id'));
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect((await app.inject({ url })).body).toContain('Inaam accepted the completion.');
  });

  test('sends a reversal, and shows why the app refused it', async () => {
    answer = { status: 403, body: '{"error":"Bad signature"}' };
    await form(url, { action: 'reverse' });
    expect(received[0]).toContain('status=reversed');
    const { body } = await app.inject({ url });
    expect(body).toContain('Inaam refused the reversal: Bad signature.');
    expect(body).toContain('<dd>Completed</dd>');
  });

  test('leaves the offer’s state unchanged when the app parks the reversal', async () => {
    answer = { status: 200, body: '{"success":true,"status":"parked"}' };
    await form('/offer?click_id=k2', { action: 'reverse' });
    const { body } = await app.inject({ url: '/offer?click_id=k2' });
    expect(body).toContain('Inaam parked the reversal until it can be matched.');
    expect(body).toContain('<dd>Started</dd>');
  });

  test('requires a click ID', async () => {
    const reply = await app.inject({ url: '/offer?title=x' });
    expect([reply.statusCode, reply.json()]).toEqual([400, { error: 'click_id: is required' }]);
  });
});

describe('partner dashboards', () => {
  const address = () => `${appOrigin}/postback/bit?uid=[%UID%]&tx=[%TX%]&raw=[%RAW%]&type=[%TYPE%]`;

  test('shows the same secret at each visit, and the field for the postback URL', async () => {
    const { body } = await app.inject({ url: '/partners/bitlabs' });
    expect(body).toContain('<h2>1. App secret</h2>');
    expect(body).toContain('<h2>2. Reward Callback</h2>');
    const other = await app.inject({ url: '/partners/bitlabs' });
    expect(other.body).toBe(body);
    // OGAds has no secret, so its page shows none.
    expect((await app.inject({ url: '/partners/ogads' })).body).toContain('OGAds does not issue it.');
    expect((await app.inject({ url: '/partners' })).body).toContain('href="/partners/bitlabs"');
  });

  test('reports a completed offer as the network does, to the pasted URL', async () => {
    const { body } = await app.inject({ url: '/partners/bitlabs' });
    const [, key = ''] = /<code>([0-9a-f]{32})<\/code>/.exec(body) ?? [];
    const offer = '/offer?click_id=p1&partner=bitlabs&payout=1.25';
    expect((await form(offer, { action: 'complete' })).body).toContain('paste the postback URL into the dashboard');
    expect((await form('/partners/bitlabs', { postback_url: address() })).statusCode).toBe(303);
    await form(offer, { action: 'complete' });
    const [signed = '', hash] = (received[0] ?? '').split('&hash=');
    expect(signed).toMatch(/^\/postback\/bit\?uid=p1&tx=sbx-[0-9a-f]{20}&raw=1\.25&type=/);
    expect(hash).toBe(createHmac('sha1', key).update(`${appOrigin}${signed}`).digest('hex'));
    expect((await app.inject({ url: offer })).body).toContain('Inaam accepted the completion.');
  });

  test('sends a test postback with a click ID that the app does not know', async () => {
    await form('/partners/bitlabs', { postback_url: address() });
    answer = { status: 404, body: '' };
    const reply = await form('/partners/bitlabs/test', {});
    expect(reply.headers.location).toBe('/partners/bitlabs?sent=404');
    expect(received[0]).toContain('uid=test-');
  });

  test('uses the secret in the path of the pasted URL, and sends a password as a parameter', async () => {
    await form('/partners/ogads', { postback_url: `${appOrigin}/postback/og/s3cret-part?aff_sub={aff_sub}` });
    await form('/offer?click_id=p2&partner=ogads', { action: 'complete' });
    expect(received[0]).toBe('/postback/og/s3cret-part?aff_sub=p2');
    await form('/partners/cpalead', {
      postback_url: `${appOrigin}/postback/cpa?subid={subid}&password={password}`,
      password: 'of the app',
    });
    await form('/offer?click_id=p3&partner=cpalead', { action: 'complete' });
    expect(received[1]).toBe('/postback/cpa?subid=p3&password=of%20the%20app');
  });

  test.each([
    ['https://elsewhere.example/postback/bit', 'postback_url: must begin with'],
    ['/postback/bit', 'postback_url: must begin with'],
    ['', 'postback_url'],
  ])('refuses the postback URL %j', async (postback_url, problem) => {
    const reply = await form('/partners/bitlabs', { postback_url });
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain(problem);
  });

  test('refuses an unknown network', async () => {
    expect((await app.inject({ url: '/partners/nowhere' })).statusCode).toBe(400);
  });
});

describe('the account chooser', () => {
  const chooser = (to: string) => `/chooser?return_to=${encodeURIComponent(to)}`;

  test('returns to the app with a token that verifies against /jwks', async () => {
    const reply = await form(chooser(`${appOrigin}/login?next=%2Fprofile`), {
      email: 'New@Example.com',
      firstName: 'N',
      lastName: 'E',
    });
    expect(reply.statusCode).toBe(303);
    const [address, fragment = ''] = String(reply.headers.location).split('#id_token=');
    expect(address).toBe(`${appOrigin}/login?next=%2Fprofile`);
    const keys = (await app.inject({ url: '/jwks' })).json<JSONWebKeySet>();
    const { payload } = await jwtVerify(fragment, createLocalJWKSet(keys), {
      algorithms: ['RS256'],
      issuer: 'http://localhost:3002',
      audience: 'inaam-sandbox',
    });
    expect(payload).toMatchObject({ email: 'new@example.com', email_verified: false, name: 'N E' });
  });

  test.each([
    'https://evil.example/login',
    '//evil.example',
    'javascript:alert(1)',
    '/login',
    'http://127.0.0.1:1/login',
  ])('refuses to send a token to %s', async (to) => {
    for (const method of ['GET', 'POST'] as const) {
      const reply = await app.inject({
        method,
        url: chooser(to),
        ...(method === 'POST' && { payload: { email: 'a@b.co' } }),
      });
      expect(reply.statusCode).toBe(400);
      expect(reply.json<{ error: string }>().error).toBe(`return_to: must be an address on ${appOrigin}`);
      expect(reply.headers.location).toBeUndefined();
    }
  });

  test('refuses a URL that only contains the app’s origin', async () => {
    for (const to of [`${appOrigin}@evil.example/`, `${appOrigin}.evil.example/`, `http://x@${appOrigin.slice(7)}/`]) {
      expect((await app.inject({ url: chooser(to) })).statusCode).toBe(400);
    }
  });

  test('keeps the typed values when the e-mail address is not valid', async () => {
    const reply = await form(chooser(`${appOrigin}/login`), { email: 'invalid', firstName: 'No<' });
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toContain('email: must be an e-mail address');
    expect(reply.body).toContain('value="No&lt;"');
  });
});

describe('POST /token', () => {
  test('issues a token for an e-mail address, which is verified by default', async () => {
    const { idToken } = (await post('/token', { email: 'a@b.co' })).json<{ idToken: string }>();
    const keys = (await app.inject({ url: '/jwks' })).json<JSONWebKeySet>();
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys));
    expect(payload).toMatchObject({ email: 'a@b.co', email_verified: true, name: 'a' });
  });

  test.each([
    [{}, 'email: is required'],
    [{ email: 'x' }, 'email: must be an e-mail address'],
    [{ email: 'a@b.co', email_verified: 'no' }, 'email_verified: must be true or false'],
  ])('refuses %j and names the field', async (body, error) => {
    const reply = await post('/token', body);
    expect([reply.statusCode, reply.json()]).toEqual([400, { error }]);
  });

  test('refuses a body that is not JSON', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/token',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    });
    expect(reply.statusCode).toBe(400);
  });
});

test.each(['/nothing', '/%zz', '/mail/%'])('answers 404 for the unknown path %s', async (url) => {
  const json = await app.inject(url);
  expect([json.statusCode, json.json()]).toEqual([404, { error: 'Not found' }]);
  const page = await app.inject({ url, headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html']);
});

test('serves a statement that differs from the postbacks that the app counted', async () => {
  const settings = readSettings({ SANDBOX_SECRET: secret, APP_ORIGIN: appOrigin, DATA_DIR: dataDir });
  const sandbox = buildApp(settings, { key: await loadSigningKey(dataDir), mailbox });
  const complete = (payload: object) => sandbox.inject({ method: 'POST', url: '/complete', payload });
  for (const click_id of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    await complete({ click_id, payout: 24, transaction_id: `T-${click_id}` });
  }
  answer = { status: 404, body: '{"status":"parked"}' };
  await complete({ click_id: 'refused', payout: 24 });
  received = [];
  const read = async () => (await sandbox.inject('/statement.csv?month=2026-10')).body.trimEnd().split('\r\n');
  const head = await sandbox.inject({ method: 'HEAD', url: '/statement.csv?month=2026-10' });
  expect([head.statusCode, head.body, head.headers['content-type'], received]).toEqual([
    200,
    '',
    'text/csv; charset=utf-8',
    [],
  ]);
  const [headings, ...lines] = await read();
  expect(headings).toBe('Transaction ID,Goal,Click ID,Offer ID,Payout,Currency,Status,Date');
  // The statement omits the newest sale, lists another one twice, and pays the parked postback.
  const listed = lines.map((line) => line.split(',')[0]);
  expect(listed.filter((id) => id?.startsWith('T-'))).toEqual(['T-g', 'T-f', 'T-e', 'T-d', 'T-d', 'T-c', 'T-b', 'T-a']);
  expect(lines[0]).toMatch(/^T-g,,g,,25,INR,approved,/);
  expect(lines).toHaveLength(11);
  expect(received).toHaveLength(1);
  expect(await read()).toEqual([headings, ...lines]);
  expect(received).toHaveLength(1);
  expect((await sandbox.inject('/statement.csv?month=October')).statusCode).toBe(400);
  await sandbox.close();
});
