import { DomainError } from '@inaam/contracts/common/errors';
import {
  buildReply,
  decodeBytes,
  type Judgement,
  JudgingFailed,
  type ReceivingServices,
  receivePostback,
} from '@inaam/core/partners/postbacks/receiving';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getExactCallerAddress } from '../plugins/caller-address.ts';
import { bodyTooLarge } from '../plugins/errors.ts';
import { sendMethodNotAllowed } from '../plugins/methods.ts';
import { MAX_STORED_BYTES, readBody, type StoredBody, skipBody } from './body.ts';

/** Networks without signatures put a secret after the slug. */
const PATHS = ['/postback/:network', '/postback/:network/*'];

const METHODS = ['GET', 'POST'];

/**
 * Receives postbacks. Every postback, even a malformed one, is stored before it is answered. Postbacks that are not
 * authenticated, or that name an unknown network, are stored only up to quotas
 * (packages/core/src/partners/postbacks/store.ts).
 */
export interface Postbacks {
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Stores a postback whose method has no route. */
  storeRefused(request: FastifyRequest): Promise<void>;
}

/** @param origin the public origin, which some networks include in the signature */
export function createPostbacks(services: ReceivingServices, origin: string): Postbacks {
  function receive(request: FastifyRequest, body: StoredBody): Promise<Judgement | undefined> {
    const [path = '', ...query] = (request.raw.url ?? '').split('?');
    return receivePostback(services, getNetworkSlug(path), {
      method: request.method,
      rawUrl: origin + path,
      rawQuery: query.join('?'),
      ...body,
      contentType: request.headers['content-type'] ?? null,
      headers: request.headers,
      ip: getExactCallerAddress(request),
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
      // Postback paths that match no route are answered here too. The router has not checked their method.
      if (!METHODS.includes(request.method)) sendMethodNotAllowed(reply, METHODS);
      if (body.truncatedFromBytes !== null) {
        void reply.header('Connection', 'close');
        throw bodyTooLarge(MAX_STORED_BYTES);
      }
      if (!judgement) throw new DomainError('NETWORK_NOT_FOUND');
      const answer = 'body' in judgement ? judgement : buildReply(judgement);
      return reply.code(answer.status).type(answer.type).send(answer.body);
    },
    async storeRefused(request) {
      await receive(request, skipBody(request.raw));
    },
  };
}

/** Whether the path belongs to postbacks, even when the router rejects it. */
export const isPostback = ({ url }: Pick<FastifyRequest, 'url'>): boolean => url.startsWith('/postback/');

/** Reads the slug even if other parts of the URL cannot be decoded. */
const getNetworkSlug = (path: string): string => decodeBytes(path.split('/')[2] ?? '', false).toString('utf8');

/**
 * Serves `GET` and `POST /postback/:network`. Query and body are stored byte for byte, because signatures cover them.
 */
export function servePostbacks(host: FastifyInstance, { answer }: Postbacks): void {
  for (const url of PATHS) {
    // Answers before the framework reads the body, because the framework would refuse long bodies and unknown types.
    host.route({ method: METHODS, url, exposeHeadRoute: false, onRequest: answer, handler: answer });
  }
}
