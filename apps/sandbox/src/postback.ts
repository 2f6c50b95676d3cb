import { createHash, createHmac } from 'node:crypto';

export interface Postback {
  clickId: string;
  transactionId: string;
  /** Decimal rupees; absent if the offer sets the price. */
  payout?: string | undefined;
  /** `approved` or `reversed`; other words are sent unchanged for tests. */
  status: string;
  /** Unix time in whole seconds. */
  timestamp: number;
}

/** The app's reply: HTTP status and body, which is parsed if it is JSON. */
export interface AppAnswer {
  status: number;
  body: unknown;
}

/** The app could not be reached, or did not reply in time. */
export class AppUnreachable extends Error {}

const TIMEOUT_MS = 10_000;

/** HMAC-SHA256, hex, over the raw query string as sent. */
export const sign = (rawQuery: string, secret: string): string =>
  createHmac('sha256', secret).update(rawQuery).digest('hex');

/** Builds the raw query string of a postback, its signature last. */
export function signQuery(postback: Postback, secret: string): string {
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
  return `${raw}&signature=${sign(raw, secret)}`;
}

/** Derives the transaction id from the click, so that a second completion has the same id, even after a restart. */
export const getTransactionId = (clickId: string): string =>
  `sbx-${createHash('sha256').update(clickId).digest('hex').slice(0, 20)}`;

/** @throws AppUnreachable when the app does not reply in time */
export const sendPostback = (
  postback: Postback,
  { appOrigin, secret }: { appOrigin: string; secret: string },
): Promise<AppAnswer> => callApp(appOrigin, `${appOrigin}/postback/sandbox?${signQuery(postback, secret)}`);

/**
 * Sends a request to the app like a network: without redirects and with a timeout.
 * @throws AppUnreachable when the app does not reply in time
 */
export async function callApp(appOrigin: string, url: string, init: RequestInit = {}): Promise<AppAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (error) {
    throw new AppUnreachable(`The app at ${appOrigin} did not answer (${describeCause(error)})`, { cause: error });
  }
  return { status: response.status, body: parseBody(text) };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The cause behind 'fetch failed'. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no reply within ${TIMEOUT_MS / 1000} seconds`;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
