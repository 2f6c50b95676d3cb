import type { NetworkSettings } from '@inaam/contracts/networks/networks';
import { commonSettings, named, pathSecret, reversalByNegativeAmount, withLimits } from './define-network.ts';

/**
 * The words that most networks use, by a count over 395 postback templates; what several use for opposite things is not
 * here.
 */
const USUAL_WORDS: NetworkSettings['status_map'] = {
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
 * What a network without a preset begins with: the usual names and words, a secret address, a negative amount takes
 * back, and limits, since nothing is signed.
 * @param own what was given of it: the limits follow from how it signs
 */
export function defaultSettings(own: Partial<NetworkSettings>): Partial<NetworkSettings> {
  const params =
    own.params ??
    named({
      click_id: 'click_id',
      transaction_id: 'transaction_id',
      payout: 'payout',
      status: 'status',
      goal_id: 'event',
    });
  const {
    slug: _,
    name: __,
    ...rest
  } = withLimits({
    ...commonSettings,
    slug: '',
    name: '',
    click_param: 'click_id',
    params,
    params_in: 'either',
    status_map: USUAL_WORDS,
    signing: pathSecret,
    source_addresses: [],
    status_rules: params.payout === null ? [] : [reversalByNegativeAmount(params.payout)],
    postback_query: Object.values(params)
      .filter((each) => each !== null)
      .map((each) => `${each}={${each}}`)
      .join('&'),
    ...own,
  });
  return { ...rest };
}
