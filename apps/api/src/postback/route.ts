import { DomainError } from '@inaam/contracts/errors';
import { receivePostback } from '@inaam/core/completions/receive-postback';
import { replyTo } from '@inaam/core/completions/reply';
import type { Kernel } from '@inaam/core/kernel/kernel';
import { encodeBody } from '@inaam/core/networks/call';
import { keptHeaders } from '@inaam/core/networks/kept-headers';
import type { FastifyInstance } from 'fastify';

const BODY_LIMIT = 64 * 1024;
/** The second form ends with the secret of a network that does not sign. */
const PATHS = ['/postback/:network', '/postback/:network/:token'];
const METHODS = ['GET', 'POST'];

/**
 * `GET` and `POST /postback/:network`: query and body are kept byte for byte, because signatures are over them.
 * @param origin the public one, which some networks sign with the rest of the address
 */
export async function servePostbacks(host: FastifyInstance, kernel: Kernel, origin: string): Promise<void> {
  await host.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    for (const url of PATHS) {
      scope.route<{ Params: { network: string } }>({
        method: METHODS,
        url,
        async handler(request, reply) {
          const [path = '', ...query] = (request.raw.url ?? '').split('?');
          const judgement = await receivePostback(kernel, request.params.network, {
            method: request.method,
            rawUrl: origin + path,
            rawQuery: query.join('?'),
            ...encodeBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
            contentType: request.headers['content-type'] ?? null,
            headers: keptHeaders(request.headers),
            ip: request.ip,
          });
          if (!judgement) throw new DomainError('NETWORK_NOT_FOUND');
          const { status, body, type } = replyTo(judgement);
          return reply.code(status).type(type).send(body);
        },
      });
    }
  });
}
