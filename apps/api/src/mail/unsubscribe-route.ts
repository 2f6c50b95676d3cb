import { emailPaths } from '@inaam/contracts/common/email-paths';
import { DomainError } from '@inaam/contracts/common/errors';
import { type UnsubscribeServices, unsubscribe } from '@inaam/core/outbox/messages/commands';
import type { FastifyInstance } from 'fastify';

/**
 * `POST /unsubscribe?token=…`: what a mail program sends at one click (RFC 8058), and the page that the link opens. The
 * token says who and what; the body says nothing more. A GET declines nothing: scanners of mail open every link.
 */
export async function serveUnsubscribe(host: FastifyInstance, services: UnsubscribeServices): Promise<void> {
  await host.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
    scope.post(emailPaths.unsubscribe, async (request) => {
      const { token } = request.query as { token?: unknown };
      const kind = typeof token === 'string' ? await unsubscribe(services, token) : undefined;
      if (kind === undefined)
        throw new DomainError('BAD_INPUT', { text: 'This link is not one of ours', field: 'token' });
      return { success: true, kind };
    });
    // What a person opens: the app's own page, like every address that no route has.
    scope.get(emailPaths.unsubscribe, (_request, reply) => reply.callNotFound());
  });
}
