import type { Site } from '@inaam/contracts/identity/sign-in';
import type { Caller } from '@inaam/core/kernel/actor';
import type { Services } from '@inaam/core/services';
import type { Context } from '@inaam/router/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getCallerAddress } from './caller-address.ts';
import { getRunOnceKey } from './idempotency.ts';
import { readTrafficSource } from './traffic-source.ts';

export type MakeContext = (request: FastifyRequest, reply: FastifyReply) => Context;

/**
 * Returns a function that creates the context of a procedure, for REST and for tRPC.
 */
export function createContextFactory(services: Services, site: Site): MakeContext {
  return (request, reply) => ({
    services,
    site,
    request,
    caller: getCaller(request),
    cookieHeader: request.headers.cookie,
    authorization: request.headers.authorization,
    runOnceKey: getRunOnceKey(request),
    discardsAnswer: request.method === 'HEAD',
    setCookie: (serialized) => void reply.header('Set-Cookie', serialized),
  });
}

/** Returns the caller's IP address, browser, request id and traffic source. */
export const getCaller = (request: FastifyRequest): Caller => ({
  ip: getCallerAddress(request),
  userAgent: request.headers['user-agent']?.slice(0, 400) ?? null,
  requestId: request.id,
  trafficSource: readTrafficSource(request.headers.cookie),
});
