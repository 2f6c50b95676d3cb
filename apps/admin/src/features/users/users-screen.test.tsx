import type { AdminUser } from '@inaam/contracts/identity/users';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { POLL_MS } from '../../app/use-poll.ts';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { aUser } from './users.fixture.ts';

const app = renderWithServer();

const page = (users: AdminUser[], total = users.length, limit = 20) => ({
  users,
  pagination: { page: 1, limit, total, totalPages: Math.ceil(total / limit), pages: Math.ceil(total / limit) },
});

async function open(address = '/admin/users', users = [aUser()]) {
  app.answers['admin.users.list'] = () => page(users);
  app.open(address);
  await screen.findByRole('heading', { name: 'User Management' });
}
const lastInput = () => app.getInputs('admin.users.list').at(-1);

test('lists each user with figures, flag and a link to their page', async () => {
  await open('/admin/users', [aUser({ is_suspicious: true })]);
  const row = (await screen.findByText('asha@example.com')).closest('tr');
  expect(row?.textContent).toContain('Flagged');
  expect(row?.textContent).toContain('₹1,234');
  expect(
    within(row as HTMLElement)
      .getByRole('link', { name: 'View Asha Rao' })
      .getAttribute('href'),
  ).toBe('/admin/users/7');
  expect(screen.getByText('1 user')).toBeTruthy();
  expect(lastInput()).toEqual({ page: 1, limit: 20, total: 'capped' });
});

test('flags selected users in one step', async () => {
  const users = [aUser(), aUser({ user_id: 8, first_name: 'Ravi', email: 'ravi@example.com', is_suspicious: true })];
  app.answers['admin.fraud.act'] = () => ({ message: 'Done', done: 2, unchanged: 1, refused: [], undo: null });
  await open('/admin/users', users);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Asha Rao' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ravi Rao' }));
  fireEvent.click(screen.getByRole('button', { name: 'Flag Selected' }));
  const question = await screen.findByRole('alertdialog', { name: 'Flag 2 users?' });
  expect(question.textContent).toContain('1 of them is flagged already');
  fireEvent.click(within(question).getByRole('button', { name: 'Flag Selected' }));
  await waitFor(() => expect(screen.queryByText('2 users selected')).toBeNull());
  expect(app.getInputs('admin.fraud.act')).toMatchObject([{ action: 'bulk_flag_users', user_ids: [7, 8] }]);
});

test('writes filters to the URL and the request, and resets to page 1', async () => {
  await open('/admin/users?page=2&performanceFilter=high');
  await screen.findByText('asha@example.com');
  expect(lastInput()).toEqual({ page: 2, limit: 20, total: 'capped', performanceFilter: 'high' });
  fireEvent.change(screen.getByLabelText('Vouchers'), { target: { value: 'high_value_vouchers' } });
  await waitFor(() =>
    expect(lastInput()).toEqual({
      page: 1,
      limit: 20,
      total: 'capped',
      performanceFilter: 'high',
      voucherFilter: 'high_value_vouchers',
    }),
  );
  expect(app.address()).toBe('/admin/users?performanceFilter=high&voucherFilter=high_value_vouchers');
  expect(screen.getByRole('button', { name: /^Vouchers: High value vouchers \(₹100\+\)/ })).toBeTruthy();
});

test('offers the filters and page sizes of the specification', async () => {
  await open();
  await screen.findByText('asha@example.com');
  const values = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value);
  expect(values('Registered')).toEqual([
    'all',
    'today',
    'yesterday',
    'last_7_days',
    'last_30_days',
    'last_90_days',
    'this_month',
    'last_month',
  ]);
  expect(values('Performance')).toEqual([
    'all',
    'high',
    'medium',
    'low',
    'no_completions',
    'recent_activity',
    'inactive',
  ]);
  expect(values('Vouchers')).toEqual([
    'all',
    'has_vouchers',
    'no_vouchers',
    'multiple_vouchers',
    'high_value_vouchers',
  ]);
  expect(values('Rows per page')).toEqual(['10', '20', '50', '100']);
});

test('shows at most seven page links', async () => {
  app.answers['admin.users.list'] = () => page([aUser()], 400);
  app.open('/admin/users');
  const pages = await screen.findByRole('navigation', { name: 'Pages of users' });
  expect(within(pages).getAllByRole('button', { name: /\d/ })).toHaveLength(7);
});

test('distinguishes a list without users from a list without matches', async () => {
  await open('/admin/users', []);
  expect(await screen.findByText('No users yet')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Performance'), { target: { value: 'low' } });
  expect(await screen.findByText('No users found')).toBeTruthy();
});

test('shows why the list failed to load, and retries', async () => {
  app.answers['admin.users.list'] = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  app.open('/admin/users');
  expect(await screen.findByText('Failed to fetch users')).toBeTruthy();
  expect(screen.getByText('Too many attempts. Please try again later.')).toBeTruthy();
  app.answers['admin.users.list'] = () => page([aUser()]);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('asha@example.com')).toBeTruthy();
});

test('opens a user’s details next to the list, with the user’s ID in the URL, and retries a failure', async () => {
  app.answers['admin.users.detail'] = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  await open('/admin/users?performanceFilter=high');
  fireEvent.click(await screen.findByRole('button', { name: /^Asha Rao/ }));
  const panel = await screen.findByRole('dialog');
  expect(app.address()).toBe('/admin/users?performanceFilter=high&panel=7');
  expect(await within(panel).findByText('Failed to fetch user details')).toBeTruthy();
  const completion = {
    title: 'Survey',
    category: 'App',
    completed_at: '2026-07-19T06:30:00.000Z',
    spinner_used: true,
    voucher_pin: null,
  };
  app.answers['admin.users.detail'] = () => ({
    user: aUser(),
    completions: [
      {
        ...completion,
        completion_id: 41,
        reward_type: 'voucher_10',
        voucher_code: 'AMZ-1',
        voucher_pin: '1234',
        state: 'won',
      },
      { ...completion, completion_id: 42, reward_type: 'none', voucher_code: null, state: 'no_win' },
      { ...completion, completion_id: 43, reward_type: 'voucher_5', voucher_code: null, state: 'owed' },
      { ...completion, completion_id: 44, reward_type: 'none', voucher_code: null, state: 'pending' },
    ],
  });
  fireEvent.click(within(panel).getByRole('button', { name: 'Retry' }));
  const lines = await within(panel).findAllByRole('listitem');
  expect(lines.map((line) => line.textContent.split(' IST')[1])).toEqual([
    'Won ₹10AMZ-1PIN 1234',
    'No win',
    'Owed ₹5',
    'Pending',
  ]);
  for (const line of lines) expect(within(line).getByText(/^App · /)).toBeTruthy();
  expect(app.getInputs('admin.users.detail').at(-1)).toEqual({ user_id: 7, codes: 'masked' });
  expect(within(panel).getByRole('link', { name: 'View profile' }).getAttribute('href')).toBe('/admin/users/7');
});

test('shows and reverses the sort order of the list in one menu', async () => {
  await open();
  await screen.findByText('asha@example.com');
  const order = () => screen.getByLabelText<HTMLSelectElement>('Sort by');
  expect(order().value).toBe('registration_date desc');
  fireEvent.change(order(), { target: { value: 'registration_date asc' } });
  await waitFor(() => expect(lastInput()).toEqual({ page: 1, limit: 20, total: 'capped', sortOrder: 'asc' }));
  await waitFor(() => expect(order().value).toBe('registration_date asc'));
  fireEvent.change(order(), { target: { value: 'registration_date desc' } });
  await waitFor(() => expect(app.address()).toBe('/admin/users'));
});

test('opens a user by a click on the e-mail address, and filters by that address with a separate link', async () => {
  await open();
  const filter = await screen.findByTitle('Filter by asha@example.com');
  fireEvent.click(screen.getByText('asha@example.com'));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(app.address()).toBe('/admin/users?panel=7');
  fireEvent.click(filter);
  await waitFor(() => expect(app.address()).toBe('/admin/users?search=asha%40example.com'));
});

test('focuses the search field as soon as its shortcut is pressed', async () => {
  await open();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  // Checks without waiting: people start to type 0.1 s after the shortcut, so the field must have the focus at once,
  // even if its code is still loading.
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search everywhere' }));
});

test('announces new users, and keeps the list until the admin asks for the new users', async () => {
  // Fakes only the timer of the polling; the rest of the screen needs real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const knownUser = aUser();
  await open('/admin/users?voucherFilter=has_vouchers', [knownUser]);
  await screen.findByText(knownUser.email);
  const meera = aUser({ user_id: 9, email: 'meera@example.com' });
  app.answers['admin.users.list'] = () => page([aUser({ user_id: 8, email: 'ravi@example.com' }), meera, knownUser]);
  vi.advanceTimersByTime(POLL_MS);
  const pill = await screen.findByRole('button', { name: /^2 new/ });
  expect(lastInput()).toEqual({ page: 1, limit: 25, total: 'capped', voucherFilter: 'has_vouchers' });
  expect(screen.queryByText('meera@example.com')).toBeNull();
  fireEvent.click(pill);
  expect(await screen.findByText('meera@example.com')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /new/ })).toBeNull());
  vi.useRealTimers();
});
