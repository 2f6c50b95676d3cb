import { thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret, rule } from './define-network.ts';

export const everflow = defineNetwork('everflow', {
  settings: {
    name: 'Everflow',
    click_param: 'sub1',
    link_params: { sub2: 'user_id' },
    params: paramNames({ click_id: 'sub1', transaction_id: 'transaction_id', payout: 'amount', goal_id: 'event_id' }),
    signing: pathSecret,
    status_map: { '': 'approve' },
    // For the base conversion, the event id is empty or 0. An event that pays nothing is a step after the conversion.
    status_rules: [
      rule('approve', { param: 'event_id', is: '0' }),
      rule('ignore', { param: 'event_id', present: true }, { param: 'amount', zero: true }),
    ],
    postback_query: 'sub1={sub1}&transaction_id={transaction_id}&amount={payout_amount}&event_id={event_id}',
  },
  ...generatedSecret,
  notes: [
    'An event after the conversion that pays nothing is ignored. List paid events as goals at the offer to choose the one that gives the spin.',
  ],
  sources: [
    vendorPage(
      'Partner postbacks, Everflow help centre',
      'https://helpdesk.everflow.io/',
      '{sub1} to {sub5}, {transaction_id}, {payout_amount}, {event_id}',
      '2026-11-02',
    ),
    vendorPage(
      'Managing postbacks as a partner, Everflow help centre',
      'https://ef-helpdesk24.webflow.io/collaborator/managing-postbacks-as-a-partner',
      'A conversion is the main goal of the offer; an event is a secondary action beyond the base conversion',
      '2026-11-26',
    ),
    vendorPage(
      'Create partner postback, Everflow API',
      'https://developers.everflow.io/api-reference/post-networkspixels.md',
      'pixel_type conversion fires for the base conversion, event for post-conversion events; event id 0 is all of them',
      '2026-11-26',
    ),
    thirdPartyPage(
      'Everflow macros, mrpostback.com',
      'https://mrpostback.com/',
      '{sub1} to {sub5}, {transaction_id}, {payout_amount}',
      '2026-11-02',
    ),
  ],
  unconfirmed: [
    'What {event_id} contains for the base conversion. We take an empty value or 0 as the base conversion.',
    'How Everflow reports a rejected conversion.',
    'Whether your account uses verification tokens.',
  ],
  postbackTemplate: {
    values: {
      '{sub1}': '{link:sub1}',
      '{transaction_id}': '{transaction_id}',
      '{payout_amount}': '{payout}',
      '{event_id}': '{goal_id}',
    },
    kinds: { approve: {}, ignore: { '{payout_amount}': '0' } },
  },
  examplePostbacks: [
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
    { query: 'sub1=c-1&transaction_id=e5&amount=0&event_id=5', expected: { outcome: 'ignored' } },
    { query: 'sub1=c-1&transaction_id=e5&amount=2&event_id=5', expected: { kind: 'approve', goal_id: '5' } },
    { query: 'sub1=c-1&transaction_id=e1&amount=0&event_id=', expected: { kind: 'approve' } },
    { query: 'sub1=c-1&transaction_id=e1&amount=0&event_id=0', expected: { kind: 'approve' } },
    {
      query: 'sub1=c-1&transaction_id=e1&amount=1.10',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'e1' },
    },
  ],
});
