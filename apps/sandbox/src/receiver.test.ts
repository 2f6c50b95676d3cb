import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox } from './sandbox.fixture.ts';

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const BODY = '{"type":"spin.settled","timestamp":"2026-07-19T06:30:00.000Z","data":{}}';
const send = (id: string, secret = SECRET, body = BODY) => {
  const at = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, BODY),
  };
  return sandbox.app.inject({ method: 'POST', url: '/hooks/orders', headers, payload: body });
};
const set = (payload: object) => sandbox.app.inject({ method: 'POST', url: '/hooks/orders/settings', payload });
const calls = async (box = 'orders') =>
  (await sandbox.app.inject({ url: `/hooks/${box}/calls.json` })).json<{ calls: Record<string, unknown>[] }>().calls;

test('shows calls, whether they are genuine, and whether they are repeats', async () => {
  await send('a');
  await set({ secret: SECRET });
  await send('a');
  await send('b', `whsec_${Buffer.alloc(32, 8).toString('base64')}`);
  await send('c', SECRET, `${BODY} `);
  await set({ status: 503 });
  expect((await send('d')).statusCode).toBe(503);
  await set({ status: 204 });
  expect((await send('d')).statusCode).toBe(204);
  expect((await calls()).map(({ id, verified, repeat, status }) => [id, verified, repeat, status])).toEqual([
    ['d', true, false, 204],
    ['d', true, false, 503],
    ['c', false, false, 204],
    ['b', false, false, 204],
    ['a', true, true, 204],
    ['a', null, false, 204],
  ]);
  const page = (await sandbox.app.inject({ url: '/hooks/orders' })).body;
  for (const words of ['valid signature', 'invalid signature', 'a repeat', 'replied 503'])
    expect(page).toContain(words);
});

test('receives a conversion by GET like a tracker, and shows the received calls if there is no query', async () => {
  await sandbox.app.inject({ url: '/hooks/flow?cid=<1>&event_id=x' });
  expect(await calls('flow')).toMatchObject([{ method: 'GET', id: 'x', query: { cid: '<1>', event_id: 'x' } }]);
  expect((await sandbox.app.inject({ url: '/hooks/flow' })).body).toContain('&lt;1&gt;');
  expect((await sandbox.app.inject({ url: '/hooks' })).body).toContain('href="/hooks/flow"');
  expect((await set({ secret: 'short' })).json()).toEqual({ error: 'secret: must begin with whsec_' });
});
