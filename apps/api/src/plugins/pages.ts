import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DomainError } from '@inaam/contracts/common/errors';
import { getRequestLanguage } from '@inaam/contracts/common/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MANIFEST } from './manifest.ts';
import { sendMethodNotAllowed } from './methods.ts';
import { answerUnknownPath, getPath, WELL_KNOWN } from './unknown-paths.ts';

interface PageOptions {
  /** The built web app. */
  root: string;
  isPage: (path: string) => boolean;
  /** Unknown paths redirect to this path. */
  home: string;
  /** The page on which a person changes their password. */
  account: string;
  /** The text of robots.txt. */
  robots: string;
  /** Returns the path of the page to show instead of the requested one. */
  resolvePath?: (path: string, request: FastifyRequest) => string;
  /** Extra headers of the app's document: see `documentHeaders`. */
  document: Record<string, string>;
}

/** The build of the web app writes this file. It lists the further scripts and the first API calls of each page. */
const PRELOAD = 'preload.json';

/**
 * A preload is used only if the later load has the same type: scripts are modules, calls are `fetch` on the page's
 * origin.
 */
const formatPreloadLink = (url: string): string => {
  if (url.endsWith('.js')) return `<${url}>; rel=modulepreload`;
  return `<${url}>; rel=preload; ${url.endsWith('.css') ? 'as=style' : 'as=fetch'}; crossorigin`;
};

/**
 * Reads the `Link` headers by page, or by page and language. With them the browser requests scripts and calls as soon
 * as the document arrives, which saves a round trip on slow networks.
 */
function getPreloadLinks(root: string): Map<string, string> {
  const header = (urls: string[]) => urls.map(formatPreloadLink).join(', ');
  const file = join(root, PRELOAD);
  if (!existsSync(file)) return new Map();
  const files = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[] | Record<string, string[]>>;
  return new Map(
    Object.entries(files).flatMap(([page, urls]): [string, string][] =>
      Array.isArray(urls)
        ? [[page, header(urls)]]
        : Object.entries(urls).map(([language, url]) => [`${page} ${language}`, header(url)]),
    ),
  );
}

/**
 * Serves a built web app: its files, and its document at the path of every page. Files under assets/ have a content
 * hash in their names and are cached for ever; the document is revalidated each time.
 */
export async function servePages(
  host: FastifyInstance,
  { root, isPage, home, account, robots, resolvePath = (path) => path, document }: PageOptions,
): Promise<void> {
  const preloads = getPreloadLinks(root);
  await host.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    cacheControl: false,
    // Files that have no path of their own here. The manifest has its own route, only this server reads the preload
    // list, and a compressed copy is sent when its original is requested. Source maps contain the sources with their
    // comments: strangers must not read them, and engineers have them in a checkout.
    globIgnore: [MANIFEST, PRELOAD, '**/*.{br,gz,map}'],
    // The build stores compressed copies, so that nothing is compressed per request.
    preCompressed: true,
    setHeaders(reply, path) {
      const forever = path.includes('/assets/');
      reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (!/[/\\]index\.html(\.br|\.gz)?$/.test(path)) return;
      for (const [name, value] of Object.entries(document)) reply.header(name, value);
    },
  });
  host.get('/robots.txt', (_, reply) => reply.type('text/plain; charset=utf-8').send(robots));
  // For password managers: https://w3c.github.io/webappsec-change-password-url/
  host.get(`${WELL_KNOWN}change-password`, (_, reply) => reply.redirect(account, 302));
  // Refuses a request before its body is read.
  host.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || request.method === 'GET' || request.method === 'HEAD') return;
    if (isPage(getPath(request))) sendMethodNotAllowed(reply, ['GET']);
    throw new DomainError('NOT_FOUND');
  });
  host.setNotFoundHandler((request, reply) => {
    const path = getPath(request);
    if (!isPage(path)) return answerUnknownPath(request, reply, home);
    const page = resolvePath(path, request);
    const { cookie, 'accept-language': accepted } = request.headers;
    const links = preloads.get(page) ?? preloads.get(`${page} ${getRequestLanguage(cookie, accepted)}`);
    if (links) reply.header('Link', links).header('Vary', 'Accept-Language, Cookie');
    return reply.sendFile('index.html');
  });
}
