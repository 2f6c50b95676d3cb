import type { AppRouter } from '@inaam/router/app-router';
import { QueryClient } from '@tanstack/react-query';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { getServerError, requireServerAnswer } from './errors.ts';
import { callsAwaitingProof, callsAwaitingSignIn } from './identity-proof.ts';
import { pendingApprovalLink } from './pending-approval.ts';
import { sendOnceLink } from './send-once.ts';

export const trpc = createTRPCReact<AppRouter>();

/** A batch of calls with a longer URL is split, because proxies and servers limit the length of a URL. */
const MAX_URL_LENGTH = 2083;

/** @param url the path at which the admin host serves its procedures; every call includes cookies */
export const createTrpcClient = (url = '/trpc') =>
  trpc.createClient({
    links: [
      sendOnceLink,
      pendingApprovalLink,
      callsAwaitingSignIn.link,
      callsAwaitingProof.link,
      httpBatchLink({
        url,
        maxURLLength: MAX_URL_LENGTH,
        fetch: async (input, init) =>
          requireServerAnswer(await fetch(input, { ...init, credentials: 'include' } as RequestInit)),
      }),
    ],
  });

const RETRIES = 1;
const FRESH_MS = 5_000;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Refusals are final. Lost requests and server errors are retried.
        retry: (count, error) => count < RETRIES && (getServerError(error)?.httpStatus ?? 503) >= 500,
        // Fail at once instead of waiting until the browser reports that it is online.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
