import { thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret, rule } from './define-network.ts';

export const impact = defineNetwork('impact', {
  settings: {
    name: 'Impact',
    click_param: 'subId1',
    link_params: { subId2: 'user_id' },
    params: paramNames({
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
  ...generatedSecret,
  notes: [
    'Macro names are case-sensitive.',
    'Users see pending actions as being confirmed. An action is approved when it locks, which may take weeks.',
  ],
  sources: [
    thirdPartyPage(
      'Impact macros, mrpostback.com',
      'https://www.mrpostback.com/impact',
      '{SubId1}, {ActionId}, {Payout}, {Currency}, {Status} pending, approved, reversed; up to 15 retries',
    ),
    vendorPage(
      'Enable Postbacks, impact.com integrations',
      'https://integrations.impact.com/impact-brand/reference/enable-postbacks',
      'A request when an action is tracked, modified or reversed',
    ),
    vendorPage(
      'Actions, impact.com brand API reference',
      'https://integrations.impact.com/brand-api-reference/reference/actions/actions',
      'States PENDING, APPROVED, REVERSED',
    ),
  ],
  unconfirmed: ['The macro names: compare them with your dashboard.'],
  postbackTemplate: {
    values: {
      '{SubId1}': '{link:subId1}',
      '{ActionId}': '{transaction_id}',
      '{Payout}': '{payout}',
      '{Currency}': 'USD',
      '{Status}': 'APPROVED',
    },
    kinds: { approve: {}, pending: { '{Status}': 'PENDING' }, reverse: { '{Status}': 'REVERSED' } },
  },
  examplePostbacks: [
    {
      documentedQuery: 'SubId1={SubId1}&ActionId={ActionId}&Payout={Payout}&Currency={Currency}&Status={Status}',
      query: 'SubId1=c-1&ActionId=t9&Payout=1.25&Currency=USD&Status=APPROVED',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 'SubId1=c-1&ActionId=8882.1&Payout=1.10&Currency=USD&Status=APPROVED',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: '8882.1' },
    },
    { query: 'SubId1=c-1&ActionId=8882.1&Payout=1.10&Currency=USD&Status=PENDING', expected: { kind: 'pending' } },
    { query: 'SubId1=c-1&ActionId=8882.1&Payout=0.00&Currency=USD&Status=REVERSED', expected: { kind: 'reverse' } },
    {
      query: 'SubId1=c-1&ActionId=8882.1&Payout=1.10&Currency=EUR&Status=APPROVED',
      expected: { outcome: 'parked', reason: 'There is no rate for EUR' },
    },
  ],
});
