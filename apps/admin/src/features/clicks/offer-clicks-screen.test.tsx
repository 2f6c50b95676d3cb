import type { OfferClick, OfferClickList } from '@inaam/contracts/clicks/offer-clicks';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal, renderWithServer, servePreferences } from '../../testing/render-with-server.tsx';
import { aClick } from './clicks.fixture.ts';

const app = renderWithServer();

const won = { spinner_used: true, voucher_amount: 10, state: 'won' } as const;

const answer = (clicks: OfferClick[], total = clicks.length): OfferClickList => ({
  clicks,
  stats: {
    totalConversions: 412,
    uniqueUsers: 86,
    totalRevenue: 19678,
    avgPayout: 48,
    voucherWins: 107,
    voucherWinRate: 30.1,
    spinsUsed: 355,
    spinUsageRate: 86.2,
  },
  pagination: { page: 1, limit: 25, total, totalPages: Math.ceil(total / 25) },
});

async function open(address = '/admin/offer-clicks', clicks = [aClick()], total?: number) {
  app.answers['admin.offers.list'] ??= ({ status }) => ({
    offers:
      status === 'archived'
        ? [{ offer_id: 4, title: 'A quiz', archived_at: '2026-07-19T06:30:00.000Z' }]
        : [{ offer_id: 3, title: 'Grocery survey', archived_at: null }],
  });
  app.answers['admin.clicks.list'] = () => answer(clicks, total);
  app.open(address);
  await screen.findByRole('heading', { name: 'Offer Clicks & Conversions' });
}
/** The input of the last request, without `codes`. Codes are masked under every filter. */
function lastInput() {
  const { codes, ...input } = app.getInputs('admin.clicks.list').at(-1) as { codes: string };
  expect(codes).toBe('masked');
  return input;
}

test('shows totals in the header and rates in the cards', async () => {
  await open();
  const header = screen.getByRole('heading', { name: 'Offer Clicks & Conversions' }).closest('header');
  await waitFor(() => expect(header?.textContent).toContain('₹19,678Total revenue'.split('Total')[0]));
  expect(header?.querySelector('[data-stripe=clicks]')).toBeTruthy();
  expect(header?.textContent).toContain('412');
  for (const note of ['86 unique users', '₹48 average payout', '30.1% win rate', '86.2% usage rate']) {
    expect(screen.getByText(note)).toBeTruthy();
  }
});

test('counts users up to a limit until the admin requests the exact count', async () => {
  app.answers['admin.clicks.list'] = (input) => {
    const all = answer([aClick()]);
    const cappedStats = { uniqueUsers: 10_000, usersCapped: true as const };
    return (input as { total?: string }).total === 'capped' ? { ...all, stats: { ...all.stats, ...cappedStats } } : all;
  };
  app.open('/admin/offer-clicks');
  const countButton = await screen.findByRole('button', { name: 'Count all users' });
  expect(countButton.parentElement?.textContent).toContain('10,000+ unique users');
  fireEvent.click(countButton);
  expect(await screen.findByText('86 unique users')).toBeTruthy();
});

test('shows each spin’s result in the specification’s words', async () => {
  await open('/admin/offer-clicks', [
    aClick({ completion_id: 1 }),
    aClick({ completion_id: 2, click_id: 'click-c', spinner_used: true, state: 'no_win' }),
    aClick({ completion_id: 3, click_id: 'click-d', ...won, voucher_brand: 'Amazon', voucher_code: 'AMZ-1' }),
    aClick({ completion_id: 4, click_id: 'click-e', ...won, owed: true, state: 'owed' }),
    aClick({ completion_id: 5, click_id: 'click-f', reversed: true, state: 'withheld' }),
    aClick({ completion_id: 6, click_id: 'click-g', pending: true, state: 'pending' }),
    aClick({ completion_id: 7, click_id: 'click-h', held_until: '2099-07-19T06:30:00.000Z', state: 'pending' }),
    aClick({ completion_id: null, completed_at: null, payout_amount: null, state: null, click_id: 'click-8' }),
  ]);
  await screen.findAllByText('asha@example.com');
  const rows = screen.getAllByRole('row').slice(1);
  const [unspun, lost, kept, owed, reversed, pending, held, idle] = rows.map((row) => row.textContent);
  expect(unspun).toContain('No Spin');
  expect(unspun).toContain('No voucher won');
  expect(unspun).not.toContain('Better luck next time');
  expect(lost).toMatch(/Spun.*No voucher won.*Better luck next time/);
  expect(kept).toMatch(/Spun.*₹10.*Amazon.*AMZ-1/);
  expect(unspun).toContain('Not spun yet');
  expect(owed).toMatch(/₹10.*Owed/);
  expect(reversed).toMatch(/Reversed.*Withheld/);
  expect(pending).toContain('Pending');
  expect(held).toContain('Pending');
  expect(idle).toMatch(/click-819 Jul 2026, 11:30 am–Not completed/);
  expect(within(rows[7] as HTMLElement).queryByRole('link', { name: 'click-8' })).toBeNull();
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link', { name: 'click-3' })
      .getAttribute('href'),
  ).toBe('/admin/conversions/1');
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link', { name: /^Asha Rao/ })
      .getAttribute('href'),
  ).toBe('/admin/users/7');
});

test('writes filters to the URL and the request, and clears all', async () => {
  await open('/admin/offer-clicks?page=3&offer_id=3');
  await screen.findByText('asha@example.com');
  expect(lastInput()).toEqual({ page: 3, limit: 25, total: 'capped', offer_id: 3 });
  fireEvent.change(screen.getByLabelText('Users'), { target: { value: 'firebase' } });
  await waitFor(() => expect(app.address()).toContain('userType=firebase'));
  fireEvent.change(screen.getByLabelText('Conversion'), { target: { value: 'no_voucher' } });
  await waitFor(() =>
    expect(lastInput()).toEqual({
      page: 1,
      limit: 25,
      total: 'capped',
      offer_id: 3,
      userType: 'firebase',
      conversionStatus: 'no_voucher',
    }),
  );
  expect(screen.getByRole('option', { name: 'Google Users' })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Email Users' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(lastInput()).toEqual({ page: 1, limit: 25, total: 'capped' }));
  expect(app.address()).toBe('/admin/offer-clicks');
});

test('shows the specification’s empty state', async () => {
  await open('/admin/offer-clicks?userType=email', []);
  expect(await screen.findByText('No clicks found')).toBeTruthy();
  expect(screen.getByText('Try adjusting your filters')).toBeTruthy();
});

test('shows links to at most five pages, and none if there is only one page', async () => {
  await open('/admin/offer-clicks', [aClick()], 25);
  await screen.findByText('asha@example.com');
  expect(screen.queryByRole('navigation', { name: 'Pages of clicks' })).toBeNull();
  app.answers['admin.clicks.list'] = () => answer([aClick()], 250);
  fireEvent.change(screen.getByLabelText('Users'), { target: { value: 'email' } });
  const pages = await screen.findByRole('navigation', { name: 'Pages of clicks' });
  expect(within(pages).getAllByRole('button', { name: /\d/ })).toHaveLength(5);
});

test('shows a failure, and no button for figures that did not load', async () => {
  app.answers['admin.clicks.list'] = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  app.open('/admin/offer-clicks');
  expect(await screen.findByText('Failed to fetch offer clicks data')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hide figures' })).toBeNull();
});

test('lists offers in the filter by title, including archived offers', async () => {
  await open();
  const choice = await screen.findByLabelText<HTMLSelectElement>('Offer');
  await waitFor(() =>
    expect([...choice.options].map(({ text }) => text)).toEqual(['All offers', 'A quiz (archived)', 'Grocery survey']),
  );
});

test('shows the clicks, and only logs an error, if the offers of the filter fail to load', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  app.answers['admin.offers.list'] = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  await open('/admin/offer-clicks?offer_id=9');
  await screen.findByText('asha@example.com');
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alert')).toBeNull();
  // The offer from a shared link stays selected.
  expect(screen.getByLabelText<HTMLSelectElement>('Offer').value).toBe('9');
  expect(app.getInputs('admin.offers.list')).toEqual([
    { limit: 1000, status: 'all', sortBy: 'title', sortOrder: 'asc' },
    { limit: 1000, status: 'archived', sortBy: 'title', sortOrder: 'asc' },
  ]);
});

test('remembers hidden columns for each admin', async () => {
  const getPreferences = servePreferences(app);
  const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const choose = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Columns/ }));
    return within(await screen.findByRole('dialog', { name: 'Columns' }));
  };
  await open();
  await screen.findByText('asha@example.com');
  const all = headers();
  expect(all).toContain('Voucher');
  const chooser = await choose();
  // The column that names the row cannot be hidden.
  expect(chooser.queryByLabelText(all[0] ?? '')).toBeNull();
  fireEvent.click(chooser.getByLabelText('Voucher'));
  await waitFor(() => expect(headers()).toEqual(all.filter((each) => each !== 'Voucher')));
  expect(screen.getByRole('button', { name: /^Columns.*1 hidden$/, hidden: true })).toBeTruthy();
  await waitFor(() => expect(getPreferences()).toMatchObject({ hidden_columns: { 'offer-clicks': ['voucher'] } }));

  // A later visit, on any device, applies the stored choice.
  cleanup();
  await open();
  await screen.findByText('asha@example.com');
  await waitFor(() => expect(headers()).not.toContain('Voucher'));
  fireEvent.click((await choose()).getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(headers()).toEqual(all));
  await waitFor(() => expect(getPreferences()).toMatchObject({ hidden_columns: { 'offer-clicks': [] } }));

  // Another admin's columns are not affected.
  cleanup();
  servePreferences(app);
  await open();
  await screen.findByText('asha@example.com');
  expect(headers()).toEqual(all);
});

test('remembers that an admin has hidden the figures of the list', async () => {
  const getPreferences = servePreferences(app);
  await open();
  expect(await screen.findByText('Spins Used')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hide figures', expanded: true }));
  await waitFor(() => expect(screen.queryByText('Spins Used')).toBeNull());
  await waitFor(() => expect(getPreferences()).toMatchObject({ folded_figures: { 'offer-clicks': true } }));

  // A later visit, on any device, applies the stored choice.
  cleanup();
  await open();
  const show = await screen.findByRole('button', { name: 'Show figures', expanded: false });
  expect(screen.queryByText('Spins Used')).toBeNull();
  fireEvent.click(show);
  expect(await screen.findByText('Spins Used')).toBeTruthy();
});
