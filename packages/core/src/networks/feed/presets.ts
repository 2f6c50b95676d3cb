import type { FeedPreset } from '@inaam/contracts/networks/feed';

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
      },
      category_map: {},
      default_category: 'App',
      // Bits: install 1, action 2, PIN submit 4, video 8.
      model_map: { '1': 'CPI', '2': 'CPA', '4': 'CPA', '8': 'CPA' },
      default_model: 'CPA',
      auth: { kind: 'bearer' },
      query: { ip: '49.36.0.1', user_agent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36' },
    },
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
      },
      category_map: { surveys: 'Survey', survey: 'Survey', games: 'Game', game: 'Game', shopping: 'Shopping' },
      default_category: 'App',
      model_map: { cpi: 'CPI', cpa: 'CPA', cpl: 'CPR' },
      default_model: 'CPA',
      auth: { kind: 'query', name: 'id' },
      query: {},
    },
    unconfirmed: ['The address and the names of the fields.', 'Which words categories and payout types have.'],
  },
];
