import createClient, { type Client } from 'openapi-fetch';
import type { paths as AdminPaths } from '../dist/admin.ts';
import type { paths as AppPaths } from '../dist/app.ts';

/** Typed clients of the documented endpoints. A call that the API description does not allow fails to compile. */

export type AppClient = Client<AppPaths>;
export type AdminClient = Client<AdminPaths>;

export interface ClientOptions {
  /** For example `https://app.example.com`. */
  origin: string;
  /** Admin host only: a service key instead of a cookie. */
  serviceKey?: string;
  /** Replaces the global `fetch`, for example to keep cookies outside a browser. */
  fetch?: (request: Request) => Promise<Response>;
}

const toFetchOptions = ({ origin, serviceKey, fetch }: ClientOptions) => ({
  baseUrl: origin,
  ...(fetch && { fetch }),
  ...(serviceKey !== undefined && { headers: { Authorization: `Bearer ${serviceKey}` } }),
});

export const createAppClient = (options: ClientOptions): AppClient => createClient<AppPaths>(toFetchOptions(options));

export const createAdminClient = (options: ClientOptions): AdminClient =>
  createClient<AdminPaths>(toFetchOptions(options));
