import type { FeedSettings } from '@inaam/contracts/networks/feed';

/** The sandbox's offer feed, in OGAds' format. */
export const sandboxFeed = (sandboxOrigin: string): FeedSettings => ({
  url: `${sandboxOrigin}/feeds/ogads`,
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
    instructions: 'instructions',
    events: null,
    event_id: null,
    event_name: null,
    event_payout: null,
    preview: null,
    picture: 'picture',
  },
  category_map: {},
  default_category: 'App',
  model_map: { '1': 'CPI', '2': 'CPA' },
  default_model: 'CPA',
  auth: { kind: 'bearer' },
  query: { ip: '49.36.0.1', user_agent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36' },
  schedule: null,
});

/** The sandbox accepts any key. */
export const SANDBOX_FEED_KEY = 'any-key-will-do';
