import type { FeedSettings } from '@inaam/contracts/networks/feed';
import { expect, test } from 'vitest';
import { readDraft, toFeedDraft } from './feed-draft.ts';

const settings: FeedSettings = {
  url: 'https://partner.example/feed',
  items: 'offers',
  fields: {
    external_id: 'id',
    title: 'name',
    url: 'link',
    description: null,
    payout: 'pay',
    currency: null,
    category: 'kind',
    model: null,
    countries: null,
    preview: 'previews.0.url',
    picture: null,
    instructions: 'steps',
    events: 'goals',
    event_id: 'uuid',
    event_name: null,
    event_payout: 'pay',
  },
  category_map: { games: 'Game', 'shop = buy': 'Shopping' },
  default_category: 'App',
  model_map: { '1': 'CPI' },
  default_model: 'CPA',
  auth: { kind: 'header', name: 'x-key' },
  query: { user_agent: 'Mozilla/5.0 (a=b)' },
  schedule: { every_minutes: 30, apply: 'changes' },
};

test('round-trips stored settings through the draft', () => {
  const { 'shop = buy': _, ...category_map } = settings.category_map;
  const stored = { ...settings, category_map };
  expect(readDraft(toFeedDraft(stored))).toEqual({ settings: stored });
});

test('reports problems by field', () => {
  const draft = toFeedDraft(settings);
  const parsed = readDraft({
    ...draft,
    url: 'ftp://a',
    auth_name: '',
    category_map: 'games = Toys',
    fields: { ...draft.fields, title: ' ', payout: 'a b' },
  });
  if (!('problems' in parsed)) throw new Error('it passed');
  expect(Object.keys(parsed.problems).toSorted()).toEqual([
    'auth_name',
    'category_map',
    'fields.payout',
    'fields.title',
    'url',
  ]);
  expect(parsed.problems.category_map).toContain('games: ');
});
