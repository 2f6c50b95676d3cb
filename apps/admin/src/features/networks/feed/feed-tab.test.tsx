import type { FeedPreview, FeedSettings, FeedView } from '@inaam/contracts/networks/feed';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../testing/accessible.ts';
import { press, pressOnceShown } from '../../../testing/press.ts';
import { Refusal, renderWithServer } from '../../../testing/render-with-server.tsx';
import { aNetwork } from '../networks.fixture.ts';

const app = renderWithServer();

const settings: FeedSettings = {
  url: 'https://feeds.example/offers',
  items: 'offers',
  fields: {
    external_id: 'offerid',
    title: 'name_short',
    url: 'link',
    description: null,
    payout: 'payout',
    currency: null,
    category: null,
    model: null,
    countries: null,
    preview: null,
    picture: null,
    instructions: null,
    events: null,
    event_id: null,
    event_name: null,
    event_payout: null,
  },
  category_map: {},
  default_category: 'App',
  model_map: { '1': 'CPI' },
  default_model: 'CPA',
  auth: { kind: 'bearer' },
  query: { ip: '49.36.0.1' },
  schedule: null,
};
const presets = [
  { id: 'ogads', label: 'Like OGAds', settings, sources: [], unconfirmed: [] },
  {
    id: 'cpalead',
    label: 'Like CPAlead',
    settings: { ...settings, items: 'data.offers' },
    sources: [],
    unconfirmed: [],
  },
];
const preview: FeedPreview = {
  hash: 'h1',
  listed: 5,
  unchanged: 1,
  errors: [{ item: 5, external_id: 'f-5', problem: 'link: is required' }],
  new: [
    {
      external_id: 'f-1',
      values: {
        title: 'Cricket quiz',
        description: 'Three quizzes',
        offer_url: 'https://example.com/1',
        preview_url: null,
        picture_url: null,
        steps: '',
        goals: '',
        category: 'Game',
        model: 'CPI',
        targeting: 'IN',
        reward_amount: 24,
      },
    },
  ],
  changed: [
    {
      external_id: 'f-2',
      offer_id: 2,
      title: 'Metro card',
      changes: [
        { field: 'title', offer_value: 'Metro card', feed_value: 'Metro card top-up', is_edited_here: false },
        { field: 'reward_amount', offer_value: 30, feed_value: 36.5, is_edited_here: true },
      ],
    },
  ],
  gone: [{ external_id: 'f-3', offer_id: 3, title: 'Old survey' }],
};

let feed: FeedView;
beforeEach(() => {
  feed = {
    settings: null,
    secret_hint: null,
    is_secret_lost: false,
    due_at: null,
    checked_at: null,
    error: null,
    presets,
  };
});

function open(preset = 'bitlabs'): void {
  app.answers['admin.networks.get'] = () => aNetwork({ preset });
  app.answers['admin.networks.feed.get'] = () => feed;
  app.answers['admin.networks.feed.preview'] = () => preview;
  app.answers['admin.networks.feed.save'] = ({ settings: saved }) => {
    feed = { ...feed, settings: saved as FeedSettings };
    return feed;
  };
  app.open('/admin/networks/3?tab=feed');
}
const change = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('explains feeds and starts from the selected preset', async () => {
  open();
  expect(await screen.findByText('No feed yet', { selector: 'h2' })).toBeTruthy();
  await expectAccessible();
  press('Like CPAlead');
  expect(screen.getByLabelText<HTMLInputElement>('List').value).toBe('data.offers');
  await expectAccessible();
  press('Cancel');
  expect(screen.getByText('No feed yet', { selector: 'h2' })).toBeTruthy();
});

test('starts with the feed settings of the network’s preset', async () => {
  open('ogads');
  expect((await screen.findByLabelText<HTMLInputElement>('URL')).value).toBe(settings.url);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('focuses the field with a problem and keeps typed values after a refusal', async () => {
  open('ogads');
  await screen.findByLabelText('URL');
  change('Title', '');
  press('Save feed settings');
  expect(await screen.findByText('Title is required')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  await expectAccessible();
  expect(app.getInputs('admin.networks.feed.save')).toEqual([]);
  change('Title', 'name');
  change('Secret', 'key-1');
  app.answers['admin.networks.feed.save'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  press('Save feed settings');
  expect(await screen.findByText('The feed settings were not saved')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Secret').value).toBe('key-1');
  app.answers['admin.networks.feed.save'] = () => {
    feed = { ...feed, settings };
    return feed;
  };
  press('Save feed settings');
  expect(await screen.findByText(settings.url)).toBeTruthy();
  expect(app.getInputs('admin.networks.feed.save').at(-1)).toMatchObject({
    network_id: 3,
    secret: 'key-1',
    settings: { fields: { title: 'name' } },
  });
});

test('selects new offers and fields that only the network changed, and applies the selection', async () => {
  feed = { ...feed, settings };
  open();
  await pressOnceShown('Fetch the list');
  expect(await screen.findByText('5 items listed, 1 unchanged, 1 that cannot be read.')).toBeTruthy();
  expect(screen.getByText('Item 5 (f-5): link: is required')).toBeTruthy();
  await expectAccessible();
  const changed = within(screen.getByRole('region', { name: 'Changed' }));
  const box = (name: RegExp) => changed.getByRole<HTMLInputElement>('checkbox', { name });
  expect(box(/Title/).checked).toBe(true);
  expect(box(/Reward amount/).checked).toBe(false);
  expect(screen.getByText('1 new, 1 changed, 0 to deactivate')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: /Old survey/ }));
  app.answers['admin.networks.feed.take'] = () => ({ created: 1, updated: 1, deactivated: 1, waiting: 0 });
  press('Apply selected');
  expect(await screen.findByText(/1 offer created, 1 offer changed, 1 offer deactivated/)).toBeTruthy();
  expect(app.getInputs('admin.networks.feed.take')).toEqual([
    { network_id: 3, hash: 'h1', new: ['f-1'], changed: [{ external_id: 'f-2', fields: ['title'] }], gone: ['f-3'] },
  ]);
});

test('reports lower payouts that the automatic check left out, and those that wait for approval', async () => {
  feed = { ...feed, settings, error: '1 lower payout was not taken over' };
  open();
  const warning = await screen.findByText('The last automatic check needs attention');
  expect(warning.closest('[role]')?.textContent).toContain('1 lower payout was not taken over');
  press('Fetch the list');
  await screen.findByRole('region', { name: 'Changed' });
  app.answers['admin.networks.feed.take'] = () => ({ created: 0, updated: 1, deactivated: 0, waiting: 2 });
  press('Apply selected');
  expect(await screen.findByText(/2 lower payouts wait for approval by another owner/)).toBeTruthy();
  await expectAccessible();
});

test('explains a failed fetch, and keeps the selection if the server refuses it', async () => {
  feed = { ...feed, settings };
  open();
  app.answers['admin.networks.feed.preview'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  await pressOnceShown('Fetch the list');
  expect(await screen.findByText('The list could not be fetched')).toBeTruthy();
  await expectAccessible();
  app.answers['admin.networks.feed.preview'] = () => preview;
  press('Fetch the list');
  await screen.findByRole('region', { name: 'New' });
  fireEvent.click(screen.getByRole('checkbox', { name: /Cricket quiz/ }));
  app.answers['admin.networks.feed.take'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  press('Apply selected');
  expect(await screen.findByText('Nothing was applied')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Cricket quiz/ }).checked).toBe(false);
});

test('asks for a new secret if the stored one cannot be decrypted', async () => {
  feed = { ...feed, settings, secret_hint: '••••', is_secret_lost: true };
  open();
  expect(await screen.findByText('The feed’s secret cannot be decrypted')).toBeTruthy();
  press('Feed settings');
  expect(screen.getByText('It cannot be decrypted: enter it again.')).toBeTruthy();
});

test('retries settings that failed to load', async () => {
  open();
  app.answers['admin.networks.feed.get'] = () => {
    throw new Refusal('NETWORK_NOT_FOUND');
  };
  expect(await screen.findByText('Failed to fetch the feed’s settings')).toBeTruthy();
  app.answers['admin.networks.feed.get'] = () => feed;
  press('Retry');
  expect(await screen.findByText('No feed yet')).toBeTruthy();
});
