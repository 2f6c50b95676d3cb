import { thirdPartyCode, vendorPage } from '@inaam/contracts/networks/source';
import {
  acceptReplies,
  defaultFeed,
  defineNetwork,
  digest,
  emptyFieldMap,
  networkSecret,
  paramNames,
} from './define-network.ts';

export const lootably = defineNetwork('lootably', {
  settings: {
    name: 'Lootably',
    click_param: 'userID',
    params: paramNames({
      click_id: 'userID',
      transaction_id: 'transactionID',
      payout: 'revenue',
      status: 'status',
      goal_id: 'goalID',
    }),
    signing: digest('sha256', '{userID}{ip}{revenue}{currencyReward}{secret}', 'hash'),
    status_map: { '1': 'approve', '0': 'reverse' },
    replies: acceptReplies('1'),
    postback_query:
      'userID={userID}&transactionID={transactionID}&ip={ip}&revenue={revenue}&currencyReward={currencyReward}&status={status}&goalID={goalID}&hash={hash}',
  },
  ...networkSecret('Postback secret'),
  notes: [
    'The hash does not cover the transaction or the status.',
    'Our click id is sent as the user id.',
    'The postback URL must use https.',
  ],
  sources: [
    vendorPage(
      'lootably-postback-hash, npm (Lootably’s own package)',
      'https://npmjs.com/package/lootably-postback-hash',
      'The hash is the SHA-256 of userID, ip, revenue, currencyReward and the postback secret',
    ),
    vendorPage(
      'Postbacks, Lootably documentation',
      'https://documentation.lootably.com/docs/postbacks',
      'Reply 1; status 1 credits, 0 reverses; goalID for multistep offers',
      '2026-11-02',
    ),
    thirdPartyCode(
      'muosab2008-sys/0 system/gateways/lootably.php',
      'status 1 credits; hash is the SHA-256 of user, ip, revenue, reward, secret; replies 1 and 0',
    ),
    thirdPartyCode(
      'raseldev99/pondcash app/Http/Controllers/Postback/PostbackController.php (lootably)',
      'Macros {userID}, {offerID}, {currencyReward}, {ip}, {revenue}',
    ),
  ],
  unconfirmed: ['The IP addresses that Lootably calls from.'],
  feed: {
    label: 'Lootably, Offers API',
    settings: {
      ...defaultFeed,
      url: 'https://api.lootably.com/api/v1/offers/get',
      items: 'data',
      fields: {
        ...emptyFieldMap,
        external_id: 'offerID',
        title: 'name',
        description: 'description',
        url: 'link',
        payout: 'revenue',
        category: 'categories.0',
        countries: 'countries',
        picture: 'image',
      },
      category_map: { survey: 'Survey', app: 'App', game: 'Game' },
      auth: { kind: 'query', name: 'apiKey' },
      query: { placementID: 'YOUR-PLACEMENT-ID' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      thirdPartyCode(
        'Two public readers of api.lootably.com/api/v1/offers/get',
        'apiKey and placementID in the query; data[] with name, revenue, link, image, countries',
      ),
      thirdPartyCode(
        'handleLootablyTasksImport of a public rewards backend (repository unknown)',
        'offerID, name, description, image, link with {userID}, countries, categories, goals',
      ),
    ],
    unconfirmed: [
      'That version 1 still works (version 2 needs POST).',
      'Offers with “variable” revenue. We cannot read these offers.',
    ],
  },
  postbackTemplate: {
    values: {
      '{userID}': '{link:userID}',
      '{transactionID}': '{transaction_id}',
      '{ip}': '192.0.2.1',
      '{revenue}': '{payout}',
      '{currencyReward}': '50',
      '{goalID}': '{goal_id}',
      '{status}': '1',
      '{offerID}': '',
    },
    kinds: { approve: {}, reverse: { '{status}': '0' } },
    requiresReplies: ['approved'],
  },
  examplePostbacks: [
    {
      documentedQuery:
        'userID={userID}&transactionID={transactionID}&ip={ip}&revenue={revenue}&currencyReward={currencyReward}&goalID={goalID}&status={status}&hash={hash}',
      query:
        'userID=c-1&transactionID=t9&ip=192.0.2.1&revenue=1.25&currencyReward=50&goalID=Level%205&status=1&hash=2eb2641afb9961b1d82d62fa971b1cc29930af64b65cdb9dcec46b5d37f10523',
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
        'userID=c-1&transactionID=L1&ip=192.0.2.1&revenue=0.5&currencyReward=50&status=1&goalID=g&hash=82a43f0792a7282fb4b5681c10cdd55958a298d2bcbc5074f0aadc6d7ff72dba',
      expected: { kind: 'approve', click_id: 'c-1', transaction_id: 'L1', goal_id: 'g', payout_micros: '500000' },
      tampered: ['revenue=0.5', 'revenue=5.0'],
    },
    {
      query:
        'userID=c-1&transactionID=L1&ip=192.0.2.1&revenue=0.5&currencyReward=50&status=0&hash=82a43f0792a7282fb4b5681c10cdd55958a298d2bcbc5074f0aadc6d7ff72dba',
      expected: { kind: 'reverse' },
    },
  ],
});
