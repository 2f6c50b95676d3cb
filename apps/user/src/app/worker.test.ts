// @vitest-environment node
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by infra/tools/vitest/built.ts. */
    built: boolean;
  }
}

/** Runs the built worker with fake caches and a fake network, which record what the worker does. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const ORIGIN = 'https://app.example';
const SERVER = /^\/(api|trpc|postback|healthz|readyz|startupz|servingz)/;

type Handler = (event: Record<string, unknown>) => void;
let dist: string;
const handlers = new Map<string, Handler[]>();
const fetched: string[] = [];
const cached: string[] = [];
let skipped = 0;
const shown: { title: string; options: { body: string; tag: string; data: { path: string } } }[] = [];
const opened: string[] = [];
const posted: unknown[] = [];
let pages: object[] = [];

const cache = {
  match: (request: Request | string) =>
    Promise.resolve(cached.includes(getCacheKey(request)) ? new Response('kept') : undefined),
  put: (request: Request | string) => {
    cached.push(getCacheKey(request));
    return Promise.resolve();
  },
  keys: () => Promise.resolve([]),
  delete: () => Promise.resolve(false),
};
const getCacheKey = (request: Request | string) => (typeof request === 'string' ? request : request.url);

/** Dispatches an event to the worker. @returns the worker's response, after everything that the worker waits for */
async function send(type: string, event: Record<string, unknown> = {}): Promise<unknown> {
  const pending: Promise<unknown>[] = [];
  let answer: unknown;
  for (const handler of handlers.get(type) ?? []) {
    handler({
      ...event,
      type,
      waitUntil: (promise: Promise<unknown>) => pending.push(promise),
      respondWith: (response: unknown) => {
        answer = response;
      },
    });
  }
  await Promise.all(pending);
  return answer;
}
const ask = (path: string, mode: 'navigate' | 'cors') => {
  const request = new Request(ORIGIN + path);
  Object.defineProperty(request, 'mode', { value: mode });
  return send('fetch', { request });
};

/** True if `npm test` has just built the app: then this file does not build it again. */
const isBuilt = inject('built');

async function buildTo(outDir: string): Promise<void> {
  // With the value `test` the build would contain React's development version.
  vi.stubEnv('NODE_ENV', 'production');
  await build({ root, logLevel: 'silent', build: { outDir, sourcemap: false } }).finally(() => vi.unstubAllEnvs());
}

beforeAll(async () => {
  dist = isBuilt ? join(root, 'dist') : await mkdtemp(join(tmpdir(), 'inaam-worker-'));
  if (!isBuilt) await buildTo(dist);
  const self: Record<string, unknown> = {
    addEventListener: (type: string, handler: Handler) => handlers.set(type, [...(handlers.get(type) ?? []), handler]),
    location: new URL(`${ORIGIN}/sw.js`),
    registration: {
      scope: `${ORIGIN}/`,
      showNotification: (title: string, options: (typeof shown)[number]['options']) => {
        shown.push({ title, options });
        return Promise.resolve();
      },
    },
    skipWaiting: () => {
      skipped += 1;
      return Promise.resolve();
    },
    clients: {
      claim: () => Promise.resolve(),
      matchAll: () => Promise.resolve(pages),
      openWindow: (url: string) => Promise.resolve(opened.push(url)),
    },
  };
  const caches = { open: () => Promise.resolve(cache), keys: () => Promise.resolve([]), match: cache.match };
  const network = (request: Request | string) => {
    fetched.push(getCacheKey(request));
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
  const scope: object = { ...world, ...events, console, setTimeout, importScripts };
  function importScripts(...names: string[]): void {
    for (const name of names) runInNewContext(readFileSync(join(dist, name), 'utf8'), scope);
  }
  runInNewContext(readFileSync(join(dist, 'sw.js'), 'utf8'), scope);
  await send('install');
}, 60_000);
afterAll(() => {
  if (!isBuilt) rmSync(dist, { recursive: true, force: true });
});

test('caches files of the build, and no path of the server', () => {
  const paths = cached.map((url) => new URL(url).pathname);
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

test("builds Google's library but does not cache it before its first use", () => {
  const isGoogles = (path: string) => path.includes('firebase');
  expect(readdirSync(join(dist, 'assets')).filter(isGoogles)).not.toEqual([]);
  expect(cached.filter(isGoogles)).toEqual([]);
});

describe('paths of the server', () => {
  test.each([
    '/api/offers.php',
    '/api/user-stats.php',
    '/trpc/user.offers.list?batch=1',
    '/postback/sandbox?x=1',
    '/healthz',
    '/readyz',
    '/api?x',
    '/trpc',
  ])('leaves %s to the network for any request', async (path) => {
    const before = [fetched.length, cached.length];
    expect(await ask(path, 'cors')).toBeUndefined();
    expect(await ask(path, 'navigate')).toBeUndefined();
    expect([fetched.length, cached.length]).toEqual(before);
  });
});

test('opens the app without a network', async () => {
  const before = fetched.length;
  for (const path of ['/', '/profile?tab=history', '/login']) {
    expect(await ((await ask(path, 'navigate')) as Promise<Response>)).toBeInstanceOf(Response);
  }
  expect(fetched.length).toBe(before);
});

test('leaves a new version waiting until asked to activate it', async () => {
  expect(skipped).toBe(0);
  await send('message', { data: { type: 'SKIP_WAITING' } });
  expect(skipped).toBe(1);
});

describe('a push', () => {
  const payload = { title: 'Your spin is ready', body: '“Survey” is completed.', path: '/?spin=7', tag: 'fact' };
  const press = (path: string) => {
    const notification = { close: vi.fn(), data: { path } };
    return send('notificationclick', { notification }).then(() => expect(notification.close).toHaveBeenCalled());
  };

  test('shows a notification with the push’s tag, and tells open pages', async () => {
    pages = [{ postMessage: (message: unknown) => posted.push(message) }];
    await send('push', { data: { json: () => payload } });
    const options = { body: payload.body, tag: 'fact', data: { path: '/?spin=7' } };
    expect(shown).toMatchObject([{ title: payload.title, options }]);
    expect(posted).toEqual([{ type: 'PUSHED' }]);
  });

  const pageAt = (path: string, navigate: (url: string) => Promise<void> = () => Promise.resolve()) => ({
    url: ORIGIN + path,
    focus: () => Promise.resolve(opened.push(`focused ${path}`)),
    navigate: (url: string) => {
      opened.push(`led ${path} to ${url}`);
      return navigate(url);
    },
  });
  const openedBy = async (path: string, ...open: object[]) => {
    pages = open;
    opened.length = 0;
    await press(path);
    return opened;
  };
  const spin = `${ORIGIN}/?spin=7`;

  test('focuses a page that already shows the link of the pressed notification', async () => {
    expect(await openedBy('/?spin=7', pageAt('/profile'), pageAt('/?spin=7'))).toEqual(['focused /?spin=7']);
  });

  test('opens the link in the page that was used last, and no second window', async () => {
    expect(await openedBy('/?spin=7', pageAt('/profile'), pageAt('/vouchers'))).toEqual([
      'focused /profile',
      `led /profile to ${spin}`,
    ]);
  });

  test('opens a window if no page is open or the open page cannot be navigated, and never another site', async () => {
    expect(await openedBy('/?spin=7')).toEqual([spin]);
    const refused = pageAt('/profile', () => Promise.reject(new TypeError('not controlled')));
    expect(await openedBy('/?spin=7', refused)).toEqual(['focused /profile', `led /profile to ${spin}`, spin]);
    expect(await openedBy('https://elsewhere.example/')).toEqual([ORIGIN]);
  });
});
