import { createHash, createHmac } from 'node:crypto';

/** The sandbox network's dialect: what a completion or a reversal looks like on the wire. */

export interface Postback {
  clickId: string;
  transactionId: string;
  /** Decimal text in rupees; absent when the network leaves the price to the offer. */
  payout?: string | undefined;
  /** `approved` or `reversed`; any other word is sent as it is, to see what the app makes of it. */
  status: string;
  /** Unix time in whole seconds. */
  timestamp: number;
}

/** What the app answered: the HTTP status, and the body, parsed where it is JSON. */
export interface AppAnswer {
  status: number;
  body: unknown;
}

/** The app could not be reached. */
export class AppUnreachable extends Error {}

const ANSWER_WITHIN_MS = 10_000;

/** HMAC-SHA256, hex, over the raw query string exactly as it travels. */
export const signatureOf = (rawQuery: string, secret: string): string =>
  createHmac('sha256', secret).update(rawQuery).digest('hex');

/** The raw query string of a postback, its signature last. */
export function signedQuery(postback: Postback, secret: string): string {
  const parameters: [string, string][] = [
    ['click_id', postback.clickId],
    ['transaction_id', postback.transactionId],
    ...(postback.payout === undefined
      ? []
      : ([
          ['payout', postback.payout],
          ['currency', 'INR'],
        ] as [string, string][])),
    ['status', postback.status],
    ['timestamp', String(postback.timestamp)],
  ];
  const raw = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${raw}&signature=${signatureOf(raw, secret)}`;
}

/** One transaction to a click, the same after a restart, so that asking twice is a repeat and not a second sale. */
export const transactionIdOf = (clickId: string): string =>
  `sbx-${createHash('sha256').update(clickId).digest('hex').slice(0, 20)}`;

/** @throws AppUnreachable when there is no answer in time. */
export const sendPostback = (
  postback: Postback,
  { appOrigin, secret }: { appOrigin: string; secret: string },
): Promise<AppAnswer> => ask(appOrigin, `${appOrigin}/postback/sandbox?${signedQuery(postback, secret)}`);

/**
 * Sends a request to the app as a network does: no redirect is followed, and the wait is bounded.
 * @throws AppUnreachable when there is no answer in time.
 */
export async function ask(appOrigin: string, url: string, init: RequestInit = {}): Promise<AppAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    text = await response.text();
  } catch (error) {
    throw new AppUnreachable(`The app at ${appOrigin} did not answer (${reasonOf(error)})`, { cause: error });
  }
  return { status: response.status, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What fetch hides behind 'fetch failed'. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `nothing within ${ANSWER_WITHIN_MS / 1000} seconds`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
