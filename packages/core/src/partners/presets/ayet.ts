import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import { defaultFeed, defineNetwork, emptyFieldMap, networkSecret, paramNames, rule } from './define-network.ts';

export const ayet = defineNetwork('ayet', {
  settings: {
    name: 'ayeT-Studios',
    click_param: 'external_identifier',
    params: paramNames({
      click_id: 'external_identifier',
      transaction_id: 'transaction_id',
      payout: 'payout_usd',
      goal_id: 'task_uuid',
    }),
    signing: {
      kind: 'hmac',
      algorithm: 'sha256',
      over: 'sorted_query',
      rewrite: 'form',
      in: 'header',
      name: 'X-Ayetstudios-Security-Hash',
      encoding: 'hex',
    },
    status_map: { '': 'approve' },
    // The id of a chargeback is `r-` and the id of its conversion.
    status_rules: [
      rule('reverse', { param: 'is_chargeback', is: '1' }, { param: 'transaction_id', prefix: 'r-' }),
      rule('reverse', { param: 'is_chargeback', is: '1' }),
      rule('reverse', { param: 'transaction_id', prefix: 'r-' }),
    ],
    source_addresses: [
      '51.79.101.241',
      '158.69.185.134',
      '158.69.185.154',
      '35.165.166.40',
      '35.166.159.131',
      '52.40.3.140',
    ],
    postback_query:
      'transaction_id={transaction_id}&external_identifier={external_identifier}&payout_usd={payout_usd}&is_chargeback={is_chargeback}&task_uuid={task_uuid}',
  },
  ...networkSecret('Publisher API key'),
  notes: [
    'Chargebacks are sent only if “Enable Reversal Callbacks” is on for the placement.',
    'ayeT-Studios resends a postback 12 times within an hour unless the answer is 200.',
    'Our click id is sent as the user id.',
  ],
  paste: {
    path: ['Placements / Apps', 'Edit your placement', 'Callback URL'],
    source: vendorPage(
      'Adding your Callback URL, ayeT-Studios docs',
      'https://docs.ayetstudios.com/v/product-docs/callbacks-and-testing/callbacks/offerwall-callbacks',
      'Navigate to Placements / Apps, edit the placement, and set the Callback URL',
      '2026-11-26',
    ),
  },
  sources: [
    vendorPage(
      'Offerwall Callbacks, ayeT-Studios docs',
      'https://docs.ayetstudios.com/v/product-docs/callbacks-and-testing/callbacks/offerwall-callbacks',
      'Macros; 200 or 12 resends within an hour; a chargeback has is_chargeback=1 and an id that begins with r-',
    ),
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (ayetstudios)',
      'Macros {external_identifier}, {currency_amount}, {payout_usd}; six IP addresses',
    ),
    vendorPage(
      'Publisher API documentation, ayeT-Studios',
      'https://ayetstudios.com/openapi/publisher-doc',
      'The IP addresses changed on 2025-01-30; task_uuid is fixed for each task',
    ),
  ],
  unconfirmed: ['The IP addresses that ayeT-Studios calls from. They changed in January 2025.'],
  feed: {
    label: 'ayeT-Studios, Static API',
    settings: {
      ...defaultFeed,
      url: 'https://www.ayetstudios.com/offers/get/YOUR-ADSLOT-ID',
      items: 'offers',
      fields: {
        ...emptyFieldMap,
        external_id: 'id',
        title: 'name',
        description: 'description',
        url: 'tracking_link',
        payout: 'payout_usd',
        countries: 'countries',
        picture: 'icon',
        instructions: 'i18n.EN.conversion_instructions_long',
      },
      auth: { kind: 'query', name: 'apiKey' },
      // The vendor's page says: “must be called from your servers each 15-30 minutes”.
      schedule: { every_minutes: 30, apply: 'ask' },
    },
    sources: [
      vendorPage(
        'Publisher API documentation, ayeT-Studios',
        'https://www.ayetstudios.com/openapi/publisher-doc',
        'A static list as JSON, to be fetched every 15 to 30 minutes',
      ),
      thirdPartyCode(
        'handleAyetTasksImport of a public rewards backend (repository unknown)',
        'offers/get/{adslot}?apiKey=; id, name, description, tracking_link, countries, icon, i18n.…conversion_instructions_long, tasks',
      ),
    ],
    unconfirmed: [
      'The field name of the payout.',
      'The language of the instructions.',
      'The names of the platforms and categories in the list.',
    ],
  },
  postbackTemplate: {
    encoding: 'form',
    values: {
      '{transaction_id}': '{transaction_id}',
      '{external_identifier}': '{link:external_identifier}',
      '{payout_usd}': '{payout}',
      '{currency_amount}': '360',
      '{offer_name}': 'A Game~ more',
      '{task_uuid}': '{goal_id}',
      '{is_chargeback}': '0',
    },
    kinds: {
      approve: {},
      reverse: { '{transaction_id}': 'r-{transaction_id}', '{payout_usd}': '-{payout}', '{is_chargeback}': '1' },
    },
  },
  examplePostbacks: [
    {
      documentedQuery:
        'transaction_id={transaction_id}&external_identifier={external_identifier}&offer_name={offer_name}&task_uuid={task_uuid}&payout_usd={payout_usd}&is_chargeback={is_chargeback}',
      query:
        'transaction_id=t9&external_identifier=c-1&offer_name=A+Game%7E+more&task_uuid=Level+5&payout_usd=1.25&is_chargeback=0',
      headers: { 'x-ayetstudios-security-hash': 'fab62df514e5e1d8bec774f39b269268bec257473afb59ac05b5d7f9d33bbe76' },
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
      query: 'transaction_id=8ee08f&external_identifier=c-1&payout_usd=1.50&offer_name=A%20b~c',
      headers: { 'x-ayetstudios-security-hash': '3a94b05a8dfda9ded646be66a985c18e13fbdc22901c147c3bcad6118f92a7f6' },
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: '8ee08f', payout_micros: '1500000' },
      tampered: ['payout_usd=1.50', 'payout_usd=15.0'],
    },
    {
      query: 'transaction_id=r-8ee08f&external_identifier=c-1&payout_usd=-1.50&is_chargeback=1',
      headers: { 'x-ayetstudios-security-hash': '309891d778f3cf649f9a4e5e1f1292e537f95d74438e6821bb358d729aa782b6' },
      expected: { kind: 'reverse', transaction_id: '8ee08f' },
    },
    // The example of https://docs.ayetstudios.com. Its parameters are not sorted, and a space is `%20` instead of `+`.
    {
      query:
        'user_id=testuser123456&transaction_id=8ee08f32ae611231b0a49d1bd66e9bf193132561&offer_name=TEST%20OFFER&payout=1.50&amount=0.10&click_id=1234abcd5678021',
      headers: { 'x-ayetstudios-security-hash': '62a32725866780ada1dec3d62232645f2801e05a91df7b0202e9b780f804f04b' },
      example: {
        key: '9f2228fea0d8e7ce10b2ac36053db14c',
        settings: {
          params: paramNames({
            click_id: 'click_id',
            transaction_id: 'transaction_id',
            payout: 'payout',
            goal_id: 'task_uuid',
          }),
        },
      },
      expected: {
        kind: 'approve',
        click_id: '1234abcd5678021',
        transaction_id: '8ee08f32ae611231b0a49d1bd66e9bf193132561',
      },
      tampered: ['1.50', '9.50'],
    },
    {
      query: 'transaction_id=8ee08f&external_identifier=c-1&payout_usd=1.50&is_chargeback=1',
      headers: { 'x-ayetstudios-security-hash': '7d548bf35b0112993543d514cf742babbc10eeb24421b490782291d6bea6f1d1' },
      expected: { kind: 'reverse', transaction_id: '8ee08f' },
    },
    {
      query: 'transaction_id=r-8ee08f&external_identifier=c-1&payout_usd=1.50&is_chargeback=0',
      headers: { 'x-ayetstudios-security-hash': 'd72054b381387b8e59c49bed90e093d5e426feb379f65c036f9a1a6592d8aea9' },
      expected: { kind: 'reverse', transaction_id: '8ee08f' },
    },
  ],
});
