import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, generatedSecret, paramNames, pathSecret, rule } from './define-network.ts';

export const mychips = defineNetwork('mychips', {
  settings: {
    name: 'MyChips',
    click_param: 'user_id',
    params: paramNames({ click_id: 'user_id', payout: 'payout', goal_id: 'event_id' }),
    signing: pathSecret,
    status_map: { '': 'approve' },
    // A rejected event was never paid, and steps after a paid install have no payout. So both are ignored.
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
  ...generatedSecret,
  notes: [
    'Postbacks are not signed. Only postbacks from MyChips’ own IP addresses are accepted.',
    'We do not know MyChips’ macro for the transaction. So the click id identifies it, and each click can convert only once.',
    'For rejected events, enter the postback URL a second time at MyChips, with &rejected_reason_id={rejected_reason_id} added.',
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
      'The only proof that a postback is genuine is its IP address, one of twelve',
    ),
    vendorPage(
      'Rejected S2S Webhook Postback, myChips docs',
      'https://docs.mychips.io/reward-handling/rejected-s2s-webhook-postback',
      'Rejected events have payout 0 and a rejected_reason_id',
    ),
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (mychips)',
      'Macros {user_id}, {campaign_id}, {session_ip}, {payout}, {user_payout_in_vc}; twelve IP addresses',
    ),
  ],
  unconfirmed: ['The macros for the transaction and the event: your dashboard lists them.'],
  postbackTemplate: {
    values: {
      '{user_id}': '{link:user_id}',
      '{payout}': '{payout}',
      '{campaign_id}': '9',
      '{campaign_name}': '',
      '{session_ip}': '',
    },
    kinds: { approve: {}, ignore: { '{payout}': '0' } },
  },
  examplePostbacks: [
    {
      documentedQuery: 'user_id={user_id}&payout={payout}&campaign_id={campaign_id}',
      query: 'user_id=c-1&payout=1.25&campaign_id=9',
      ip: '20.54.96.37',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 'click:c-1:',
        payout_micros: '1250000',
        currency: 'USD',
      },
    },
    {
      query: 'user_id=c-1&payout=1.10&campaign_id=9',
      ip: '20.54.96.37',
      expected: { kind: 'approve', click_id: 'c-1', unsigned: true },
    },
    { query: 'user_id=c-1&payout=0&campaign_id=9', ip: '20.54.96.37', expected: { outcome: 'ignored' } },
    { query: 'user_id=c-1&payout=0&rejected_reason_id=4', ip: '20.54.96.37', expected: { outcome: 'ignored' } },
    { query: 'user_id=c-1&payout=1.10&rejected_reason_id=4', ip: '20.54.96.37', expected: { outcome: 'ignored' } },
  ],
});
