import { FORCED_LIMITS, needsLimits } from '@inaam/contracts/networks/coverage';
import type { NetworkPreset, NetworkSettings, Reply, StatusRule } from '@inaam/contracts/networks/networks';
import type { Digest, Signing } from '@inaam/contracts/networks/signing';

/** What presets have in common, so that each says only what is its own. */

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
export const negativeTakesBack = (param: string): StatusRule => rule('reverse', { param, negative: true });

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
  if (!needsLimits(settings)) return settings;
  return {
    ...settings,
    click_window_seconds: settings.click_window_seconds ?? FORCED_LIMITS.click_window_seconds,
    payout_ceiling: settings.payout_ceiling ?? FORCED_LIMITS.payout_ceiling,
  };
}

export function preset(
  id: string,
  settings: Own,
  about: Pick<NetworkPreset, 'secret' | 'secret_name' | 'notes' | 'sources' | 'unconfirmed'>,
): NetworkPreset {
  const { payout } = settings.params;
  const rules = [...(settings.status_rules ?? []), ...(payout === null ? [] : [negativeTakesBack(payout)])];
  const whole = { ...commonSettings, slug: id, source_addresses: [], ...settings, status_rules: rules };
  return { id, label: settings.name, settings: withLimits(whole), ...about };
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

export const theirs = (name: string) => ({ secret: 'theirs', secret_name: name }) as const;
export const ours = { secret: 'ours', secret_name: 'Secret part of the address' } as const;
