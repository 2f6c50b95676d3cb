import { DomainError } from '@inaam/contracts/common/errors';
import type { Idempotency, KeyedCall } from '@inaam/core/kernel/idempotency';
import type { PublicError } from '@inaam/router/public-error';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { errorBody, toPublicErrorOfRequest } from './errors.ts';

const HEADER = 'idempotency-key';

/** A signed-in caller of a host. */
export interface Principal {
  name: string;
  /** Counts a call against the caller's rate limit: a repeat is a call too. */
  countCall(): Promise<void>;
}

export interface IdempotencyOptions {
  idempotency: Idempotency;
  /** Finds the caller as the procedures do; undefined when not signed in. */
  findPrincipal(request: FastifyRequest, reply: FastifyReply): Promise<Principal | undefined>;
  getAddress(request: FastifyRequest): string | null;
  /**
   * Paths that start or end a session, each with the handler for a repeat of its requests. A cookie is a secret and is
   * not stored, so a repeat runs again and gets a new session and cookie.
   */
  signIns: Readonly<Record<string, SignInReplay>>;
}

/** Answers the repeat of a sign-in; null uses the path's own handler. */
export type SignInReplay = RouteHandlerMethod | null;

const runOnceKeys = new WeakMap<FastifyRequest, string>();

/** Returns the key for `runOnce` of a call with an `Idempotency-Key`. */
export const getRunOnceKey = (request: FastifyRequest): string | undefined => runOnceKeys.get(request);

/**
 * Supports `Idempotency-Key` on every documented POST of the scope: the same key and request get the same answer.
 * Register it before the endpoints.
 */
export function registerIdempotency(scope: FastifyInstance, options: IdempotencyOptions): void {
  scope.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !route.url.endsWith('.php')) return;
    const { handler } = route;
    route.handler = async function handleWithKey(request, reply) {
      const key = readKey(request);
      if (key === undefined) return handler.call(this, request, reply);
      const repeatHandler = options.signIns[route.url];
      const run = (chosen: RouteHandlerMethod) => Promise.resolve(chosen.call(this, request, reply));
      if (repeatHandler !== undefined)
        return signIn(options, request, key, () => run(handler), repeatHandler && (() => run(repeatHandler)));
      return answer(options, request, reply, key, () => run(handler));
    };
  });
}

/** @throws DomainError BAD_INPUT */
function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const text = 'Idempotency-Key: must be 1 to 255 printable ASCII characters';
  throw new DomainError('BAD_INPUT', { text, field: 'Idempotency-Key' });
}

const requestText = (request: FastifyRequest): string =>
  `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null, sortFields)}`;

/** Sorts the fields of an object, because their order does not matter. */
const sortFields = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

async function answer(
  { idempotency, findPrincipal, getAddress }: IdempotencyOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const principal = await findPrincipal(request, reply);
  const call: KeyedCall = {
    principal: principal?.name ?? `address:${getAddress(request)}`,
    key,
    request: requestText(request),
  };
  const recorded = await idempotency.claim(call);
  if (recorded) {
    await principal?.countCall();
    return reply.code(recorded.status).header('Idempotency-Replayed', 'true').send(JSON.parse(recorded.body));
  }
  runOnceKeys.set(request, idempotency.getName(call));
  return runAndRecord(idempotency, request, call, run, (body) => JSON.stringify(body));
}

/**
 * Runs a sign-in, or the handler for its repeat if a request with the same key and IP address has succeeded before. The
 * IP address identifies the caller, because signing in changes the session.
 */
async function signIn(
  { idempotency, getAddress }: IdempotencyOptions,
  request: FastifyRequest,
  key: string,
  run: () => Promise<unknown>,
  repeat: (() => Promise<unknown>) | null,
): Promise<unknown> {
  const call = { principal: `address:${getAddress(request)}`, key, request: requestText(request) };
  const recorded = await idempotency.claim(call);
  if (recorded && recorded.status < 400) return (repeat ?? run)();
  // A refused call runs again: it may be allowed by now, and its answer contains no secret.
  if (recorded) return run();
  return runAndRecord(idempotency, request, call, run, () => '');
}

/**
 * Runs the first call and records its answer, unless the answer depends on more than the request: server failures, rate
 * limits, and calls without a session. A suspension is not recorded either, because others at the same IP address must
 * not learn of it.
 */
async function runAndRecord(
  idempotency: Idempotency,
  request: FastifyRequest,
  call: KeyedCall,
  run: () => Promise<unknown>,
  formatBody: (body: unknown) => string,
): Promise<unknown> {
  // The call has ended by now: a failure to record the answer must not change the answer.
  const settle = (work: Promise<void>) =>
    work.catch((error: unknown) => request.log.error({ err: error }, 'failed to record an answer'));
  try {
    const body = await run();
    await settle(idempotency.record(call, { status: 200, body: formatBody(body) }));
    return body;
  } catch (error) {
    const publicError = toPublicErrorOfRequest(error, request);
    const status = getRecordableStatus(publicError);
    // While the database is unavailable, releasing the key would delay the answer.
    if (publicError.status === 503) void settle(idempotency.release(call));
    else if (status === undefined) await settle(idempotency.release(call));
    else await settle(idempotency.record(call, { status, body: formatBody(errorBody(publicError)) }));
    throw error;
  }
}

const getRecordableStatus = ({ status, code }: PublicError): number | undefined =>
  status >= 500 || status === 429 || status === 401 || code === 'SUSPENDED' ? undefined : status;
