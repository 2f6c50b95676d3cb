import type { FeedPreset, FeedSettings } from '@inaam/contracts/networks/feed';
import { hearsay, othersCode, vendorPage } from '@inaam/contracts/networks/source';

/** What a field map begins with. */
const noFields = {
  description: null,
  payout: null,
  currency: null,
  category: null,
  model: null,
  countries: null,
  preview: null,
  instructions: null,
} satisfies Partial<FeedSettings['fields']>;

const plain = {
  category_map: {},
  default_category: 'App',
  model_map: {},
  default_model: 'CPA',
  auth: { kind: 'none' },
  query: {},
} satisfies Partial<FeedSettings>;

/** What an admin starts from; each is data alone. */
export const feedPresets: FeedPreset[] = [
  {
    id: 'ogads',
    label: 'Like OGAds',
    settings: {
      url: 'https://unlockcontent.net/api/v2',
      items: 'offers',
      fields: {
        external_id: 'offerid',
        title: 'name_short',
        description: 'adcopy',
        url: 'link',
        payout: 'payout',
        currency: null,
        category: null,
        model: 'ctype',
        countries: 'country',
        preview: 'picture',
        instructions: null,
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
      hearsay(
        'Six public integrations of OGAds, collected notes',
        null,
        'The address, Bearer, ip and user_agent, the names of the fields',
        '2026-11-02',
      ),
    ],
    unconfirmed: ['The address.', 'That ctype is a number.', 'That ip and user_agent decide which offers are listed.'],
  },
  {
    id: 'cpalead',
    label: 'Like CPAlead',
    settings: {
      url: 'https://www.cpalead.com/dashboard/reports/campaign_json.php',
      items: 'offers',
      fields: {
        external_id: 'campid',
        title: 'title',
        description: 'description',
        url: 'link',
        payout: 'amount',
        currency: 'payout_currency',
        category: 'category_name',
        model: 'payout_type',
        countries: 'country',
        preview: 'previews.0.url',
        instructions: null,
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
      othersCode(
        'Several public readers of campaign_json.php',
        'The address and the names of the fields',
        '2026-11-02',
      ),
    ],
    unconfirmed: ['The address and the names of the fields.', 'Which words categories and payout types have.'],
  },
  {
    id: 'ayet',
    label: 'ayeT-Studios, Static API',
    settings: {
      ...plain,
      url: 'https://www.ayetstudios.com/offers/get/YOUR-ADSLOT-ID',
      items: 'offers',
      fields: {
        ...noFields,
        external_id: 'id',
        title: 'name',
        description: 'description',
        url: 'tracking_link',
        payout: 'payout_usd',
        countries: 'countries',
        preview: 'icon',
        instructions: 'i18n.EN.conversion_instructions_long',
      },
      auth: { kind: 'query', name: 'apiKey' },
      // “must be called from your servers each 15-30 minutes”
      schedule: { every_minutes: 30, apply: 'ask' },
    },
    sources: [
      vendorPage(
        'Publisher API documentation, ayeT-Studios',
        'https://www.ayetstudios.com/openapi/publisher-doc',
        'A static list as JSON, to be asked for each 15 to 30 minutes',
      ),
      othersCode(
        'handleAyetTasksImport of a public rewards backend (its repository is not named by the index)',
        'offers/get/{adslot}?apiKey=; id, name, description, tracking_link, countries, icon, i18n.…conversion_instructions_long, tasks',
      ),
    ],
    unconfirmed: [
      'The name of the payout.',
      'The language of the instructions.',
      'Which words platforms and categories have.',
    ],
  },
  {
    id: 'bitlabs',
    label: 'BitLabs, Static Offer API',
    settings: {
      ...plain,
      url: 'https://api.bitlabs.ai/v2/publishers/offers',
      items: 'data.offers',
      fields: {
        ...noFields,
        external_id: 'id',
        title: 'anchor',
        description: 'description',
        url: 'click_url',
        payout: 'events.0.payout',
        category: 'app_metadata.categories.0',
        countries: 'geo_targeting.countries',
        preview: 'creatives.icon',
        instructions: 'requirements',
      },
      category_map: { games: 'Game', game: 'Game', shopping: 'Shopping' },
      auth: { kind: 'header', name: 'X-S2S-Token' },
      query: { limit: '1000' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      vendorPage(
        'Static Offer API, BitLabs developer docs',
        'https://developer.bitlabs.ai/docs/static-offer-api',
        'data.offers with id, anchor, description, requirements, click_url, creatives.icon, app_metadata.categories, events',
      ),
      othersCode(
        'handleBitlabsTasksImport of a public rewards backend (its repository is not named by the index)',
        'The header X-S2S-Token, limit and skip; geo_targeting.countries[].country_code; events[].payout',
      ),
    ],
    unconfirmed: [
      'That the first event is the one that pays.',
      'More than 1,000 offers: further pages are not asked for.',
    ],
  },
  {
    id: 'lootably',
    label: 'Lootably, Offers API',
    settings: {
      ...plain,
      url: 'https://api.lootably.com/api/v1/offers/get',
      items: 'data',
      fields: {
        ...noFields,
        external_id: 'offerID',
        title: 'name',
        description: 'description',
        url: 'link',
        payout: 'revenue',
        category: 'categories.0',
        countries: 'countries',
        preview: 'image',
      },
      category_map: { survey: 'Survey', app: 'App', game: 'Game' },
      auth: { kind: 'query', name: 'apiKey' },
      query: { placementID: 'YOUR-PLACEMENT-ID' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      othersCode(
        'Two public readers of api.lootably.com/api/v1/offers/get',
        'apiKey and placementID in the query; data[] with name, revenue, link, image, countries',
      ),
      othersCode(
        'handleLootablyTasksImport of a public rewards backend (its repository is not named by the index)',
        'offerID, name, description, image, link with {userID}, countries, categories, goals',
      ),
    ],
    unconfirmed: [
      'That version 1 is still answered: version 2 is asked by POST.',
      'An offer whose revenue is “variable” cannot be read.',
    ],
  },
  {
    id: 'kiwiwall',
    label: 'Kiwi Wall, get-offers',
    settings: {
      ...plain,
      url: 'https://www.kiwiwall.com/get-offers/YOUR-API-KEY/',
      items: 'offers',
      fields: {
        ...noFields,
        external_id: 'id',
        title: 'name',
        description: 'instructions',
        url: 'link',
        payout: 'amount',
        category: 'category',
        countries: 'country',
        preview: 'logo',
      },
      query: { s: '{user_id}' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      othersCode(
        'Several public readers of kiwiwall.com/get-offers',
        'The key is a part of the address; s is the person, country filters',
      ),
    ],
    unconfirmed: ['The names of the fields: fetch the list and look.', 'That the payout is in dollars.'],
  },
  {
    id: 'adgem',
    label: 'AdGem, Offer API',
    settings: {
      ...plain,
      url: 'https://api.adgem.com/v1/all/campaigns',
      items: 'data',
      fields: {
        ...noFields,
        external_id: 'id',
        title: 'name',
        description: 'description',
        url: 'tracking_url',
        payout: 'payout',
        category: 'category_1',
        countries: 'countries',
        preview: 'icon',
        instructions: 'instructions',
      },
      auth: { kind: 'query', name: 'token' },
      schedule: { every_minutes: 60, apply: 'ask' },
    },
    sources: [
      hearsay(
        'Collected notes on public integrations (AdGem’s offer API)',
        null,
        'A list of campaigns as JSON with a token',
        '2026-11-02',
      ),
    ],
    unconfirmed: ['The address and the names of the fields: the vendor’s page could not be read.'],
  },
];
