import { lookup as resolve } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { FeedSettings } from '@inaam/contracts/networks/feed';
import ipaddr from 'ipaddr.js';

/** What a process allows beyond https to public addresses: in the demo, the sandbox's own origin. */
export interface FeedRules {
  trustedOrigin: string | undefined;
}

/** The feed could not be had; the message is for the admin and has no secret in it. */
export class FeedFetchError extends Error {}

const DEADLINE_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** Is it an address of the public internet? Everything else is somebody's inside: ours, most likely. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  // `::7f00:1` was once a way to write 127.0.0.1, and the list of ranges has forgotten it.
  const isCompatible = read instanceof ipaddr.IPv6 && read.match(ipaddr.IPv6.parse('::'), 96);
  return read.range() === 'unicast' && !isCompatible;
}

/**
 * Resolves for the connection itself. Otherwise a name could be one address when it is checked and another when it is
 * used (DNS rebinding).
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new FeedFetchError('The address is not on the public internet'), '', 0);
    }
    const [first] = addresses;
    if (options.all) return callback(null, addresses);
    return callback(null, first?.address ?? '', first?.family ?? 4);
  });
};

function checked(url: URL, rules: FeedRules): { url: URL; isTrusted: boolean } {
  const isTrusted = rules.trustedOrigin !== undefined && url.origin === rules.trustedOrigin;
  if (isTrusted) return { url, isTrusted };
  if (url.protocol !== 'https:') throw new FeedFetchError('The address must be https');
  if (url.username || url.password) throw new FeedFetchError('The address must have no user name in it');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // For an address in numbers nothing is resolved.
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new FeedFetchError('The address is not on the public internet');
  }
  return { url, isTrusted };
}

/** Gets a feed's JSON with its secret. @throws FeedFetchError */
export async function fetchFeed(settings: FeedSettings, secret: string | null, rules: FeedRules): Promise<unknown> {
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
  rules: FeedRules,
  more: Record<string, string> = {},
  own: Record<string, string> = {},
): Promise<unknown> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const headers = { accept: 'application/json', ...more };
  try {
    for (let url = first, hops = 0; ; hops++) {
      const target = checked(url, rules);
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
