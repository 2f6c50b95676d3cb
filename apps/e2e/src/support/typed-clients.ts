import { type AdminClient, type AppClient, createAdminClient, createAppClient } from '@inaam/client/client';
import type { RestClient } from './rest.ts';

/** Clients generated from the API descriptions. They send through a `RestClient`, which keeps cookies. */

const createFetch =
  (client: RestClient) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const payload = await request.text();
    const { status, body } = await client.call(
      request.method,
      pathname + search,
      payload === '' ? undefined : payload,
      Object.fromEntries(request.headers),
    );
    return Response.json(body, { status });
  };

export const createTypedAppClient = (client: RestClient): AppClient =>
  createAppClient({ origin: client.origin, fetch: createFetch(client) });

export const createTypedAdminClient = (client: RestClient): AdminClient =>
  createAdminClient({ origin: client.origin, fetch: createFetch(client) });
