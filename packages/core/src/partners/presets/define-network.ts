import type { FeedPreset, FeedSettings } from '@inaam/contracts/networks/feed';
import type {
  NetworkPreset,
  NetworkSettings,
  PostbackKind,
  Reply,
  StatusRule,
} from '@inaam/contracts/networks/networks';
import { DEFAULT_LIMITS, requiresLimits } from '@inaam/contracts/networks/signature-coverage';
import type { Digest, Signing } from '@inaam/contracts/networks/signing';
import type { PostbackTemplate } from '../dialects/preset-dialect.ts';

/**
 * The expected verdict of an example postback; omitted fields are not checked. `_paise` amounts are in paise, and
 * `_micros` amounts are in millionths of the currency's unit.
 */
export interface ExpectedVerdict {
  kind?: PostbackKind;
  outcome?: 'refused' | 'parked' | 'ignored';
  reason?: string;
  click_id?: string;
  transaction_id?: string;
  /** The id of the reversal itself, where it has one. */
  reversal_id?: string;
  goal_id?: string;
  currency?: string;
  payout_micros?: string;
  payout_paise?: number | null;
  payout_ceiling_paise?: number;
  unsigned?: boolean;
}

/** The secret of the example postbacks, unless `example` names another one. */
export const RECORDED_KEY = 'k3y-of-the-dashboard';

/**
 * A postback as the network's documents describe it. Its signature was computed outside this code from the documented
 * formula, with Python's hashlib and hmac or with openssl. If the network has a secret URL instead of a signature, the
 * key is the last part of the URL's path.
 */
export interface ExamplePostback {
  /** The documented query with macros. With the macros filled in, it gives exactly this postback. */
  documentedQuery?: string;
  query?: string;
  /** The body of a POST. */
  body?: string;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  ip?: string;
  /** PEM by key id, for a network that signs with a private key. */
  publicKeys?: Readonly<Record<string, string>>;
  /** The key and settings of an example that the vendor published. */
  example?: { key: string; settings: Partial<NetworkSettings> };
  expected: ExpectedVerdict;
  /** A change that the signature check must detect: a part of the query, and its replacement. */
  tampered?: readonly [string, string];
}

export interface KnownNetwork {
  preset: NetworkPreset;
  feed: FeedPreset | null;
  postbackTemplate: PostbackTemplate;
  examplePostbacks: readonly ExamplePostback[];
}

interface Description extends Omit<NetworkPreset, 'id' | 'label' | 'settings' | 'paste'> {
  paste?: NetworkPreset['paste'];
  settings: OwnSettings;
  feed?: Omit<FeedPreset, 'id'>;
  postbackTemplate: PostbackTemplate;
  examplePostbacks: readonly ExamplePostback[];
}

/** An approximate initial value; the operator sets the network's actual rate. */
export const RUPEES_PER_DOLLAR = 88;

type OwnSettings = Pick<
  NetworkSettings,
  'name' | 'click_param' | 'params' | 'status_map' | 'signing' | 'postback_query'
> &
  Partial<NetworkSettings>;

/** The defaults of networks with and without a preset. */
export const sharedSettings = {
  is_active: true,
  link_params: {},
  link_macros: {},
  link_signing: null,
  params_in: 'query',
  status_rules: [],
  signed_url: null,
  source_addresses: [],
  // Published IP addresses change. Postbacks from other IP addresses are therefore only flagged until an operator has
  // checked the list.
  source_mode: 'log',
  currency: 'USD',
  rate: RUPEES_PER_DOLLAR,
  rates: [],
  timestamp: null,
  replies: {},
  hold_seconds: 0,
  click_window_seconds: null,
  payout_ceiling: null,
  payout_ratio: 20,
} as const satisfies Partial<NetworkSettings>;

/** The rule that a negative amount is a reversal. */
export const reversalByNegativeAmount = (param: string): StatusRule => rule('reverse', { param, negative: true });

type When = { param: string } & (
  | { is: string }
  | { prefix: string }
  | { negative: true }
  | { zero: true }
  | { present: true }
);

/** Builds a status rule: the kind of a postback when all conditions match. */
export const rule = (kind: StatusRule['kind'], ...when: When[]): StatusRule => ({
  kind,
  when: when.map((each) => {
    if ('is' in each) return { param: each.param, test: 'equals', value: each.is };
    if ('prefix' in each) return { param: each.param, test: 'prefix', value: each.prefix };
    const test = 'negative' in each ? 'negative' : 'zero' in each ? 'zero' : 'present';
    return { param: each.param, test, value: '' };
  }),
});

/** Adds default limits if the signature does not cover all values that decide about money. */
export function withLimits(settings: NetworkSettings): NetworkSettings {
  if (!requiresLimits(settings)) return settings;
  return {
    ...settings,
    click_window_seconds: settings.click_window_seconds ?? DEFAULT_LIMITS.click_window_seconds,
    payout_ceiling: settings.payout_ceiling ?? DEFAULT_LIMITS.payout_ceiling,
  };
}

/** Defines a known network. Omitted settings come from sharedSettings, and a negative payout is a reversal. */
export function defineNetwork(
  id: string,
  { settings, feed, paste = null, postbackTemplate, examplePostbacks, ...about }: Description,
): KnownNetwork {
  const { payout } = settings.params;
  const rules = [...(settings.status_rules ?? []), ...(payout === null ? [] : [reversalByNegativeAmount(payout)])];
  const whole = { ...sharedSettings, slug: id, source_addresses: [], ...settings, status_rules: rules };
  return {
    preset: { id, label: settings.name, settings: withLimits(whole), paste, ...about },
    feed: feed === undefined ? null : { id, ...feed },
    postbackTemplate,
    examplePostbacks,
  };
}

/** Completes the names of a network's parameters with null for those that the network does not send. */
export const paramNames = (
  names: Partial<NetworkSettings['params']> & { click_id: string },
): NetworkSettings['params'] => ({
  transaction_id: null,
  payout: null,
  currency: null,
  status: null,
  goal_id: null,
  parent_id: null,
  ...names,
});

export const textReply = (body: string, status = 200): Reply => ({ status, body, type: 'text/plain' });

/** Returns settings that reply with one text to all postbacks that the network need not resend. */
export const acceptReplies = (body: string): NetworkSettings['replies'] => ({
  approved: textReply(body),
  pending: textReply(body),
  reversed: textReply(body),
  ignored: textReply(body),
  parked: textReply(body),
});

export const pathSecret = { kind: 'path_secret' } as const;

/** A digest over fields and the secret, sent in a parameter. */
export const digest = (algorithm: Digest, template: string, name: string): Signing => ({
  kind: 'hash',
  algorithm,
  template,
  fields: 'decoded',
  in: 'param',
  name,
  encoding: 'hex',
});

/** An HMAC over the whole URL up to the parameter of the signature. */
export const signUrlWith = (algorithm: Digest, name: string, encoding: 'hex' | 'base64url' = 'hex'): Signing => ({
  kind: 'hmac',
  algorithm,
  over: 'url',
  rewrite: 'as_received',
  in: 'param',
  name,
  encoding,
});

/** The signature of offer walls that run the same white-label software. */
export const md5RewardSignature = digest('md5', '{subId}{transId}{reward}{secret}', 'signature');

/**
 * For a secret that an admin copies from the network's dashboard.
 * @param name the secret's name in the dashboard
 */
export const networkSecret = (name: string) => ({ secret: 'pasted', secret_name: name }) as const;
/** For a secret that we generate as a part of the postback URL. */
export const generatedSecret = { secret: 'generated', secret_name: 'Secret part of the postback URL' } as const;

export const emptyFieldMap = {
  events: null,
  event_id: null,
  event_name: null,
  event_payout: null,
  description: null,
  payout: null,
  currency: null,
  category: null,
  model: null,
  countries: null,
  preview: null,
  picture: null,
  instructions: null,
} satisfies Partial<FeedSettings['fields']>;

export const defaultFeed = {
  category_map: {},
  default_category: 'App',
  model_map: {},
  default_model: 'CPA',
  auth: { kind: 'none' },
  query: {},
} satisfies Partial<FeedSettings>;
