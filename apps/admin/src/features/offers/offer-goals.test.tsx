import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../testing/accessible.ts';
import { renderWithServer } from '../../testing/render-with-server.tsx';
import { offer } from './offers.fixture.ts';

const app = renderWithServer();
beforeEach(() => {
  app.answers['admin.offers.list'] = () => ({
    offers: [
      {
        ...offer,
        offer_goals: [
          { goal_id: 'install', name: 'Install', name_hi: 'इंस्टॉल करें', payout_amount: 5, gives_spin: false },
          { goal_id: 'buy', name: '', name_hi: null, payout_amount: null, gives_spin: true },
        ],
        country_quotas: [{ country: 'IN', daily_cap: 10 }],
      },
    ],
    pagination: { page: 1, limit: 10, total: 1, totalPages: 1 },
  });
  app.answers['admin.networks.list'] = () => ({ networks: [], unknown_slugs: [] });
  app.answers['admin.vouchers.forecast'] = () => ({ stock: [] });
  app.answers['admin.offers.update'] = () => ({ offer, message: 'Offer updated successfully' });
});

async function edit() {
  app.open('/admin/offers');
  fireEvent.click(await screen.findByRole('button', { name: `Edit ${offer.title}` }));
  return within(await screen.findByRole('dialog', { name: 'Edit offer' }));
}
const goals = (form: Awaited<ReturnType<typeof edit>>) => within(form.getByRole('group', { name: 'Goals' }));
const quotas = (form: Awaited<ReturnType<typeof edit>>) =>
  within(form.getByRole('group', { name: 'Quota per country' }));
const save = (form: Awaited<ReturnType<typeof edit>>) =>
  fireEvent.click(form.getByRole('button', { name: 'Save changes' }));

test('shows, moves, adds and saves goals, and adds a country quota', async () => {
  const form = await edit();
  expect(goals(form).getAllByLabelText('Event')).toMatchObject([{ value: 'install' }, { value: 'buy' }]);
  fireEvent.click(goals(form).getByRole('button', { name: 'Add goal' }));
  fireEvent.change(goals(form).getAllByLabelText('Event')[2] as HTMLElement, { target: { value: 'level_9' } });
  fireEvent.change(goals(form).getAllByLabelText('Name in Hindi (optional)')[2] as HTMLElement, {
    target: { value: 'लेवल 9' },
  });
  fireEvent.change(goals(form).getAllByLabelText(/^Payout/)[2] as HTMLElement, { target: { value: '12.5' } });
  fireEvent.click(goals(form).getAllByRole('radio', { name: 'Grants the spin' })[2] as HTMLElement);
  fireEvent.click(goals(form).getByRole('button', { name: 'Move goal 2 up' }));
  fireEvent.click(goals(form).getByRole('checkbox', { name: /^In this order/ }));
  fireEvent.click(quotas(form).getByRole('button', { name: 'Add country' }));
  fireEvent.change(quotas(form).getAllByLabelText('Country')[1] as HTMLElement, { target: { value: '*' } });
  fireEvent.change(quotas(form).getAllByLabelText('Completions a day')[1] as HTMLElement, { target: { value: '0' } });
  await expectAccessible();
  save(form);
  await waitFor(() => expect(app.getInputs('admin.offers.update')).toHaveLength(1));
  expect(app.getInputs('admin.offers.update')[0]).toMatchObject({
    offer_goals: [
      { goal_id: 'buy', name: '', name_hi: '', payout_amount: '', gives_spin: false },
      { goal_id: 'install', name: 'Install', name_hi: 'इंस्टॉल करें', payout_amount: '5', gives_spin: false },
      { goal_id: 'level_9', name: '', name_hi: 'लेवल 9', payout_amount: '12.5', gives_spin: true },
    ],
    goals_in_order: true,
    country_quotas: [
      { country: 'IN', daily_cap: '10' },
      { country: '*', daily_cap: '0' },
    ],
  });
});

test('shows problems of goals and of quotas in their part of the form, and sends nothing', async () => {
  const form = await edit();
  fireEvent.click(goals(form).getByRole('button', { name: 'Remove goal 2' }));
  fireEvent.click(quotas(form).getByRole('button', { name: 'Add country' }));
  save(form);
  expect(await goals(form).findByText('One goal must give the spin')).toBeTruthy();
  expect(quotas(form).getByText('Country must be two letters, or * for all others')).toBeTruthy();
  expect(quotas(form).getByText('Completions a day is required')).toBeTruthy();
  expect(app.getInputs('admin.offers.update')).toEqual([]);
  await expectAccessible();
});
