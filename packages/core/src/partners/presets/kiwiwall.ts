import { thirdPartyCode } from '@inaam/contracts/networks/source';
import {
  acceptReplies,
  defaultFeed,
  defineNetwork,
  digest,
  emptyFieldMap,
  networkSecret,
  paramNames,
  textReply,
} from './define-network.ts';

export const kiwiwall = defineNetwork('kiwiwall', {
  settings: {
    name: 'Kiwi Wall',
    click_param: 's',
    params: paramNames({ click_id: 'sub_id', transaction_id: 'trans_id', payout: 'gross', status: 'status' }),
    signing: digest('md5', '{sub_id}:{amount}:{secret}', 'signature'),
    status_map: { '1': 'approve', '2': 'reverse' },
    source_addresses: ['34.193.235.172'],
    replies: { ...acceptReplies('1'), refused: textReply('0', 400), forged: textReply('0', 403) },
    postback_query:
      'status={status}&trans_id={trans_id}&sub_id={sub_id}&gross={gross}&amount={amount}&offer_id={offer_id}&signature={signature}',
  },
  ...networkSecret('Secret key'),
  notes: [
    '`gross` is in dollars, `amount` in points. Of these two, the signature covers only `amount`.',
    'Our click id is sent as the sub id.',
  ],
  sources: [
    thirdPartyCode(
      'Kiwiwall Integration Guide in the documents of a public rewards app (repository unknown)',
      'Macros status 1/2, trans_id, sub_id to sub_id_5, amount (points), gross (dollars), signature MD5(sub_id:amount:secret); 34.193.235.172',
    ),
    thirdPartyCode(
      'MonkeyD-Core/Claimbits system/gateways/kiwiwall.php',
      'status, trans_id, sub_id, gross, amount, signature = MD5(sub_id:amount:secret); replies 1 and 0; 34.193.235.172',
    ),
  ],
  unconfirmed: ['Everything: we could not read the vendor’s own page.'],
  feed: {
    label: 'Kiwi Wall, get-offers',
    settings: {
      ...defaultFeed,
      url: 'https://www.kiwiwall.com/get-offers/YOUR-API-KEY/',
      items: 'offers',
      fields: {
        ...emptyFieldMap,
        external_id: 'id',
        title: 'name',
        description: 'instructions',
        url: 'link',
        payout: 'amount',
        category: 'category',
        countries: 'country',
        picture: 'logo',
      },
      query: { s: '{user_id}' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      thirdPartyCode(
        'Several public programs that read kiwiwall.com/get-offers',
        'The key is a part of the URL; s names the user; country restricts the list to a country',
      ),
    ],
    unconfirmed: ['The field names: fetch the list and compare.', 'That the payout is in dollars.'],
  },
  postbackTemplate: {
    values: {
      '{status}': '1',
      '{trans_id}': '{transaction_id}',
      '{sub_id}': '{link:s}',
      '{gross}': '{payout}',
      '{amount}': '30',
      '{offer_id}': '9',
    },
    kinds: { approve: {}, reverse: { '{status}': '2' } },
    requiresReplies: ['approved'],
  },
  examplePostbacks: [
    {
      documentedQuery:
        'status={status}&trans_id={trans_id}&sub_id={sub_id}&gross={gross}&amount={amount}&signature={signature}',
      query: 'status=1&trans_id=t9&sub_id=c-1&gross=1.25&amount=30&signature=a3118c0cb25901bc4f280fdc0aacd650',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 'status=1&trans_id=k1&sub_id=c-1&gross=0.30&amount=30&signature=a3118c0cb25901bc4f280fdc0aacd650',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'k1', payout_micros: '300000' },
      tampered: ['amount=30', 'amount=300'],
    },
    {
      query: 'status=2&trans_id=k1&sub_id=c-1&gross=0.30&amount=30&signature=a3118c0cb25901bc4f280fdc0aacd650',
      expected: { kind: 'reverse', transaction_id: 'k1' },
    },
  ],
});
