import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { habitIds } from '@inaam/core/partners/dialects/dialects';
import { type Mailbox, openMailbox } from '@inaam/mailbox/mailbox';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { dialects } from './dialects.ts';
import { loadSigningKey } from './identity.ts';
import { readSettings } from './settings.ts';

let app: FastifyInstance;
let dataDir: string;
let mailbox: Mailbox;
let receiver: Server;
let appOrigin: string;
let received: IncomingMessage[] = [];
/** The app's reply to the nth postback. */
let answer: (n: number) => { status: number; body: string };

beforeAll(async () => {
  receiver = createServer((request, response) => {
    received.push(request);
    const { status, body } = answer(received.length);
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  appOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  mailbox = await openMailbox();
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const settings = readSettings({ SANDBOX_SECRET: 'a-secret-long-enough', APP_ORIGIN: appOrigin, DATA_DIR: dataDir });
  app = buildApp(settings, { key: await loadSigningKey(dataDir), mailbox });
});
beforeEach(() => {
  received = [];
  answer = () => ({ status: 200, body: '{"success":true}' });
});
afterAll(async () => {
  await app.close();
  await mailbox.close();
  receiver.close();
  await rm(dataDir, { recursive: true });
});

const post = async (url: string, payload: object) => {
  const reply = await app.inject({ method: 'POST', url, payload });
  return { code: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};

describe('POST /dialect', () => {
  test('sends a postback with the network’s signature, and returns the postback and the app’s reply', async () => {
    const input = {
      preset: 'offertoro',
      click_id: 'c-1',
      transaction_id: 't9',
      secret: 'k3y-of-the-dashboard',
      slug: 'mine',
    };
    const { body } = await post('/dialect', input);
    const path = '/postback/mine?id=t9&oid=5&user_id=c-1&amount=30&payout=1.25&sig=';
    expect(received[0]?.url).toMatch(new RegExp(`^${path.replaceAll('?', '\\?')}[0-9a-f]{32}$`));
    expect(body).toEqual({
      call: { method: 'GET', url: `${appOrigin}${received[0]?.url}`, headers: {}, body: '' },
      status: 200,
      body: { success: true },
    });
  });

  test('returns the postback without sending it if `send` is false', async () => {
    const { body } = await post('/dialect', { preset: 'ayet', click_id: 'c-1', kind: 'reverse', send: false });
    expect(body).toMatchObject({ call: { url: expect.stringContaining('transaction_id=r-sbx-') } });
    expect(received).toEqual([]);
  });

  test.each([
    [{ preset: 'unknown', click_id: 'c' }, /^preset: must be one of adgate, /],
    [{ preset: 'tapjoy' }, /^click_id: is required$/],
    [{ preset: 'tapjoy', click_id: 'c', kind: 'reverse' }, /^kind: Tapjoy never sends this kind$/],
    [{ preset: 'tapjoy', click_id: 'c', kind: 'x' }, /^kind: must be one of pending, /],
    [{ preset: 'tapjoy', click_id: 'c', slug: '../x' }, /^slug: must be lower-case/],
    [{ preset: 'tapjoy', click_id: 'c', payout: 'ten' }, /^payout: must be an amount/],
  ])('refuses %j and names the field', async (input, error) => {
    const { code, body } = await post('/dialect', input);
    expect(code).toBe(400);
    expect(body.error).toMatch(error);
  });
});

describe('POST /habits', () => {
  test('sends eight identical postbacks for the habit `repeats`', async () => {
    const { body } = await post('/habits', { preset: 'bitlabs', habit: 'repeats', click_id: 'c-1' });
    expect(received).toHaveLength(8);
    expect(new Set(received.map(({ url }) => url)).size).toBe(1);
    expect(body).toMatchObject({
      as_expected: true,
      steps: [{ expects: 'accepted', answers: [{ status: 200, times: 8 }] }],
    });
  });

  test('sends the reversal before the approval for the habit `wrong_order`', async () => {
    await post('/habits', { preset: 'cpx', habit: 'wrong_order', click_id: 'c-1' });
    expect(received.map(({ url }) => new URL(url ?? '', appOrigin).searchParams.get('status'))).toEqual(['2', '1']);
  });

  test('reports accepted forged postbacks as unexpected', async () => {
    const { body } = await post('/habits', { preset: 'cpx', habit: 'wrong_signature', click_id: 'c-1' });
    expect(body).toMatchObject({ as_expected: false });
    received = [];
    answer = (n) => ({ status: n <= 3 ? 403 : 200, body: '{}' });
    const again = await post('/habits', { preset: 'cpx', habit: 'wrong_signature', click_id: 'c-1' });
    expect(again.body).toMatchObject({ as_expected: true });
  });

  test('expects malformed postbacks to be refused or parked, and the well-formed one to be accepted', async () => {
    answer = (n) => ({ status: n === 5 ? 404 : 400, body: '{}' });
    const { body } = await post('/habits', { preset: 'cpx', habit: 'garbage', click_id: 'c-1' });
    const steps = body.steps as { says: string; as_expected: boolean }[];
    expect(steps.filter((step) => !step.as_expected).map(({ says }) => says)).toEqual([
      'With a payout that is not a number',
      'With an unknown status',
      'A well-formed postback',
    ]);
  });

  test('sends X-Forwarded-For like a proxy, with an IP address that the network does not list', async () => {
    await post('/habits', { preset: 'cpx', habit: 'unlisted_address', click_id: 'c-1', enforces_addresses: false });
    expect(received[0]?.headers['x-forwarded-for']).toBe('203.0.113.254');
  });

  test('signs with the old key and then with the new key for the habit `key_rotation`', async () => {
    const input = {
      preset: 'cpalead',
      habit: 'key_rotation',
      click_id: 'c-1',
      secret: 'new one',
      previous_secret: 'old one',
    };
    await post('/habits', input);
    const passwords = received.map(({ url }) => new URL(url ?? '', appOrigin).searchParams.get('password'));
    expect(passwords).toEqual(['old one', 'new one']);
  });

  test.each([
    [{ preset: 'cpx', click_id: 'c', habit: 'key_rotation' }, 'previous_secret: is required'],
    [{ preset: 'ogads', click_id: 'c', habit: 'late_reversal' }, 'habit: OGAds never sends what this habit needs'],
    [{ preset: 'cpx', click_id: 'c', habit: 'sleep' }, `habit: must be one of ${habitIds.join(', ')}`],
  ])('refuses %j and names the field', async (input, error) => {
    expect(await post('/habits', input)).toEqual({ code: 400, body: { error } });
    expect(received).toEqual([]);
  });
});

test('lists every preset and every habit on the home page', async () => {
  const { body } = await app.inject({ url: '/' });
  for (const name of [...habitIds, ...dialects.map(({ id }) => id)]) expect(body).toContain(`<code>${name}</code>`);
});
