import { createServer, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { fetchFeed as fetchFeedOfSource } from '../../kernel/fetch-json.ts';
import { feedPresets } from '../presets/presets.ts';

/** What goes along when a feed redirects. Every https origin is one server here, told apart by its Host. */

let port = 0;
/** In place of `node:https`: the one server, told the host that was meant. */
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

// Other files of this worker share its modules: this file loads its own copy, and leaves none behind.
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

const seen: { at: string; authorization: string | undefined; key: unknown }[] = [];
const server = createServer(({ url, headers }, response) => {
  const at = `${headers.host}${url}`;
  seen.push({ at, authorization: headers.authorization, key: headers['x-key'] });
  const location = redirects[at];
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
  seen.length = 0;
  for (const from of Object.keys(redirects)) delete redirects[from];
});

const fetchWith = async (auth: FeedSettings['auth']) => {
  const preset = feedPresets.find(({ id }) => id === 'ogads');
  if (!preset) throw new Error('there is no preset');
  const settings = { ...preset.settings, url: 'https://partner.example/feed', query: {}, auth };
  expect(await fetchFeed(settings, 'the secret', { trustedOrigin: undefined })).toEqual({ offers: [] });
};

test.each([
  [{ kind: 'bearer' }, 'Bearer the secret', undefined],
  [{ kind: 'header', name: 'x-key' }, undefined, 'the secret'],
] as const)(
  'a secret that goes by %j follows a redirect within its origin and to no other',
  async (auth, bearer, key) => {
    redirects['partner.example/feed'] = '/moved';
    redirects['partner.example/moved'] = 'https://files.partner.example/feed';
    redirects['files.partner.example/feed'] = 'https://partner.example:8443/feed';
    await fetchWith(auth);
    expect(seen).toEqual([
      { at: 'partner.example/feed', authorization: bearer, key },
      { at: 'partner.example/moved', authorization: bearer, key },
      // Another host, and another port of the same host, are other origins.
      { at: 'files.partner.example/feed', authorization: undefined, key: undefined },
      { at: 'partner.example:8443/feed', authorization: undefined, key: undefined },
    ]);
  },
);

test('a secret in the query goes to the address of the settings alone', async () => {
  redirects['partner.example/feed?key=the+secret'] = 'https://files.partner.example/feed';
  await fetchWith({ kind: 'query', name: 'key' });
  expect(seen.map(({ at }) => at)).toEqual(['partner.example/feed?key=the+secret', 'files.partner.example/feed']);
});
