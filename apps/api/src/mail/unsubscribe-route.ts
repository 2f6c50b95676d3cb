import { emailPaths } from '@inaam/contracts/common/email-paths';
import { DomainError } from '@inaam/contracts/common/errors';
import { type UnsubscribeServices, unsubscribe } from '@inaam/core/outbox/messages/commands';
import type { FastifyInstance } from 'fastify';

/**
 * Serves `POST /unsubscribe?token=…`, for one click in a mail program (RFC 8058) and for the linked page. The body is
 * ignored. A GET changes nothing, because mail scanners open every link.
 */
export async function serveUnsubscribe(host: FastifyInstance, services: UnsubscribeServices): Promise<void> {
  await host.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
    scope.post(emailPaths.unsubscribe, async (request) => {
      const { token } = request.query as { token?: unknown };
      const kind = typeof token === 'string' ? await unsubscribe(services, token) : undefined;
      if (kind === undefined) throw new DomainError('BAD_INPUT', { text: 'This link is not valid', field: 'token' });
      return { success: true, kind };
    });
    // The linked page is part of the web app, like every path without a route.
    scope.get(emailPaths.unsubscribe, (_request, reply) => reply.callNotFound());
  });
}
