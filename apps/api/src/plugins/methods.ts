import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Answers 405 with `Allow` for a path that exists with other methods; an unknown path stays a 404. The hook runs before
 * the body is read.
 * @param onRefused called for each request before it is refused
 */
export function registerMethodNotAllowed(
  host: FastifyInstance,
  onRefused?: (request: FastifyRequest) => Promise<void>,
): void {
  host.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const [url = '/'] = request.url.split('?');
    const allowed = METHODS.filter((method) => host.findRoute({ method, url }) !== null);
    if (allowed.length === 0) return;
    await onRefused?.(request);
    sendMethodNotAllowed(reply, allowed);
  });
}

/** @throws DomainError METHOD_NOT_ALLOWED, always */
export function sendMethodNotAllowed(reply: FastifyReply, allowed: readonly string[]): never {
  void reply.header('Allow', allowed.join(', '));
  throw new DomainError('METHOD_NOT_ALLOWED');
}
