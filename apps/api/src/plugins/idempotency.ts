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
  spend(): Promise<void>;
}

export interface IdempotencyOptions {
  idempotency: Idempotency;
  /** Who calls, checked as the procedures check it; undefined for nobody. */
  principalOf(request: FastifyRequest, reply: FastifyReply): Promise<Principal | undefined>;
  addressOf(request: FastifyRequest): string | null;
  /**
   * Paths whose answer sets or ends a session. A cookie is a secret and is not kept: a repeat runs again, by the
   * handler that is given here or by the path's own, and gets a session and a cookie of its own.
   */
  signIns: Readonly<Record<string, SignInReplay>>;
}

/** How the repeat of a sign-in is answered; null for the path's own handler. */
export type SignInReplay = RouteHandlerMethod | null;

const names = new WeakMap<FastifyRequest, string>();

/** What the call is called, where it carries a key. */
export const getCallName = (request: FastifyRequest): string | undefined => names.get(request);

/**
 * `Idempotency-Key` on every documented POST that is registered in the scope after this: the same key and request, the
 * same answer. Register it before the endpoints.
 */
export function registerIdempotency(scope: FastifyInstance, options: IdempotencyOptions): void {
  scope.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !route.url.endsWith('.php')) return;
    const { handler } = route;
    route.handler = async function keyed(request, reply) {
      const key = keyOf(request);
      if (key === undefined) return handler.call(this, request, reply);
      const again = options.signIns[route.url];
      const run = (which: RouteHandlerMethod) => Promise.resolve(which.call(this, request, reply));
      if (again !== undefined) return signIn(options, request, key, () => run(handler), again && (() => run(again)));
      return answer(options, request, reply, key, () => run(handler));
    };
  });
}

/** @throws DomainError BAD_INPUT */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  const text = 'Idempotency-Key: must be 1 to 255 printable ASCII characters';
  throw new DomainError('BAD_INPUT', { text, field: 'Idempotency-Key' });
}

const requestText = (request: FastifyRequest): string =>
  `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null, inOrder)}`;

/** The fields of an object by their names: written in another order they say the same. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

async function answer(
  { idempotency, principalOf, addressOf }: IdempotencyOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const principal = await principalOf(request, reply);
  const call: KeyedCall = {
    principal: principal?.name ?? `address:${addressOf(request)}`,
    key,
    request: requestText(request),
  };
  const recorded = await idempotency.claim(call);
  if (recorded) {
    await principal?.spend();
    return reply.code(recorded.status).header('Idempotency-Replayed', 'true').send(JSON.parse(recorded.body));
  }
  names.set(request, idempotency.nameOf(call));
  return runAndRecord(idempotency, request, call, run, (body) => JSON.stringify(body));
}

/** The key belongs to the address, because the caller is somebody else before and after. */
async function signIn(
  { idempotency, addressOf }: IdempotencyOptions,
  request: FastifyRequest,
  key: string,
  run: () => Promise<unknown>,
  again: (() => Promise<unknown>) | null,
): Promise<unknown> {
  const call = { principal: `address:${addressOf(request)}`, key, request: requestText(request) };
  const recorded = await idempotency.claim(call);
  if (recorded && recorded.status < 400) return (again ?? run)();
  // What was refused may be allowed by now, and tells no secret either way: it is asked again.
  if (recorded) return run();
  return runAndRecord(idempotency, request, call, run, () => '');
}

/**
 * Runs the first call and records its answer. Not those that say nothing about the request itself: the server's own
 * failures, too many requests, and nobody signed in; that a session was ended by a suspension is its holder's to know,
 * and not the address's.
 */
async function runAndRecord(
  idempotency: Idempotency,
  request: FastifyRequest,
  call: KeyedCall,
  run: () => Promise<unknown>,
  kept: (body: unknown) => string,
): Promise<unknown> {
  // The call itself is done or refused by now: that its answer cannot be kept must not change it.
  const settle = (work: Promise<void>) =>
    work.catch((error: unknown) => request.log.error({ err: error }, 'an answer could not be recorded'));
  try {
    const body = await run();
    await settle(idempotency.record(call, { status: 200, body: kept(body) }));
    return body;
  } catch (error) {
    const said = toPublicErrorOfRequest(error);
    const status = statusToKeep(said);
    // Where the database is away, freeing takes as long as it is, and the caller does not wait for that.
    if (said.status === 503) void settle(idempotency.free(call));
    else if (status === undefined) await settle(idempotency.free(call));
    else await settle(idempotency.record(call, { status, body: kept(errorBody(said)) }));
    throw error;
  }
}

const statusToKeep = ({ status, code }: PublicError): number | undefined =>
  status >= 500 || status === 429 || status === 401 || code === 'SUSPENDED' ? undefined : status;
