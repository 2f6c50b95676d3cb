import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { defineNetwork, emptyFieldMap, paramNames } from './define-network.ts';

export const cpalead = defineNetwork('cpalead', {
  settings: {
    name: 'CPAlead',
    click_param: 'subid',
    link_params: { subid2: 'user_id' },
    params: paramNames({ click_id: 'subid', transaction_id: 'lead_id', payout: 'payout', goal_id: 'event_name' }),
    signing: { kind: 'token', in: 'param', name: 'password' },
    status_map: { '': 'approve' },
    source_addresses: ['34.69.179.33', '52.0.65.65'],
    postback_query: 'subid={subid}&lead_id={lead_id}&payout={payout}&event_name={event_name}&password={password}',
  },
  secret: 'generated',
  secret_name: 'Postback password',
  notes: ['Set the generated password in CPAlead’s postback settings too.'],
  paste: {
    path: ['Postback', 'Configuration'],
    source: vendorPage(
      'Postback Documentation, CPAlead',
      'https://www.cpalead.com/en/postback/documentation',
      'The endpoint is added under Postback, Configuration',
      '2026-11-26',
    ),
  },
  sources: [
    vendorPage(
      'Postback documents, CPAlead',
      'https://www.cpalead.com/help/postback',
      'subid to subid3, lead_id, payout, event_name, event_payout, campaign_id, country_iso, password',
      '2026-11-02',
    ),
    thirdPartyCode(
      'MonkeyD-Core/Claimbits system/gateways/cpalead.php',
      'subid, campaign_id, lead_id, country_iso, payout, password; 52.0.65.65',
    ),
  ],
  unconfirmed: [
    'The IP addresses that CPAlead calls from.',
    'How often CPAlead resends a postback.',
    'That CPAlead sends no reversals.',
  ],
  feed: {
    label: 'CPAlead',
    settings: {
      url: 'https://www.cpalead.com/dashboard/reports/campaign_json.php',
      items: 'offers',
      fields: {
        ...emptyFieldMap,
        external_id: 'campid',
        title: 'title',
        description: 'description',
        url: 'link',
        payout: 'amount',
        currency: 'payout_currency',
        category: 'category_name',
        model: 'payout_type',
        countries: 'country',
        picture: 'previews.0.url',
      },
      category_map: { surveys: 'Survey', survey: 'Survey', games: 'Game', game: 'Game', shopping: 'Shopping' },
      default_category: 'App',
      model_map: { cpi: 'CPI', cpa: 'CPA', cpl: 'CPR' },
      default_model: 'CPA',
      auth: { kind: 'query', name: 'id' },
      query: {},
      schedule: null,
    },
    sources: [
      thirdPartyCode('Several public readers of campaign_json.php', 'The URL and the field names', '2026-11-02'),
    ],
    unconfirmed: ['The URL and the field names.', 'The names of the categories and payout types in the list.'],
  },
  postbackTemplate: {
    values: {
      '{subid}': '{link:subid}',
      '{lead_id}': '{transaction_id}',
      '{payout}': '{payout}',
      '{event_name}': '{goal_id}',
      '{campaign_id}': '77',
      '{country_iso}': 'IN',
    },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'subid={subid}&lead_id={lead_id}&payout={payout}&event_name={event_name}&campaign_id={campaign_id}&country_iso={country_iso}&password={password}',
      query:
        'subid=c-1&lead_id=t9&payout=1.25&event_name=Level%205&campaign_id=77&country_iso=IN&password=k3y-of-the-dashboard',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 't9',
        goal_id: 'Level 5',
        payout_micros: '1250000',
        currency: 'USD',
      },
    },
    {
      query: 'subid=c-1&lead_id=l1&payout=1.10&password=k3y-of-the-dashboard',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'l1', unsigned: true },
    },
  ],
});
