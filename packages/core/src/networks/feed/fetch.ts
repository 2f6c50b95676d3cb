import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { AddressRefused, checkedAddress, type OutgoingRules, publicLookup } from '../../kernel/outgoing.ts';

/** The feed could not be had; the message is for the admin and has no secret in it. */
export class FeedFetchError extends Error {}

const DEADLINE_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** Gets a feed's JSON with its secret. @throws FeedFetchError */
export async function fetchFeed(settings: FeedSettings, secret: string | null, rules: OutgoingRules): Promise<unknown> {
  const first = new URL(settings.url);
  for (const [name, value] of Object.entries(settings.query)) first.searchParams.set(name, value);
  const { auth } = settings;
  if (secret !== null && auth.kind === 'query') first.searchParams.set(auth.name, secret);
  const headers: Record<string, string> = {};
  if (settings.query.user_agent) headers['user-agent'] = settings.query.user_agent;
  const own: Record<string, string> = {};
  if (secret !== null && auth.kind === 'bearer') own.authorization = `Bearer ${secret}`;
  if (secret !== null && auth.kind === 'header') own[auth.name] = secret;
  return fetchJson(first, rules, headers, own);
}

/**
 * Gets JSON: within 10 seconds, at most 8 MB, from public addresses alone, redirects included.
 * @param own headers that do not follow a redirect to another origin: the secret
 * @throws FeedFetchError
 */
export async function fetchJson(
  first: URL,
  rules: OutgoingRules,
  more: Record<string, string> = {},
  own: Record<string, string> = {},
): Promise<unknown> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const headers = { accept: 'application/json', ...more };
  try {
    for (let url = first, hops = 0; ; hops++) {
      const target = checkedAddress(url, rules);
      const sent = url.origin === first.origin ? { ...headers, ...own } : headers;
      const answer = await open(target, sent, deadline);
      const status = answer.statusCode ?? 0;
      const { location } = answer.headers;
      if (status >= 300 && status < 400 && location !== undefined) {
        answer.destroy();
        if (hops === MAX_REDIRECTS) throw new FeedFetchError('The address redirects too often');
        if (!URL.canParse(location, url.href)) throw new FeedFetchError('The address redirects to nowhere');
        url = new URL(location, url.href);
        continue;
      }
      if (status !== 200) {
        answer.destroy();
        throw new FeedFetchError(`The network answered with status ${status}`);
      }
      return jsonOf(await bodyOf(answer));
    }
  } catch (error) {
    if (error instanceof FeedFetchError) throw error;
    if (error instanceof AddressRefused) throw new FeedFetchError(error.message, { cause: error });
    if (deadline.aborted) throw new FeedFetchError('The network did not answer in time', { cause: error });
    // What the system says names addresses, and may name the query with the secret in it.
    throw new FeedFetchError('The network could not be reached', { cause: error });
  }
}

function open(
  { url, isTrusted }: { url: URL; isTrusted: boolean },
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    request(url.href, { headers, signal, agent: false, ...(!isTrusted && { lookup: publicLookup }) }, done)
      .on('error', failed)
      .end();
  });
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += (part as Buffer).length;
    if (size > MAX_BYTES) {
      answer.destroy();
      throw new FeedFetchError('The list is larger than 8 MB');
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new FeedFetchError('The answer is not JSON', { cause: error });
  }
}
