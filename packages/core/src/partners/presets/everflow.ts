import { thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret } from './define-network.ts';

export const everflow = defineNetwork('everflow', {
  settings: {
    name: 'Everflow',
    click_param: 'sub1',
    link_params: { sub2: 'user_id' },
    params: paramNames({ click_id: 'sub1', transaction_id: 'transaction_id', payout: 'amount', goal_id: 'event_id' }),
    signing: pathSecret,
    status_map: { '': 'approve' },
    postback_query: 'sub1={sub1}&transaction_id={transaction_id}&amount={payout_amount}&event_id={event_id}',
  },
  ...generatedSecret,
  notes: [],
  sources: [
    vendorPage(
      'Partner postbacks, Everflow help centre',
      'https://helpdesk.everflow.io/',
      '{sub1} to {sub5}, {transaction_id}, {payout_amount}, {event_id}',
      '2026-11-02',
    ),
    thirdPartyPage(
      'Everflow macros, mrpostback.com',
      'https://mrpostback.com/',
      '{sub1} to {sub5}, {transaction_id}, {payout_amount}',
      '2026-11-02',
    ),
  ],
  unconfirmed: ['How it reports a rejected conversion.', 'Whether your account uses verification tokens.'],
  postbackTemplate: {
    values: {
      '{sub1}': '{link:sub1}',
      '{transaction_id}': '{transaction_id}',
      '{payout_amount}': '{payout}',
      '{event_id}': '{goal_id}',
    },
    kinds: { approve: {} },
  },
  exampleCalls: [
    {
      documentedQuery: 'sub1={sub1}&transaction_id={transaction_id}&amount={payout_amount}&event_id={event_id}',
      query: 'sub1=c-1&transaction_id=t9&amount=1.25&event_id=Level%205',
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
      query: 'sub1=c-1&transaction_id=e1&amount=1.10',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'e1' },
    },
  ],
});
