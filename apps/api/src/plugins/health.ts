import type { FastifyInstance } from 'fastify';

/** `/healthz`: the process is alive. `/readyz`: the database answers and has the newest schema. */
export function reportHealth(host: FastifyInstance, isReady: () => Promise<boolean>): void {
  host.get('/healthz', async () => ({ status: 'ok' }));
  host.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    if (!ready) reply.code(503).header('Retry-After', 2);
    return { status: ready ? 'ready' : 'not ready' };
  });
}
