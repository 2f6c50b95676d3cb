import type { AdminOffer } from '@inaam/contracts/offers/offers';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWithServer } from '../../testing/render-with-server.tsx';
import { offer as anOffer } from './offers.fixture.ts';

const app = renderWithServer();

async function open(offers: readonly AdminOffer[], address = '/admin/offers', capped = false) {
  app.answers['admin.offers.list'] = ({ total }) => ({
    offers,
    pagination:
      capped && total === 'capped'
        ? { page: 1, limit: 10, total: 10_000, totalPages: 1000, capped: true }
        : { page: 1, limit: 10, total: capped ? 12_345 : offers.length, totalPages: 1 },
  });
  app.open(address);
  await waitFor(() => expect(document.querySelector('tbody')?.textContent).toContain(offers[0]?.title));
}

const survey: AdminOffer = { ...anOffer, offer_id: 1, title: 'A survey' };
const paused: AdminOffer = { ...anOffer, offer_id: 2, title: 'A paused app', is_active: false };
const old: AdminOffer = { ...paused, offer_id: 3, title: 'An old game', archived_at: '2026-07-19T06:30:00.000Z' };

test('archives the selected offers in one step, and skips archived ones', async () => {
  await open([survey, paused, old]);
  app.answers['admin.offers.bulk'] = () => ({ changed: 2, message: '2 offers archived' });
  fireEvent.click(screen.getByLabelText('Select all rows on this page'));
  const bar = screen.getByRole('region', { name: 'Selected offers' });
  expect(
    within(bar)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Clear selection', 'Activate', 'Deactivate', 'Archive', 'Restore']);
  fireEvent.click(within(bar).getByRole('button', { name: 'Archive' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Archive 2 offers?');
  expect(question.textContent).toContain('1 other offer remains unchanged.');
  fireEvent.click(within(question).getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(app.getInputs('admin.offers.bulk')).toEqual([{ action: 'archive', offer_ids: [1, 2] }]));
  // The action is done and clears the selection.
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected offers' })).toBeNull());
});

test('names the offer in the confirmation of an action, and lists only the actions for the offer’s state', async () => {
  await open([survey, old]);
  const items = (title: string) => {
    fireEvent.keyDown(screen.getByRole('button', { name: `Actions for ${title}` }), { key: 'Enter' });
    const labels = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    return labels;
  };
  expect(items('An old game')).toEqual(['Duplicate', 'Activate', 'Restore']);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(items('A survey')).toEqual(['Duplicate', 'Deactivate', 'Archive']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Archive' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Archive “A survey”?');
});

test('asks for confirmation before the form deactivates an offer', async () => {
  await open([survey]);
  app.answers['admin.networks.list'] = () => ({ networks: [], unknown_slugs: [] });
  app.answers['admin.vouchers.forecast'] = () => ({ stock: [] });
  app.answers['admin.offers.update'] = () => ({ offer: survey, message: 'Offer updated successfully' });
  fireEvent.click(screen.getByRole('button', { name: 'Edit A survey' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit offer' }));
  fireEvent.click(form.getByRole('checkbox', { name: /^Active/ }));
  const save = async () => {
    fireEvent.click(form.getByRole('button', { name: 'Save changes', hidden: true }));
    return within(await screen.findByRole('alertdialog', { name: 'Deactivate “A survey”?' }));
  };
  fireEvent.click((await save()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.getInputs('admin.offers.update')).toEqual([]);
  fireEvent.click((await save()).getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(app.getInputs('admin.offers.update')).toMatchObject([{ offer_id: 1, is_active: false }]));
});

test('asks for confirmation of odds that lose money, and names the loss per spin and per day', async () => {
  const busy = { ...survey, avg_payout: 0.5, total_completions: 80, daily_avg_completions: 40 };
  await open([busy]);
  app.answers['admin.networks.list'] = () => ({ networks: [], unknown_slugs: [] });
  app.answers['admin.vouchers.forecast'] = () => ({
    stock: [{ amount: 5, available: 3, owed: 0, per_day: 1, days_left: 3, is_low: false }],
  });
  app.answers['admin.offers.update'] = () => ({ offer: busy, message: 'Offer updated successfully' });
  fireEvent.click(screen.getByRole('button', { name: 'Edit A survey' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit offer' }));
  const save = () => fireEvent.click(form.getByRole('button', { name: 'Save changes', hidden: true }));
  const [amount] = form.getAllByLabelText(/^Reward 1/);
  const [chance] = form.getAllByLabelText('Probability (%)');
  if (!amount || !chance) throw new Error('the form shows no reward');
  fireEvent.change(amount, { target: { value: '20' } });
  fireEvent.change(chance, { target: { value: '10' } });
  save();
  const question = await screen.findByRole('alertdialog', { name: 'Save odds that lose money?' });
  expect(question.textContent).toMatch(
    /Each spin loses ₹[\d.]+ on average: ₹[\d.,]+ a day at this offer’s current rate\./,
  );
  expect(question.textContent).toContain('₹20');
  expect(app.getInputs('admin.offers.update')).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Save at a loss' }));
  await waitFor(() => expect(app.getInputs('admin.offers.update')).toHaveLength(1));
});

test('counts all rows on request if the count stopped at its limit', async () => {
  await open([survey], '/admin/offers?status=active', true);
  const totals = screen.getAllByRole('button', { name: /^10,000\+ offers/ });
  expect(screen.getByTitle('Export CSV').textContent).toContain('10,000+');
  fireEvent.click(totals[0] as HTMLElement);
  expect(await screen.findByText('12,345 offers')).toBeTruthy();
  expect(app.getInputs('admin.offers.list').at(-1)).toMatchObject({ status: 'active', total: 'exact' });
  // The file contains all rows, even if the screen's count stopped at its limit.
  expect(screen.getByTitle('Export CSV').getAttribute('href')).toBe('/export/offers.csv?status=active');
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Game' } });
  await waitFor(() => expect(app.getInputs('admin.offers.list').at(-1)).toMatchObject({ total: 'capped' }));
});

test('compares two periods of an offer', async () => {
  const period = { clicks: 40, completions: 20, spins: 10, wins: 4, revenue: 300, voucher_cost: 40, margin: 260 };
  app.answers['admin.offers.detail'] = () => ({
    offer: { ...survey, starts_on: '2099-01-02', ends_on: null },
    funnel: { clicks: 40, completions: 20, reversed: 0, spins: 10, wins: 4 },
    redirect_preview: 'https://p.example',
  });
  app.answers['admin.vouchers.forecast'] = () => ({ stock: [] });
  app.answers['admin.offers.compare'] = ({ compare }) => ({
    now: { from: '2026-07-13', to: '2026-07-19', ...period },
    before: compare === 'off' ? null : { from: '2026-07-06', to: '2026-07-12', ...period, clicks: 50, revenue: 20 },
  });
  await open([survey], '/admin/offers?panel=view-1');
  const table = await screen.findByRole('table', { name: 'Two periods' });
  const words = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(words.slice(0, 3)).toEqual([
    ['Figure', '13 Jul – 19 Jul 2026', '6 Jul – 12 Jul 2026', 'Change'],
    ['Clicks', '40', '50', '−20.0%'],
    ['Completions', '20', '20', 'no change'],
  ]);
  expect(words.find(([name]) => name === 'Revenue')).toEqual(['Revenue', '₹300', '₹20', '×15']);
  const panel = screen.getByRole('dialog');
  expect(panel.textContent).toContain('Scheduled');
  expect(panel.textContent).toContain('from 2 Jan 2099');

  fireEvent.change(within(panel).getByLabelText('Compare'), { target: { value: 'own' } });
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-01-05' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-02-03' } });
  fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  await waitFor(() =>
    expect(app.getInputs('admin.offers.compare').at(-1)).toEqual({
      offer_id: 1,
      period: '30',
      compare: 'own',
      before_from: '2026-01-05',
      before_to: '2026-02-03',
    }),
  );
});

/** Presses 'Test click' in the panel of an offer. */
async function startTestClick(answer: () => object[]) {
  vi.spyOn(window, 'open').mockReturnValue({ location: {} } as Window);
  app.answers['admin.offers.detail'] = () => ({
    offer: survey,
    funnel: { clicks: 0, completions: 0, reversed: 0, spins: 0, wins: 0 },
    redirect_preview: 'https://p.example/?c=SAMPLE-CLICK-ID',
  });
  app.answers['admin.vouchers.forecast'] = () => ({ stock: [] });
  app.answers['admin.offers.compare'] = () => new Promise(() => {});
  app.answers['admin.offers.testClick'] = () => ({ redirectUrl: 'https://p.example/?c=test-1', clickId: 'test-1' });
  app.answers['admin.postbacks.list'] = () => ({
    postbacks: answer(),
    pagination: { page: 1, limit: 1, total: answer().length, totalPages: 1 },
  });
  await open([survey], '/admin/offers?panel=view-1');
  fireEvent.click(await screen.findByRole('button', { name: 'Test click' }));
}

test('shows whether a postback for a test click arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let calls: object[] = [];
    await startTestClick(() => calls);
    expect(await screen.findByText(/to see whether a postback with test-1 arrives/)).toBeTruthy();
    expect(app.getInputs('admin.postbacks.list')[0]).toMatchObject({ search: 'test-1' });
    calls = [{ postback_id: 7, outcome: 'parked', reason: 'Click not found' }];
    await vi.advanceTimersByTimeAsync(5000);
    const text =
      'A postback with test-1 arrived, so the network returns the click ID. The postback counts for no user.';
    expect(await screen.findByText(text)).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('explains why a postback for a test click did not count', async () => {
  await startTestClick(() => [{ postback_id: 7, outcome: 'parked', reason: 'status "done" is not mapped' }]);
  const text = 'A postback with test-1 arrived, but it did not count: status "done" is not mapped.';
  expect(await screen.findByText(text)).toBeTruthy();
});
