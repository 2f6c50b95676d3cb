import type { PostbackKind } from '@inaam/contracts/networks/networks';
import type { Signing } from '@inaam/contracts/networks/signing';

/** How a network speaks: from its side of the wire, and therefore not in the words of our settings. */
export interface Dialect {
  id: string;
  label: string;
  /** What its amounts are in. */
  currency: string;
  method: 'GET' | 'POST';
  /** Where its parameters travel. */
  paramsIn: 'query' | 'body';
  /** How it writes a value: PHP's `urlencode` or its `rawurlencode`. */
  encoding: 'form' | 'rfc3986';
  /**
   * Its parameters in their order, by what it tells, as `name=value&…` before encoding. A value may hold `{click_id}`,
   * `{transaction_id}`, `{payout}` and `{goal_id}`. What it never tells is not there.
   */
  says: Partial<Record<PostbackKind, string>>;
  /** The parameter in which it would send a status word that nobody has heard of. */
  status: string | null;
  signing: Signing;
}

/** What is told. */
export interface Telling {
  kind: PostbackKind;
  clickId: string;
  transactionId: string;
  /** Decimal text in the network's currency, without a sign. */
  payout: string;
  goalId: string;
}

/** Whom it is told, and with what key. */
export interface Target {
  /** `https://host`, without a slash at the end. */
  origin: string;
  slug: string;
  secret: string;
  /** The address that the network believes to call, where it signs that and it is not ours. */
  signedUrl: string | null;
}

/** A call as it goes out. */
export interface Spoken {
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
  /** Sent a second time, with another value. */
  twice?: readonly string[];
}

export type Placeholder = 'click_id' | 'transaction_id' | 'payout' | 'goal_id';

/** The parameter by which the network carries something of a completion; undefined where it carries it not at all. */
export function nameOf({ says }: Dialect, what: Placeholder): string | undefined {
  const fields = Object.values(says).flatMap((template) => parsed(template));
  return fields.find(([, value]) => value.includes(`{${what}}`))?.[0];
}

/** The `name=value` pairs of a template. */
export const parsed = (template: string): Field[] =>
  template.split('&').map((part) => {
    const at = part.indexOf('=');
    return [part.slice(0, at), part.slice(at + 1)];
  });
