import { DomainError } from '@inaam/contracts/errors';
import { type Judgement, receivePostback } from '@inaam/core/completions/receive-postback';
import type { Kernel } from '@inaam/core/kernel/kernel';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuseOtherMethods } from '../rest/endpoint.ts';

const BODY_LIMIT = 64 * 1024;
const PATH = '/postback/:network';
const METHODS = ['GET', 'POST'];

/** `GET` and `POST /postback/:network`: query and body are kept byte for byte, because signatures are over them. */
export async function servePostbacks(host: FastifyInstance, kernel: Kernel): Promise<void> {
  await host.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    refuseOtherMethods(scope, PATH, METHODS);
    scope.route<{ Params: { network: string } }>({
      method: METHODS,
      url: PATH,
      async handler(request, reply) {
        const question = request.raw.url?.indexOf('?') ?? -1;
        const judgement = await receivePostback(kernel, request.params.network, {
          method: request.method,
          rawQuery: question < 0 ? '' : (request.raw.url?.slice(question + 1) ?? ''),
          // PostgreSQL's text has no NUL; no signed text has one either.
          rawBody: typeof request.body === 'string' ? request.body.replaceAll('\u0000', '\uFFFD') : '',
          contentType: request.headers['content-type'] ?? null,
          ip: request.ip,
        });
        if (!judgement) throw new DomainError('NETWORK_NOT_FOUND');
        return answer(reply, judgement);
      },
    });
  });
}

/** A repeat gets the answer of the first call, so that a network which lost it is content. */
function answer(reply: FastifyReply, { outcome, kind, reason, completionId, forged }: Judgement): FastifyReply {
  if (forged) return reply.code(403).send({ error: reason });
  if (outcome === 'refused') return reply.code(400).send({ error: reason });
  // A reversal that came first waits for its completion: the network need not send it again.
  if (outcome === 'parked' && kind === 'approve') return reply.code(404).send({ error: reason });
  if (outcome === 'parked') return reply.send({ success: true, status: 'parked' });
  return reply.send({
    success: true,
    status: kind === 'reverse' ? 'reversed' : 'approved',
    completion_id: completionId,
  });
}
