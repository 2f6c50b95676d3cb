import { DomainError } from '@inaam/contracts/common/errors';
import type { Probe, UnhealthyReason } from '@inaam/db/health-probe';
import type { FastifyInstance } from 'fastify';

/** What a process is at: it listens from the start, and takes calls once it has all that it needs. */
export interface Lifecycle {
  phase: 'starting' | 'running' | 'draining';
  /** Looks at the database; undefined until the process runs. */
  probe: Probe | undefined;
}

export const createLifecycle = (): Lifecycle => ({ phase: 'starting', probe: undefined });

/** Why no calls should be sent here; undefined where they should. */
export function getNotReadyReason({ phase, probe }: Lifecycle): 'starting' | 'draining' | UnhealthyReason | undefined {
  return phase === 'running' ? probe?.verdict() : phase;
}

const PROBES = new Set(['/healthz', '/readyz', '/startupz']);

/**
 * Until the process has started, every call but those of its health is 503. While it drains, each answer ends its
 * connection, so that callers come back by another.
 */
export function gateByPhase(host: FastifyInstance, lifecycle: Lifecycle): void {
  host.addHook('onRequest', (request, reply, done) => {
    if (lifecycle.phase === 'draining') void reply.header('Connection', 'close');
    const isEarly = lifecycle.phase === 'starting' && !PROBES.has(request.url);
    done(isEarly ? new DomainError('UNAVAILABLE', { retryAfterSeconds: 2 }) : undefined);
  });
}

/**
 * `/healthz`: the process is alive; restart it where that fails. `/startupz`: it has started, so that the others count.
 * `/readyz`: send it calls. All answer from memory.
 */
export function serveHealth(host: FastifyInstance, lifecycle: Lifecycle): void {
  host.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  host.get('/startupz', (_request, reply) => {
    if (lifecycle.phase !== 'starting') return reply.send({ status: 'started' });
    return reply.code(503).header('Retry-After', 2).send({ status: 'starting' });
  });
  host.get('/readyz', (_request, reply) => {
    const reason = getNotReadyReason(lifecycle);
    if (reason === undefined) return reply.send({ status: 'ready' });
    return reply.code(503).header('Retry-After', 2).send({ status: 'not ready', reason });
  });
}
