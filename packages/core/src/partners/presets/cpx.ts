import { thirdPartyCode, thirdPartyPage } from '@inaam/contracts/networks/source';
import { acceptReplies, defineNetwork, digest, networkSecret, paramNames } from './define-network.ts';

export const cpx = defineNetwork('cpx', {
  settings: {
    name: 'CPX Research',
    click_param: 'subid_1',
    link_params: { ext_user_id: 'user_id' },
    link_signing: {
      kind: 'hash',
      algorithm: 'md5',
      over: 'template',
      template: '{user_id}-{secret}',
      name: 'secure_hash',
      encoding: 'hex',
    },
    params: paramNames({ click_id: 'subid_1', transaction_id: 'trans_id', payout: 'amount_usd', status: 'status' }),
    signing: digest('md5', '{trans_id}-{secret}', 'hash'),
    status_map: { '1': 'approve', '2': 'reverse' },
    source_addresses: ['188.40.3.73', '157.90.97.92'],
    replies: acceptReplies('1'),
    postback_query:
      'status={status}&trans_id={trans_id}&user_id={user_id}&subid_1={subid_1}&amount_usd={amount_usd}&hash={secure_hash}',
  },
  ...networkSecret('App secure hash'),
  notes: [
    'A cancellation has the same trans_id, with status 2.',
    'The hash covers only the transaction, not the click, the amount or the status.',
    'Links are signed with the same secret: secure_hash is the MD5 of the user id, a hyphen and the secret.',
  ],
  sources: [
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (cpxresearch)',
      'Macros {user_id}, {amount_local}, {amount_usd}, {ip_click}, {offer_ID}',
    ),
    thirdPartyPage(
      'Collected notes on public integrations (CPX Research)',
      null,
      'Status 1 and 2 with the same trans_id; MD5 of trans_id-secret; entry link secure_hash = MD5(user-secret)',
      '2026-11-02',
    ),
    thirdPartyCode(
      'muosab2008-sys/0 system/gateways/cpx.php',
      'user_id, status (2 reverses), trans_id, amount_usd, amount_local; hash is MD5(trans_id-secret)',
    ),
  ],
  unconfirmed: [
    'The hash formula. Several are in use, so compare ours with the formula in your dashboard.',
    'The IP addresses that CPX Research calls from.',
    'The reply text that CPX Research expects.',
  ],
  postbackTemplate: {
    values: {
      '{status}': '1',
      '{trans_id}': '{transaction_id}',
      '{user_id}': '{link:ext_user_id}',
      '{subid_1}': '{link:subid_1}',
      '{amount_usd}': '{payout}',
      '{amount_local}': '30',
    },
    kinds: { approve: {}, reverse: { '{status}': '2' } },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'status={status}&trans_id={trans_id}&user_id={user_id}&subid_1={subid_1}&amount_usd={amount_usd}&hash={secure_hash}',
      query: 'status=1&trans_id=t9&user_id=u-5&subid_1=c-1&amount_usd=1.25&hash=9e106a0e733ae170886ddc8b9c08c74e',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_micros: '1250000', currency: 'USD' },
    },
    {
      query: 'status=1&trans_id=t9&subid_1=c-1&amount_usd=0.50&hash=9e106a0e733ae170886ddc8b9c08c74e',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 't9', payout_paise: 4400 },
      tampered: ['trans_id=t9', 'trans_id=t8'],
    },
    {
      query: 'status=2&trans_id=t9&subid_1=c-1&amount_usd=0.50&hash=9e106a0e733ae170886ddc8b9c08c74e',
      expected: { kind: 'reverse', transaction_id: 't9' },
    },
  ],
});
