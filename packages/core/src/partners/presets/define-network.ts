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
import type { CallDescription } from '../dialects/preset-dialect.ts';

/** A network that is known: one file says all of it, by the types and shared values here. */

/** How a recorded call is judged, as far as it matters. Amounts in paise or in millionths of the currency's unit. */
export interface Judged {
  kind?: PostbackKind;
  outcome?: 'refused' | 'parked' | 'ignored';
  reason?: string;
  click_id?: string;
  transaction_id?: string;
  /** The id of a reversal that has its own. */
  reversal_id?: string;
  goal_id?: string;
  currency?: string;
  payout_micros?: string;
  payout_paise?: number | null;
  payout_ceiling_paise?: number;
  unsigned?: boolean;
}

/** The key of recorded calls. */
export const RECORDED_KEY = 'k3y-of-the-dashboard';

/**
 * A call as the network's documents have it. Signatures were computed outside this code, from the documented formula,
 * with Python's hashlib and hmac or with openssl; the key is RECORDED_KEY, and it is the last part of the path where
 * nothing is signed.
 */
export interface RecordedCall {
  /** The address as the documents show it: with it the network sends exactly this call of the report in the test. */
  asked?: string;
  query?: string;
  /** Of a POST. */
  body?: string;
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  ip?: string;
  /** PEM by id, for a network that signs with a private key. */
  publicKeys?: Readonly<Record<string, string>>;
  /** The vendor's own example: its key, and the settings that it was made with. */
  example?: { key: string; settings: Partial<NetworkSettings> };
  judged: Judged;
  /** A change of the query that the signature must reveal: a part of it, and another text. */
  tampered?: readonly [string, string];
}

export interface KnownNetwork {
  preset: NetworkPreset;
  feed: FeedPreset | null;
  calling: CallDescription;
  recorded: readonly RecordedCall[];
}

interface Description extends Omit<NetworkPreset, 'id' | 'label' | 'settings'> {
  settings: Own;
  feed?: Omit<FeedPreset, 'id'>;
  calling: CallDescription;
  recorded: readonly RecordedCall[];
}

/** A guess that is near enough to begin with; the operator sets the rate that the network pays at. */
export const RUPEES_PER_DOLLAR = 88;

type Own = Pick<NetworkSettings, 'name' | 'click_param' | 'params' | 'status_map' | 'signing' | 'postback_query'> &
  Partial<NetworkSettings>;

/** What holds where nothing is known about a network; a network without a preset begins with it, too. */
export const commonSettings = {
  is_active: true,
  link_params: {},
  link_macros: {},
  link_signing: null,
  params_in: 'query',
  status_rules: [],
  signed_url: null,
  source_addresses: [],
  // Lists of addresses drift: until an operator has checked one, it only marks.
  source_mode: 'log',
  currency: 'USD',
  rate: RUPEES_PER_DOLLAR,
  rates: [],
  timestamp: null,
  replies: {},
  hold_seconds: 0,
  click_window_seconds: null,
  payout_ceiling: null,
} as const satisfies Partial<NetworkSettings>;

/** A negative amount takes back, wherever a network may send one. */
export const reversalByNegativeAmount = (param: string): StatusRule => rule('reverse', { param, negative: true });

type When = { param: string } & (
  | { is: string }
  | { prefix: string }
  | { negative: true }
  | { zero: true }
  | { present: true }
);

/** A status rule: the kind of a call whose conditions all hold. */
export const rule = (kind: StatusRule['kind'], ...when: When[]): StatusRule => ({
  kind,
  when: when.map((each) => {
    if ('is' in each) return { param: each.param, test: 'equals', value: each.is };
    if ('prefix' in each) return { param: each.param, test: 'prefix', value: each.prefix };
    const test = 'negative' in each ? 'negative' : 'zero' in each ? 'zero' : 'present';
    return { param: each.param, test, value: '' };
  }),
});

/** Where a signature leaves out what decides about money, the limits are there from the start. */
export function withLimits(settings: NetworkSettings): NetworkSettings {
  if (!requiresLimits(settings)) return settings;
  return {
    ...settings,
    click_window_seconds: settings.click_window_seconds ?? DEFAULT_LIMITS.click_window_seconds,
    payout_ceiling: settings.payout_ceiling ?? DEFAULT_LIMITS.payout_ceiling,
  };
}

/** A known network. What its settings leave out is as in commonSettings, and a negative payout takes back. */
export function defineNetwork(id: string, { settings, feed, calling, recorded, ...about }: Description): KnownNetwork {
  const { payout } = settings.params;
  const rules = [...(settings.status_rules ?? []), ...(payout === null ? [] : [reversalByNegativeAmount(payout)])];
  const whole = { ...commonSettings, slug: id, source_addresses: [], ...settings, status_rules: rules };
  return {
    preset: { id, label: settings.name, settings: withLimits(whole), ...about },
    feed: feed === undefined ? null : { id, ...feed },
    calling,
    recorded,
  };
}

/** The names of parameters; what is not given is not sent. */
export const named = (names: Partial<NetworkSettings['params']> & { click_id: string }): NetworkSettings['params'] => ({
  transaction_id: null,
  payout: null,
  currency: null,
  status: null,
  goal_id: null,
  parent_id: null,
  ...names,
});

export const plain = (body: string, status = 200): Reply => ({ status, body, type: 'text/plain' });

/** The same short text for everything that a network need not send again. */
export const taken = (body: string): NetworkSettings['replies'] => ({
  approved: plain(body),
  pending: plain(body),
  reversed: plain(body),
  ignored: plain(body),
  parked: plain(body),
});

export const pathSecret = { kind: 'path_secret' } as const;

/** A digest over fields and the secret, in a parameter. */
export const digest = (algorithm: Digest, template: string, name: string): Signing => ({
  kind: 'hash',
  algorithm,
  template,
  fields: 'decoded',
  in: 'param',
  name,
  encoding: 'hex',
});

/** A keyed digest over the whole address up to itself. */
export const overUrl = (algorithm: Digest, name: string, encoding: 'hex' | 'base64url' = 'hex'): Signing => ({
  kind: 'hmac',
  algorithm,
  over: 'url',
  rewrite: 'as_received',
  in: 'param',
  name,
  encoding,
});

/** Walls of one common make sign so. */
export const wallDigest = digest('md5', '{subId}{transId}{reward}{secret}', 'signature');

/** The secret is pasted from the network's dashboard. @param name what it is called there */
export const networkSecret = (name: string) => ({ secret: 'theirs', secret_name: name }) as const;
/** The secret is drawn here, as a part of the address to paste. */
export const drawnSecret = { secret: 'ours', secret_name: 'Secret part of the address' } as const;

/** What the field map of a feed begins with. */
export const noFields = {
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

export const commonFeed = {
  category_map: {},
  default_category: 'App',
  model_map: {},
  default_model: 'CPA',
  auth: { kind: 'none' },
  query: {},
} satisfies Partial<FeedSettings>;
