import { thirdPartyCode, thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { acceptReplies, defineNetwork, digest, networkSecret, paramNames, rule, textReply } from './define-network.ts';

export const offertoro = defineNetwork('offertoro', {
  settings: {
    name: 'Torox (OfferToro)',
    click_param: 'user_id',
    params: paramNames({ click_id: 'user_id', transaction_id: 'id', payout: 'payout' }),
    signing: digest('md5', '{oid}-{user_id}-{secret}', 'sig'),
    status_map: { '': 'approve' },
    status_rules: [rule('reverse', { param: 'amount', negative: true })],
    source_addresses: ['54.175.173.245'],
    replies: { ...acceptReplies('1'), refused: textReply('0', 400), forged: textReply('0', 403) },
    postback_query: '',
  },
  ...networkSecret('Secret key'),
  notes: [
    'Torox adds its parameters to the postback URL itself, so paste the URL without any.',
    'A chargeback carries the id of the conversion it reverses, with a negative payout and amount.',
    'The hash covers neither the transaction nor the amount. The payout ceiling limits what a forged postback could claim.',
    'Our click id is sent as the user id.',
  ],
  sources: [
    vendorPage(
      'Postback, OfferToro docs',
      'https://www.offertoro.com/docs',
      'sig is the MD5 of oid-user_id-secret; id, oid, user_id, amount, payout are sent',
      '2026-11-02',
    ),
    thirdPartyCode(
      'MonkeyD-Core/Claimbits system/gateways/offertoro.php',
      'id, oid, user_id, amount, payout; sig is MD5(oid-user_id-secret); replies 1 and 0; 54.175.173.245',
    ),
    thirdPartyPage(
      'Three public integrations of Torox, collected notes',
      null,
      'A chargeback has the same id and a negative payout and amount; its parameters are added automatically, so pasted ones are sent twice',
      '2026-11-20',
    ),
  ],
  unconfirmed: ['The IP address that Torox calls from.', 'The replies that Torox expects.'],
  postbackTemplate: {
    replacesBraces: true,
    values: { id: '{transaction_id}', oid: '5', user_id: '{link:user_id}', amount: '30', payout: '{payout}' },
    kinds: { approve: {}, reverse: { amount: '-30', payout: '-{payout}' } },
    requiresReplies: ['approved'],
  },
  examplePostbacks: [
    {
      documentedQuery: '',
      query: 'id=t9&oid=5&user_id=c-1&amount=30&payout=1.25&sig=e369910096e0d04699e870f90555ce3a',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 'id=77&oid=5&user_id=c-1&payout=1.00&sig=e369910096e0d04699e870f90555ce3a',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: '77', payout_ceiling_paise: 500_000 },
      tampered: ['user_id=c-1', 'user_id=c-2'],
    },
    {
      query: 'id=77&oid=5&user_id=c-1&amount=-30&payout=-1.00&sig=e369910096e0d04699e870f90555ce3a',
      expected: { kind: 'reverse', transaction_id: '77' },
    },
    // The network appends parameters to a URL that already has them. Equal values count once; different values are
    // refused.
    {
      query: 'id=77&oid=5&user_id=c-1&payout=1.00&id=77&user_id=c-1&sig=e369910096e0d04699e870f90555ce3a',
      expected: { kind: 'approve', transaction_id: '77' },
    },
    {
      query: 'id=77&oid=5&user_id=c-1&payout=1.00&id=78&sig=e369910096e0d04699e870f90555ce3a',
      expected: { outcome: 'refused', reason: 'id has different values' },
    },
    {
      query: 'id=77&oid=5&user_id=c-1&amount=-30&payout=1.00&sig=e369910096e0d04699e870f90555ce3a',
      expected: { kind: 'reverse', transaction_id: '77' },
    },
  ],
});
