import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal, renderApp, user } from '../../testing/render-app.tsx';

const app = renderApp();
const noStats = {
  total_completions: 0,
  spins_used: 0,
  total_vouchers_won: 0,
  total_voucher_value: 0,
  vouchers_by_amount: {},
  milestone_vouchers: 0,
  milestone_value: 0,
  milestone_progress: 0,
  next_milestone: null,
};

test('says what failed and offers a retry when statistics do not load', async () => {
  app.answers['user.identity.me'] = () => user;
  app.answers['user.insights.stats'] = () => {
    throw new Refusal('UNAVAILABLE');
  };
  app.open('/profile');
  const alert = await screen.findByRole('alert', undefined, { timeout: 4000 });
  for (const words of ['Unable to load profile data', 'Failed to fetch user statistics', 'Check your connection'])
    expect(alert.textContent).toContain(words);
  app.answers['user.insights.stats'] = () => ({ stats: noStats, completions: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('tab', { name: 'History 0' })).toBeTruthy();
});
