import { thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret } from './define-network.ts';

export const cake = defineNetwork('cake', {
  settings: {
    name: 'CAKE',
    click_param: 's2',
    link_params: { s3: 'user_id' },
    params: paramNames({ click_id: 's2', transaction_id: 'leadid', payout: 'price' }),
    signing: pathSecret,
    status_map: { '': 'approve' },
    postback_query: 's2=#s2#&leadid=#leadid#&price=#price#',
  },
  ...generatedSecret,
  notes: [
    'CAKE’s macros are written between hash signs (#).',
    's1 is for sub-affiliates. Values longer than 100 characters run over into the next parameter.',
  ],
  sources: [
    vendorPage(
      'Affiliate Pixels and Tracking, CAKE support',
      'https://support.getcake.com/support/solutions/articles/5000546376-affiliate-pixels-and-tracking',
      '#leadid# is the conversion, #s1# to #s5# the sub ids, #price# the payout',
    ),
    thirdPartyPage(
      'CAKE macros, mrpostback.com',
      'https://mrpostback.com/cake/',
      '#s2# carries the click, #leadid# is the conversion, #price# the payout',
    ),
  ],
  unconfirmed: ['That CAKE sends no reversals.'],
  postbackTemplate: {
    values: { '#s2#': '{link:s2}', '#leadid#': '{transaction_id}', '#price#': '{payout}' },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      documentedQuery: 's2=#s2#&leadid=#leadid#&price=#price#',
      query: 's2=c-1&leadid=t9&price=1.25',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 's2=c-1&leadid=L9&price=1.10',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'L9', payout_micros: '1100000' },
    },
    { query: 's2=#s2#&leadid=L9&price=1.10', expected: { outcome: 'refused' } },
  ],
});
