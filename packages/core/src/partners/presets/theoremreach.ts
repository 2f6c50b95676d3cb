import { thirdPartyCode } from '@inaam/contracts/networks/source';
import {
  acceptReplies,
  defineNetwork,
  networkSecret,
  paramNames,
  rule,
  signUrlWith,
  textReply,
} from './define-network.ts';

export const theoremreach = defineNetwork('theoremreach', {
  settings: {
    name: 'TheoremReach',
    click_param: 'user_id',
    params: paramNames({ click_id: 'user_id', transaction_id: 'tx_id', payout: 'currency' }),
    signing: signUrlWith('sha1', 'hash', 'base64url'),
    status_map: { '': 'approve' },
    status_rules: [rule('ignore', { param: 'debug', is: 'true' }), rule('reverse', { param: 'reversal', is: 'true' })],
    replies: { ...acceptReplies('1'), forged: textReply('0', 403) },
    postback_query: '',
  },
  ...networkSecret('Secret key'),
  notes: [
    'Test postbacks carry debug=true, and we ignore them.',
    '`currency` holds the amount in dollars.',
    'TheoremReach’s entry links can be signed with an HMAC of the URL: choose this under Link signature.',
    'Our click id is sent as the user id.',
  ],
  sources: [
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (theoremreach)',
      'user_id, reward, currency (dollars), debug for tests',
    ),
    thirdPartyCode(
      'MonkeyD-Core/Claimbits system/gateways/theoremreach.php',
      'user_id, tx_id, reward, currency, debug; hash is base64url HMAC-SHA1 of the URL without &hash=, unpadded; replies OK',
    ),
  ],
  unconfirmed: [
    'The hash formula.',
    'Whether the transaction is called tx_id or transaction_id.',
    'The reply that TheoremReach expects.',
    'How TheoremReach’s entry links are signed.',
  ],
  postbackTemplate: {
    values: {
      user_id: '{link:user_id}',
      tx_id: '{transaction_id}',
      reward: '100',
      currency: '{payout}',
      reversal: '',
      debug: '',
    },
    kinds: {
      approve: {},
      reverse: { currency: '-{payout}', reward: '-100', reversal: 'true' },
      ignore: { debug: 'true' },
    },
  },
  examplePostbacks: [
    {
      documentedQuery: '',
      query: 'user_id=c-1&tx_id=t9&reward=100&currency=1.25&reversal=&debug=&hash=X0-5QnCsQu6tUbBF9pLAsOzbWnE',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 'user_id=c-1&tx_id=tr7&reward=100&currency=0.73&hash=bqvMzpB-uGEyskjCUi_4Nk9IxW4',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'tr7', payout_micros: '730000' },
      tampered: ['currency=0.73', 'currency=7.30'],
    },
    {
      query: 'user_id=c-1&tx_id=tr7&reward=100&currency=0.73&debug=true&hash=DxEyleQ-BVPRwf_-JeDHYMpr1Hg',
      expected: { outcome: 'ignored' },
    },
    {
      query: 'user_id=c-1&tx_id=tr7&reward=-100&currency=-0.73&reversal=true&hash=AwRZveB96llRtQv4zePv-UKXqqw',
      expected: { kind: 'reverse' },
    },
    {
      query: 'user_id=c-1&tx_id=tr7&reward=100&currency=0.73&reversal=true&hash=ghOT9doxlYoi43fFhyqg7T4zWqk',
      expected: { kind: 'reverse', transaction_id: 'tr7' },
    },
  ],
});
