import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Webhook } from 'standardwebhooks';
import {
  AddressNotAllowed,
  lookupPublicAddress,
  type OutgoingRequestPolicy,
  requirePublicAddress,
} from '../../kernel/outgoing-requests.ts';

/** Default timeout of an attempt in ms. */
export const DEADLINE_MS = 15_000;
const MAX_STORED_RESPONSE = 500;
const MAX_RESPONSE_BYTES = 16 * 1024;

const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

export interface Outgoing {
  url: string;
  /** The body of a POST; undefined for a GET. */
  body?: string;
  headers: Record<string, string>;
}

/** The outcome of an attempt. */
export interface Attempt {
  tookMs: number;
  /** null if the receiver did not answer. */
  status: number | null;
  /** null if the delivery succeeded. */
  problem: string | null;
  /** The beginning of the response's body; null without a response. */
  answer: string | null;
  /** Seconds that the receiver asks us to wait before the next request; null if it does not ask. */
  retryAfter: number | null;
}

/**
 * Builds the headers of a webhook:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @param secrets the signing secrets, in the form `whsec_…`; during a rotation the new and the old one
 */
export function buildSignedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/**
 * Calls the receiver once without following redirects, and returns the outcome. Throws only if the caller aborts the
 * attempt.
 * @param patienceMs timeout in ms
 */
export async function sendAttempt(
  outgoing: Outgoing,
  rules: OutgoingRequestPolicy,
  stop: AbortSignal,
  patienceMs = DEADLINE_MS,
): Promise<Attempt> {
  const began = performance.now();
  const deadline = AbortSignal.timeout(patienceMs);
  const signal = AbortSignal.any([deadline, stop]);
  const endAttempt = (rest: Omit<Attempt, 'tookMs'>): Attempt => ({
    tookMs: Math.round(performance.now() - began),
    ...rest,
  });
  const failAttempt = (problem: string) => endAttempt({ status: null, problem, answer: null, retryAfter: null });
  try {
    const reply = await call(outgoing, rules, signal);
    const status = reply.statusCode ?? 0;
    const answer = await readStart(reply);
    const isThere = status >= 200 && status < 300;
    const after = Number(reply.headers['retry-after']);
    return endAttempt({
      status,
      problem: isThere ? null : `It answered with status ${status}`,
      answer,
      retryAfter: Number.isFinite(after) && after > 0 ? Math.ceil(after) : null,
    });
  } catch (error) {
    if (stop.aborted) throw error;
    if (error instanceof AddressNotAllowed) return failAttempt(error.message);
    if (deadline.aborted) return failAttempt(`It did not answer within ${patienceMs / 1000} seconds`);
    return failAttempt(`It could not be reached${formatErrorCode(error)}`);
  }
}

const formatErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';

async function call(outgoing: Outgoing, rules: OutgoingRequestPolicy, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, isTrusted } = requirePublicAddress(new URL(outgoing.url), rules);
  const { body, headers } = outgoing;
  const open = () =>
    new Promise<IncomingMessage>((done, failed) => {
      const isHttps = url.protocol === 'https:';
      const sent = (isHttps ? httpsRequest : httpRequest)(
        url.href,
        {
          method: body === undefined ? 'GET' : 'POST',
          headers: { 'user-agent': 'Inaam-Webhooks/1', ...headers },
          signal,
          agent: isHttps ? agents.https : agents.http,
          ...(!isTrusted && { lookup: lookupPublicAddress }),
        },
        done,
      );
      sent.on('error', (error) => failed(Object.assign(error, { isStale: sent.reusedSocket })));
      sent.end(body);
    });
  try {
    return await open();
  } catch (error) {
    // The receiver has closed a connection that was kept alive. The request may be repeated: either the receiver did
    // not get it, or the receiver recognizes the repeat by the ID.
    if (!signal.aborted && error instanceof Error && 'isStale' in error && error.isStale === true) return open();
    throw error;
  }
}

async function readStart(reply: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of reply) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    if (size > MAX_RESPONSE_BYTES) {
      reply.destroy();
      break;
    }
  }
  // PostgreSQL cannot store NUL or lone surrogates in a text column.
  return Buffer.concat(parts).toString('utf8').replaceAll('\u0000', '').slice(0, MAX_STORED_RESPONSE).toWellFormed();
}
