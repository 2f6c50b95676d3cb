import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret, rule } from './define-network.ts';

export const affise = defineNetwork('affise', {
  settings: {
    name: 'Affise',
    click_param: 'sub1',
    link_params: { sub2: 'user_id' },
    params: paramNames({
      click_id: 'sub1',
      transaction_id: 'action_id',
      payout: 'sum',
      currency: 'currency',
      status: 'status',
      goal_id: 'goal',
    }),
    signing: pathSecret,
    status_map: { '1': 'approve', '2': 'pending', '3': 'reverse', '5': 'pending' },
    // Goal 1 is the default goal. A postback without payout for another goal reports an event, not a conversion.
    status_rules: [
      rule('approve', { param: 'goal', is: '1' }, { param: 'status', is: '1' }),
      rule('pending', { param: 'goal', is: '1' }, { param: 'status', is: '2' }),
      rule('pending', { param: 'goal', is: '1' }, { param: 'status', is: '5' }),
      ...['1', '2', '5'].map((status) =>
        rule('ignore', { param: 'status', is: status }, { param: 'goal', present: true }, { param: 'sum', zero: true }),
      ),
    ],
    postback_query: 'sub1={sub1}&action_id={transactionid}&sum={sum}&currency={currency}&status={status}&goal={goal}',
  },
  ...generatedSecret,
  notes: [
    'Statuses 2 and 5 are pending: users see them as being confirmed.',
    'A goal other than 1 that pays nothing is ignored. List paid goals at the offer to choose the one that gives the spin.',
  ],
  sources: [
    vendorPage(
      'Affiliate postback URL macros, Affise help centre',
      'https://help-center.affise.com/en/articles/6483741-affiliate-postback-url-macros',
      '{sub1} to {sub8}, {transactionid}, {sum}, {currency}, {status}, {goal}',
      '2026-11-02',
    ),
    vendorPage(
      'Goal (event) tracking, Affise help centre',
      'https://help-center.affise.com/en/articles/6495815-goal-event-tracking',
      'The goal value names the event, and 0 is used by request only; payouts are set for each goal',
      '2026-11-26',
    ),
    vendorPage(
      'Goals tracking, Affise help (earlier)',
      'https://affise.zendesk.com/hc/en-us/articles/213899765-Goals-Tracking-video-',
      'Goal 1 is an install, goal 2 a purchase or deposit; each has a payout of its own',
      '2026-11-26',
    ),
    thirdPartyCode(
      'api-evangelist/affise asyncapi/affise-postbacks-webhooks.yml',
      'Affiliate postbacks are GET requests to a URL whose macros are filled in; statuses 1 confirmed, 2 pending, 3 declined, 5 hold',
    ),
  ],
  unconfirmed: ['The status numbers your account uses.'],
  postbackTemplate: {
    values: {
      '{sub1}': '{link:sub1}',
      '{transactionid}': '{transaction_id}',
      '{sum}': '{payout}',
      '{currency}': 'USD',
      '{goal}': '{goal_id}',
      '{status}': '1',
    },
    kinds: {
      approve: {},
      pending: { '{status}': '2' },
      reverse: { '{status}': '3' },
      ignore: { '{goal}': '2', '{sum}': '0' },
    },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'sub1={sub1}&action_id={transactionid}&sum={sum}&currency={currency}&goal={goal}&status={status}',
      query: 'sub1=c-1&action_id=t9&sum=1.25&currency=USD&goal=Level%205&status=1',
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
      query: 'sub1=c-1&action_id=a1&sum=1.10&currency=USD&status=1&goal=1',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'a1', goal_id: '1' },
    },
    {
      query: 'sub1=c-1&action_id=a2&sum=0.5&currency=USD&status=1&goal=2',
      expected: { kind: 'approve', goal_id: '2', payout_micros: '500000' },
    },
    { query: 'sub1=c-1&action_id=a2&sum=0&currency=USD&status=1&goal=2', expected: { outcome: 'ignored' } },
    { query: 'sub1=c-1&action_id=a2&sum=0.00&currency=USD&status=2&goal=deposit', expected: { outcome: 'ignored' } },
    { query: 'sub1=c-1&action_id=a2&sum=0&currency=USD&status=3&goal=2', expected: { kind: 'reverse' } },
    { query: 'sub1=c-1&action_id=a1&sum=0&currency=USD&status=1&goal=1', expected: { kind: 'approve', goal_id: '1' } },
    { query: 'sub1=c-1&action_id=a1&sum=0&currency=USD&status=1&goal=', expected: { kind: 'approve' } },
    { query: 'sub1=c-1&action_id=a1&sum=1.10&currency=USD&status=2', expected: { kind: 'pending' } },
    { query: 'sub1=c-1&action_id=a1&sum=1.10&currency=USD&status=3', expected: { kind: 'reverse' } },
    {
      query: 'sub1=c-1&action_id=a1&sum=1.10&currency=EUR&status=1',
      expected: { outcome: 'parked', reason: 'There is no rate for EUR' },
    },
    { query: 'sub1=c-1&action_id=a1&sum=1.10&currency=USD&status=5', expected: { kind: 'pending' } },
  ],
});
