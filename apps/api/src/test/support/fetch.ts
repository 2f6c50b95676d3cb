import type { Client } from './client.ts';

/** `fetch` for a client that is generated: its requests go to a host in this process, with the cookies of a caller. */
export const fetchOf =
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
