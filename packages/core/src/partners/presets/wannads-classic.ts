import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { acceptReplies, defineNetwork, md5RewardSignature, networkSecret, paramNames } from './define-network.ts';

export const wannadsClassic = defineNetwork('wannads-classic', {
  settings: {
    name: 'Wannads, classic accounts',
    click_param: 'subId2',
    link_params: { subId: 'user_id' },
    // A reversal has its own transaction id and shares the uuid with its conversion.
    params: paramNames({ click_id: 'subId2', transaction_id: 'uuid', payout: 'payout', status: 'status' }),
    signing: md5RewardSignature,
    status_map: { '1': 'approve', '2': 'reverse' },
    source_addresses: ['3.22.177.178'],
    replies: acceptReplies('OK'),
    postback_query:
      'subId={subId}&subId2={subId2}&transId={transId}&uuid={uuid}&reward={reward}&payout={payout}&status={status}&signature={signature}',
  },
  ...networkSecret('Secret key'),
  notes: [
    'A reversal has its own transId but the uuid of the conversion it reverses, so we use the uuid as the transaction.',
    'The hash covers only subId, transId and reward.',
  ],
  sources: [
    vendorPage(
      'Postback notifications, Wannads affiliates',
      'https://affiliates.wannads.com/documentation/postback_notifications',
      'subId, transId, reward, payout, signature, status 1/2, uuid (the click), subId2; amounts are positive in reversals too; MD5 of subId, transId, reward, secret',
    ),
    thirdPartyCode(
      'MonkeyD-Core/Claimbits system/gateways/wannads.php',
      'subId, transId, reward, payout, signature, status; MD5 of subId, transId, reward, secret; replies OK',
    ),
    thirdPartyCode('mateuszjezierski/testf system/gateways/wannads.php', 'The same parameters and hash'),
  ],
  unconfirmed: ['That subId2 in the link comes back in the postback.', 'The IP address that Wannads calls from.'],
  postbackTemplate: {
    values: {
      '{subId}': '{link:subId}',
      '{subId2}': '{link:subId2}',
      '{transId}': '{transaction_id}',
      '{uuid}': 'u{transaction_id}',
      '{reward}': '30',
      '{payout}': '{payout}',
      '{status}': '1',
    },
    kinds: { approve: {}, reverse: { '{status}': '2', '{transId}': 'w{transaction_id}' } },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'subId={subId}&subId2={subId2}&transId={transId}&uuid={uuid}&reward={reward}&payout={payout}&status={status}&signature={signature}',
      query:
        'subId=u-5&subId2=c-1&transId=t9&uuid=ut9&reward=30&payout=1.25&status=1&signature=10a9629c2ee86afc8ad832a3e497996c',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'ut9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query:
        'subId=u-1&subId2=c-1&transId=w1&uuid=k1&reward=30&payout=0.30&status=1&signature=19c86fc05caa7f6120235fd26ecccd9b',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'k1' },
      tampered: ['reward=30', 'reward=31'],
    },
    // A reversal has its own transaction id and the uuid of the conversion.
    {
      query:
        'subId=u-1&subId2=c-1&transId=w2&uuid=k1&reward=30&payout=0.30&status=2&signature=2345c0e237c534c74072d16583dfec1d',
      expected: { kind: 'reverse', transaction_id: 'k1' },
    },
  ],
});
