import type { AppRouter } from '@inaam/router/app-router';
import { createTRPCClient, httpBatchLink, type TRPCLink } from '@trpc/client';
import { prepareRefusals } from '../words/words.ts';

/** Longer than any answer takes. Without it a lost answer would leave the person waiting for ever. */
const DEADLINE_MS = 30_000;

/**
 * `fetch` with the session's cookie and a deadline for the answer to begin. A refusal is handed over once there are
 * words for it: the place that shows it reads them at once.
 */
const fetchInTime = async (url: RequestInfo | URL | string, init?: RequestInit): Promise<Response> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  init?.signal?.addEventListener('abort', () => deadline.abort(), { once: true });
  const answer = await fetch(url, { ...init, credentials: 'same-origin', signal: deadline.signal }).finally(() =>
    clearTimeout(timer),
  );
  // That nobody is signed in, which each first visit asks, needs no words. 207: some calls of a batch were refused.
  if (answer.status > 200 && (answer.status !== 401 || init?.method === 'POST')) await prepareRefusals();
  return answer;
};

/**
 * How the clients speak to the server. Calls of one moment on one client travel in one batch, which answers as a whole.
 */
export const links = (): TRPCLink<AppRouter>[] => [
  httpBatchLink({ url: '/trpc', fetch: (url, init) => fetchInTime(url, init as RequestInit) }),
];

/**
 * The plain client, for calls before anyone has signed in. The sign-in screens load without the query library, which
 * comes with the first screen that shows data (data.tsx).
 */
export const client = createTRPCClient<AppRouter>({ links: links() });
