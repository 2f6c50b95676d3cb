import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { acceptReplies, defineNetwork, digest, networkSecret, paramNames, rule } from './define-network.ts';

export const wannads = defineNetwork('wannads', {
  settings: {
    name: 'Wannads',
    click_param: 'aff_sub',
    link_params: { user_id: 'user_id' },
    params: paramNames({
      click_id: 'aff_sub',
      transaction_id: 'transaction_id',
      payout: 'payout',
      status: 'status',
      goal_id: 'goal_id',
    }),
    signing: digest('md5', '{user_id}{transaction_id}{reward}{secret}', 'signature'),
    // Accounts that were migrated send numbers, and a positive reward even for a reversal.
    status_map: { credited: 'approve', rejected: 'reverse', '1': 'approve', '2': 'reverse' },
    status_rules: [rule('reverse', { param: 'reward', negative: true })],
    source_addresses: ['3.22.177.178'],
    replies: acceptReplies('OK'),
    postback_query:
      'user_id={user_id}&aff_sub={aff_sub}&transaction_id={transaction_id}&reward={reward}&payout={payout}&status={status}&goal_id={goal_id}&signature={signature}',
  },
  ...networkSecret('Secret key'),
  notes: [],
  sources: [
    vendorPage(
      'Reward App Postback, Wannads',
      'https://wannads.com/documentation/postback/app',
      'Macros user_id, reward, status credited/rejected (1/2 on migrated accounts), aff_sub to aff_sub4, goal_id, transaction_id; the reward of a rejection is negative',
    ),
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (wannads)',
      'Macros {user_id}, {offer_id}, {reward}, {payout}; 3.22.177.178',
    ),
    thirdPartyCode(
      'WannadsPostback of a public rewards backend (repository unknown)',
      'status credited and rejected; a rejection has the transaction of its conversion',
    ),
  ],
  unconfirmed: ['The hash formula.', 'The IP address that Wannads calls from.'],
  postbackTemplate: {
    values: {
      '{user_id}': '{link:user_id}',
      '{aff_sub}': '{link:aff_sub}',
      '{transaction_id}': '{transaction_id}',
      '{payout}': '{payout}',
      '{goal_id}': '{goal_id}',
      '{reward}': '30',
      '{status}': 'credited',
    },
    kinds: { approve: {}, reverse: { '{status}': 'rejected', '{reward}': '-30' } },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'user_id={user_id}&aff_sub={aff_sub}&transaction_id={transaction_id}&payout={payout}&goal_id={goal_id}&reward={reward}&status={status}&signature={signature}',
      query:
        'user_id=u-5&aff_sub=c-1&transaction_id=t9&payout=1.25&goal_id=Level%205&reward=30&status=credited&signature=10a9629c2ee86afc8ad832a3e497996c',
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
      query:
        'user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=30&payout=0.30&status=credited&signature=19c86fc05caa7f6120235fd26ecccd9b',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'w1', payout_ceiling_paise: 500_000 },
      tampered: ['transaction_id=w1', 'transaction_id=w2'],
    },
    {
      query:
        'user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=-30&payout=0.30&status=credited&signature=6e5bfcaa074929c693730b4658e7a025',
      expected: { kind: 'reverse' },
    },
    {
      query:
        'user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=30&payout=0.30&status=2&signature=19c86fc05caa7f6120235fd26ecccd9b',
      expected: { kind: 'reverse' },
    },
    {
      query:
        'user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=30&payout=0.30&status=1&signature=19c86fc05caa7f6120235fd26ecccd9b',
      expected: { kind: 'approve', transaction_id: 'w1' },
    },
    {
      query:
        'user_id=u-1&aff_sub=c-1&transaction_id=w1&reward=30&payout=0.30&status=rejected&signature=19c86fc05caa7f6120235fd26ecccd9b',
      expected: { kind: 'reverse', transaction_id: 'w1' },
    },
  ],
});
