import { DomainError } from '@inaam/contracts/common/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing calls that a browser sends from another origin, even of the same site. Callers without a
 * browser send no Origin. Postbacks carry no session, so their Origin does not matter.
 * @param onRefused called for each refused request
 */
export function rejectCrossSiteRequests(
  host: FastifyInstance,
  origins: readonly string[],
  onRefused: (request: FastifyRequest) => void = () => {},
): void {
  host.addHook('onRequest', (request, _reply, done) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (SAFE.has(request.method) || request.url.startsWith('/postback/')) return done();
    // Covers browsers that send no Origin: https://www.w3.org/TR/fetch-metadata/. `none` means that the user typed the
    // URL.
    const isForeign = origin === undefined && (site === 'cross-site' || site === 'same-site');
    if (!isForeign && (origin === undefined || origins.includes(origin))) return done();
    onRefused(request);
    done(new DomainError('FOREIGN_ORIGIN'));
  });
}
