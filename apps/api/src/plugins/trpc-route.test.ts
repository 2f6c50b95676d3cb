import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import compress from '@fastify/compress';
import { initTRPC, TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serveRouter, type TrpcOptions } from './trpc-route.ts';

/**
 * Compares two servers: the library's adapter alone, and our route, which hands some calls to that adapter. Both serve
 * a router with every feature. test/trpc-routes.test.ts compares the answers of our own procedures.
 */

/** A transformer that marks each value. */
const transformer = {
  serialize: (value: unknown) => {
    if (value === 'unwritable') throw new Error('cannot be written');
    return { marked: value ?? null };
  },
  deserialize: (value: { marked: unknown }) => {
    if (typeof value?.marked === 'undefined') throw new Error('was not marked');
    return value.marked;
  },
};

type ReportedError = { message: string; code: string };
const reported: Record<'ours' | 'library', ReportedError[]> = { ours: [], library: [] };

function makeRouter(kind: 'plain' | 'transformed' | 'dev') {
  const t = initTRPC.context<{ who: string; setHeader(name: string, value: string): void }>().create({
    isDev: kind === 'dev',
    ...(kind === 'transformed' && { transformer }),
    errorFormatter({ shape, error, path, type, input, ctx }) {
      if (error.message === 'unspeakable') throw new Error('the formatter failed');
      // The stacks differ, but either both answers have one or neither does.
      const { stack, ...data } = shape.data;
      return { ...shape, data: { ...data, path, type, input, who: ctx?.who, hasStack: stack !== undefined } };
    },
  });
  const any = t.procedure.input(z.unknown());
  const text = t.procedure.input(z.object({ text: z.string() }));
  return t.router({
    nothing: t.procedure.query(() => undefined),
    who: t.procedure.query(({ ctx }) => ctx.who),
    echo: any.query(({ input }) => ({ input })),
    change: any.mutation(({ input }) => ({ input })),
    twice: text.input(z.object({ text: z.string().max(3) })).mutation(({ input }) => input),
    strict: text.query(({ input }) => input.text),
    large: t.procedure.query(() => 'x'.repeat(20_000)),
    refuse: t.procedure
      .input(z.enum(['UNAUTHORIZED', 'CONFLICT', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'PAYLOAD_TOO_LARGE']))
      .mutation(({ input: code }) => {
        throw new TRPCError({ code, message: `refused as ${code}` });
      }),
    fail: t.procedure.input(z.string()).query(({ input }) => {
      if (input === 'text') throw 'a text';
      if (input === 'object') throw { message: 'an object', more: 1 };
      if (input === 'nothing') throw null;
      throw new Error(input);
    }),
    later: t.procedure.query(() => ({ later: Promise.resolve(1) })),
    stream: t.procedure.query(async function* () {
      yield 1;
    }),
    unwritable: t.procedure.query(() => 'unwritable'),
    circle: t.procedure.query(() => {
      const circle: Record<string, unknown> = {};
      circle['self'] = circle;
      return circle;
    }),
    cookies: t.procedure.mutation(({ ctx }) => {
      ctx.setHeader('Set-Cookie', 'a=1');
      ctx.setHeader('Set-Cookie', 'b=2');
      ctx.setHeader('Vary', 'Origin');
      ctx.setHeader('X-Own', 'yes');
      return 'set';
    }),
    ticks: t.procedure.subscription(async function* () {
      yield 1;
      yield 2;
    }),
    nested: t.router({ 'a,b': t.procedure.query(() => 'comma'), deep: t.router({ down: t.procedure.query(() => 1) }) }),
  });
}

const routers = { plain: makeRouter('plain'), transformed: makeRouter('transformed'), dev: makeRouter('dev') };
type Kind = keyof typeof routers;

async function serve(kind: Kind, side: 'ours' | 'library'): Promise<FastifyInstance> {
  const host = Fastify({ routerOptions: { maxParamLength: 500 } });
  await host.register(compress, { threshold: 1024 });
  const options: TrpcOptions<(typeof routers)[Kind]> = {
    router: routers[kind],
    createContext({ req, res }) {
      if (req.headers['x-no-context']) throw new TRPCError({ code: 'FORBIDDEN', message: 'no context' });
      const setHeader = (name: string, value: string) => void res.header(name, value);
      return { who: String(req.headers['x-who'] ?? 'anonymous'), setHeader };
    },
    onError: ({ error }) => void reported[side].push({ message: error.message, code: error.code }),
    responseMeta: ({ errors }) => (errors.length > 0 ? { headers: { 'X-Errors': String(errors.length) } } : {}),
  };
  if (side === 'ours') await host.register(async (scope) => serveRouter(scope, options));
  else await host.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: options });
  return host;
}

const hosts = new Map<string, FastifyInstance>();
beforeAll(async () => {
  for (const kind of Object.keys(routers) as Kind[]) {
    for (const side of ['ours', 'library'] as const) hosts.set(`${kind} ${side}`, await serve(kind, side));
  }
});
afterAll(() => Promise.all([...hosts.values()].map((host) => host.close())));

/** These headers may differ, because the adapter sends chunks and our route sends one text with its length. */
const FRAMING = new Set(['date', 'connection', 'content-length', 'transfer-encoding']);

async function ask(kind: Kind, side: 'ours' | 'library', request: InjectOptions) {
  reported[side].length = 0;
  const response = await hosts.get(`${kind} ${side}`)?.inject(request);
  if (!response) throw new Error('no such host');
  const headers = Object.entries(response.headers).filter(([name]) => !FRAMING.has(name));
  const isCompressed = response.headers['content-encoding'] === 'br';
  const body = isCompressed ? brotliDecompressSync(response.rawPayload).toString() : response.body;
  return { status: response.statusCode, headers: Object.fromEntries(headers), body, reported: [...reported[side]] };
}

async function expectSameAnswers(kind: Kind, request: InjectOptions) {
  const ours = await ask(kind, 'ours', request);
  expect(ours).toEqual(await ask(kind, 'library', request));
  return ours;
}

const json = { 'content-type': 'application/json' };
const get = (path: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'GET',
  url: `/trpc/${path}`,
  headers,
});
const input = (value: unknown): string => `?input=${encodeURIComponent(JSON.stringify(value))}`;
const post = (path: string, payload?: string | Buffer, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: `/trpc/${path}`,
  headers,
  ...(payload === undefined ? {} : { payload }),
});

const requests: Record<string, InjectOptions> = {
  'no input': get('nothing'),
  'an empty query': get('nothing?'),
  'a context': get('who', { 'x-who': 'asha' }),
  'a context that fails': get('who', { 'x-no-context': '1' }),
  'a context that fails for a mutation': post('change', '5', { ...json, 'x-no-context': '1' }),
  'input in the query': get(`echo${input({ a: [1, 'ä', null] })}`),
  'input that is not escaped': get('echo?input={"a":1}'),
  'input with plus signs for blanks': get('echo?input=%22a+b%2Bc%22'),
  'input with wrong escapes': get('echo?input=%22%E0%A4%A%22'),
  'an empty input': get('echo?input='),
  'input that is sent twice': get('echo?input=1&input=2'),
  'input among other query parameters': get('echo?batch=0&input=1&x=%'),
  'broken input': get('echo?input={'),
  'input with a byte order mark': get(`echo?input=%EF%BB%BF1`),
  'input with forbidden keys': get('echo?input={"__proto__":{"a":1},"constructor":1}'),
  'input of a wrong shape': get(`strict${input({ text: 5 })}`),
  'a missing required input': get('strict'),
  'input as the transformer writes it': get(`strict${input({ marked: { text: 'a' } })}`),
  'a body': post('change', '{"a":1}'),
  'a body as the transformer writes it': post('change', '{"marked":{"a":1}}'),
  'a body with a byte order mark': post('change', '\uFEFF{"a":1}'),
  'a body of bytes that are not text': post('change', Buffer.from('"\xff\xfe"', 'latin1')),
  'a broken body': post('change', '{'),
  'an empty body': post('change', ''),
  'no body': post('change'),
  'a body of null': post('change', 'null'),
  'a broken body that the procedure does not read': post('cookies', '{'),
  'input that both of two schemas accept': post('twice', '{"text":"abc"}'),
  'input that only the second of two schemas refuses': post('twice', '{"text":"abcd"}'),
  'a body with a character set': post('change', '1', { 'content-type': 'application/json; charset=utf-8' }),
  'a content type with capitals': post('change', '1', { 'content-type': 'Application/JSON' }),
  'a content type that only begins like JSON': post('change', '1', { 'content-type': 'application/jsonl' }),
  'a query with a content type': get('echo?input=1', json),
  'a mutation with input in the query string': post('change?input=2', '1'),
  'several response headers': post('cookies'),
  'a refusal': post('refuse', '"CONFLICT"'),
  'a refusal, with input as the transformer writes it': post('refuse', '{"marked":"TOO_MANY_REQUESTS"}'),
  'a refusal with status 401': post('refuse', '"UNAUTHORIZED"'),
  'a refusal with status 503': post('refuse', '"SERVICE_UNAVAILABLE"'),
  'a thrown error': get(`fail${input('oh')}`),
  'a thrown text': get(`fail${input('text')}`),
  'a thrown object': get(`fail${input('object')}`),
  'a thrown null': get(`fail${input('nothing')}`),
  'a thrown error that cannot be formatted': get(`fail${input('unspeakable')}`),
  'a promise in the answer': get('later'),
  'a stream as the answer': get('stream'),
  'an answer that cannot be written': get('unwritable'),
  'a circular answer': get('circle'),
  'a mutation by GET': get('change'),
  'a query by POST': post('echo', '1'),
  'a HEAD request': { method: 'HEAD', url: '/trpc/who' },
  'an unknown path': get('unknown'),
  'an empty path': get(''),
  'the path of a router': get('nested'),
  'a nested path': get('nested.deep.down'),
  'a name with a comma': get('nested.a,b'),
  'an escaped path': get('nested%2Edeep%2Edown'),
  'a path that is escaped twice': get('nested%252Edeep.down'),
  'the name of an inherited property': get('constructor'),
  'a path that is too long': get('x'.repeat(501)),
  'a batch': get(`who,echo?batch=1${input({ 1: 5 }).replace('?', '&')}`),
  'a batch of one': get('who?batch=1'),
  'a batch of mutations': post('change,refuse?batch=1', '{"0":1,"1":"CONFLICT"}'),
  'a batch that is answered as a stream': get('who,nothing?batch=1', { 'trpc-accept': 'application/jsonl' }),
  'a single call that asks for a stream': get('who', { 'trpc-accept': 'application/jsonl' }),
  'an Accept header that asks for a stream': get('who', { accept: 'text/html, application/jsonl' }),
  'an Accept header without a stream': get('who', { accept: 'application/json, */*' }),
  'a subscription': get('ticks'),
  'connection parameters': get('who?connectionParams=%7B%22a%22%3A%22b%22%7D'),
  'invalid connection parameters': get('who?connectionParams=5'),
  'an invalid Host': get('who', { host: 'a b' }),
  'a Host with an impossible port': get('who', { host: 'a:99999' }),
  'a large answer, compressed': get('large', { 'accept-encoding': 'br' }),
};

describe.each(Object.keys(routers) as Kind[])('a %s router', (kind) => {
  test.each(Object.entries(requests))('answers like the library: %s', async (_what, request) => {
    await expectSameAnswers(kind, request);
  });
});

test('covers the intended statuses', async () => {
  const statuses = new Set<number>();
  for (const request of Object.values(requests)) statuses.add((await ask('plain', 'ours', request)).status);
  expect([...statuses].sort()).toEqual([200, 204, 207, 400, 401, 403, 404, 405, 409, 414, 415, 500, 503]);
  const { body, headers } = await ask('plain', 'ours', get('who', { 'x-who': 'asha' }));
  expect([body, headers['content-type'], headers['vary']]).toEqual([
    '{"result":{"data":"asha"}}',
    'application/json',
    'trpc-accept, accept',
  ]);
});

test('sends a Content-Length with plain calls, but not with batches or calls with connection parameters', async () => {
  const getLength = async (request: InjectOptions) =>
    (await hosts.get('plain ours')?.inject(request))?.headers['content-length'];
  expect(await getLength(get('who'))).toBe('31');
  expect(await getLength(post('change', '1'))).toBeDefined();
  expect(await getLength(get('who?batch=1'))).toBeUndefined();
  expect(await getLength(get('who?connectionParams=null'))).toBeUndefined();
});

describe('a caller that disconnects', () => {
  const t = initTRPC.create();
  const running = { ours: Promise.withResolvers<AbortSignal>(), library: Promise.withResolvers<AbortSignal>() };
  const router = (side: 'ours' | 'library') =>
    t.router({
      wait: t.procedure.query(async ({ signal }) => {
        if (!signal) throw new Error('no signal');
        running[side].resolve(signal);
        await new Promise((done) => signal.addEventListener('abort', done));
      }),
    });
  test.each(['ours', 'library'] as const)('aborts the signal of the running procedure: %s', async (side) => {
    const host = Fastify();
    const options = { createContext: () => ({}), onError: () => {}, responseMeta: () => ({}) };
    if (side === 'ours') await host.register(async (scope) => serveRouter(scope, { router: router(side), ...options }));
    else await host.register(fastifyTRPCPlugin, { prefix: '/trpc', trpcOptions: { router: router(side), ...options } });
    await host.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((host.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /trpc/wait HTTP/1.1\r\nHost: a\r\n\r\n');
    const signal = await running[side].promise;
    expect(signal.aborted).toBe(false);
    const aborted = once(signal, 'abort');
    socket.destroy();
    await aborted;
    expect(signal.aborted).toBe(true);
    await host.close();
  });
});
