import type { Client } from './client.ts';

/** A `fetch` for generated clients that sends requests to a host in this process, with a caller's cookies. */
export const createFetch =
  (client: Client) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const payload = await request.text();
    const headers = Object.fromEntries([...request.headers].filter(([name]) => name !== 'cookie'));
    const {
      status,
      headers: answered,
      body,
    } = await client.send(request.method, pathname + search, payload === '' ? undefined : payload, headers);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { 'content-type': String(answered['content-type']) } });
  };
