import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance } from 'fastify';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing calls that a browser sends from another site. A caller without a browser sends no Origin.
 * Postbacks carry no session, so theirs does not matter.
 */
export function refuseForeignOrigins(host: FastifyInstance, own: readonly string[]): void {
  host.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers;
    if (SAFE.has(request.method) || origin === undefined || request.url.startsWith('/postback/')) done();
    else done(own.includes(origin) ? undefined : new DomainError('FOREIGN_ORIGIN'));
  });
}
