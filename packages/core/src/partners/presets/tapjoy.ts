import { vendorPage } from '@inaam/contracts/networks/source';
import { acceptReplies, defineNetwork, digest, networkSecret, paramNames, textReply } from './define-network.ts';

export const tapjoy = defineNetwork('tapjoy', {
  settings: {
    name: 'Tapjoy',
    click_param: 'snuid',
    params: paramNames({ click_id: 'snuid', transaction_id: 'id' }),
    signing: digest('md5', '{id}:{snuid}:{currency}:{secret}', 'verifier'),
    status_map: { '': 'approve' },
    // Tapjoy resends a postback every five minutes for four days unless the reply is 200 or 403.
    replies: {
      ...acceptReplies('OK'),
      unknown_click: textReply('unknown user', 403),
      refused: textReply('refused', 403),
    },
    postback_query: '',
  },
  ...networkSecret('Virtual currency secret key'),
  notes: [
    'Postbacks carry points, not money, so the payout set for the offer is used.',
    'Tapjoy sends no reversals.',
    'Tapjoy has no sub id, so our click id is sent as the user id.',
  ],
  sources: [
    vendorPage(
      'Self-managed currency, Unity docs',
      'https://docs.unity.com/en-us/tapjoy',
      'verifier is the MD5 of id:snuid:currency:secret; 200 grants, 403 stops, after any other reply it is resent for four days',
      '2026-11-02',
    ),
    vendorPage(
      'Self-managed currency, Tapjoy developers',
      'https://dev.tapjoy.com/',
      'verifier over id:snuid:currency:secret; 403 stops the resends; "001234" is not "1234"',
      '2026-11-02',
    ),
  ],
  unconfirmed: [],
  postbackTemplate: {
    values: { snuid: '{link:snuid}', currency: '10', id: '{transaction_id}' },
    kinds: { approve: {} },
    requiresReplies: ['unknown_click'],
  },
  examplePostbacks: [
    {
      documentedQuery: '',
      query: 'snuid=c-1&currency=10&id=t9&verifier=de6bd1808a23fc4f4b6c95a874cee366',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', currency: 'USD' },
    },
    // Leading zeros belong to the id: "001234" is not "1234".
    {
      query: 'snuid=c-1&id=001234&currency=10&verifier=82062395ad98b542d5221342cbab676d',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: '001234', payout_paise: null },
      tampered: ['id=001234', 'id=1234'],
    },
  ],
});
