import type { NetworkPreset, NetworkSettings, Reply } from '@inaam/contracts/networks/networks';

/** What presets have in common, so that each says only what is its own. */

const DAY = 86_400;

/** A guess that is near enough to begin with; the operator sets the rate that the network pays at. */
const RUPEES_PER_DOLLAR = 88;

type Own = Pick<NetworkSettings, 'name' | 'click_param' | 'params' | 'status_map' | 'signing' | 'postback_query'> &
  Partial<NetworkSettings>;

const common = {
  is_active: true,
  link_params: {},
  link_macros: {},
  params_in: 'query',
  status_rules: [],
  signed_url: null,
  source_addresses: [],
  // Lists of addresses drift: until an operator has checked one, it only marks.
  source_mode: 'log',
  currency: 'USD',
  rate: RUPEES_PER_DOLLAR,
  replies: {},
  hold_seconds: 0,
  click_window_seconds: null,
  payout_ceiling: null,
} as const satisfies Partial<NetworkSettings>;

/** Bounds what an attacker who learnt an unsigned network's secret could take. The ceiling is in paise. */
export const unsignedLimits = { click_window_seconds: 30 * DAY, payout_ceiling: 500_000 } as const;

export function preset(
  id: string,
  settings: Own,
  about: Pick<NetworkPreset, 'secret' | 'secret_name' | 'notes' | 'unconfirmed'>,
): NetworkPreset {
  return { id, label: settings.name, settings: { ...common, slug: id, source_addresses: [], ...settings }, ...about };
}

/** The names of parameters; what is not given is not sent. */
export const named = (names: Partial<NetworkSettings['params']> & { click_id: string }): NetworkSettings['params'] => ({
  transaction_id: null,
  payout: null,
  currency: null,
  status: null,
  goal_id: null,
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
