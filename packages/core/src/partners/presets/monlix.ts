import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { acceptReplies, defineNetwork, networkSecret, paramNames } from './define-network.ts';

export const monlix = defineNetwork('monlix', {
  settings: {
    name: 'Monlix',
    click_param: 'subId',
    link_params: { userId: 'user_id' },
    params: paramNames({ click_id: 'subId', transaction_id: 'transactionId', payout: 'payout', status: 'status' }),
    signing: { kind: 'token', in: 'param', name: 'secretKey' },
    status_map: { '1': 'approve', '2': 'reverse' },
    replies: acceptReplies('OK'),
    postback_query:
      'userId={{userId}}&subId={{subId}}&transactionId={{transactionId}}&payout={{payout}}&status={{status}}&secretKey={{secretKey}}',
  },
  ...networkSecret('Secret key'),
  notes: [
    'Monlix sends the secret key in each postback, as secretKey.',
    'Macros need double braces. Monlix does not fill in macros with single braces.',
  ],
  sources: [
    vendorPage(
      'Postback, Monlix docs',
      'https://docs.monlix.com/docs/postback',
      'Macros {{userId}}, {{transactionId}}, {{rewardValue}}, {{payout}} (USD), {{subId}}, {{status}} 1 valid, 2 chargeback, {{secretKey}}',
    ),
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (monlix)',
      'Macros {{userId}}, {{taskName}}, {{rewardValue}}, {{payout}}, {{status}}',
    ),
    thirdPartyCode(
      'mateuszjezierski/testf system/gateways/monlix.php',
      'The secret is echoed; status 2 reverses; replies OK',
    ),
  ],
  unconfirmed: ['The reply that Monlix expects.', 'The name of the user id’s parameter in Monlix’s links.'],
  postbackTemplate: {
    values: {
      '{{userId}}': '{link:userId}',
      '{{subId}}': '{link:subId}',
      '{{transactionId}}': '{transaction_id}',
      '{{rewardValue}}': '30',
      '{{payout}}': '{payout}',
      '{{status}}': '1',
    },
    kinds: { approve: {}, reverse: { '{{status}}': '2' } },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'userId={{userId}}&subId={{subId}}&transactionId={{transactionId}}&rewardValue={{rewardValue}}&payout={{payout}}&status={{status}}&secretKey={{secretKey}}',
      query: 'userId=u-5&subId=c-1&transactionId=t9&rewardValue=30&payout=1.25&status=1&secretKey=k3y-of-the-dashboard',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 'secretKey=k3y-of-the-dashboard&userId=u&subId=c-1&transactionId=m1&payout=0.40&status=1',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'm1' },
    },
    {
      query: 'secretKey=k3y-of-the-dashboard&userId=u&subId=c-1&transactionId=m1&payout=0.40&status=2',
      expected: { kind: 'reverse' },
    },
  ],
});
