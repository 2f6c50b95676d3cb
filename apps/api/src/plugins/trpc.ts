import { DomainError } from '@inaam/contracts/common/errors';
import type { adminHostRouter, userHostRouter } from '@inaam/router/app-router';
import { toPublicError } from '@inaam/router/public-error';
import type { FastifyInstance } from 'fastify';
import type { MakeContext } from './context.ts';
import { logFailure } from './errors.ts';
import { serveRouter } from './trpc-route.ts';

type HostRouter = typeof userHostRouter | typeof adminHostRouter;

/** Maximum number of calls in a batch: rate limits that run before the procedures count a batch as one request. */
const MAX_BATCH = 12;

/** Serves one branch of the router at `/trpc`. Paths of the other branch get a plain 404. */
export async function serveTrpc(
  host: FastifyInstance,
  { router, branch, makeContext }: { router: HostRouter; branch: 'user' | 'admin'; makeContext: MakeContext },
): Promise<void> {
  await host.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const path = decodeURIComponent(request.url.slice('/trpc/'.length).split('?')[0] ?? '');
      const calls = path.split(',');
      if (!calls.every((call) => call.startsWith(`${branch}.`))) throw new DomainError('NOT_FOUND');
      if (calls.length > MAX_BATCH)
        throw new DomainError('BAD_INPUT', { text: `At most ${MAX_BATCH} calls in a batch` });
      // The library would also read forms and byte streams, which no procedure takes.
      const type = request.headers['content-type'] ?? (request.method === 'POST' ? '' : undefined);
      if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) throw new DomainError('WRONG_CONTENT_TYPE');
    });
    serveRouter(scope, {
      router,
      createContext({ req, res }) {
        const context = makeContext(req, res);
        // On the app host, only `register.php` accepts service keys.
        return branch === 'user' ? { ...context, authorization: undefined } : context;
      },
      onError({ error, req }) {
        logFailure(req, toPublicError(error), error);
      },
      responseMeta({ errors }) {
        if (errors.length === 0) return {};
        const longest = Math.max(0, ...errors.map((error) => toPublicError(error).retryAfterSeconds ?? 0));
        return longest > 0 ? { headers: { 'Retry-After': String(longest) } } : {};
      },
    });
  });
}
