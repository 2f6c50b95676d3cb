import fastifyStatic from '@fastify/static';
import { DomainError } from '@inaam/contracts/errors';
import type { FastifyInstance } from 'fastify';

interface PageOptions {
  /** The built web app. */
  root: string;
  isPage: (path: string) => boolean;
  /** Where a path that is no page leads. */
  home: string;
}

const API = /^\/(api|trpc|postback|export|assets)(\/|$)/;

/**
 * Serves a built web app: its files, and its one document at every page's path. Files under assets/ carry a hash of
 * their content in their names, so browsers may keep them for ever; the document is asked for each time.
 */
export async function servePages(host: FastifyInstance, { root, isPage, home }: PageOptions): Promise<void> {
  await host.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const forever = path.includes('/assets/');
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  host.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !API.test(path);
    if (!wantsPage) throw new DomainError('NOT_FOUND');
    if (isPage(path)) return reply.sendFile('index.html');
    return reply.redirect(home, 302);
  });
}
