import { thirdPartyCode } from '@inaam/contracts/networks/source';
import { acceptReplies, defineNetwork, digest, networkSecret, paramNames } from './define-network.ts';

export const timewall = defineNetwork('timewall', {
  settings: {
    name: 'TimeWall',
    click_param: 'uid',
    params: paramNames({ click_id: 'userID', transaction_id: 'transactionID', payout: 'revenue', status: 'type' }),
    signing: digest('sha256', '{userID}{revenue}{secret}', 'hash'),
    status_map: { credit: 'approve', chargeback: 'reverse' },
    replies: acceptReplies('OK'),
    postback_query:
      'userID={userID}&transactionID={transactionID}&revenue={revenue}&currencyAmount={currencyAmount}&type={type}&hash={hash}',
  },
  ...networkSecret('Secret key'),
  notes: ['The hash covers neither the transaction nor the type.', 'Our click id is sent as the user id.'],
  sources: [
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php',
      'Macros {userID}, {transactionID}, {currencyAmount}, {revenue}',
    ),
    thirdPartyCode(
      'muosab2008-sys/0 system/gateways/timewall.php',
      'transaction, user_id, reward, revenue; hash is the SHA-256 of user_id, revenue, secret',
    ),
    thirdPartyCode('Several public wall pages (search for timewall.io/users/login)', 'uid of the link is the user'),
  ],
  unconfirmed: [
    'Everything: we could not read the vendor’s own page.',
    'Whether a chargeback carries the id of the conversion it reverses.',
  ],
  postbackTemplate: {
    values: {
      '{userID}': '{link:uid}',
      '{transactionID}': '{transaction_id}',
      '{revenue}': '{payout}',
      '{currencyAmount}': '30',
      '{type}': 'credit',
    },
    kinds: { approve: {}, reverse: { '{type}': 'chargeback', '{revenue}': '-{payout}' } },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'userID={userID}&transactionID={transactionID}&revenue={revenue}&currencyAmount={currencyAmount}&type={type}&hash={hash}',
      query:
        'userID=c-1&transactionID=t9&revenue=1.25&currencyAmount=30&type=credit&hash=f246f1844269ba083e0bbaea516f60f29f5f89aa0e08e122e95f8d9c9dcb3c02',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query:
        'userID=c-1&transactionID=t1&revenue=0.30&currencyAmount=30&type=credit&hash=03f82fb0bb6ae1e4acdb39bd3adcab26d941ae1df73c625fa9ba45b67a9b062e',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't1', payout_micros: '300000' },
      tampered: ['revenue=0.30', 'revenue=3.00'],
    },
    {
      query:
        'userID=c-1&transactionID=t1&revenue=-0.30&type=chargeback&hash=07bb720767938c6081f279c6661faa412d446d9770304fe2ce34878a9b96dc9f',
      expected: { kind: 'reverse', transaction_id: 't1' },
    },
    {
      query:
        'userID=c-1&transactionID=t1&revenue=0.30&currencyAmount=30&type=chargeback&hash=03f82fb0bb6ae1e4acdb39bd3adcab26d941ae1df73c625fa9ba45b67a9b062e',
      expected: { kind: 'reverse', transaction_id: 't1' },
    },
  ],
});
