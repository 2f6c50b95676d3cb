import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { othersCode, vendorPage } from '@inaam/contracts/networks/source';
import { digest, named, plain, preset, rule, taken, theirs } from './base.ts';

/** Walls of one common make: `subId`, `transId`, `reward`, and an MD5 of the three with the secret. */

const signing = digest('md5', '{subId}{transId}{reward}{secret}', 'signature');

export const whiteLabelPresets: NetworkPreset[] = [
  preset(
    'white-label-wall',
    {
      name: 'White-label wall',
      click_param: 'subId',
      params: named({
        click_id: 'subId',
        transaction_id: 'transId',
        payout: 'payout',
        status: 'status',
        goal_id: 'event_id',
      }),
      signing,
      // Amounts are absolute: only the status tells the direction.
      status_map: { '1': 'approve', '2': 'reverse' },
      status_rules: [rule('ignore', { param: 'debug', is: '1' })],
      replies: { ...taken('OK'), repeat: plain('DUP') },
      postback_query:
        'subId={subId}&transId={transId}&reward={reward}&payout={payout}&status={status}&event_id={event_id}&debug={debug}&signature={signature}',
    },
    {
      ...theirs('Secret key'),
      notes: [
        'AdRevMedia, AdParagon, Tplayad, Revlum, AdswedMedia, Offer4Ads, AdwallX, BitsWall and others of this kind.',
        'The payout and the status are not part of the hash.',
        'Our click id travels as the user id.',
      ],
      sources: [
        vendorPage(
          'Postback, AdRevMedia docs',
          'https://adrevmedia.gitbook.io/docs/postback',
          'Reward and payout are absolute; MD5 of subId, transId, reward, secret; reply OK, DUP for a repeat',
        ),
        vendorPage(
          'Postback, AdParagon documentation',
          'https://adparagon.io/documentation/postback',
          'status 1 adds, 2 subtracts; uuid is the click',
        ),
      ],
      unconfirmed: ['The reply text that your wall wants.', 'The addresses that it calls from.'],
    },
  ),
  preset(
    'wannads-classic',
    {
      name: 'Wannads, classic accounts',
      click_param: 'subId2',
      link_params: { subId: 'user_id' },
      // A reversal is a transaction of its own; what it has in common with what it reverses is the uuid.
      params: named({ click_id: 'subId2', transaction_id: 'uuid', payout: 'payout', status: 'status' }),
      signing,
      status_map: { '1': 'approve', '2': 'reverse' },
      source_addresses: ['3.22.177.178'],
      replies: taken('OK'),
      postback_query:
        'subId={subId}&subId2={subId2}&transId={transId}&uuid={uuid}&reward={reward}&payout={payout}&status={status}&signature={signature}',
    },
    {
      ...theirs('Secret key'),
      notes: [
        'A reversal has a transId of its own and the uuid of what it reverses, so the uuid is the transaction here.',
        'Of what counts only subId, transId and reward are part of the hash.',
      ],
      sources: [
        vendorPage(
          'Postback notifications, Wannads affiliates',
          'https://affiliates.wannads.com/documentation/postback_notifications',
          'subId, transId, reward, payout, signature, status 1/2, uuid (the click), subId2; amounts are absolute; MD5 of subId, transId, reward, secret',
        ),
      ],
      unconfirmed: ['That subId2 of the link comes back.', 'The address that it calls from.'],
    },
  ),
  preset(
    'revtoo',
    {
      name: 'Revtoo',
      click_param: 'subId',
      params_in: 'either',
      params: named({ click_id: 'subId', transaction_id: 'transId', payout: 'payout', status: 'status' }),
      signing,
      status_map: { '1': 'approve', '2': 'reverse' },
      status_rules: [rule('ignore', { param: 'debug', is: '1' }), rule('ignore', { param: 'debug', is: 'true' })],
      source_addresses: [
        '195.35.39.220',
        '2a02:4780:b:1270:0:2b97:5732:1',
        '2a02:4780:b:1270:0:2b97:5732:2',
        '2a02:4780:b:1234::19',
      ],
      replies: { ...taken('ok'), repeat: plain('DUP') },
      postback_query: '',
    },
    {
      ...theirs('Secret key'),
      notes: [
        'By POST it sends multipart/form-data and everything by itself; by GET the address has to name each parameter in {braces}.',
        'Calls with debug=1 are tests and count for nothing.',
        'The payout and the status are not part of the hash.',
        'Our click id travels as the user id.',
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
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (revtoo)',
          'The addresses that it calls from',
        ),
      ],
      unconfirmed: ['The addresses that it calls from.', 'That it takes DUP for a repeat.'],
    },
  ),
];
