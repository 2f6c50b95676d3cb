import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { FetchError, type FetchOptions, fetchBytes } from './fetch.ts';
import type { OutgoingRequestPolicy } from './outgoing-requests.ts';

/** The feed could not be read. The message is for admins and contains no secret. */
export class FeedFetchError extends Error {}

const MAX_BYTES = 8 * 1024 * 1024;
const NAMES = { server: 'The network', content: 'The list' };

/** Fetches a feed as JSON with its secret. @throws FeedFetchError */
export async function fetchFeed(
  settings: FeedSettings,
  secret: string | null,
  rules: OutgoingRequestPolicy,
): Promise<unknown> {
  const first = new URL(settings.url);
  for (const [name, value] of Object.entries(settings.query)) first.searchParams.set(name, value);
  const { auth } = settings;
  if (secret !== null && auth.kind === 'query') first.searchParams.set(auth.name, secret);
  const headers: Record<string, string> = {};
  if (settings.query.user_agent) headers['user-agent'] = settings.query.user_agent;
  const own: Record<string, string> = {};
  if (secret !== null && auth.kind === 'bearer') own.authorization = `Bearer ${secret}`;
  if (secret !== null && auth.kind === 'header') own[auth.name] = secret;
  return fetchJson(first, rules, { headers, own });
}

/**
 * Fetches JSON within the deadline, at most 8 MB, from public addresses only, redirects included.
 * @throws FeedFetchError
 */
export async function fetchJson(
  first: URL,
  rules: OutgoingRequestPolicy,
  { headers, ...more }: Partial<Pick<FetchOptions, 'headers' | 'own' | 'deadline'>> = {},
): Promise<unknown> {
  const accepting = { accept: 'application/json', ...headers };
  try {
    const body = await fetchBytes(first, rules, { ...more, headers: accepting, maxBytes: MAX_BYTES, names: NAMES });
    return parseJson(body.toString('utf8'));
  } catch (error) {
    if (error instanceof FetchError) throw new FeedFetchError(error.message, { cause: error.cause });
    throw error;
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new FeedFetchError('The answer is not JSON', { cause: error });
  }
}
