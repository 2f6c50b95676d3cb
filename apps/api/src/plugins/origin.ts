import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing calls that a browser sends from another site. A caller without a browser sends no Origin.
 * Postbacks carry no session, so theirs does not matter.
 * @param notice is told of each that is refused
 */
export function rejectCrossSiteRequests(
  host: FastifyInstance,
  own: readonly string[],
  notice: (request: FastifyRequest) => void = () => {},
): void {
  host.addHook('onRequest', (request, _reply, done) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (SAFE.has(request.method) || request.url.startsWith('/postback/')) return done();
    // A second line where a browser sends no Origin: https://www.w3.org/TR/fetch-metadata/. `none`: the person typed
    // it.
    const isForeign = origin === undefined && (site === 'cross-site' || site === 'same-site');
    if (!isForeign && (origin === undefined || own.includes(origin))) return done();
    notice(request);
    done(new DomainError('FOREIGN_ORIGIN'));
  });
}
