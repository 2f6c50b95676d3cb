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
        'For AdRevMedia, AdParagon, Tplayad, Revlum, AdswedMedia, Offer4Ads, AdwallX, BitsWall and similar walls.',
        'The hash does not cover the payout or the status.',
        'Our click id is sent as the user id.',
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
      unconfirmed: ['The reply text your wall expects.', 'The IP addresses it calls from.'],
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
        'A reversal has its own transId but the uuid of the conversion it reverses, so we use the uuid as the transaction.',
        'The hash covers only subId, transId and reward.',
      ],
      sources: [
        vendorPage(
          'Postback notifications, Wannads affiliates',
          'https://affiliates.wannads.com/documentation/postback_notifications',
          'subId, transId, reward, payout, signature, status 1/2, uuid (the click), subId2; amounts are absolute; MD5 of subId, transId, reward, secret',
        ),
      ],
      unconfirmed: ['That subId2 in the link comes back in the call.', 'The IP address it calls from.'],
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
        'With POST it sends every parameter by itself, as multipart/form-data. With GET, the address must name each one in {braces}.',
        'Calls with debug=1 are tests and are ignored.',
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
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (revtoo)',
          'The addresses that it calls from',
        ),
      ],
      unconfirmed: ['The IP addresses it calls from.', 'That it accepts DUP for a repeat.'],
    },
  ),
];
