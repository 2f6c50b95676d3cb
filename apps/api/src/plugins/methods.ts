import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * A path that is there, asked with a method that it does not have, is a 405 with `Allow`, whatever the method; a path
 * that is not there stays a 404. Decided before any body is read.
 * @param notice is told of each before it is refused
 */
export function registerMethodNotAllowed(
  host: FastifyInstance,
  notice?: (request: FastifyRequest) => Promise<void>,
): void {
  host.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const [url = '/'] = request.url.split('?');
    const allowed = METHODS.filter((method) => host.findRoute({ method, url }) !== null);
    if (allowed.length === 0) return;
    await notice?.(request);
    sendMethodNotAllowed(reply, allowed);
  });
}

/** @throws DomainError METHOD_NOT_ALLOWED, always */
export function sendMethodNotAllowed(reply: FastifyReply, allowed: readonly string[]): never {
  void reply.header('Allow', allowed.join(', '));
  throw new DomainError('METHOD_NOT_ALLOWED');
}
