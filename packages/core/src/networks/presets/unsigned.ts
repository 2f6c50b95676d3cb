import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { named, preset, taken, unsignedLimits } from './base.ts';

/**
 * Networks that send a secret or nothing at all. An unguessable address, the click and a ceiling stand in for a
 * signature.
 */

const pathSecret = { kind: 'path_secret' } as const;
const ours = { secret: 'ours', secret_name: 'Secret part of the address' } as const;

export const unsignedPresets: NetworkPreset[] = [
  preset(
    'ogads',
    {
      name: 'OGAds',
      click_param: 'aff_sub',
      params: named({ click_id: 'aff_sub', payout: 'payout' }),
      signing: pathSecret,
      status_map: { '': 'approve' },
      ...unsignedLimits,
      postback_query: 'aff_sub={aff_sub}&payout={payout}&offer_id={offer_id}',
    },
    {
      ...ours,
      notes: ['It sends no transaction: the click stands for it, so a click is counted once.'],
      unconfirmed: ['That it tells no reversal.'],
    },
  ),
  preset(
    'cpalead',
    {
      name: 'CPAlead',
      click_param: 'subid',
      params: named({ click_id: 'subid', transaction_id: 'lead_id', payout: 'payout', goal_id: 'event_name' }),
      signing: { kind: 'token', in: 'param', name: 'password' },
      status_map: { '': 'approve' },
      source_addresses: ['34.69.179.33', '52.0.65.65'],
      ...unsignedLimits,
      postback_query: 'subid={subid}&lead_id={lead_id}&payout={payout}&event_name={event_name}&password={password}',
    },
    {
      secret: 'ours',
      secret_name: 'Postback password',
      notes: ['Set the password in the postback settings of the network.'],
      unconfirmed: ['The addresses that it calls from.', 'How often it tries again.'],
    },
  ),
  preset(
    'adgate',
    {
      name: 'AdGate (Prodege)',
      click_param: 's1',
      params: named({ click_id: 's1', transaction_id: 'conversion_id', payout: 'payout', status: 'state' }),
      signing: pathSecret,
      status_map: { '': 'approve', '1': 'approve', '0': 'reverse' },
      status_rules: [{ when: [{ param: 'payout', test: 'zero', value: '' }], kind: 'ignore' }],
      source_addresses: ['104.130.7.162', '52.42.57.125'],
      ...unsignedLimits,
      postback_query: 's1={s1}&conversion_id={conversion_id}&payout={payout}&state={state}',
    },
    {
      ...ours,
      notes: ['Reversals are sent only when the address has {state}.', 'Steps that pay nothing are ignored.'],
      unconfirmed: ['The words that it sends as state.', 'The addresses that it calls from.'],
    },
  ),
  preset(
    'monlix',
    {
      name: 'Monlix',
      click_param: 'subId',
      params: named({ click_id: 'subId', transaction_id: 'transactionId', payout: 'payout', status: 'status' }),
      signing: { kind: 'token', in: 'param', name: 'secretKey' },
      status_map: { '1': 'approve', '2': 'reverse' },
      ...unsignedLimits,
      replies: taken('OK'),
      postback_query:
        'userId={userId}&subId={subId}&transactionId={transactionId}&payout={payout}&status={status}&secretKey={secretKey}',
    },
    {
      secret: 'theirs',
      secret_name: 'Secret key',
      notes: ['The key is echoed in the address.'],
      unconfirmed: ['The reply that it wants.'],
    },
  ),
  preset(
    'affise',
    {
      name: 'Affise',
      click_param: 'sub1',
      params: named({
        click_id: 'clickid',
        transaction_id: 'action_id',
        payout: 'sum',
        currency: 'currency',
        status: 'status',
        goal_id: 'goal',
      }),
      signing: pathSecret,
      status_map: { '1': 'approve', '2': 'pending', '3': 'reverse', '5': 'pending' },
      ...unsignedLimits,
      postback_query:
        'clickid={sub1}&action_id={transactionid}&sum={sum}&currency={currency}&status={status}&goal={goal}',
    },
    {
      ...ours,
      notes: ['2 and 5 are pending: they show as being confirmed.'],
      unconfirmed: ['The status numbers of the account.'],
    },
  ),
  preset(
    'everflow',
    {
      name: 'Everflow',
      click_param: 'sub1',
      params: named({ click_id: 'sub1', transaction_id: 'transaction_id', payout: 'amount', goal_id: 'event_id' }),
      signing: pathSecret,
      status_map: { '': 'approve' },
      ...unsignedLimits,
      postback_query: 'sub1={sub1}&transaction_id={transaction_id}&amount={payout_amount}&event_id={event_id}',
    },
    { ...ours, notes: [], unconfirmed: ['How it tells a rejected conversion.', 'Verification tokens of the account.'] },
  ),
  preset(
    'keitaro',
    {
      name: 'Keitaro and its kin',
      click_param: 'subid',
      params: named({
        click_id: 'subid',
        transaction_id: 'tid',
        payout: 'payout',
        currency: 'currency',
        status: 'status',
      }),
      signing: pathSecret,
      status_map: { lead: 'pending', sale: 'approve', rejected: 'reverse', rebill: 'ignore' },
      ...unsignedLimits,
      postback_query: 'subid={subid}&tid={tid}&payout={payout}&currency={currency}&status={status}',
    },
    {
      ...ours,
      notes: ['A lead shows as being confirmed until its sale.'],
      unconfirmed: ['The status words of the tracker.'],
    },
  ),
];
