import type { Site } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '@inaam/core/kernel/actor';
import { normalizeAddress } from '@inaam/core/kernel/address';
import type { Services } from '@inaam/core/services';
import type { Context } from '@inaam/router/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCallName } from './idempotency.ts';
import { readTrafficSource } from './traffic-source.ts';

export type MakeContext = (request: FastifyRequest, reply: FastifyReply) => Context;

/** What both transports give to a procedure. The address is the socket's, or what a trusted proxy says. */
export function createContextFactory(services: Services, site: Site): MakeContext {
  return (request, reply) => ({
    services,
    site,
    request,
    caller: getCaller(request),
    cookieHeader: request.headers.cookie,
    authorization: request.headers.authorization,
    once: getCallName(request),
    setCookie: (serialized) => void reply.header('Set-Cookie', serialized),
  });
}

/** Where a request comes from. */
export const getCaller = (request: FastifyRequest): Caller => ({
  ip: normalizeAddress(request.ip),
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
  requestId: request.id,
  cameFrom: readTrafficSource(request.headers.cookie),
});
