import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCompletion, noStats } from '../../testing/completion-fixture.ts';
import { Refusal, renderApp, user } from '../../testing/render-app.tsx';

const app = renderApp();

test('shows what failed and offers a retry when statistics do not load', async () => {
  app.answers['user.identity.me'] = () => user;
  app.answers['user.insights.stats'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  app.open('/profile');
  const alert = await screen.findByRole('alert');
  for (const words of ['Unable to load profile data', 'Failed to fetch user statistics', 'Check your connection'])
    expect(alert.textContent).toContain(words);
  app.answers['user.insights.stats'] = () => ({ stats: noStats, completions: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('tab', { name: 'History 0' })).toBeTruthy();
});

test('shows the progress to the next milestone, and links to the spin of a reached milestone', async () => {
  app.answers['user.identity.me'] = () => user;
  app.answers['user.insights.stats'] = () => ({
    stats: { ...noStats, milestone_progress: 12, next_milestone: 25 },
    completions: [aCompletion({ offer_id: 77, milestone: 10 })],
  });
  app.open('/profile');
  const bar = await screen.findByRole('progressbar', { name: 'Milestone: 25 completions' });
  expect(bar.getAttribute('aria-valuenow')).toBe('12');
  expect(screen.getByText('13 more for your milestone spin.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your milestone spin' }).getAttribute('href')).toContain('spin=77');
});

test('shows the code and the PIN of a won voucher, each with its own copy button', async () => {
  app.answers['user.identity.me'] = () => user;
  const voucher = {
    voucher_id: 5,
    type: 'amazon',
    brand: 'Amazon',
    amount: 50,
    code: '6001230012345678',
    pin: '0042',
    status: 'assigned',
    expiry_date: '2099-03-31',
    description: null,
    terms: null,
    use_url: null,
    how_to_use: null,
    mark_url: null,
  } as const;
  app.answers['user.insights.stats'] = () => ({
    stats: noStats,
    completions: [aCompletion({ spinner_used: true, reward_type: 'voucher_50', voucher })],
  });
  app.open('/profile?tab=history');
  fireEvent.click(await screen.findByRole('button', { name: /Show code/ }));
  expect(screen.getByText('6001230012345678')).toBeTruthy();
  expect(screen.getByText('0042')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Copy code/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Copy PIN/ })).toBeTruthy();
});
