import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { named, plain, preset, taken } from './base.ts';

/**
 * Networks of surveys. Sources: each vendor's postback documents as of 2026-11.
 * What those do not say is listed as `unconfirmed`.
 */
export const surveyPresets: NetworkPreset[] = [
  preset(
    'bitlabs',
    {
      name: 'BitLabs',
      click_param: 'uid',
      params: named({ click_id: 'uid', transaction_id: 'tx', payout: 'raw', status: 'state' }),
      signing: {
        kind: 'hmac',
        algorithm: 'sha1',
        over: 'url',
        rewrite: 'as_received',
        in: 'param',
        name: 'hash',
        encoding: 'hex',
      },
      // Pending, completed and reconciled offers share one transaction.
      status_map: { completed: 'approve', pending: 'pending', reconciled: 'reverse' },
      status_rules: [
        { when: [{ param: 'type', test: 'equals', value: 'screenout' }], kind: 'ignore' },
        { when: [{ param: 'type', test: 'equals', value: 'reconciliation' }], kind: 'reverse' },
        { when: [{ param: 'raw', test: 'negative', value: '' }], kind: 'reverse' },
        { when: [{ param: 'type', test: 'equals', value: 'complete' }], kind: 'approve' },
      ],
      postback_query: 'uid=[%UID%]&tx=[%TX%]&raw=[%RAW%]&state=[%OFFER_STATE%]&type=[%TYPE%]',
    },
    {
      secret: 'theirs',
      secret_name: 'App secret',
      notes: [
        'The network appends &hash= itself and signs the exact address: paste it as it is, and set the signed address where a proxy rewrites it.',
        'Our click id travels as the user id (uid).',
      ],
      unconfirmed: ['The spelling of the macros in your dashboard.', 'That your screenouts pay nothing.'],
    },
  ),
  preset(
    'cpx',
    {
      name: 'CPX Research',
      click_param: 'subid_1',
      params: named({ click_id: 'subid_1', transaction_id: 'trans_id', payout: 'amount_usd', status: 'status' }),
      signing: {
        kind: 'hash',
        algorithm: 'md5',
        template: '{trans_id}-{secret}',
        fields: 'decoded',
        in: 'param',
        name: 'hash',
        encoding: 'hex',
      },
      status_map: { '1': 'approve', '2': 'reverse' },
      source_addresses: ['188.40.3.73', '157.90.97.92'],
      // Only the transaction is signed.
      payout_ceiling: 500_000,
      replies: taken('1'),
      postback_query:
        'status={status}&trans_id={trans_id}&user_id={user_id}&subid_1={subid_1}&amount_usd={amount_usd}&hash={secure_hash}',
    },
    {
      secret: 'theirs',
      secret_name: 'App secure hash',
      notes: ['A cancellation has the same trans_id with status 2.', 'The amount is not part of the hash.'],
      unconfirmed: [
        'The hash formula: others are in use, compare with the dashboard.',
        'The addresses that it calls from.',
        'The reply text that it wants.',
      ],
    },
  ),
  preset(
    'theoremreach',
    {
      name: 'TheoremReach',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', transaction_id: 'tx_id', payout: 'currency' }),
      signing: {
        kind: 'hmac',
        algorithm: 'sha1',
        over: 'url',
        rewrite: 'as_received',
        in: 'param',
        name: 'hash',
        encoding: 'base64url',
      },
      status_map: { '': 'approve' },
      status_rules: [
        { when: [{ param: 'debug', test: 'equals', value: 'true' }], kind: 'ignore' },
        { when: [{ param: 'reversal', test: 'equals', value: 'true' }], kind: 'reverse' },
      ],
      replies: { ...taken('1'), forged: plain('0', 403) },
      postback_query: '',
    },
    {
      secret: 'theirs',
      secret_name: 'Secret key',
      notes: ['Test calls carry debug=true and are ignored.', 'The parameter `currency` is the amount in dollars.'],
      unconfirmed: [
        'The hash formula.',
        'Whether the transaction is called tx_id or transaction_id.',
        'The reply that it wants.',
      ],
    },
  ),
];
