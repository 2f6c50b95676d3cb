import { DomainError } from '@inaam/contracts/common/errors';
import type { Probe, UnhealthyReason } from '@inaam/db/health-probe';
import type { FastifyInstance } from 'fastify';

/** The phase of a process. A process listens from the start, but accepts calls only after the phase `starting`. */
export interface Lifecycle {
  phase: 'starting' | 'running' | 'draining';
  /** Checks the database; undefined until the process runs. */
  probe: Probe | undefined;
}

export const createLifecycle = (): Lifecycle => ({ phase: 'starting', probe: undefined });

/** Returns why a load balancer should send no calls here; undefined if it should send them. */
export function getNotReadyReason({ phase, probe }: Lifecycle): 'starting' | 'draining' | UnhealthyReason | undefined {
  return phase === 'running' ? probe?.verdict() : phase;
}

const HEALTH_PATHS = new Set(['/healthz', '/readyz', '/startupz', '/servingz']);

/**
 * Answers 503 to every call but the health checks until the process has started. While it drains, each answer closes
 * its connection, so that callers reconnect elsewhere.
 */
export function gateByPhase(host: FastifyInstance, lifecycle: Lifecycle): void {
  host.addHook('onRequest', (request, reply, done) => {
    if (lifecycle.phase === 'draining') void reply.header('Connection', 'close');
    const isEarly = lifecycle.phase === 'starting' && !HEALTH_PATHS.has(request.url);
    done(isEarly ? new DomainError('UNAVAILABLE', { retryAfterSeconds: 2 }) : undefined);
  });
}

/**
 * `/healthz`: the process is alive; restart the process when this check fails. `/startupz`: the process has started.
 * `/readyz`: the process accepts calls. `/servingz`: like `/readyz`, but ignores the database. Load balancers such as
 * those of Kubernetes refuse connections while no process is ready. With `/servingz`, callers still get a 503 in the
 * API's format during a database outage. All checks answer from memory.
 */
export function serveHealth(host: FastifyInstance, lifecycle: Lifecycle): void {
  host.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  host.get('/startupz', (_request, reply) => {
    if (lifecycle.phase !== 'starting') return reply.send({ status: 'started' });
    return reply.code(503).header('Retry-After', 2).send({ status: 'starting' });
  });
  host.get('/servingz', (_request, reply) => {
    if (lifecycle.phase === 'running') return reply.send({ status: 'serving' });
    return reply.code(503).header('Retry-After', 2).send({ status: 'not serving', reason: lifecycle.phase });
  });
  host.get('/readyz', (_request, reply) => {
    const reason = getNotReadyReason(lifecycle);
    if (reason === undefined) return reply.send({ status: 'ready' });
    return reply.code(503).header('Retry-After', 2).send({ status: 'not ready', reason });
  });
}
