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
 * tRPC over HTTP. A call that comes alone is answered here, in about a tenth of the processor time that the library's
 * adapter takes to make a fetch Request, Response and streams of it. Whatever is out of the ordinary (batches, streams,
 * subscriptions, other methods, unknown paths) is the adapter's. Both answer alike, byte for byte:
 * infra/docs/decisions/0017-hot-calls.md.
 */

export interface TrpcOptions<Router extends AnyTRPCRouter> {
  router: Router;
  createContext(of: { req: FastifyRequest; res: FastifyReply }): Promise<Context<Router>> | Context<Router>;
  onError(of: { error: TRPCError; req: FastifyRequest }): void;
  responseMeta(of: { errors: TRPCError[] }): { headers?: Record<string, string> };
}

type Context<Router extends AnyTRPCRouter> = inferRouterContext<Router>;

const PREFIX = '/trpc/';
const METHODS = ['GET', 'HEAD', 'POST'];

/** Serves a router at `/trpc`. The scope's other bodies than JSON are refused by whoever registers it. */
export function serveSingleCalls<Router extends AnyTRPCRouter>(
  scope: FastifyInstance,
  options: TrpcOptions<Router>,
): void {
  const answerPlain = createPlainCallHandler(options);
  // Read as text: who may call is asked first, and whoever may not does not have their input parsed.
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
  /** The value of `input` in the query, or the body. Null: there is none. */
  text: string | null;
}

/** Gives the answer to a plain call; undefined for any other. */
function createPlainCallHandler<Router extends AnyTRPCRouter>(options: TrpcOptions<Router>) {
  const procedures = new Map(Object.entries<AnyTRPCProcedure>(options.router._def.procedures));
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    const call = plainCallOf(procedures, request);
    return call && answer(options, call, request, reply);
  };
}

function plainCallOf(procedures: Map<string, AnyTRPCProcedure>, request: FastifyRequest): PlainCall | undefined {
  const { url } = request;
  const mark = url.indexOf('?');
  const path = url.slice(PREFIX.length, mark === -1 ? url.length : mark);
  const procedure = url.startsWith(PREFIX) ? procedures.get(path) : undefined;
  if (!procedure || !isPlain(request)) return undefined;
  const { type } = procedure._def;
  const query = mark === -1 ? undefined : plainQuery(url.slice(mark + 1));
  if (query === null) return undefined;
  if (type === 'query' && request.method === 'GET') return { path, procedure, type, text: query?.get('input') || null };
  if (type === 'mutation' && request.method === 'POST')
    return { path, procedure, type, text: stripByteOrderMark(request.body) };
  return undefined;
}

/** A body as the fetch standard reads it: a byte order mark does not count. */
const stripByteOrderMark = (body: unknown): string => (typeof body === 'string' ? body.replace(/^\uFEFF/, '') : '');

/** Is it one whose headers change nothing? */
function isPlain({ method, headers }: FastifyRequest): boolean {
  const { accept, host = 'localhost', 'content-type': type } = headers;
  if (headers['trpc-accept'] !== undefined || accept?.includes('jsonl')) return false;
  if (!(type === undefined ? method === 'GET' : type.startsWith('application/json'))) return false;
  // The adapter refuses a `Host` that makes no address.
  return URL.canParse(`http://${host}`);
}

/** The parameters of the query; null where they say more than an input. */
function plainQuery(text: string): URLSearchParams | null {
  const query = new URLSearchParams(text);
  const isMore = query.get('batch') === '1' || query.has('connectionParams') || text.includes('#');
  return isMore ? null : query;
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
  // Once the answer is out nobody listens; the adapter aborts then, too.
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
  const written = (
    of: Parameters<typeof transformTRPCResponse>[1],
    errors: TRPCError[],
    own?: Buffer,
  ): [number, string | Buffer] => {
    Object.assign(headers, lowerCased(options.responseMeta({ errors }).headers));
    const status = errors.length === 0 ? 200 : getHTTPStatusCode(of as Parameters<typeof getHTTPStatusCode>[0]);
    return [status, own ?? JSON.stringify(transformTRPCResponse(config, of))];
  };
  const shapeOf = (of: TRPCError, where: { path: string | undefined; input: unknown }) => ({
    error: getTRPCErrorShape({ config, ctx, error: of, type, ...where }),
  });
  let made: [status: number, body: string | Buffer];
  try {
    const own = error ? undefined : getPrebuiltResult(config, data);
    // What brings its JSON is not looked into: it may have to be read from it.
    if (!error && own === undefined && isStream(data))
      throw new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE', message: NO_STREAM });
    made = error
      ? written(shapeOf(error, { path, input: input.result() }), [error])
      : written({ result: { data } }, [], own);
  } catch (cause) {
    // What cannot be written down is a failure of its own.
    const failure = getTRPCErrorFromUnknown(cause);
    options.onError({ error: failure, req });
    made = written(shapeOf(failure, { path: undefined, input: undefined }), [failure]);
  }
  const [status, body] = made;
  // The type is sent as it stands: the framework would add a character set, which JSON has none of.
  return res.code(status).headers(headers).serializer(identityTransformer).send(body);
}

/** The result of a call whose answer brings its JSON, where no transformer is to write it otherwise. */
const getPrebuiltResult = ({ transformer }: AnyTRPCRouter['_def']['_config'], data: unknown): Buffer | undefined =>
  transformer.output.serialize(data) === data ? getPrebuiltJson(data, '{"result":{"data":{', '}}}') : undefined;

const identityTransformer = (text: unknown): string => String(text);

/** As the library says it, in the same case. */
const NO_STREAM = 'Cannot use stream-like response in non-streaming request - use httpBatchStreamLink';

const lowerCased = (headers: Record<string, string> | undefined): Record<string, string> | undefined =>
  headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Reads when it is asked for, and once. @throws TRPCError BAD_REQUEST, each time */
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
    /** What was read; undefined where nothing was. */
    result: (): unknown => (done && 'value' in done ? done.value : undefined),
  };
}

/** Does it come later or bit by bit, as a whole or in a field? */
function isStream(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  return isAsyncIterable(data) || Object.values(data).some((value) => isPromise(value) || isAsyncIterable(value));
}

const isPromise = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
