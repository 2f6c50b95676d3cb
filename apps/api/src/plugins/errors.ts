import { DomainError, errorTable, pauseCodes } from '@inaam/contracts/common/errors';
import { getFailureReason } from '@inaam/db/wait-for-database';
import { type PublicError, toPublicError } from '@inaam/router/public-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnknownPath } from './unknown-paths.ts';

/**
 * Answers every failure with `{"error": …}` and the status of the error table. Unexpected errors are logged, not sent.
 */
export function handleErrors(host: FastifyInstance): void {
  host.setErrorHandler(answerFailure);
}

/** Answers a request without a route. Returns undefined for a request that it does not handle. */
export type HandleUnrouted = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined;

/**
 * Prefixes of documented calls. A path that cannot be decoded is bad input below these prefixes, and an unknown path
 * elsewhere.
 */
const CALL = /^\/(api|trpc|export)\//;

/**
 * Handles paths that cannot be decoded or are too long, because they reach neither our hooks nor the error handler.
 * @param home the path to which requests for unknown pages are redirected
 */
export const handleFrameworkErrors =
  (headers: Record<string, string>, home: string, handleUnrouted?: HandleUnrouted) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers);
    const answered = handleUnrouted?.(request, reply);
    if (answered) return void answerOrFail(() => answered, request, reply);
    if (CALL.test(request.url)) return void answerFailure(error, request, reply);
    void answerOrFail(() => answerUnknownPath(request, reply, home), request, reply);
  };

async function answerOrFail(answer: () => unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await answer();
  } catch (error) {
    answerFailure(error, request, reply);
  }
}

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const publicError = toPublicErrorOfRequest(error, request);
  logFailure(request, publicError, error);
  return sendError(reply, publicError);
}

const pausedRequests = new WeakSet<FastifyRequest>();

/** Whether a pause refused the call, which is not a failure of the service. */
export const isRefusedByPause = (request: FastifyRequest): boolean => pausedRequests.has(request);

/** Logs a database problem as one line with its cause, and an unexpected error with its stack. */
export function logFailure(request: FastifyRequest, { status, code }: PublicError, error: unknown): void {
  if (pauseCodes.has(code)) pausedRequests.add(request);
  else if (status === 503) request.log.warn({ code, reason: getFailureReason(error) }, 'unavailable');
  else if (status >= 500) request.log.error({ err: error }, 'request failed');
}

/**
 * Sends a failure as the contract documents it. Caches must not store it, because the next release may serve a path
 * that is unknown today.
 */
export function sendError(reply: FastifyReply, error: PublicError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', error.retryAfterSeconds);
  reply.header('Cache-Control', 'no-store');
  return reply.code(error.status).type('application/json').send(errorBody(error));
}

/** The documented body of an error. A status below 400 means a stored approval request, which is not a failure. */
export const errorBody = ({ status, text }: PublicError): { success: true; message: string } | { error: string } =>
  status < 400 ? { success: true, message: text } : { error: text };

/** Converts anything that a handler or Fastify throws to what clients may see. */
export const toPublicErrorOfRequest = (error: unknown, request: FastifyRequest): PublicError =>
  toPublicError(convertFrameworkError(error, request));

/** @param limit in bytes */
export const bodyTooLarge = (limit: number): DomainError =>
  new DomainError('TOO_LARGE', { text: `${errorTable.TOO_LARGE.text}: at most ${limit / 1024} kB` });

/** Converts Fastify's own errors, which occur before our code runs. */
function convertFrameworkError(error: unknown, request: FastifyRequest): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (error instanceof DomainError || typeof status !== 'number' || status >= 500) return error;
  if (status === 413) return bodyTooLarge(request.routeOptions.bodyLimit);
  if (status === 415) return new DomainError('WRONG_CONTENT_TYPE');
  if (status === 404) return new DomainError('NOT_FOUND');
  const isJson = error instanceof Error && 'code' in error && String(error.code).includes('JSON');
  const text = isJson || error instanceof SyntaxError ? 'The body is not valid JSON' : errorTable.BAD_INPUT.text;
  return new DomainError('BAD_INPUT', { text });
}
