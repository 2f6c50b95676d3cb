import createClient, { type Client } from 'openapi-fetch';
import type { paths as AdminPaths } from '../dist/admin.ts';
import type { paths as AppPaths } from '../dist/app.ts';

/**
 * Clients of the documented paths. What may be sent and what comes back is typed by the description: a call that it
 * does not allow does not compile.
 */

export type AppClient = Client<AppPaths>;
export type AdminClient = Client<AdminPaths>;

export interface ClientOptions {
  /** Where the host is, such as `https://app.example.com`. */
  origin: string;
  /** On the admin host: a service key, in place of a cookie. */
  serviceKey?: string;
  /** In place of the global one: for cookies where there is no browser. */
  fetch?: (request: Request) => Promise<Response>;
}

const optionsOf = ({ origin, serviceKey, fetch }: ClientOptions) => ({
  baseUrl: origin,
  ...(fetch && { fetch }),
  ...(serviceKey !== undefined && { headers: { Authorization: `Bearer ${serviceKey}` } }),
});

/** The end users' host. */
export const createAppClient = (options: ClientOptions): AppClient => createClient<AppPaths>(optionsOf(options));

/** The back-office's host. */
export const createAdminClient = (options: ClientOptions): AdminClient => createClient<AdminPaths>(optionsOf(options));
