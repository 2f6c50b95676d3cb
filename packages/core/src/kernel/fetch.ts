import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  AddressNotAllowed,
  lookupPublicAddress,
  type OutgoingRequestPolicy,
  requirePublicAddress,
} from './outgoing-requests.ts';

/** The content could not be fetched. The message is for admins and contains no secret. */
export class FetchError extends Error {}

const DEADLINE_MS = 10_000;
const MAX_REDIRECTS = 3;

export interface FetchOptions {
  headers: Record<string, string>;
  /** Headers that are not sent to another origin after a redirect, such as the secret. */
  sameOriginHeaders?: Record<string, string>;
  maxBytes: number;
  /** Total time in ms; 10 seconds by default. */
  deadline?: number;
  /** How messages name the server and the content: `The network`, `The list`. */
  names: { server: string; content: string };
}

/**
 * Fetches at most `maxBytes` from a URL within the deadline. The URL and all redirects must be public or at the trusted
 * origin.
 * @throws FetchError
 */
export async function fetchBytes(first: URL, rules: OutgoingRequestPolicy, options: FetchOptions): Promise<Buffer> {
  const { headers, sameOriginHeaders = {}, names } = options;
  const deadline = AbortSignal.timeout(options.deadline ?? DEADLINE_MS);
  try {
    for (let url = first, hops = 0; ; hops++) {
      const target = requirePublicAddress(url, rules);
      const sent = url.origin === first.origin ? { ...headers, ...sameOriginHeaders } : headers;
      const answer = await open(target, sent, deadline);
      const status = answer.statusCode ?? 0;
      const { location } = answer.headers;
      if (status >= 300 && status < 400 && location !== undefined) {
        answer.destroy();
        if (hops === MAX_REDIRECTS) throw new FetchError('The address redirects too often');
        if (!URL.canParse(location, url.href)) throw new FetchError('The address redirects to an invalid one');
        url = new URL(location, url.href);
        continue;
      }
      if (status !== 200) {
        answer.destroy();
        throw new FetchError(`${names.server} answered with status ${status}`);
      }
      return await readBody(answer, options);
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    if (error instanceof AddressNotAllowed) throw new FetchError(error.message, { cause: error });
    if (deadline.aborted) throw new FetchError(`${names.server} did not answer in time`, { cause: error });
    // The message of a system error contains addresses and perhaps the query with the secret.
    throw new FetchError(`${names.server} could not be reached`, { cause: error });
  }
}

function open(
  { url, isTrusted }: { url: URL; isTrusted: boolean },
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    request(url.href, { headers, signal, agent: false, ...(!isTrusted && { lookup: lookupPublicAddress }) }, done)
      .on('error', failed)
      .end();
  });
}

async function readBody(answer: IncomingMessage, { maxBytes, names }: FetchOptions): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += (part as Buffer).length;
    if (size > maxBytes) {
      answer.destroy();
      throw new FetchError(`${names.content} is larger than ${maxBytes / 1024 / 1024} MB`);
    }
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
