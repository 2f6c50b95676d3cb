import { thirdPartyCode, thirdPartyPage } from '@inaam/contracts/networks/source';
import { defineNetwork, emptyFieldMap, generatedSecret, paramNames, pathSecret } from './define-network.ts';

export const ogads = defineNetwork('ogads', {
  settings: {
    name: 'OGAds',
    click_param: 'aff_sub',
    link_params: { aff_sub2: 'user_id' },
    params: paramNames({ click_id: 'aff_sub', payout: 'payout' }),
    signing: pathSecret,
    status_map: { '': 'approve' },
    postback_query: 'aff_sub={aff_sub}&payout={payout}&offer_id={offer_id}',
  },
  ...generatedSecret,
  notes: [
    'OGAds sends no transaction id. So the click id identifies the transaction, and each click can convert only once.',
  ],
  sources: [
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (ogads)',
      'Macros {aff_sub4}, {offer_id}, {offer_name}, {session_ip}, {payout}',
    ),
    thirdPartyPage(
      'Six public integrations of OGAds, collected notes',
      null,
      'offer_id, offer_name, affiliate_id, payout, session_ip, aff_sub to aff_sub5; no transaction',
      '2026-11-02',
    ),
  ],
  unconfirmed: ['Everything: we could not read the vendor’s own page.', 'That OGAds sends no reversals.'],
  feed: {
    label: 'OGAds',
    settings: {
      url: 'https://unlockcontent.net/api/v2',
      items: 'offers',
      fields: {
        ...emptyFieldMap,
        external_id: 'offerid',
        title: 'name_short',
        description: 'adcopy',
        url: 'link',
        payout: 'payout',
        model: 'ctype',
        countries: 'country',
        picture: 'picture',
      },
      category_map: {},
      default_category: 'App',
      // Bits: install 1, action 2, PIN submit 4, video 8.
      model_map: { '1': 'CPI', '2': 'CPA', '4': 'CPA', '8': 'CPA' },
      default_model: 'CPA',
      auth: { kind: 'bearer' },
      query: { ip: '49.36.0.1', user_agent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36' },
      schedule: null,
    },
    sources: [
      thirdPartyPage(
        'Six public integrations of OGAds, collected notes',
        null,
        'The URL, Bearer, ip and user_agent, the field names',
        '2026-11-02',
      ),
    ],
    unconfirmed: ['The URL.', 'That ctype is a number.', 'That ip and user_agent decide which offers are listed.'],
  },
  postbackTemplate: {
    values: { '{aff_sub}': '{link:aff_sub}', '{payout}': '{payout}', '{offer_id}': '9', '{session_ip}': '192.0.2.1' },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      documentedQuery: 'aff_sub={aff_sub}&payout={payout}&offer_id={offer_id}&session_ip={session_ip}',
      query: 'aff_sub=c-1&payout=1.25&offer_id=9&session_ip=192.0.2.1',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 'click:c-1:',
        payout_micros: '1250000',
        currency: 'USD',
      },
    },
    {
      query: 'aff_sub=c-1&payout=1.10&offer_id=9',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'click:c-1:', unsigned: true },
    },
  ],
});
