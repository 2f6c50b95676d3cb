import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedPresets } from '../partners/presets/presets.ts';
import { FetchJsonError, fetchFeed } from './fetch-json.ts';
import { isPublicAddress } from './outgoing-requests.ts';

let origin = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const preset = feedPresets.find(({ id }) => id === 'ogads');
const createSettings = (url: string, changed: Partial<FeedSettings> = {}): FeedSettings => {
  if (!preset) throw new Error('the preset does not exist');
  return { ...preset.settings, url, query: {}, ...changed };
};
const get = (url: string, changed: Partial<FeedSettings> = {}, trustedOrigin: string | undefined = origin) =>
  fetchFeed(createSettings(url, changed), 'the secret', { trustedOrigin });

test('sends the secret and the fixed parameters as configured', async () => {
  const seen: { url: string | undefined; authorization: string | undefined; key: unknown }[] = [];
  answer = ({ url, headers }, response) => {
    seen.push({ url, authorization: headers.authorization, key: headers['x-key'] });
    response.end('{"offers":[]}');
  };
  const query = { ip: '49.36.0.1' };
  expect(await get(`${origin}/a?b=1`, { query })).toEqual({ offers: [] });
  await get(`${origin}/a`, { auth: { kind: 'query', name: 'key' } });
  await get(`${origin}/a`, { auth: { kind: 'header', name: 'x-key' } });
  await get(`${origin}/a`, { auth: { kind: 'none' } });
  expect(seen).toEqual([
    { url: '/a?b=1&ip=49.36.0.1', authorization: 'Bearer the secret', key: undefined },
    { url: '/a?key=the+secret', authorization: undefined, key: undefined },
    { url: '/a', authorization: undefined, key: 'the secret' },
    { url: '/a', authorization: undefined, key: undefined },
  ]);
});

test.each([
  ['http://partner.example/feed', 'The address must be https'],
  ['https://user:word@partner.example/feed', 'The address must have no user name in it'],
  ['https://127.0.0.1/feed', 'The address is not on the public internet'],
  ['https://2130706433/feed', 'The address is not on the public internet'],
  ['https://0x7f.1/feed', 'The address is not on the public internet'],
  ['https://017700000001/feed', 'The address is not on the public internet'],
  ['https://[::7f00:1]/feed', 'The address is not on the public internet'],
  ['https://[::1]/feed', 'The address is not on the public internet'],
  ['https://[::ffff:10.0.0.1]/feed', 'The address is not on the public internet'],
  ['https://169.254.169.254/latest/meta-data', 'The address is not on the public internet'],
  ['https://10.1.2.3/feed', 'The address is not on the public internet'],
  ['https://localhost/feed', 'The address is not on the public internet'],
])('rejects %s', async (url, problem) => {
  await expect(get(url)).rejects.toThrow(problem);
  // Another port of the trusted host is another origin, which is not trusted.
  await expect(get(`${origin}/a`, {}, 'http://127.0.0.1:1')).rejects.toThrow('The address must be https');
});

test.each(['http://127.0.0.1:1/', 'https://192.168.1.1/', 'https://localhost/', 'file:///etc/passwd'])(
  'rejects a redirect to %s',
  async (location) => {
    answer = (_, response) => response.writeHead(302, { location }).end();
    await expect(get(`${origin}/a`)).rejects.toThrow(FetchJsonError);
    await expect(get(`${origin}/a`)).rejects.toThrow(/not on the public internet|must be https/);
  },
);

test('follows three redirects, not a fourth', async () => {
  const fetchAfter = (redirects: number) => {
    answer = ({ url }, response) => {
      const step = Number(url?.slice(1));
      if (step < redirects) response.writeHead(302, { location: `/${step + 1}` }).end();
      else response.end('{"offers":[]}');
    };
    return get(`${origin}/0`);
  };
  expect(await fetchAfter(3)).toEqual({ offers: [] });
  await expect(fetchAfter(4)).rejects.toThrow('The address redirects too often');
});

test('stops an endless redirect', async () => {
  answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
  await expect(get(`${origin}/a`)).rejects.toThrow('The address redirects too often');
});

test.each([
  [
    'an error status',
    (response: ServerResponse) => response.writeHead(401).end(),
    'The network answered with status 401',
  ],
  ['an answer that is not JSON', (response: ServerResponse) => response.end('<html>'), 'The answer is not JSON'],
  [
    'an answer that is too large',
    (response: ServerResponse) => response.end(`"${'x'.repeat(9 * 1024 * 1024)}"`),
    'larger than 8 MB',
  ],
  ['a broken connection', (response: ServerResponse) => response.destroy(), 'The network could not be reached'],
])('reports %s in an error without the secret', async (_, send, problem) => {
  answer = (_request, response) => void send(response);
  const failure = await get(`${origin}/a`, { auth: { kind: 'query', name: 'key' } }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FetchJsonError);
  expect((failure as Error).message).toContain(problem);
  expect((failure as Error).message).not.toContain('secret');
});

test('recognises public IP addresses', () => {
  for (const inside of [
    '0.0.0.0',
    '100.64.0.1',
    '172.16.0.1',
    'fd00::1',
    'fe80::1',
    '224.0.0.1',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '198.18.0.1',
    '192.0.0.8',
  ]) {
    expect(isPublicAddress(inside), inside).toBe(false);
  }
  for (const outside of ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']) {
    expect(isPublicAddress(outside), outside).toBe(true);
  }
});
