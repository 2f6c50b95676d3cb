import type { AppRouter } from '@inaam/router/app-router';
import { QueryClient } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { getServerError, isServerError } from './errors.ts';
import { requestProofLink } from './identity-proof.ts';
import { getRequestLink } from './pending-approval.ts';

export const trpc = createTRPCReact<AppRouter>();

/** Beyond this a batch is split: proxies and servers bound the length of an address. */
const MAX_URL_LENGTH = 2083;

/** @param url where the admin host serves its procedures; the cookie goes with every call */
export const createTrpcClient = (url = '/trpc') =>
  trpc.createClient({
    links: [
      getRequestLink,
      requestProofLink,
      httpBatchLink({
        url,
        maxURLLength: MAX_URL_LENGTH,
        fetch: async (input, init) =>
          isServerError(await fetch(input, { ...init, credentials: 'include' } as RequestInit)),
      }),
    ],
  });

const RETRIES = 1;
const FRESH_MS = 5_000;

/** The cache of everything that is read. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A refusal stays a refusal; what never arrived, or a server that is briefly away, is worth one more try.
        retry: (count, error) => count < RETRIES && (getServerError(error)?.httpStatus ?? 503) >= 500,
        // Fail and say so, rather than wait silently for the browser to believe that it is online.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
