import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTrafficSource, rememberTrafficSources } from './traffic-source.ts';

const host = Fastify();
beforeAll(() => {
  rememberTrafficSources(host, { https: true });
  host.get('/*', () => 'page');
});
afterAll(() => host.close());

const getCookie = async (url: string, accept = 'text/html'): Promise<string | undefined> =>
  (await host.inject({ url, headers: { accept } })).headers['set-cookie']?.toString();

test('stores the source and click of a link in the browser', async () => {
  const cookie = await getCookie('/register?utm=1&src=Flow-1&clickid=a%3Bb%2520c');
  expect(cookie).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
  expect(readTrafficSource(`other=1; ${cookie?.split(';')[0]}; last=2`)).toEqual({
    source: 'flow-1',
    click: 'a;b%20c',
  });
});

test('ignores invalid sources and clicks, requests that do not accept HTML, and invalid cookies', async () => {
  for (const url of [
    '/',
    '/?src=flow-1',
    '/?src=<b>&clickid=1',
    '/?src=a&clickid=',
    `/?src=a&clickid=${'x'.repeat(201)}`,
  ]) {
    expect(await getCookie(url), url).toBeUndefined();
  }
  expect(await getCookie('/?src=a&clickid=1', 'application/json')).toBeUndefined();
  for (const cookie of [undefined, '', 'came_from=%', 'came_from=a', 'xcame_from=a%20b']) {
    expect(readTrafficSource(cookie), String(cookie)).toBeUndefined();
  }
});
