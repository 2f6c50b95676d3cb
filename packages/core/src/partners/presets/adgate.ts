import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret, rule } from './define-network.ts';

export const adgate = defineNetwork('adgate', {
  settings: {
    name: 'AdGate (Prodege)',
    click_param: 's2',
    link_params: { s1: 'user_id' },
    params: paramNames({
      click_id: 's2',
      transaction_id: 'conversion_id',
      payout: 'payout',
      status: 'state',
      goal_id: 'event_id',
    }),
    signing: pathSecret,
    status_map: { approved: 'approve', pending: 'pending', rejected: 'reverse' },
    status_rules: [
      rule('ignore', { param: 'payout', zero: true }, { param: 'state', is: 'approved' }),
      rule('ignore', { param: 'payout', zero: true }, { param: 'state', is: 'pending' }),
    ],
    source_addresses: ['52.42.57.125', '104.130.7.162'],
    postback_query: 's1={s1}&s2={s2}&conversion_id={conversion_id}&payout={payout}&state={state}&event_id={event_id}',
  },
  ...generatedSecret,
  notes: [
    'Reversals are sent only if the postback URL contains {state}.',
    'If the postback URL contains {event_id}, AdGate also reports steps that pay nothing. We ignore these.',
  ],
  sources: [
    vendorPage(
      'Postback Information, Prodege docs',
      'https://docs.prodegeads.com/postbacks/postback-information',
      'state is approved, rejected or pending; without {state} no reversals; zero-pay events only with {event_id}; s1 is the user',
    ),
    vendorPage(
      'Postback Information, AdGate Media docs',
      'https://docs.adgatemedia.com/postbacks/postback-information',
      'state approved, rejected, pending; event_id for events that pay nothing; 200 or five resends; 52.42.57.125',
    ),
    thirdPartyCode(
      'muosab2008-sys/0 system/gateways/adgatemedia.php',
      'user_id, amount, payout, conversion_id, status; 52.42.57.125',
    ),
  ],
  unconfirmed: [
    'That s2 in the link comes back as {s2}.',
    'The IP addresses that AdGate calls from. Prodege has taken over AdGate, so they may have changed.',
  ],
  postbackTemplate: {
    values: {
      '{s1}': '{link:s1}',
      '{s2}': '{link:s2}',
      '{conversion_id}': '{transaction_id}',
      '{points}': '30',
      '{payout}': '{payout}',
      '{state}': 'approved',
      '{event_id}': '',
    },
    kinds: {
      approve: {},
      pending: { '{state}': 'pending' },
      reverse: { '{state}': 'rejected' },
      ignore: { '{payout}': '0', '{event_id}': 'install' },
    },
  },
  examplePostbacks: [
    {
      documentedQuery:
        's1={s1}&s2={s2}&conversion_id={conversion_id}&points={points}&payout={payout}&state={state}&event_id={event_id}',
      query: 's1=u-5&s2=c-1&conversion_id=t9&points=30&payout=1.25&state=approved&event_id=',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 's1=u&s2=c-1&conversion_id=a1&payout=1.10&state=approved&event_id=',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'a1' },
    },
    { query: 's1=u&s2=c-1&conversion_id=a1&payout=1.10&state=pending', expected: { kind: 'pending' } },
    {
      query: 's1=u&s2=c-1&conversion_id=a1&payout=1.10&state=rejected',
      expected: { kind: 'reverse', transaction_id: 'a1' },
    },
    {
      query: 's1=u&s2=c-1&conversion_id=a2&payout=0&state=approved&event_id=install',
      expected: { outcome: 'ignored' },
    },
    { query: 's1=u&s2=c-1&conversion_id=a2&payout=1.10&state=1', expected: { outcome: 'parked' } },
    {
      query: 's1=u&s2=c-1&conversion_id=a3&payout=1.10&state=approved&event_id=level-5',
      expected: { kind: 'approve', goal_id: 'level-5' },
    },
    { query: 's1=u&s2=c-1&conversion_id=a2&payout=0&state=pending&event_id=install', expected: { outcome: 'ignored' } },
  ],
});
