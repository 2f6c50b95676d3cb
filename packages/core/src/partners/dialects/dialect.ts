import type { PostbackKind } from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';

/** How a network writes and signs its postbacks. */
export interface Dialect {
  id: string;
  label: string;
  /** The currency of the payouts. */
  currency: string;
  method: 'GET' | 'POST';
  paramsIn: 'query' | 'body';
  /** How values are percent-encoded: `form` like PHP's `urlencode`, `rfc3986` like PHP's `rawurlencode`. */
  encoding: 'form' | 'rfc3986';
  /**
   * The ordered parameters of each kind of postback, as `name=value&…` before encoding. A value may contain
   * `{click_id}`, `{user_id}`, `{transaction_id}`, `{payout}`, `{goal_id}` and `{now_ms}` (the time of sending). Kinds
   * that the network never sends are absent.
   */
  templates: Partial<Record<PostbackKind, string>>;
  /** The name of the status parameter; null if the network sends no status. */
  status: string | null;
  signing: Signing;
  /** The format of the body, if `paramsIn` is `body`. */
  bodyAs: 'form' | 'multipart' | 'json';
  /** True if the network sends no signature, because the postback URL has no macro for the signature. */
  omitsSignature: boolean;
}

/** A conversion as one postback reports it. */
export interface ConversionReport {
  kind: PostbackKind;
  clickId: string;
  transactionId: string;
  /** A decimal number in the network's currency, without plus or minus sign. */
  payout: string;
  goalId: string;
  /** The user ID that the network sends; absent if any value will do. */
  userId?: string;
}

/** The app that receives the postback, and the key to sign with. */
export interface Target {
  /** Such as `https://host`, without a trailing slash. */
  origin: string;
  slug: string;
  secret: string;
  /** The URL that the network signs; null if the network signs our own URL. */
  signedUrl: string | null;
}

/** A postback as an HTTP request. */
export interface PostbackRequest {
  method: 'GET' | 'POST';
  /** Origin and path, without the query. */
  url: string;
  query: string;
  /** Header values by name in lower case. */
  headers: Record<string, string>;
  body: string;
  contentType: string | null;
}

export type Field = readonly [name: string, value: string];

export interface Edits {
  drop?: readonly string[];
  /** Values by parameter name. Replaces or adds parameters. */
  set?: Readonly<Record<string, string>>;
  /** Names of parameters to repeat with another value. */
  twice?: readonly string[];
}

export type Placeholder = 'click_id' | 'transaction_id' | 'payout' | 'goal_id';

/** Returns the parameter that contains a fact of a conversion; undefined if the network never sends this fact. */
export function getParamName({ templates }: Dialect, what: Placeholder): string | undefined {
  const fields = Object.values(templates).flatMap((template) => parseTemplate(template));
  return fields.find(([, value]) => value.includes(`{${what}}`))?.[0];
}

/** Parses the `name=value` pairs of a template. */
export const parseTemplate = (template: string): Field[] =>
  template.split('&').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  });
