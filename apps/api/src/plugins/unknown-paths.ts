import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Paths of calls and files. Unknown paths of this kind get 404: a page in place of a file would hide the mistake. */
const NO_PAGE = /^\/(api|trpc|postback|export|assets|pictures)(\/|$)/;

/** Paths below this have a standard meaning (RFC 8615): a redirect would suggest a service that does not exist. */
export const WELL_KNOWN = '/.well-known/';

export const getPath = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/**
 * Redirects an unknown page to the home page.
 * @throws DomainError NOT_FOUND for a call, a file or another method
 */
export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply, home: string): FastifyReply {
  const path = getPath(request);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads || NO_PAGE.test(path) || path.startsWith(WELL_KNOWN)) throw new DomainError('NOT_FOUND');
  return reply.redirect(home, 302);
}
