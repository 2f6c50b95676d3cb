import type { AppRouter } from '@inaam/router/app-router';
import { httpBatchLink, type TRPCLink } from '@trpc/client';

/** Longer than any honest answer takes; without it a lost one would leave the person waiting for ever. */
const DEADLINE_MS = 30_000;

/** `fetch` with the session's cookie and a deadline for the answer to begin. */
const fetchInTime = (url: RequestInfo | URL | string, init?: RequestInit): Promise<Response> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  init?.signal?.addEventListener('abort', () => deadline.abort(), { once: true });
  return fetch(url, { ...init, credentials: 'same-origin', signal: deadline.signal }).finally(() =>
    clearTimeout(timer),
  );
};

/** How both clients speak to the server. */
export const links = (): TRPCLink<AppRouter>[] => [
  httpBatchLink({ url: '/trpc', fetch: (url, init) => fetchInTime(url, init as RequestInit) }),
];
