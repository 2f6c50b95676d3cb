import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import {
  acceptReplies,
  defineNetwork,
  md5RewardSignature,
  networkSecret,
  paramNames,
  rule,
  textReply,
} from './define-network.ts';

export const whiteLabelWall = defineNetwork('white-label-wall', {
  settings: {
    name: 'White-label wall',
    click_param: 'subId',
    params: paramNames({
      click_id: 'subId',
      transaction_id: 'transId',
      payout: 'payout',
      status: 'status',
      goal_id: 'event_id',
    }),
    signing: md5RewardSignature,
    // Amounts are never negative, so only the status shows a reversal.
    status_map: { '1': 'approve', '2': 'reverse' },
    status_rules: [rule('ignore', { param: 'debug', is: '1' })],
    replies: { ...acceptReplies('OK'), repeat: textReply('DUP') },
    postback_query:
      'subId={subId}&transId={transId}&reward={reward}&payout={payout}&status={status}&event_id={event_id}&debug={debug}&signature={signature}',
  },
  ...networkSecret('Secret key'),
  notes: [
    'For AdRevMedia, AdParagon, Tplayad, Revlum, AdswedMedia, Offer4Ads, AdwallX, BitsWall and similar walls.',
    'The hash does not cover the payout or the status.',
    'Our click id is sent as the user id.',
  ],
  sources: [
    vendorPage(
      'Postback, AdRevMedia docs',
      'https://adrevmedia.gitbook.io/docs/postback',
      'Reward and payout are absolute; MD5 of subId, transId, reward, secret; reply OK, DUP for a repeat',
    ),
    vendorPage(
      'Postback, AdParagon documentation',
      'https://adparagon.io/documentation/postback',
      'status 1 adds, 2 subtracts; uuid is the click',
    ),
    thirdPartyCode(
      'MonkeyD-Core/Claimbits system/gateways/bitswall.php',
      'subId, transId, reward, payout, status; MD5 of subId, transId, reward, secret; replies ok',
    ),
    vendorPage(
      'POST Postback, Revlum developers',
      'https://developer.revlum.com/docs/post-postback',
      'event_id, event_name; debug 1 for tests; amounts are absolute',
    ),
    vendorPage('Postback, Tplayad', 'https://tplayad.com/doc/postback', 'The same software; five retries'),
  ],
  unconfirmed: ['The reply text that your wall expects.', 'The IP addresses that your wall calls from.'],
  postbackTemplate: {
    values: {
      '{subId}': '{link:subId}',
      '{transId}': '{transaction_id}',
      '{reward}': '30',
      '{payout}': '{payout}',
      '{status}': '1',
      '{event_id}': '{goal_id}',
      '{debug}': '0',
      '{uuid}': 'u{transaction_id}',
    },
    kinds: { approve: {}, reverse: { '{status}': '2' }, ignore: { '{debug}': '1' } },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'subId={subId}&transId={transId}&reward={reward}&payout={payout}&event_id={event_id}&status={status}&debug={debug}&signature={signature}',
      query:
        'subId=c-1&transId=t9&reward=30&payout=1.25&event_id=Level%205&status=1&debug=0&signature=9ab4c64d45344b412b827dd362eb4abf',
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
      query: 'subId=c-1&transId=w1&reward=30&payout=0.30&status=1&signature=6fb340c095c3fea0d72afe40e94dcec7',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'w1' },
      tampered: ['reward=30', 'reward=31'],
    },
    {
      query: 'subId=c-1&transId=w1&reward=30&payout=0.30&status=2&signature=6fb340c095c3fea0d72afe40e94dcec7',
      expected: { kind: 'reverse', transaction_id: 'w1' },
    },
    {
      query: 'subId=c-1&transId=w1&reward=30&payout=0.30&status=3&signature=6fb340c095c3fea0d72afe40e94dcec7',
      expected: { outcome: 'parked' },
    },
    {
      query: 'subId=c-1&transId=w1&reward=30&payout=0.30&status=1&debug=1&signature=6fb340c095c3fea0d72afe40e94dcec7',
      expected: { outcome: 'ignored' },
    },
  ],
});
