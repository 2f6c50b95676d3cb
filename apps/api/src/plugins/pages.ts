import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@inaam/contracts/common/errors';
import { getRequestLanguage } from '@inaam/contracts/common/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MANIFEST } from './manifest.ts';
import { sendMethodNotAllowed } from './methods.ts';

interface PageOptions {
  /** The built web app. */
  root: string;
  isPage: (path: string) => boolean;
  /** Where a path that is no page leads. */
  home: string;
  /** The page that will be shown, where that is not the one that was asked for. */
  shown?: (path: string, request: FastifyRequest) => string;
  /** What the app's document says beside what every answer does: see `documentHeaders`. */
  document: Record<string, string>;
}

/** Written by the web app's build: what a page loads beside the document's own scripts, and what it asks first. */
const PRELOAD = 'preload.json';

/** How a browser takes each for what the page asks later: scripts as modules, calls as `fetch` on the page's origin. */
const PRELOAD_AS = (url: string): string => {
  if (url.endsWith('.js')) return `<${url}>; rel=modulepreload`;
  return `<${url}>; rel=preload; ${url.endsWith('.css') ? 'as=style' : 'as=fetch'}; crossorigin`;
};

/**
 * `Link` headers by page, or by page and language where the app has words for several. The browser learns of a page's
 * scripts and calls with the document, not from the first script that runs: on a slow network that is a whole round
 * trip sooner.
 */
function getPreloadLinks(root: string): Map<string, string> {
  const header = (urls: string[]) => urls.map(PRELOAD_AS).join(', ');
  const file = join(root, PRELOAD);
  if (!existsSync(file)) return new Map();
  const files = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[] | Record<string, string[]>>;
  return new Map(
    Object.entries(files).flatMap(([page, urls]): [string, string][] =>
      Array.isArray(urls)
        ? [[page, header(urls)]]
        : Object.entries(urls).map(([language, own]) => [`${page} ${language}`, header(own)]),
    ),
  );
}

const API = /^\/(api|trpc|postback|export|assets|pictures)(\/|$)/;

/**
 * Serves a built web app: its files, and its one document at every page's path. Files under assets/ carry a hash of
 * their content in their names, so browsers may keep them for ever; the document is asked for each time.
 */
export async function servePages(
  host: FastifyInstance,
  { root, isPage, home, shown = (path) => path, document }: PageOptions,
): Promise<void> {
  const preloads = getPreloadLinks(root);
  await host.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    cacheControl: false,
    // The manifest has a route of its own; the copies are found by way of what they are copies of.
    globIgnore: [MANIFEST, PRELOAD, '**/*.{br,gz}'],
    // The build lays a smaller copy beside each file that shrinks: nothing is compressed anew for each visitor.
    preCompressed: true,
    setHeaders(reply, path) {
      const forever = path.includes('/assets/');
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!/[/\\]index\.html(\.br|\.gz)?$/.test(path)) return;
      for (const [name, value] of Object.entries(document)) reply.header(name, value);
    },
  });
  const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? '/';
  // Before a body is read that nobody wants.
  host.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') return;
    if (isPage(pathOf(request))) sendMethodNotAllowed(reply, ['GET']);
    throw new DomainError('NOT_FOUND');
  });
  host.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    if (API.test(path)) throw new DomainError('NOT_FOUND');
    if (isPage(path)) {
      const page = shown(path, request);
      const { cookie, 'accept-language': accepted } = request.headers;
      const links = preloads.get(page) ?? preloads.get(`${page} ${getRequestLanguage(cookie, accepted)}`);
      if (links) reply.header('Link', links).header('Vary', 'Accept-Language, Cookie');
      return reply.sendFile('index.html');
    }
    return reply.redirect(home, 302);
  });
}
