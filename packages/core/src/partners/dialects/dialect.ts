import type { PostbackKind } from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';

/** How a network writes and signs its postbacks. */
export interface Dialect {
  id: string;
  label: string;
  /** The currency of the amounts. */
  currency: string;
  method: 'GET' | 'POST';
  paramsIn: 'query' | 'body';
  /** PHP's `urlencode` or `rawurlencode`. */
  encoding: 'form' | 'rfc3986';
  /**
   * The ordered parameters of each kind of postback, as `name=value&…` before encoding. A value may contain
   * `{click_id}`, `{user_id}`, `{transaction_id}`, `{payout}` and `{goal_id}`. A kind that is never sent is absent.
   */
  templates: Partial<Record<PostbackKind, string>>;
  /** The name of the status parameter; null if no status is sent. */
  status: string | null;
  signing: Signing;
  /** The format of the body, if parameters are sent in the body. */
  bodyAs: 'form' | 'multipart' | 'json';
  /** The postback URL does not request the signature, so none is sent. */
  omitsSignature: boolean;
}

/** A conversion as one postback reports it. */
export interface ConversionReport {
  kind: PostbackKind;
  clickId: string;
  transactionId: string;
  /** Decimal text in the network's currency, without a sign. */
  payout: string;
  goalId: string;
  /** The network's id of the user; absent if it does not matter. */
  userId?: string;
}

/** The receiving app, and the key to sign with. */
export interface Target {
  /** `https://host`, without a trailing slash. */
  origin: string;
  slug: string;
  secret: string;
  /** The URL that the network signs, if it differs from ours; else null. */
  signedUrl: string | null;
}

/** A postback as it is sent. */
export interface PostbackRequest {
  method: 'GET' | 'POST';
  /** Origin and path. */
  url: string;
  query: string;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
  contentType: string | null;
}

export type Field = readonly [name: string, value: string];

export interface Edits {
  drop?: readonly string[];
  /** Replaces or adds values. */
  set?: Readonly<Record<string, string>>;
  /** Names to send a second time, with another value. */
  twice?: readonly string[];
}

export type Placeholder = 'click_id' | 'transaction_id' | 'payout' | 'goal_id';

/** Returns the parameter that contains a fact of a conversion; undefined if the network never sends it. */
export function getParamName({ templates }: Dialect, what: Placeholder): string | undefined {
  const fields = Object.values(templates).flatMap((template) => parsed(template));
  return fields.find(([, value]) => value.includes(`{${what}}`))?.[0];
}

/** Parses the `name=value` pairs of a template. */
export const parsed = (template: string): Field[] =>
  template.split('&').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  });
