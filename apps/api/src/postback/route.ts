import { DomainError } from '@inaam/contracts/errors';
import { receivePostback } from '@inaam/core/completions/receive-postback';
import { replyTo } from '@inaam/core/completions/reply';
import { canonicalAddress } from '@inaam/core/kernel/address';
import type { Kernel } from '@inaam/core/kernel/kernel';
import { decodeBytes } from '@inaam/core/networks/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBody, unreadBody } from './body.ts';

/** What follows the network is, where it does not sign, its secret. */
const PATHS = ['/postback/:network', '/postback/:network/*'];
const METHODS = ['GET', 'POST'];
/** Answered 405, and kept: whoever calls so may be a network that is set up wrongly. */
const OTHER_METHODS = ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers a network's call. Every call is stored before anything is said of it, also one that is refused for its form.
 */
export type AnswerPostback = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** @param origin the public one, which some networks sign with the rest of the address */
export const answersPostbacks =
  (kernel: Kernel, origin: string): AnswerPostback =>
  async (request, reply) => {
    const [path = '', ...query] = (request.raw.url ?? '').split('?');
    const isKnown = METHODS.includes(request.method);
    const body = isKnown ? await readBody(request.raw) : unreadBody(request.raw);
    const judgement = await receivePostback(kernel, networkIn(path), {
      method: request.method,
      rawUrl: origin + path,
      rawQuery: query.join('?'),
      ...body,
      contentType: request.headers['content-type'] ?? null,
      headers: request.headers,
      ip: canonicalAddress(request.ip),
    });
    if (!isKnown) {
      void reply.header('Allow', METHODS.join(', '));
      throw new DomainError('METHOD_NOT_ALLOWED');
    }
    if (body.cutFrom !== null) {
      void reply.header('Connection', 'close');
      throw new DomainError('TOO_LARGE');
    }
    if (!judgement) throw new DomainError('NETWORK_NOT_FOUND');
    const answer = replyTo(judgement);
    return reply.code(answer.status).type(answer.type).send(answer.body);
  };

/** Is it meant for us, though the router could not make anything of it? */
export const isPostbackPath = (url: string): boolean => url.startsWith('/postback/');

/** As far as it can be decoded: a network may have an escape wrong elsewhere in the address. */
const networkIn = (path: string): string => decodeBytes(path.split('/')[2] ?? '', false).toString('utf8');

/**
 * `GET` and `POST /postback/:network`: query and body are kept byte for byte, because signatures are over them.
 */
export function servePostbacks(host: FastifyInstance, answer: AnswerPostback): void {
  for (const url of PATHS) {
    // Before the framework reads the body: it refuses what is too long, and kinds that it does not know.
    host.route({
      method: [...METHODS, ...OTHER_METHODS],
      url,
      exposeHeadRoute: false,
      onRequest: answer,
      handler: answer,
    });
  }
}
