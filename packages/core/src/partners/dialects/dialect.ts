import type { PostbackKind } from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';

/** The postbacks that a network sends, ready to be filled in and signed. */
export interface Dialect {
  id: string;
  label: string;
  /** The currency of its amounts. */
  currency: string;
  method: 'GET' | 'POST';
  /** Where its parameters travel. */
  paramsIn: 'query' | 'body';
  /** How it writes a value: PHP's `urlencode` or its `rawurlencode`. */
  encoding: 'form' | 'rfc3986';
  /**
   * Its parameters in their order, for each kind of postback, as `name=value&…` before encoding. A value may hold
   * `{click_id}`, `{user_id}`, `{transaction_id}`, `{payout}` and `{goal_id}`. A kind that it never sends is absent.
   */
  templates: Partial<Record<PostbackKind, string>>;
  /** The parameter in which it would send an unknown status word; null where it sends no status. */
  status: string | null;
  signing: Signing;
  /** How its body is written, where its parameters travel there. */
  bodyAs: 'form' | 'multipart' | 'json';
  /** It was not asked for its signature, and sends none. */
  showsNothing: boolean;
}

/** What one postback reports of a conversion. */
export interface ConversionReport {
  kind: PostbackKind;
  clickId: string;
  transactionId: string;
  /** Decimal text in the network's currency, without a sign. */
  payout: string;
  goalId: string;
  /** By which the network knows the person; absent where it does not matter. */
  userId?: string;
}

/** The app that receives the postback, and the key to sign with. */
export interface Target {
  /** `https://host`, without a slash at the end. */
  origin: string;
  slug: string;
  secret: string;
  /** The URL that the network signs, where that differs from ours; else null. */
  signedUrl: string | null;
}

/** A postback as it is sent. */
export interface PostbackRequest {
  method: 'GET' | 'POST';
  /** Origin and path. */
  url: string;
  query: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  contentType: string | null;
}

export type Field = readonly [name: string, value: string];

/** Changes of the parameters. */
export interface Edits {
  drop?: readonly string[];
  /** Set where it is there, added where it is not. */
  set?: Readonly<Record<string, string>>;
  /** Names that are sent a second time, with another value. */
  twice?: readonly string[];
}

export type Placeholder = 'click_id' | 'transaction_id' | 'payout' | 'goal_id';

/** The parameter in which the network sends a fact of a conversion; undefined where it never sends it. */
export function getParamName({ templates }: Dialect, what: Placeholder): string | undefined {
  const fields = Object.values(templates).flatMap((template) => parsed(template));
  return fields.find(([, value]) => value.includes(`{${what}}`))?.[0];
}

/** The `name=value` pairs of a template. */
export const parsed = (template: string): Field[] =>
  template.split('&').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  });
