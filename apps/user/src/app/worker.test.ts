// @vitest-environment node
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

/** The worker as it is built, run over caches and a network that note what it does. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const ORIGIN = 'https://app.example';
const SERVER = /^\/(api|trpc|postback|healthz|readyz|startupz)/;

type Handler = (event: Record<string, unknown>) => void;
let dist: string;
const handlers = new Map<string, Handler[]>();
const fetched: string[] = [];
const kept: string[] = [];
let skipped = 0;

const cache = {
  match: (request: Request | string) =>
    Promise.resolve(kept.includes(keyOf(request)) ? new Response('kept') : undefined),
  put: (request: Request | string) => {
    kept.push(keyOf(request));
    return Promise.resolve();
  },
  keys: () => Promise.resolve([]),
  delete: () => Promise.resolve(false),
};
const keyOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);

/** Sends an event to the worker; answers what it waits for and what it answers with. */
async function send(type: string, event: Record<string, unknown> = {}): Promise<unknown> {
  const waits: Promise<unknown>[] = [];
  let answer: unknown;
  for (const handler of handlers.get(type) ?? []) {
    handler({
      ...event,
      type,
      waitUntil: (promise: Promise<unknown>) => waits.push(promise),
      respondWith: (response: unknown) => {
        answer = response;
      },
    });
  }
  await Promise.all(waits);
  return answer;
}
const ask = (path: string, mode: 'navigate' | 'cors') => {
  const request = new Request(ORIGIN + path);
  Object.defineProperty(request, 'mode', { value: mode });
  return send('fetch', { request });
};

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'inaam-worker-'));
  // The tests' own value would build React's development version.
  vi.stubEnv('NODE_ENV', 'production');
  await build({ root, logLevel: 'silent', build: { outDir: dist, sourcemap: false } }).finally(() =>
    vi.unstubAllEnvs(),
  );
  const self: Record<string, unknown> = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, [...(handlers.get(type) ?? []), handler]),
    location: new URL(`${ORIGIN}/sw.js`),
    registration: { scope: `${ORIGIN}/` },
    skipWaiting: () => {
      skipped += 1;
      return Promise.resolve();
    },
    clients: { claim: () => Promise.resolve() },
  };
  const caches = { open: () => Promise.resolve(cache), keys: () => Promise.resolve([]), match: cache.match };
  const network = (request: Request | string) => {
    fetched.push(keyOf(request));
    return Promise.resolve(new Response('', { status: 200 }));
  };
  class WorkerRequest extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init);
    }
  }
  const events = { ExtendableEvent: Event, FetchEvent: Event };
  const world = {
    self,
    caches,
    fetch: network,
    Request: WorkerRequest,
    Response,
    URL,
    Headers,
    location: self['location'],
  };
  Object.assign(self, world, events);
  runInNewContext(readFileSync(join(dist, 'sw.js'), 'utf8'), { ...world, ...events, console, setTimeout });
  await send('install');
}, 60_000);
afterAll(() => rmSync(dist, { recursive: true, force: true }));

test('keeps the files of the app, all of them in the build, and no path of the server', () => {
  const paths = kept.map((url) => new URL(url).pathname);
  expect(paths).toContain('/index.html');
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    expect(path).not.toMatch(SERVER);
    expect(existsSync(join(dist, path))).toBe(true);
  }
  expect(paths.filter((path) => !/^\/(index\.html|(icon|google)\.svg|assets\/[\w.-]+\.(js|css))$/.test(path))).toEqual(
    [],
  );
});

test("Google's library is in the build, and is not kept before somebody needs it", () => {
  const isGoogles = (path: string) => path.includes('firebase');
  expect(readdirSync(join(dist, 'assets')).filter(isGoogles)).not.toEqual([]);
  expect(kept.filter(isGoogles)).toEqual([]);
});

describe('the server is asked each time', () => {
  test.each([
    '/api/offers.php',
    '/api/user-stats.php',
    '/trpc/user.offers.list?batch=1',
    '/postback/sandbox?x=1',
    '/healthz',
    '/readyz',
    '/api?x',
    '/trpc',
  ])('%s passes by the worker, whatever asks for it', async (path) => {
    const before = [fetched.length, kept.length];
    expect(await ask(path, 'cors')).toBeUndefined();
    expect(await ask(path, 'navigate')).toBeUndefined();
    expect([fetched.length, kept.length]).toEqual(before);
  });
});

test('opens the app without a network', async () => {
  const before = fetched.length;
  for (const path of ['/', '/profile?tab=history', '/login']) {
    expect(await ((await ask(path, 'navigate')) as Promise<Response>)).toBeInstanceOf(Response);
  }
  expect(fetched.length).toBe(before);
});

test('a new version waits until it is asked to take over', async () => {
  expect(skipped).toBe(0);
  await send('message', { data: { type: 'SKIP_WAITING' } });
  expect(skipped).toBe(1);
});
