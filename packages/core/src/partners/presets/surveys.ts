import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { hearsay, othersCode, vendorPage } from '@inaam/contracts/networks/source';
import { digest, named, overUrl, plain, preset, rule, taken, theirs } from './base.ts';

/** Networks of surveys, and rewarded ads. Each names its sources; what no document says is `unconfirmed`. */
export const surveyPresets: NetworkPreset[] = [
  preset(
    'bitlabs',
    {
      name: 'BitLabs',
      click_param: 'uid',
      params: named({
        click_id: 'uid',
        transaction_id: 'tx',
        payout: 'raw',
        status: 'state',
        goal_id: 'task',
        parent_id: 'ref',
      }),
      signing: overUrl('sha1', 'hash'),
      status_map: { completed: 'approve', pending: 'pending', reconciled: 'reverse' },
      // The state wins over the type. What is completed at nothing is a step of an offer: an install, a start bonus.
      status_rules: [
        rule('reverse', { param: 'state', is: 'RECONCILED' }),
        rule('pending', { param: 'state', is: 'PENDING' }),
        rule('reverse', { param: 'magic_receipt_state', is: 'RECONCILED' }),
        rule('reverse', { param: 'magic_receipt_state', is: 'REJECTED' }),
        rule('pending', { param: 'magic_receipt_state', is: 'PENDING' }),
        rule('pending', { param: 'magic_receipt_state', is: 'REVIEWING' }),
        rule('reverse', { param: 'type', is: 'RECONCILIATION' }),
        rule('ignore', { param: 'type', is: 'START_BONUS' }),
        rule('ignore', { param: 'type', is: 'SCREENOUT' }),
        rule('reverse', { param: 'raw', negative: true }),
        rule('ignore', { param: 'raw', zero: true }),
        rule('approve', { param: 'state', is: 'COMPLETED' }),
        rule('approve', { param: 'magic_receipt_state', is: 'COMPLETED' }),
        rule('approve', { param: 'state', is: '' }, { param: 'type', is: 'COMPLETE' }),
        // NONE is what a callback says whose states are switched off: the call itself is the completion.
        rule('approve', { param: 'state', is: 'NONE' }, { param: 'type', is: 'COMPLETE' }),
        rule('approve', { param: 'state', is: 'NONE' }, { param: 'type', is: '' }),
      ],
      source_addresses: ['20.76.54.40/29'],
      postback_query:
        'uid=[%UID%]&tx=[%TX%]&raw=[%RAW%]&ref=[%REF%]&state=[%OFFER_STATE%]&type=[%TYPE%]&task=[%TASK_ID%]',
    },
    {
      ...theirs('App secret'),
      notes: [
        'The network adds &hash= itself and signs the exact address, so paste it unchanged. If a proxy rewrites the address, set the signed address too.',
        'A survey reconciliation has its own id and names the conversion it reverses in ref, so keep ref in the address.',
        'For Magic Receipts, turn on stateful callbacks and add magic_receipt_state to the address.',
        'Our click id is sent as the user id (uid).',
      ],
      sources: [
        vendorPage(
          'Callback parameters, BitLabs developer docs',
          'https://developer.bitlabs.ai/docs/callback-parameters',
          'Macros; OFFER_STATE is NONE by default; TYPE is COMPLETE, SCREENOUT, RECONCILIATION, START_BONUS; REF looks up the completion; &hash= is the HMAC-SHA1 of the whole address',
        ),
        vendorPage(
          'Magic Receipt callbacks, BitLabs developer docs',
          'https://developer.bitlabs.ai/docs/stateful-magic-receipt-callbacks',
          'magic_receipt_state is PENDING, REVIEWING, RECONCILED, COMPLETED',
        ),
      ],
      unconfirmed: [
        'How macros are spelled in your dashboard: newer ones use [%USER:ID%].',
        'That screenouts pay you nothing.',
        'The IP addresses it calls from.',
      ],
    },
  ),
  preset(
    'cpx',
    {
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
      params: named({ click_id: 'subid_1', transaction_id: 'trans_id', payout: 'amount_usd', status: 'status' }),
      signing: digest('md5', '{trans_id}-{secret}', 'hash'),
      status_map: { '1': 'approve', '2': 'reverse' },
      source_addresses: ['188.40.3.73', '157.90.97.92'],
      replies: taken('1'),
      postback_query:
        'status={status}&trans_id={trans_id}&user_id={user_id}&subid_1={subid_1}&amount_usd={amount_usd}&hash={secure_hash}',
    },
    {
      ...theirs('App secure hash'),
      notes: [
        'A cancellation has the same trans_id, with status 2.',
        'The hash covers only the transaction, not the click, the amount or the status.',
        'Links are signed with the same secret: secure_hash is the MD5 of the user id, a hyphen and the secret.',
      ],
      sources: [
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (cpxresearch)',
          'Macros {user_id}, {amount_local}, {amount_usd}, {ip_click}, {offer_ID}',
        ),
        hearsay(
          'Collected notes on public integrations (CPX Research)',
          null,
          'Status 1 and 2 with the same trans_id; MD5 of trans_id-secret; entry link secure_hash = MD5(user-secret)',
          '2026-11-02',
        ),
      ],
      unconfirmed: [
        'The hash formula: several are in use, so compare it with the one in your dashboard.',
        'The IP addresses it calls from.',
        'The reply text it expects.',
      ],
    },
  ),
  preset(
    'theoremreach',
    {
      name: 'TheoremReach',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', transaction_id: 'tx_id', payout: 'currency' }),
      signing: overUrl('sha1', 'hash', 'base64url'),
      status_map: { '': 'approve' },
      status_rules: [
        rule('ignore', { param: 'debug', is: 'true' }),
        rule('reverse', { param: 'reversal', is: 'true' }),
      ],
      replies: { ...taken('1'), forged: plain('0', 403) },
      postback_query: '',
    },
    {
      ...theirs('Secret key'),
      notes: [
        'Test calls carry debug=true, and we ignore them.',
        '`currency` holds the amount in dollars.',
        'Its entry links can be signed with an HMAC of the address: choose this under how links are signed.',
        'Our click id is sent as the user id.',
      ],
      sources: [
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (theoremreach)',
          'user_id, reward, currency (dollars), debug for tests',
        ),
      ],
      unconfirmed: [
        'The hash formula.',
        'Whether the transaction is called tx_id or transaction_id.',
        'The reply it expects.',
        'How its entry links are signed.',
      ],
    },
  ),
  preset(
    'pollfish',
    {
      name: 'Pollfish',
      click_param: 'request_uuid',
      params: named({ click_id: 'request_uuid', transaction_id: 'tx_id', status: 'status' }),
      signing: {
        kind: 'hmac',
        algorithm: 'sha1',
        over: 'template',
        rewrite: 'as_received',
        template: '{cpa}:{device_id}:{request_uuid}:{reward_name}:{reward_value}:{status}:{reason}:{timestamp}:{tx_id}',
        fields: 'decoded',
        in: 'param',
        name: 'signature',
        encoding: 'base64',
      },
      status_map: { eligible: 'approve', 'not eligible': 'ignore', noteligible: 'ignore' },
      status_rules: [rule('ignore', { param: 'debug', is: 'true' })],
      timestamp: { param: 'timestamp', tolerance_seconds: 7 * 86_400 },
      postback_query:
        'cpa=[[cpa]]&device_id=[[device_id]]&request_uuid=[[request_uuid]]&reward_name=[[reward_name]]&reward_value=[[reward_value]]&status=[[status]]&reason=[[reason]]&timestamp=[[timestamp]]&tx_id=[[tx_id]]&debug=[[debug]]&signature=[[signature]]',
    },
    {
      ...theirs('Account secret key'),
      notes: [
        '`cpa` is in cents, so the payout set for the offer is used instead.',
        'Our click id is sent as request_uuid.',
      ],
      sources: [
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (pollfish)',
          'Macros in double square brackets: [[request_uuid]], [[tx_id]], [[reward_value]], [[cpa]]',
        ),
      ],
      unconfirmed: ['Everything: we could not read the vendor’s own page.', 'All status words other than “eligible”.'],
    },
  ),
  preset(
    'admob',
    {
      name: 'AdMob rewarded ads',
      click_param: 'custom_data',
      link_params: {},
      params: named({ click_id: 'custom_data', transaction_id: 'transaction_id' }),
      signing: {
        kind: 'ecdsa',
        keys_url: 'https://www.gstatic.com/admob/reward/verifier-keys.json',
        name: 'signature',
        key_param: 'key_id',
        encoding: 'base64url',
      },
      status_map: { '': 'approve' },
      timestamp: { param: 'timestamp', tolerance_seconds: 86_400 },
      postback_query: '',
    },
    {
      secret: 'ours',
      secret_name: 'None: its public keys are fetched',
      notes: [
        'The app passes our click id as the ad’s custom data.',
        'Calls carry no money, so the payout set for the offer is used.',
        'We fetch the public keys from Google and keep them for a day.',
      ],
      sources: [
        vendorPage(
          'Server-side verification callbacks, Google AdMob (iOS)',
          'https://developers.google.com/admob/ios/ssv',
          'Parameters in the order of the alphabet, then signature and key_id; the keys’ address; custom_data, transaction_id, timestamp in milliseconds',
        ),
      ],
      unconfirmed: [],
    },
  ),
];
