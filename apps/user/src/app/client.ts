import type { AppRouter } from '@inaam/router/app-router';
import { createTRPCClient, httpBatchLink, type TRPCLink } from '@trpc/client';
import { prepareRefusals } from '../words/words.ts';

/** Longer than any response takes. Without a deadline, a lost response would leave the person waiting. */
const DEADLINE_MS = 30_000;

/**
 * `fetch` with the session's cookie and a deadline for the start of the response. A refusal is returned only after the
 * texts of refusals have loaded, because screens read these texts synchronously.
 */
const fetchInTime = async (url: RequestInfo | URL | string, init?: RequestInit): Promise<Response> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  init?.signal?.addEventListener('abort', () => deadline.abort(), { once: true });
  const answer = await fetch(url, { ...init, credentials: 'same-origin', signal: deadline.signal }).finally(() =>
    clearTimeout(timer),
  );
  // A visit without a session gets a 401, which needs no texts. 207 means that the server refused some calls of a
  // batch.
  if (answer.status > 200 && (answer.status !== 401 || init?.method === 'POST')) await prepareRefusals();
  return answer;
};

/** The clients' links to the server. Simultaneous calls of one client share a batch, whose results arrive together. */
export const links = (): TRPCLink<AppRouter>[] => [
  httpBatchLink({ url: '/trpc', fetch: (url, init) => fetchInTime(url, init as RequestInit) }),
];

/**
 * The plain client for calls before sign-in. The query library loads with the first screen that shows data (data.tsx),
 * so sign-in screens stay small.
 */
export const client = createTRPCClient<AppRouter>({ links: links() });
