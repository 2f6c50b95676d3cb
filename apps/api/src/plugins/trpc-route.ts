import { getPrebuiltJson } from '@inaam/core/kernel/prebuilt-json';
import {
  type AnyTRPCProcedure,
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type inferRouterContext,
  TRPCError,
  transformTRPCResponse,
} from '@trpc/server';
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import { getHTTPStatusCode } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * tRPC over HTTP. A plain call is answered here, in a tenth of the CPU time of the library's adapter, which builds a
 * fetch Request, Response and streams. All other calls, such as batches, streams, subscriptions and unknown paths, go
 * to the adapter. This module and the adapter give the same bytes: infra/docs/decisions/0017-hot-calls.md.
 */

export interface TrpcOptions<Router extends AnyTRPCRouter> {
  router: Router;
  createContext(call: { req: FastifyRequest; res: FastifyReply }): Promise<Context<Router>> | Context<Router>;
  onError(failure: { error: TRPCError; req: FastifyRequest }): void;
  responseMeta(answer: { errors: TRPCError[] }): { headers?: Record<string, string> };
}

type Context<Router extends AnyTRPCRouter> = inferRouterContext<Router>;

const PREFIX = '/trpc/';
const METHODS = ['GET', 'HEAD', 'POST'];

/** Serves a router at `/trpc`. The caller's scope must refuse bodies other than JSON. */
export function serveRouter<Router extends AnyTRPCRouter>(scope: FastifyInstance, options: TrpcOptions<Router>): void {
  const answerPlain = createPlainCallHandler(options);
  // Bodies are read as text, because authorisation comes before the parsing of the input.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  scope.route<{ Params: { path: string } }>({
    method: METHODS,
    url: `${PREFIX}:path`,
    exposeHeadRoute: false,
    handler: (req, res) =>
      answerPlain(req, res) ?? fastifyRequestHandler({ ...options, req, res, path: req.params.path }),
  });
}

interface PlainCall {
  path: string;
  procedure: AnyTRPCProcedure;
  type: 'query' | 'mutation';
  /** The value of `input` in the query, or the body; null if both are absent. */
  text: string | null;
}

/** Creates a handler that answers plain calls and returns undefined for others. */
function createPlainCallHandler<Router extends AnyTRPCRouter>(options: TrpcOptions<Router>) {
  const procedures = new Map(Object.entries<AnyTRPCProcedure>(options.router._def.procedures));
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    const call = parsePlainCall(procedures, request);
    return call && answer(options, call, request, reply);
  };
}

function parsePlainCall(procedures: Map<string, AnyTRPCProcedure>, request: FastifyRequest): PlainCall | undefined {
  const { url } = request;
  const mark = url.indexOf('?');
  const path = url.slice(PREFIX.length, mark === -1 ? url.length : mark);
  const procedure = url.startsWith(PREFIX) ? procedures.get(path) : undefined;
  if (!procedure || !isPlain(request)) return undefined;
  const { type } = procedure._def;
  const query = mark === -1 ? undefined : parsePlainQuery(url.slice(mark + 1));
  if (query === null) return undefined;
  if (type === 'query' && request.method === 'GET') return { path, procedure, type, text: query?.get('input') || null };
  if (type === 'mutation' && request.method === 'POST')
    return { path, procedure, type, text: stripByteOrderMark(request.body) };
  return undefined;
}

/** Strips a byte order mark, as the fetch standard does. */
const stripByteOrderMark = (body: unknown): string => (typeof body === 'string' ? body.replace(/^\uFEFF/, '') : '');

/** Whether the call is plain: no header changes how the library would answer. */
function isPlain({ method, headers }: FastifyRequest): boolean {
  const { accept, host = 'localhost', 'content-type': type } = headers;
  if (headers['trpc-accept'] !== undefined || accept?.includes('jsonl')) return false;
  if (!(type === undefined ? method === 'GET' : type.startsWith('application/json'))) return false;
  // The adapter refuses a `Host` that gives no valid URL.
  return URL.canParse(`http://${host}`);
}

/** Parses the query; null if it has a part that the library treats specially: a batch, connection parameters or `#`. */
function parsePlainQuery(text: string): URLSearchParams | null {
  const query = new URLSearchParams(text);
  const hasMore = query.get('batch') === '1' || query.has('connectionParams') || text.includes('#');
  return hasMore ? null : query;
}

async function answer<Router extends AnyTRPCRouter>(
  options: TrpcOptions<Router>,
  { path, procedure, type, text }: PlainCall,
  req: FastifyRequest,
  res: FastifyReply,
): Promise<FastifyReply> {
  const config = options.router._def._config;
  const input = lazy(() => (text === null ? undefined : config.transformer.input.deserialize(JSON.parse(text))));
  const abort = new AbortController();
  // Aborts when the client disconnects. The adapter also aborts after the answer, which has no effect.
  res.raw.once('close', () => void (res.raw.writableFinished || abort.abort()));

  let ctx: Context<Router> | undefined;
  let error: TRPCError | undefined;
  let data: unknown;
  try {
    ctx = await options.createContext({ req, res });
    const getRawInput = async () => input.read();
    data = await procedure({ path, getRawInput, ctx, type, signal: abort.signal, batchIndex: 0 });
  } catch (cause) {
    error = getTRPCErrorFromUnknown(cause);
    options.onError({ error, req });
  }

  const headers = { vary: 'trpc-accept, accept', 'content-type': 'application/json' };
  const buildResponse = (
    envelope: Parameters<typeof transformTRPCResponse>[1],
    errors: TRPCError[],
    prebuilt?: Buffer,
  ): [number, string | Buffer] => {
    Object.assign(headers, lowerCaseNames(options.responseMeta({ errors }).headers));
    const status = errors.length === 0 ? 200 : getHTTPStatusCode(envelope as Parameters<typeof getHTTPStatusCode>[0]);
    return [status, prebuilt ?? JSON.stringify(transformTRPCResponse(config, envelope))];
  };
  const buildErrorShape = (cause: TRPCError, where: { path: string | undefined; input: unknown }) => ({
    error: getTRPCErrorShape({ config, ctx, error: cause, type, ...where }),
  });
  let response: [status: number, body: string | Buffer];
  try {
    const prebuilt = error ? undefined : getPrebuiltResult(config, data);
    // Prebuilt JSON skips this check, because reading its fields could parse all of the data.
    if (!error && prebuilt === undefined && isStream(data))
      throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: NO_STREAM });
    response = error
      ? buildResponse(buildErrorShape(error, { path, input: input.result() }), [error])
      : buildResponse({ result: { data } }, [], prebuilt);
  } catch (cause) {
    // Serialising the data can fail, too.
    const failure = getTRPCErrorFromUnknown(cause);
    options.onError({ error: failure, req });
    response = buildResponse(buildErrorShape(failure, { path: undefined, input: undefined }), [failure]);
  }
  const [status, body] = response;
  // A serializer is set to keep the content type: the framework would add a character set, which JSON does not have.
  return res.code(status).headers(headers).serializer(keepText).send(body);
}

/** Returns prebuilt JSON of the result, unless a transformer has to rewrite it. */
const getPrebuiltResult = ({ transformer }: AnyTRPCRouter['_def']['_config'], data: unknown): Buffer | undefined =>
  transformer.output.serialize(data) === data ? getPrebuiltJson(data, '{"result":{"data":{', '}}}') : undefined;

const keepText = (text: unknown): string => String(text);

/** The library's error text. */
const NO_STREAM = 'Cannot use stream-like response in non-streaming request - use httpBatchStreamLink';

const lowerCaseNames = (headers: Record<string, string> | undefined): Record<string, string> | undefined =>
  headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Wraps work so that it runs on the first use, and only once. @throws TRPCError BAD_REQUEST, on each use */
function lazy(work: () => unknown) {
  let done: { value: unknown } | { error: TRPCError } | undefined;
  const attempt = () => {
    try {
      return { value: work() };
    } catch (cause) {
      if (cause instanceof TRPCError) return { error: cause };
      const message = cause instanceof Error ? cause.message : 'Invalid input';
      return { error: new TRPCError({ code: 'BAD_REQUEST', message, cause }) };
    }
  };
  return {
    read(): unknown {
      done ??= attempt();
      if ('error' in done) throw done.error;
      return done.value;
    },
    /** The value read so far; undefined if none. */
    result: (): unknown => (done && 'value' in done ? done.value : undefined),
  };
}

/** Whether the data or one of its fields is a promise or an async iterable. */
function isStream(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  return isAsyncIterable(data) || Object.values(data).some((value) => isPromise(value) || isAsyncIterable(value));
}

const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
