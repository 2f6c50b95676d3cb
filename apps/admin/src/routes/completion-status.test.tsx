import { completionStateNames, completionStates } from '@inaam/contracts/completions/states';
import { takeSample } from '@inaam/testing/sampling';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aNetwork, anEntry } from '../features/networks/networks.fixture.ts';
import { aProfile } from '../features/users/users.fixture.ts';
import { renderWithServer } from '../testing/render-with-server.tsx';

/**
 * A completion's state has the same word on the dashboard, a user's page and the panel of a postback. Other screens
 * have their own tests.
 */

const app = renderWithServer();
const AT = '2026-07-19T06:30:00.000Z';
const words = Object.values(completionStates);

/** The states' words in a text, in order. */
const wordsIn = (text: string | null | undefined) => text?.match(new RegExp(words.join('|'), 'g')) ?? [];

test('shows the word of every state on the dashboard', async () => {
  const conversion = { title: 'Survey', voucher_won: false, voucher_amount: null, voucher_brand: null };
  const emptyDashboard = app.answers['admin.insights.dashboard']?.({}) as object;
  app.answers['admin.insights.dashboard'] = () => ({
    ...emptyDashboard,
    recentConversions: completionStateNames.map((state, index) => ({
      ...conversion,
      completion_id: index + 1,
      user_id: 7,
      email: `${state}@example.com`,
      payout_amount: 40,
      completed_at: AT,
      state,
    })),
  });
  app.open('/admin');
  const table = await screen.findByRole('table', { name: 'The last 10 conversions' });
  expect(wordsIn(table.textContent)).toEqual(words);
});

test('shows the word of every state on a user’s page', async () => {
  const [completion] = aProfile().completions;
  if (!completion) throw new Error('a profile without a completion');
  app.answers['admin.users.profile'] = () =>
    aProfile({ completions: completionStateNames.map((state, at) => ({ ...completion, completion_id: at, state })) });
  app.open('/admin/users/7');
  const section = await screen.findByRole('region', { name: /^Completions/ });
  expect(wordsIn(section.textContent)).toEqual(words);
});

test.each(takeSample(completionStateNames, 2))('shows the state %s in the panel of a postback', async (state) => {
  app.answers['admin.networks.get'] = () => aNetwork();
  app.answers['admin.postbacks.list'] = () => ({
    postbacks: [],
    pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
  });
  app.answers['admin.postbacks.get'] = () =>
    anEntry({
      completion: {
        completion_id: 41,
        completed_at: AT,
        approved_at: null,
        held_until: null,
        reversed_at: null,
        payout_amount: 40,
        state,
      },
    });
  app.open('/admin/networks/3?tab=inbox&panel=91');
  const panel = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(panel.getByText(completionStates[state])).toBeTruthy());
});
