import { DomainError, errorTable } from '@inaam/contracts/common/errors';
import { getFailureReason } from '@inaam/db/wait-for-database';
import { type PublicError, toPublicError } from '@inaam/router/public-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Answers every failure with `{"error": …}` and the status of the table; what is not ours is logged and not told. */
export function handleErrors(host: FastifyInstance): void {
  host.setErrorHandler(answerFailure);
}

/** Answers a request that no route was found for; undefined where that is not its business. */
export type HandleUnrouted = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined;

/** A path that cannot be decoded, or is too long, reaches no route: no hook of ours and no error handler. */
export const handleFrameworkErrors =
  (headers: Record<string, string>, handleUnrouted?: HandleUnrouted) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers);
    const answered = handleUnrouted?.(request, reply);
    if (answered) void orFailure(answered, request, reply);
    else answerFailure(error, request, reply);
  };

async function orFailure(answered: Promise<unknown>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  try {
    await answered;
  } catch (error) {
    answerFailure(error, request, reply);
  }
}

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const said = toPublicErrorOfRequest(error);
  logFailure(request, said, error);
  return sendError(reply, said);
}

/** What is the database's state is one line with its cause; what nobody foresaw keeps its stack. */
export function logFailure(request: FastifyRequest, { status, code }: PublicError, error: unknown): void {
  if (status === 503) request.log.warn({ code, reason: getFailureReason(error) }, 'unavailable');
  else if (status >= 500) request.log.error({ err: error }, 'request failed');
}

/**
 * Sends a failure as the contract documents it. Nobody keeps it: what is not there now may be there after the next
 * release.
 */
export function sendError(reply: FastifyReply, error: PublicError): FastifyReply {
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', error.retryAfterSeconds);
  reply.header('Cache-Control', 'no-store');
  return reply.code(error.status).type('application/json').send(errorBody(error));
}

/** The documented body of what a call threw. Below 400 it was taken down for a second person, which is no failure. */
export const errorBody = ({ status, text }: PublicError): { success: true; message: string } | { error: string } =>
  status < 400 ? { success: true, message: text } : { error: text };

/** What the outside may know about anything that a handler or Fastify itself throws. */
export const toPublicErrorOfRequest = (error: unknown): PublicError => toPublicError(ownOf(error));

/** Fastify's own refusals, which come before any of our code. */
function ownOf(error: unknown): unknown {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (error instanceof DomainError || typeof status !== 'number' || status >= 500) return error;
  if (status === 413) return new DomainError('TOO_LARGE');
  if (status === 415) return new DomainError('WRONG_CONTENT_TYPE');
  if (status === 404) return new DomainError('NOT_FOUND');
  const isJson = error instanceof Error && 'code' in error && String(error.code).includes('JSON');
  const text = isJson || error instanceof SyntaxError ? 'The body is not valid JSON' : errorTable.BAD_INPUT.text;
  return new DomainError('BAD_INPUT', { text });
}
