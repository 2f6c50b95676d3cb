import type { TrafficSource } from '@inaam/core/kernel/actor';
import type { FastifyInstance } from 'fastify';

/**
 * Remembers the traffic source of a browser. Links carry `?src=…&clickid=…`, and a cookie keeps source and click ID for
 * 30 days, for a sign-up in that time. The last link wins. Scripts cannot read the cookie.
 */

const NAME = 'came_from';
const DAYS = 30;
const SOURCE = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** Click ids of trackers. They are later sent back to the tracker unchanged. */
const CLICK = /^[\x21-\x7e]{1,200}$/;

const read = (source: string | null, click: string | null): TrafficSource | undefined => {
  const name = source?.toLowerCase() ?? '';
  return SOURCE.test(name) && click !== null && CLICK.test(click) ? { source: name, click } : undefined;
};

/** Stores the source and the click ID of a link in a cookie. */
export function rememberTrafficSources(host: FastifyInstance, { https }: { https: boolean }): void {
  host.addHook('onRequest', async (request, reply) => {
    const from = request.url.indexOf('?');
    if (request.method !== 'GET' || from < 0 || !request.url.includes('src=', from)) return;
    if (!request.headers.accept?.includes('text/html')) return;
    const query = new URLSearchParams(request.url.slice(from));
    const trafficSource = read(query.get('src'), query.get('clickid'));
    if (!trafficSource) return;
    const value = encodeURIComponent(`${trafficSource.source} ${trafficSource.click}`);
    const flags = `Path=/; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
    reply.header('Set-Cookie', `${NAME}=${value}; ${flags}`);
  });
}

/** Reads the cookie; undefined for a missing or invalid one. */
export function readTrafficSource(cookies: string | undefined): TrafficSource | undefined {
  const value = cookies?.match(/(?:^|;\s*)came_from=([^;]*)/)?.[1];
  if (value === undefined) return undefined;
  try {
    const [source = null, click = null] = decodeURIComponent(value).split(' ');
    return read(source, click);
  } catch {
    return undefined;
  }
}
