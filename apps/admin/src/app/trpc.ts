import type { AppRouter } from '@inaam/router/app-router';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';

export const trpc = createTRPCReact<AppRouter>();

/** Beyond this a batch is split: proxies and servers bound the length of an address. */
const MAX_URL_LENGTH = 2083;

/** @param url where the admin host serves its procedures; the cookie goes with every call */
export const createTrpcClient = (url = '/trpc') =>
  trpc.createClient({
    links: [
      httpBatchLink({
        url,
        maxURLLength: MAX_URL_LENGTH,
        fetch: (input, init) => fetch(input, { ...init, credentials: 'include' } as RequestInit),
      }),
    ],
  });
