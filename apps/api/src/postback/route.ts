import { DomainError } from '@inaam/contracts/common/errors';
import { canonicalAddress } from '@inaam/core/kernel/address';
import {
  buildReply,
  decodeBytes,
  type Judgement,
  JudgingFailed,
  type ReceivingServices,
  receivePostback,
} from '@inaam/core/partners/postbacks/receiving';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendMethodNotAllowed } from '../plugins/methods.ts';
import { readBody, type StoredBody, skipBody } from './body.ts';

/** Where a network does not sign, what follows its slug is its secret. */
const PATHS = ['/postback/:network', '/postback/:network/*'];

const METHODS = ['GET', 'POST'];

/** Receives networks' postbacks. Each is stored before it is answered, also one that is refused for its form. */
export interface Postbacks {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Stores a postback that the router has no route for, because of its method. */
  keep(request: FastifyRequest): Promise<void>;
}

/** @param origin the public one, which some networks sign with the rest of the address */
export function createPostbacks(services: ReceivingServices, origin: string): Postbacks {
  function receive(request: FastifyRequest, body: StoredBody): Promise<Judgement | undefined> {
    const [path = '', ...query] = (request.raw.url ?? '').split('?');
    return receivePostback(services, networkIn(path), {
      method: request.method,
      rawUrl: origin + path,
      rawQuery: query.join('?'),
      ...body,
      contentType: request.headers['content-type'] ?? null,
      headers: request.headers,
      ip: canonicalAddress(request.ip),
    });
  }
  return {
    async answer(request, reply) {
      const body = await readBody(request.raw);
      const judgement = await receive(request, body).catch((error: unknown) => {
        if (!(error instanceof JudgingFailed)) throw error;
        request.log.error({ err: error.cause }, error.message);
        return error.reply;
      });
      // Where the path is no route, nobody has looked at the method.
      if (!METHODS.includes(request.method)) sendMethodNotAllowed(reply, METHODS);
      if (body.truncatedFromBytes !== null) {
        void reply.header('Connection', 'close');
        throw new DomainError('TOO_LARGE');
      }
      if (!judgement) throw new DomainError('NETWORK_NOT_FOUND');
      const answer = 'body' in judgement ? judgement : buildReply(judgement);
      return reply.code(answer.status).type(answer.type).send(answer.body);
    },
    async keep(request) {
      await receive(request, skipBody(request.raw));
    },
  };
}

/** Is it meant for us, whatever the router makes of it? */
export const isPostback = ({ url }: Pick<FastifyRequest, 'url'>): boolean => url.startsWith('/postback/');

/** As far as it can be decoded: a network may have an escape wrong elsewhere in the address. */
const networkIn = (path: string): string => decodeBytes(path.split('/')[2] ?? '', false).toString('utf8');

/**
 * `GET` and `POST /postback/:network`: query and body are kept byte for byte, because signatures are over them.
 */
export function servePostbacks(host: FastifyInstance, { answer }: Postbacks): void {
  for (const url of PATHS) {
    // Before the framework reads the body: it refuses what is too long, and kinds that it does not know.
    host.route({ method: METHODS, url, exposeHeadRoute: false, onRequest: answer, handler: answer });
  }
}
