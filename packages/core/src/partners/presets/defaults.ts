import type { NetworkPreset, NetworkSettings } from '@inaam/contracts/networks/networks';
import {
  generatedSecret,
  paramNames,
  pathSecret,
  reversalByNegativeAmount,
  sharedSettings,
  withLimits,
} from './define-network.ts';

/**
 * The most frequent status words, counted over 395 postback templates, without words that networks use for opposite
 * things.
 */
const COMMON_STATUSES: NetworkSettings['status_map'] = {
  '': 'approve',
  '1': 'approve',
  approve: 'approve',
  approved: 'approve',
  confirmed: 'approve',
  completed: 'approve',
  paid: 'approve',
  sale: 'approve',
  pending: 'pending',
  hold: 'pending',
  lead: 'pending',
  wait: 'pending',
  rejected: 'reverse',
  reversed: 'reverse',
  chargeback: 'reverse',
  cancelled: 'reverse',
  canceled: 'reverse',
  declined: 'reverse',
  trash: 'reverse',
};

/**
 * Returns the initial settings of a network without a preset: the usual parameter names and status words, a secret URL,
 * and reversal by a negative amount. Adds limits if the signature does not cover all values that decide about money.
 * @param own the settings that an admin has given; they take precedence over the defaults
 */
export function defaultSettings(own: Partial<NetworkSettings>): Partial<NetworkSettings> {
  const { slug: _, name: __, ...settings } = withDefaults(own);
  return settings;
}

function withDefaults(own: Partial<NetworkSettings>): NetworkSettings {
  const params =
    own.params ??
    paramNames({
      click_id: 'click_id',
      transaction_id: 'transaction_id',
      payout: 'payout',
      status: 'status',
      goal_id: 'event',
    });
  return withLimits({
    ...sharedSettings,
    slug: '',
    name: '',
    click_param: 'click_id',
    params,
    params_in: 'either',
    status_map: COMMON_STATUSES,
    signing: pathSecret,
    source_addresses: [],
    status_rules: params.payout === null ? [] : [reversalByNegativeAmount(params.payout)],
    postback_query: Object.values(params)
      .filter((each) => each !== null)
      .map((each) => `${each}={${each}}`)
      .join('&'),
    ...own,
  });
}

/** The defaults of a network without a preset, in the form of a preset. */
export const ownPreset: NetworkPreset = {
  id: '',
  label: 'Another network',
  settings: withDefaults({}),
  ...generatedSecret,
  notes: [],
  sources: [],
  unconfirmed: [],
  paste: null,
};
