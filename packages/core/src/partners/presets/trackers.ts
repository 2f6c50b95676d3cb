import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { hearsay, vendorPage } from '@inaam/contracts/networks/source';
import { named, ours, pathSecret, preset, rule } from './base.ts';

/** Trackers, by which many networks report: nothing is signed, the address is secret. */
export const trackerPresets: NetworkPreset[] = [
  preset(
    'affise',
    {
      name: 'Affise',
      click_param: 'sub1',
      link_params: { sub2: 'user_id' },
      params: named({
        click_id: 'sub1',
        transaction_id: 'action_id',
        payout: 'sum',
        currency: 'currency',
        status: 'status',
        goal_id: 'goal',
      }),
      signing: pathSecret,
      status_map: { '1': 'approve', '2': 'pending', '3': 'reverse', '5': 'pending' },
      postback_query: 'sub1={sub1}&action_id={transactionid}&sum={sum}&currency={currency}&status={status}&goal={goal}',
    },
    {
      ...ours,
      notes: ['Statuses 2 and 5 are pending: users see them as being confirmed.'],
      sources: [
        vendorPage(
          'Affiliate postback URL macros, Affise help centre',
          'https://help-center.affise.com/en/articles/6483741-affiliate-postback-url-macros',
          '{sub1} to {sub8}, {transactionid}, {sum}, {currency}, {status}, {goal}',
          '2026-11-02',
        ),
      ],
      unconfirmed: ['The status numbers your account uses.'],
    },
  ),
  preset(
    'everflow',
    {
      name: 'Everflow',
      click_param: 'sub1',
      link_params: { sub2: 'user_id' },
      params: named({ click_id: 'sub1', transaction_id: 'transaction_id', payout: 'amount', goal_id: 'event_id' }),
      signing: pathSecret,
      status_map: { '': 'approve' },
      postback_query: 'sub1={sub1}&transaction_id={transaction_id}&amount={payout_amount}&event_id={event_id}',
    },
    {
      ...ours,
      notes: [],
      sources: [
        vendorPage(
          'Partner postbacks, Everflow help centre',
          'https://helpdesk.everflow.io/',
          '{sub1} to {sub5}, {transaction_id}, {payout_amount}, {event_id}',
          '2026-11-02',
        ),
      ],
      unconfirmed: ['How it reports a rejected conversion.', 'Whether your account uses verification tokens.'],
    },
  ),
  preset(
    'keitaro',
    {
      name: 'Keitaro',
      click_param: 'external_id',
      params: named({
        click_id: 'external_id',
        transaction_id: 'transaction',
        payout: 'payout',
        currency: 'currency',
        status: 'status',
        goal_id: 'tid',
      }),
      signing: pathSecret,
      status_map: { lead: 'pending', sale: 'approve', rejected: 'reverse', rebill: 'approve' },
      // Its own click and what it counts within that click together are one transaction.
      postback_query:
        'external_id={external_id}&transaction={subid}-{tid}&tid={tid}&payout={revenue}&currency={currency}&status={status}',
    },
    {
      ...ours,
      notes: [
        'Users see a lead as being confirmed until its sale arrives.',
        '{subid} is Keitaro’s own click id; ours is {external_id}.',
        'In the campaign, the traffic source’s external_id must be taken from external_id in the link.',
      ],
      sources: [
        vendorPage(
          'S2S postback placeholders, Keitaro docs',
          'https://docs.keitaro.io/en/campaigns-and-streams/s2s-postback-placeholders.html',
          '{subid} is Keitaro’s subid, {external_id} the id received from the traffic source, {tid} the transaction',
        ),
        vendorPage(
          'Postback, Keitaro docs',
          'https://docs.keitaro.io/en/conversions/postback.html',
          'Statuses lead, sale, rejected, rebill; lead becomes sale or rejected, sale becomes rejected; a rebill needs a tid of its own',
        ),
      ],
      unconfirmed: ['The tracker’s status words: the placeholder can map them to others.'],
    },
  ),
  preset(
    'tune',
    {
      name: 'TUNE (HasOffers)',
      click_param: 'aff_click_id',
      link_params: { aff_sub: 'user_id' },
      params: named({
        click_id: 'aff_click_id',
        transaction_id: 'transaction_id',
        payout: 'payout',
        currency: 'currency',
        goal_id: 'goal_id',
      }),
      signing: pathSecret,
      status_map: { '': 'approve' },
      postback_query:
        'aff_click_id={aff_click_id}&transaction_id={transaction_id}&payout={payout}&currency={currency}&goal_id={goal_id}',
    },
    {
      ...ours,
      notes: ['It reports approved conversions only; it does not say when one is rejected later.'],
      sources: [
        vendorPage(
          'Affiliate postback macros, TUNE developers',
          'https://developers.tune.com/',
          '{aff_click_id}, {aff_sub} to {aff_sub5}, {transaction_id}, {payout}, {currency}, {goal_id}',
          '2026-11-02',
        ),
      ],
      unconfirmed: ['That aff_click_id is on for your account; if not, use aff_sub.'],
    },
  ),
  preset(
    'cake',
    {
      name: 'CAKE',
      click_param: 's2',
      link_params: { s3: 'user_id' },
      params: named({ click_id: 's2', transaction_id: 'leadid', payout: 'price' }),
      signing: pathSecret,
      status_map: { '': 'approve' },
      postback_query: 's2=#s2#&leadid=#leadid#&price=#price#',
    },
    {
      ...ours,
      notes: [
        'Its macros are written between hash signs (#).',
        's1 is for sub-affiliates. Values longer than 100 characters run over into the next parameter.',
      ],
      sources: [
        vendorPage(
          'Affiliate Pixels and Tracking, CAKE support',
          'https://support.getcake.com/support/solutions/articles/5000546376-affiliate-pixels-and-tracking',
          '#leadid# is the conversion, #s1# to #s5# the sub ids, #price# the payout',
        ),
      ],
      unconfirmed: ['That it sends no reversals.'],
    },
  ),
  preset(
    'impact',
    {
      name: 'Impact',
      click_param: 'subId1',
      link_params: { subId2: 'user_id' },
      params: named({
        click_id: 'SubId1',
        transaction_id: 'ActionId',
        payout: 'Payout',
        currency: 'Currency',
        status: 'Status',
      }),
      signing: pathSecret,
      status_map: { pending: 'pending', approved: 'approve', reversed: 'reverse' },
      status_rules: [rule('reverse', { param: 'Status', is: 'REVERSED' })],
      postback_query: 'SubId1={SubId1}&ActionId={ActionId}&Payout={Payout}&Currency={Currency}&Status={Status}',
    },
    {
      ...ours,
      notes: [
        'Macro names are case-sensitive.',
        'Users see pending actions as being confirmed. An action is approved when it locks, which may take weeks.',
      ],
      sources: [
        hearsay(
          'Impact macros, mrpostback.com',
          'https://www.mrpostback.com/impact',
          '{SubId1}, {ActionId}, {Payout}, {Currency}, {Status} pending, approved, reversed; up to 15 retries',
        ),
      ],
      unconfirmed: ['The macro names: compare them with your dashboard.'],
    },
  ),
];
