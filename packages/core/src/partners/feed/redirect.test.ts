import { createServer, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { fetchFeed as fetchFeedOfSource } from '../../kernel/fetch-json.ts';
import { feedPresets } from '../presets/presets.ts';

/** Tests which credentials follow a redirect of a feed. One server answers for every https origin, by Host header. */

let port = 0;
/** Replaces `node:https`: sends every request to the one server, with the original host. */
const https = {
  request: (href: string, { headers, signal }: RequestOptions, done: (answer: IncomingMessage) => void) => {
    const { host, pathname, search } = new URL(href);
    return httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: pathname + search,
        headers: { ...(headers as OutgoingHttpHeaders), host },
        signal: signal ?? undefined,
      },
      done,
    );
  },
};

// Other files of this worker share its modules, so this file loads its own copy and removes it.
let fetchFeed: typeof fetchFeedOfSource;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:https', () => https);
  ({ fetchFeed } = await import('../../kernel/fetch-json.ts'));
});
afterAll(() => {
  vi.doUnmock('node:https');
  vi.resetModules();
});

const requests: { address: string; authorization: string | undefined; key: unknown }[] = [];
const server = createServer(({ url, headers }, response) => {
  const address = `${headers.host}${url}`;
  requests.push({ address, authorization: headers.authorization, key: headers['x-key'] });
  const location = redirects[address];
  if (location === undefined) response.end('{"offers":[]}');
  else response.writeHead(302, { location }).end();
});
const redirects: Record<string, string> = {};

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
  for (const from of Object.keys(redirects)) delete redirects[from];
});

const fetchWith = async (auth: FeedSettings['auth']) => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('the preset does not exist');
  const settings = { ...preset.settings, url: 'https://partner.example/feed', query: {}, auth };
  expect(await fetchFeed(settings, 'the secret', { trustedOrigin: undefined })).toEqual({ offers: [] });
};

test.each([
  [{ kind: 'bearer' }, 'Bearer the secret', undefined],
  [{ kind: 'header', name: 'x-key' }, undefined, 'the secret'],
] as const)(
  'with the authentication %j, a redirect passes the secret on only within its origin',
  async (auth, bearer, key) => {
    redirects['partner.example/feed'] = '/moved';
    redirects['partner.example/moved'] = 'https://files.partner.example/feed';
    redirects['files.partner.example/feed'] = 'https://partner.example:8443/feed';
    await fetchWith(auth);
    expect(requests).toEqual([
      { address: 'partner.example/feed', authorization: bearer, key },
      { address: 'partner.example/moved', authorization: bearer, key },
      // Another host, or another port of the same host, is another origin.
      { address: 'files.partner.example/feed', authorization: undefined, key: undefined },
      { address: 'partner.example:8443/feed', authorization: undefined, key: undefined },
    ]);
  },
);

test('sends a secret in the query only to the configured URL', async () => {
  redirects['partner.example/feed?key=the+secret'] = 'https://files.partner.example/feed';
  await fetchWith({ kind: 'query', name: 'key' });
  expect(requests.map(({ address }) => address)).toEqual([
    'partner.example/feed?key=the+secret',
    'files.partner.example/feed',
  ]);
});
