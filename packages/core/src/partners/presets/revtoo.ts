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

export const revtoo = defineNetwork('revtoo', {
  settings: {
    name: 'Revtoo',
    click_param: 'subId',
    params_in: 'either',
    params: paramNames({ click_id: 'subId', transaction_id: 'transId', payout: 'payout', status: 'status' }),
    signing: md5RewardSignature,
    status_map: { '1': 'approve', '2': 'reverse' },
    status_rules: [rule('ignore', { param: 'debug', is: '1' }), rule('ignore', { param: 'debug', is: 'true' })],
    source_addresses: [
      '195.35.39.220',
      '2a02:4780:b:1270:0:2b97:5732:1',
      '2a02:4780:b:1270:0:2b97:5732:2',
      '2a02:4780:b:1234::19',
    ],
    replies: { ...acceptReplies('ok'), repeat: textReply('DUP') },
    postback_query: '',
  },
  ...networkSecret('Secret key'),
  notes: [
    'With POST, Revtoo sends all parameters automatically, as multipart/form-data. With GET, the postback URL must contain each parameter in {braces}.',
    'Postbacks with debug=1 are tests and are ignored.',
    'The hash does not cover the payout or the status.',
    'Our click id is sent as the user id.',
  ],
  sources: [
    vendorPage(
      'Postback Parameters, Revtoo docs',
      'https://docs.revtoo.com/s2s-postback/postback-parameters',
      'POST is multipart/form-data; status 1 credit, 2 chargeback; debug 1 test, 0 live',
    ),
    vendorPage(
      'Postback, AdRevMedia docs',
      'https://adrevmedia.gitbook.io/docs/postback',
      'The same wall software expects DUP for a repeat',
    ),
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (revtoo)',
      'The IP addresses it calls from',
    ),
    vendorPage(
      'Postback Security, Revtoo docs',
      'https://docs.revtoo.com/s2s-postback/postback-security',
      'MD5 of subId, transId, reward, secret; debug postbacks are not credited; reply ok within 30 seconds',
    ),
  ],
  unconfirmed: ['The IP addresses that Revtoo calls from.', 'That Revtoo accepts DUP for a repeat.'],
  postbackTemplate: {
    body: 'multipart',
    values: {
      subId: '{link:subId}',
      transId: '{transaction_id}',
      reward: '30',
      payout: '{payout}',
      status: '1',
      debug: '0',
    },
    kinds: { approve: {}, reverse: { status: '2' }, ignore: { debug: '1' } },
    requiresReplies: ['approved'],
  },
  examplePostbacks: [
    {
      documentedQuery: '',
      body: '--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="subId"\r\n\r\nc-1\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="transId"\r\n\r\nt9\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="reward"\r\n\r\n30\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="payout"\r\n\r\n1.25\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="status"\r\n\r\n1\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="debug"\r\n\r\n0\r\n--a-boundary-of-the-network\r\nContent-Disposition: form-data; name="signature"\r\n\r\n9ab4c64d45344b412b827dd362eb4abf\r\n--a-boundary-of-the-network--\r\n',
      contentType: 'multipart/form-data; boundary=a-boundary-of-the-network',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query:
        'subId=c-1&transId=REV-1&reward=500&payout=1.00&status=1&debug=0&signature=82da0d369fca18c61c6db6d03594ebeb',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'REV-1', payout_micros: '1000000' },
      tampered: ['transId=REV-1', 'transId=REV-2'],
    },
    {
      query:
        'subId=c-1&transId=REV-1&reward=500&payout=1.00&status=2&debug=0&signature=82da0d369fca18c61c6db6d03594ebeb',
      expected: { kind: 'reverse', transaction_id: 'REV-1' },
    },
    {
      query:
        'subId=c-1&transId=REV-1&reward=500&payout=1.00&status=1&debug=1&signature=82da0d369fca18c61c6db6d03594ebeb',
      expected: { outcome: 'ignored' },
    },
    {
      query:
        'subId=c-1&transId=REV-1&reward=500&payout=1.00&status=1&debug=true&signature=82da0d369fca18c61c6db6d03594ebeb',
      expected: { outcome: 'ignored' },
    },
  ],
});
