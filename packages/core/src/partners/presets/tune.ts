import { thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret } from './define-network.ts';

export const tune = defineNetwork('tune', {
  settings: {
    name: 'TUNE (HasOffers)',
    click_param: 'aff_click_id',
    link_params: { aff_sub: 'user_id' },
    params: paramNames({
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
  ...generatedSecret,
  notes: ['TUNE reports only approved conversions. It does not report a later rejection.'],
  sources: [
    vendorPage(
      'Affiliate postback macros, TUNE developers',
      'https://developers.tune.com/',
      '{aff_click_id}, {aff_sub} to {aff_sub5}, {transaction_id}, {payout}, {currency}, {goal_id}',
      '2026-11-02',
    ),
    thirdPartyPage(
      'A data file of 395 postback templates, measured',
      null,
      'aff_click_id is the outgoing parameter of 34 networks, all based on TUNE',
      '2026-11-02',
    ),
  ],
  unconfirmed: ['That aff_click_id is on for your account; if not, use aff_sub.'],
  postbackTemplate: {
    values: {
      '{aff_click_id}': '{link:aff_click_id}',
      '{transaction_id}': '{transaction_id}',
      '{payout}': '{payout}',
      '{currency}': 'USD',
      '{goal_id}': '{goal_id}',
    },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'aff_click_id={aff_click_id}&transaction_id={transaction_id}&payout={payout}&currency={currency}&goal_id={goal_id}',
      query: 'aff_click_id=c-1&transaction_id=t9&payout=1.25&currency=USD&goal_id=Level%205',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 't9',
        goal_id: 'Level 5',
        payout_micros: '1250000',
        currency: 'USD',
      },
    },
    {
      query: 'aff_click_id=c-1&transaction_id=h1&payout=1.10&currency=USD&goal_id=2',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'h1', goal_id: '2' },
    },
    {
      query: 'aff_click_id=c-1&transaction_id=h1&payout=1.10&currency=EUR&goal_id=2',
      expected: { outcome: 'parked', reason: 'There is no rate for EUR' },
    },
  ],
});
