import type { TrafficSource } from '@inaam/core/kernel/actor';
import type { FastifyInstance } from 'fastify';

/**
 * Which traffic source brought a browser: links to the app carry `?src=…&clickid=…`, and the browser keeps both until
 * somebody signs up. The last link counts. No script needs it, so none can read it.
 */

const NAME = 'came_from';
const DAYS = 30;
const SOURCE = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** What trackers name clicks with; it goes back to them as it came. */
const CLICK = /^[\x21-\x7e]{1,200}$/;

const read = (source: string | null, click: string | null): TrafficSource | undefined => {
  const name = source?.toLowerCase() ?? '';
  return SOURCE.test(name) && click !== null && CLICK.test(click) ? { source: name, click } : undefined;
};

/** Keeps what a link to a page says. */
export function rememberTrafficSources(host: FastifyInstance, { https }: { https: boolean }): void {
  host.addHook('onRequest', async (request, reply) => {
    const from = request.url.indexOf('?');
    if (request.method !== 'GET' || from < 0 || !request.url.includes('src=', from)) return;
    if (!request.headers.accept?.includes('text/html')) return;
    const query = new URLSearchParams(request.url.slice(from));
    const cameFrom = read(query.get('src'), query.get('clickid'));
    if (!cameFrom) return;
    const value = encodeURIComponent(`${cameFrom.source} ${cameFrom.click}`);
    const flags = `Path=/; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
    reply.header('Set-Cookie', `${NAME}=${value}; ${flags}`);
  });
}

/** What the browser's cookie says; undefined for none, and for what is none of ours. */
export function readTrafficSource(cookies: string | undefined): TrafficSource | undefined {
  const found = cookies?.match(/(?:^|;\s*)came_from=([^;]*)/)?.[1];
  if (found === undefined) return undefined;
  try {
    const [source = null, click = null] = decodeURIComponent(found).split(' ');
    return read(source, click);
  } catch {
    return undefined;
  }
}
