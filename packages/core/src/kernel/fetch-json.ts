import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { FetchError, type FetchOptions, fetchBytes } from './fetch.ts';
import type { OutgoingRequestPolicy } from './outgoing-requests.ts';

/** The JSON could not be fetched or read. The message is for admins and contains no secret. */
export class FetchJsonError extends Error {}

const MAX_BYTES = 8 * 1024 * 1024;
const NAMES = { server: 'The network', content: 'The list' };

/** Fetches a feed as JSON, authenticated with the feed's secret. @throws FetchJsonError */
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
  const sameOriginHeaders: Record<string, string> = {};
  if (secret !== null && auth.kind === 'bearer') sameOriginHeaders.authorization = `Bearer ${secret}`;
  if (secret !== null && auth.kind === 'header') sameOriginHeaders[auth.name] = secret;
  return fetchJson(first, rules, { headers, sameOriginHeaders });
}

/**
 * Fetches at most 8 MB of JSON within the deadline. The URL and all redirects must be public or at the trusted origin.
 * @throws FetchJsonError
 */
export async function fetchJson(
  first: URL,
  rules: OutgoingRequestPolicy,
  { headers, ...more }: Partial<Pick<FetchOptions, 'headers' | 'sameOriginHeaders' | 'deadline'>> = {},
): Promise<unknown> {
  const accepting = { accept: 'application/json', ...headers };
  try {
    const body = await fetchBytes(first, rules, { ...more, headers: accepting, maxBytes: MAX_BYTES, names: NAMES });
    return parseJson(body.toString('utf8'));
  } catch (error) {
    if (error instanceof FetchError) throw new FetchJsonError(error.message, { cause: error.cause });
    throw error;
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new FetchJsonError('The answer is not JSON', { cause: error });
  }
}
