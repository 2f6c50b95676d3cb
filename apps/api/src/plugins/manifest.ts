import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** File name of the user app's manifest. */
export const MANIFEST = 'manifest.webmanifest';

/** Serves the user app's manifest with the configured brand: the name under the home screen icon is a setting. */
export function serveManifest(host: FastifyInstance, root: string, brandName: string): void {
  host.get(`/${MANIFEST}`, (_, reply) => {
    const built = JSON.parse(readFileSync(join(root, MANIFEST), 'utf8')) as Record<string, unknown>;
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(JSON.stringify({ ...built, name: brandName, short_name: brandName }));
  });
}
