import { thirdPartyCode, thirdPartyPage, vendorPage } from '@inaam/contracts/networks/source';
import { defaultFeed, defineNetwork, emptyFieldMap, networkSecret, paramNames, signUrlWith } from './define-network.ts';

export const adgem = defineNetwork('adgem', {
  settings: {
    name: 'AdGem',
    click_param: 'player_id',
    params: paramNames({
      click_id: 'player_id',
      transaction_id: 'transaction_id',
      payout: 'payout',
      goal_id: 'goal_name',
    }),
    signing: signUrlWith('sha256', 'verifier'),
    status_map: { '': 'approve' },
    source_addresses: ['18.191.5.158'],
    postback_query:
      'player_id={player_id}&transaction_id={transaction_id}&payout={payout}&amount={amount}&goal_name={goal_name}',
  },
  ...networkSecret('Postback key'),
  notes: [
    'AdGem shows the key only once, so keep it.',
    'The payout is read from `payout`, not from `amount`.',
    'Our click id is sent as the player id.',
  ],
  paste: {
    path: ['Properties & Apps', 'Options', 'Edit', 'Postback Options', 'Server Postback', 'Postback URL'],
    source: vendorPage(
      'Enabling Server Postback, AdGem docs',
      'https://docs.adgem.com/publisher-support/web-postback-setup',
      'The way to the fields Postback Key and Postback URL',
      '2026-11-26',
    ),
  },
  sources: [
    vendorPage(
      'Postback Setup (web), AdGem docs',
      'https://docs.adgem.com/publisher-support/web-postback-setup',
      'GET by default; values are raw-url-encoded; payout is what validates a reward; goal_name for multi-reward offers; the key is shown once',
    ),
    vendorPage(
      'Postback Setup (web integration), AdGem',
      'https://adgem.com/docs/web-integration/postback-setup/',
      'player_id, payout, amount, goal_name; raw-url-encoded; verifier over the whole URL',
    ),
    thirdPartyCode('MonkeyD-Core/Claimbits system/gateways/adgem.php', 'amount, payout, transaction are read'),
  ],
  unconfirmed: [
    'The IP address that AdGem calls from.',
    'How AdGem reports a reversal. We treat a negative payout as a reversal.',
  ],
  feed: {
    label: 'AdGem, Offer API',
    settings: {
      ...defaultFeed,
      url: 'https://api.adgem.com/v1/all/campaigns',
      items: 'data',
      fields: {
        ...emptyFieldMap,
        external_id: 'id',
        title: 'name',
        description: 'description',
        url: 'tracking_url',
        payout: 'payout',
        category: 'category_1',
        countries: 'countries',
        picture: 'icon',
        instructions: 'instructions',
      },
      auth: { kind: 'query', name: 'token' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      thirdPartyPage(
        'Collected notes on public integrations (AdGem’s offer API)',
        null,
        'A list of campaigns as JSON with a token',
        '2026-11-02',
      ),
    ],
    unconfirmed: ['The URL and the field names: we could not read the vendor’s page.'],
  },
  postbackTemplate: {
    values: {
      '{player_id}': '{link:player_id}',
      '{transaction_id}': '{transaction_id}',
      '{payout}': '{payout}',
      '{amount}': '210',
      '{goal_name}': '{goal_id}',
      '{offer_name}': 'Two words',
    },
    kinds: { approve: {} },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'player_id={player_id}&transaction_id={transaction_id}&payout={payout}&amount={amount}&goal_name={goal_name}&offer_name={offer_name}',
      query:
        'player_id=c-1&transaction_id=t9&payout=1.25&amount=210&goal_name=Level%205&offer_name=Two%20words&verifier=8a348580b7cd5834eb2386fc42fbd954b013bef3eacec346a39fe5aa183e0928',
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
      query:
        'player_id=c-1&transaction_id=a1&payout=2.10&amount=210&goal_name=Level%205&verifier=9443495e6ca757bba687ce95878f7937916a34aa18348ba6844fe61fe5e72fba',
      expected: {
        kind: 'approve',
        click_id: 'c-1',
        transaction_id: 'a1',
        goal_id: 'Level 5',
        payout_micros: '2100000',
      },
      tampered: ['payout=2.10', 'payout=21.0'],
    },
  ],
});
