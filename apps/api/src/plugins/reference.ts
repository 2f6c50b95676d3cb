import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeHost } from '../openapi/document.ts';
import type { HostDescription } from '../openapi/operation.ts';
import { renderReferencePage, startScript, THEME } from '../openapi/page.ts';

/** The files of the API viewer that the page loads. */
const VIEWER = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/**
 * Serves a host's OpenAPI description at `<base>/openapi.json` and its documentation page at `<base>/docs`. The page
 * loads only files of the host, so it keeps the content security policy of all pages.
 */
export async function serveReference(
  host: FastifyInstance,
  {
    base,
    description,
    admit = () => undefined,
  }: {
    base: string;
    description: HostDescription;
    /** Refuses callers without access. */
    admit?: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined;
  },
): Promise<void> {
  // The description is built at the first request, because that takes 0.1 s and most processes never need it.
  let json: string | undefined;
  const getJson = () => (json ??= JSON.stringify(describeHost(description)));
  const files = `${base}/reference`;
  const documents = [
    [`${base}/openapi.json`, 'application/json; charset=utf-8', getJson],
    [`${base}/docs`, 'text/html; charset=utf-8', () => renderReferencePage(description.title, files)],
    [`${files}/start.js`, 'text/javascript; charset=utf-8', () => startScript(`${base}/openapi.json`)],
    [`${files}/theme.css`, 'text/css; charset=utf-8', () => THEME],
  ] as const;
  for (const [url, type, text] of documents) {
    host.get(url, async (request, reply) => {
      await admit(request, reply);
      return reply.type(type).send(text());
    });
  }
  const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await host.register(async (scope) => {
    await scope.register(fastifyStatic, { root: viewer, serve: false });
    for (const file of VIEWER) {
      // The files are large and change only with releases, so clients revalidate them and load them again only after a
      // change.
      scope.get(`${files}/${file}`, (_, reply) =>
        reply.header('Cache-Control', 'no-cache').sendFile(file, { cacheControl: false }),
      );
    }
  });
}
