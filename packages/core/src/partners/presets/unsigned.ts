import type { NetworkPreset } from '@inaam/contracts/networks/networks';
import { othersCode, vendorPage } from '@inaam/contracts/networks/source';
import { named, ours, pathSecret, preset, rule, taken } from './base.ts';

/**
 * Networks that send a secret or nothing at all. An unguessable address, the click and a ceiling stand in for a
 * signature.
 */
export const unsignedPresets: NetworkPreset[] = [
  preset(
    'ogads',
    {
      name: 'OGAds',
      click_param: 'aff_sub',
      link_params: { aff_sub2: 'user_id' },
      params: named({ click_id: 'aff_sub', payout: 'payout' }),
      signing: pathSecret,
      status_map: { '': 'approve' },
      postback_query: 'aff_sub={aff_sub}&payout={payout}&offer_id={offer_id}',
    },
    {
      ...ours,
      notes: ['It sends no transaction id, so the click id is used and each click can convert only once.'],
      sources: [
        othersCode(
          'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (ogads)',
          'Macros {aff_sub4}, {offer_id}, {offer_name}, {session_ip}, {payout}',
        ),
      ],
      unconfirmed: ['Everything: we could not read the vendor’s own page.', 'That it sends no reversals.'],
    },
  ),
  preset(
    'cpalead',
    {
      name: 'CPAlead',
      click_param: 'subid',
      link_params: { subid2: 'user_id' },
      params: named({ click_id: 'subid', transaction_id: 'lead_id', payout: 'payout', goal_id: 'event_name' }),
      signing: { kind: 'token', in: 'param', name: 'password' },
      status_map: { '': 'approve' },
      source_addresses: ['34.69.179.33', '52.0.65.65'],
      postback_query: 'subid={subid}&lead_id={lead_id}&payout={payout}&event_name={event_name}&password={password}',
    },
    {
      secret: 'ours',
      secret_name: 'Postback password',
      notes: ['Set the same password in the network’s postback settings.'],
      sources: [
        vendorPage(
          'Postback documents, CPAlead',
          'https://www.cpalead.com/help/postback',
          'subid to subid3, lead_id, payout, event_name, event_payout, campaign_id, country_iso, password',
          '2026-11-02',
        ),
      ],
      unconfirmed: ['The IP addresses it calls from.', 'How often it retries.', 'That it sends no reversals.'],
    },
  ),
  preset(
    'adgate',
    {
      name: 'AdGate (Prodege)',
      click_param: 's2',
      link_params: { s1: 'user_id' },
      params: named({
        click_id: 's2',
        transaction_id: 'conversion_id',
        payout: 'payout',
        status: 'state',
        goal_id: 'event_id',
      }),
      signing: pathSecret,
      status_map: { approved: 'approve', pending: 'pending', rejected: 'reverse' },
      status_rules: [
        rule('ignore', { param: 'payout', zero: true }, { param: 'state', is: 'approved' }),
        rule('ignore', { param: 'payout', zero: true }, { param: 'state', is: 'pending' }),
      ],
      source_addresses: ['52.42.57.125', '104.130.7.162'],
      postback_query: 's1={s1}&s2={s2}&conversion_id={conversion_id}&payout={payout}&state={state}&event_id={event_id}',
    },
    {
      ...ours,
      notes: [
        'Reversals are sent only if the address contains {state}.',
        'With {event_id} in the address it also reports steps that pay nothing; we ignore these.',
      ],
      sources: [
        vendorPage(
          'Postback Information, Prodege docs',
          'https://docs.prodegeads.com/postbacks/postback-information',
          'state is approved, rejected or pending; without {state} no reversals; zero-pay events only with {event_id}; s1 is the user',
        ),
      ],
      unconfirmed: [
        'That s2 in the link comes back as {s2}.',
        'The IP addresses it calls from: Prodege has taken over AdGate.',
      ],
    },
  ),
  preset(
    'monlix',
    {
      name: 'Monlix',
      click_param: 'subId',
      link_params: { userId: 'user_id' },
      params: named({ click_id: 'subId', transaction_id: 'transactionId', payout: 'payout', status: 'status' }),
      signing: { kind: 'token', in: 'param', name: 'secretKey' },
      status_map: { '1': 'approve', '2': 'reverse' },
      replies: taken('OK'),
      postback_query:
        'userId={{userId}}&subId={{subId}}&transactionId={{transactionId}}&payout={{payout}}&status={{status}}&secretKey={{secretKey}}',
    },
    {
      secret: 'theirs',
      secret_name: 'Secret key',
      notes: [
        'It sends the secret key back in each call, as secretKey.',
        'Its macros need double braces; with single braces they are not filled in.',
      ],
      sources: [
        vendorPage(
          'Postback, Monlix docs',
          'https://docs.monlix.com/docs/postback',
          'Macros {{userId}}, {{transactionId}}, {{rewardValue}}, {{payout}} (USD), {{subId}}, {{status}} 1 valid, 2 chargeback, {{secretKey}}',
        ),
      ],
      unconfirmed: ['The reply it expects.', 'What the user id is called in its links.'],
    },
  ),
  preset(
    'mychips',
    {
      name: 'MyChips',
      click_param: 'user_id',
      params: named({ click_id: 'user_id', payout: 'payout', goal_id: 'event_id' }),
      signing: pathSecret,
      status_map: { '': 'approve' },
      // A rejected event was never paid; after a paid install, later steps pay us nothing.
      status_rules: [
        rule('ignore', { param: 'rejected_reason_id', present: true }),
        rule('ignore', { param: 'payout', zero: true }),
      ],
      source_addresses: [
        '168.63.37.145',
        '20.54.96.37',
        '13.70.194.104',
        '34.146.139.91',
        '34.54.234.115',
        '34.54.248.253',
        '34.64.93.62',
        '34.47.93.43',
        '34.84.180.208',
        '48.209.163.104',
        '4.207.193.125',
        '48.209.162.122',
      ],
      source_mode: 'enforce',
      postback_query: 'user_id={user_id}&payout={payout}&campaign_id={campaign_id}',
    },
    {
      ...ours,
      notes: [
        'Calls are not signed. Only calls from its own IP addresses are accepted.',
        'We do not know its transaction macro, so the click id is used and each click can convert only once.',
        'For rejected events, give it the same address with &rejected_reason_id={rejected_reason_id} added.',
        'Our click id is sent as the user id.',
      ],
      sources: [
        vendorPage(
          'Webhook S2S Postback, myChips docs',
          'https://docs.mychips.io/reward-handling/webhook-s2s-postback',
          'GET; macros {user_id}, {payout}; payout 0 after a paid install must not be rejected',
        ),
        vendorPage(
          'Validating the Webhook S2S, myChips docs',
          'https://docs.mychips.io/reward-handling/validating-the-webhook-s2s',
          'Twelve addresses, and nothing else, tell that a call is theirs',
        ),
        vendorPage(
          'Rejected S2S Webhook Postback, myChips docs',
          'https://docs.mychips.io/reward-handling/rejected-s2s-webhook-postback',
          'Rejected events have payout 0 and a rejected_reason_id',
        ),
      ],
      unconfirmed: ['The macros for the transaction and the event: your dashboard lists them.'],
    },
  ),
];
