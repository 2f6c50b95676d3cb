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

export const notik = defineNetwork('notik', {
  settings: {
    name: 'Notik',
    click_param: 'user_id',
    params: paramNames({ click_id: 'user_id', transaction_id: 'txn_id', payout: 'payout' }),
    signing: signUrlWith('sha1', 'hash'),
    status_map: { '': 'approve' },
    status_rules: [rule('reverse', { param: 'amount', negative: true })],
    replies: { ...acceptReplies('1'), refused: textReply('0', 400), forged: textReply('0', 403) },
    postback_query: '',
  },
  ...networkSecret('Secret key'),
  notes: [
    'Notik adds its parameters to the postback URL itself, so paste the URL without any.',
    'The hash is the last parameter and covers the whole URL before it.',
    'A chargeback carries the transaction id of the conversion it reverses, with a negative amount.',
    'Our click id is sent as the user id.',
  ],
  sources: [
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (notik)',
      'user_id, amount, payout, offer_id, offer_name, txn_id, conversion_ip are sent automatically',
    ),
    thirdPartyCode(
      'muosab2008-sys/0 system/gateways/notik.php',
      'user_id, payout, amount, txn_id; hash is the last, HMAC-SHA1 of the URL before &hash=; replies 1 and 0',
    ),
    thirdPartyCode('johnbulau/asfa system/gateways/notik.php', 'The same parameters and hash'),
  ],
  unconfirmed: ['Everything: we could not read the vendor’s own page.', 'The hash formula. Several are in use.'],
  postbackTemplate: {
    values: {
      user_id: '{link:user_id}',
      amount: '30',
      payout: '{payout}',
      offer_id: '9',
      offer_name: 'Two words',
      txn_id: '{transaction_id}',
      conversion_ip: '192.0.2.1',
    },
    kinds: { approve: {}, reverse: { amount: '-30', payout: '-{payout}' } },
    requiresReplies: ['approved'],
  },
  examplePostbacks: [
    {
      documentedQuery: '',
      query:
        'user_id=c-1&amount=30&payout=1.25&offer_id=9&offer_name=Two%20words&txn_id=t9&conversion_ip=192.0.2.1&hash=507f8b9899441dea7b745c0185ff8aad1c30685d',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 'user_id=c-1&amount=30&payout=0.30&txn_id=n1&hash=d1ab72ca3a61598c91e648dab6f86f2fff162258',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'n1', payout_micros: '300000' },
      tampered: ['payout=0.30', 'payout=3.00'],
    },
    {
      query: 'user_id=c-1&amount=-30&payout=-0.30&txn_id=n1&hash=f4484b9268fcf6ec204324ac6fc7bd7656c5b05d',
      expected: { kind: 'reverse', transaction_id: 'n1' },
    },
    {
      query: 'user_id=c-1&amount=-30&payout=0.30&txn_id=n1&hash=58b0788c96bec899917e32133689b474ed75c1e4',
      expected: { kind: 'reverse', transaction_id: 'n1' },
    },
  ],
});
