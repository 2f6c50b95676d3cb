import { dashboardInput } from '@inaam/contracts/insights/dashboard-series';
import type { Report } from '@inaam/contracts/insights/report';
import { type Todo, todoKinds } from '@inaam/contracts/insights/todos';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { POLL_MS } from '../../app/use-poll.ts';
import { expectAccessible } from '../../testing/accessible.ts';
import { Refusal, renderWithServer, servePreferences } from '../../testing/render-with-server.tsx';
import { sortOffers } from './offer-margins.tsx';

const app = renderWithServer();

const day = (date: string, revenue: number) => ({
  day: date,
  users: 2,
  clicks: 9,
  conversions: 4,
  spins: 3,
  wins: 1,
  used: 1,
  revenue,
  voucher_cost: 10,
  margin: revenue - 10,
});
const offers = [
  { offer_id: 1, title: 'Steady', clicks: 5, conversions: 2, revenue: 300, voucher_cost: 0, margin: 300 },
  { offer_id: 2, title: 'Fallen', clicks: 5, conversions: 2, revenue: 40, voucher_cost: 10, margin: 30 },
].map((offer) => ({ ...offer, margin_before: offer.offer_id === 1 ? 290 : 500 }));
const aReport: Report = {
  from: '2026-07-18',
  to: '2026-07-19',
  before: { from: '2026-07-16', to: '2026-07-17' },
  days: [day('2026-07-18', 100), day('2026-07-19', 110)],
  days_before: [day('2026-07-16', 150), day('2026-07-17', 150)],
  yesterday: day('2026-07-18', 100),
  offers,
};
const subjects: Partial<Record<Todo['kind'], Todo['subject']>> = {
  stock_out: { id: null, name: '₹5' },
  disabled_endpoint: { id: 2, name: 'Bookkeeping' },
  stock_short: { id: null, name: '₹10' },
  parking_network: { id: 3, name: 'BitLabs' },
  parked_postbacks: { id: 3, name: 'BitLabs' },
  refused_postbacks: { id: 3, name: 'BitLabs' },
};

async function open(address = '/admin') {
  app.answers['admin.insights.report'] = () => aReport;
  app.open(address);
  await screen.findByRole('heading', { name: '18 Jul 2026 to 19 Jul 2026' });
}

test('lists a task of every kind, each with a link to its page', async () => {
  app.answers['admin.insights.todos'] = () => ({
    todos: todoKinds.map((kind) => ({ kind, count: 4, value: 60, subject: subjects[kind] ?? null })),
  });
  await open();
  const strip = within(screen.getByRole('region', { name: 'Needs attention' }));
  const links = strip.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['4requests wait for another owner', '/admin/approvals'],
    ['1owner: no second person approves costly changes', '/admin/admins'],
    ['4wins owed, ₹60', '/admin/conversions?state=owed'],
    ['₹5out of stock', '/admin/vouchers?panel=new-5'],
    ['Bookkeepingno longer receives events', '/admin/webhooks'],
    ['4%of BitLabs postbacks are parked', '/admin/networks/3?tab=inbox&outcome=parked'],
    ['4parked postbacks of BitLabs', '/admin/networks/3?tab=inbox&outcome=parked'],
    ['4postbacks of BitLabs refused since yesterday', '/admin/networks/3?tab=inbox&outcome=refused'],
    ['4missing credit cases open', '/admin/cases?status=open'],
    ['4devices with 3 or more accounts', '/admin/fraud-detection?tab=devices&device_filter=multiple'],
    ['₹10run out within a week', '/admin/vouchers?panel=reorder'],
    [
      '4vouchers expire within 14 days, ₹60',
      '/admin/vouchers?status=available&expiry_filter=valid&sortBy=expiry_date&sortOrder=asc',
    ],
  ]);
  await expectAccessible();
});

test('shows an empty task list, and still shows the list if the next load fails', async () => {
  await open();
  expect(screen.getAllByText('Nothing needs attention')).toHaveLength(2);
  app.answers['admin.insights.todos'] = () => {
    throw new Refusal('INTERNAL');
  };
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(app.getInputs('admin.insights.todos').length).toBeGreaterThan(1));
  // Loaded data remain on the screen.
  expect(screen.getAllByText('Nothing needs attention')).toHaveLength(2);
});

test('compares figures with the previous period, and shows the figures of a day selected by keyboard', async () => {
  await open();
  const revenue = screen.getByText('Total Revenue').parentElement;
  expect(revenue?.textContent).toContain('₹210 in 2 days −30.0%');
  expect(screen.getByText('₹100 yesterday')).toBeTruthy();
  // Three large figures come first, then the others.
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(terms.slice(0, 13)).toEqual([
    'Total Revenue',
    'Total Voucher Value',
    'Margin',
    'Revenue Today',
    'Conversions Today',
    'New Users Today',
    'Total Conversions',
    'Conversion Rate',
    'Total Users',
    'Total Rewards Given',
    'Used Vouchers',
    'Available Vouchers',
    'Active Offers',
  ]);
  const plot = screen.getByRole('slider', { name: 'Revenue, voucher cost and margin per day' });
  fireEvent.keyDown(plot, { key: 'Home' });
  expect(plot.getAttribute('aria-valuetext')).toBe(
    '18 Jul 2026: Revenue ₹100 (₹150 before), Voucher cost ₹10 (₹10 before), Margin ₹90 (₹140 before)',
  );
  const funnel = within(screen.getByText('From click to voucher').parentElement as HTMLElement);
  expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Clicks18',
    'Completions844.4% of clicks',
    'Spins675.0% of completions',
    'Wins233.3% of spins',
    'Used vouchers2100.0% of wins',
  ]);
});

test('reads period, comparison, sort order and view from the URL, exports the table, changes the period', async () => {
  await open('/admin?period=7&compare=year&offers=trend&view=table');
  expect(app.getInputs('admin.insights.report').at(-1)).toEqual({ period: '7', compare: 'year' });
  expect(screen.getByRole('table', { name: 'Figures by day' }).querySelectorAll('tbody tr')).toHaveLength(3);
  const rows = screen.getByRole('table', { name: 'Offers by margin' }).querySelectorAll('tbody tr');
  expect([...rows].map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Fallen₹40 less ₹10 of vouchers · 2 of 5 clicks completed', '₹30', '−₹470', '₹40', '₹10', '5', '2'],
    ['Steady₹300 less ₹0 of vouchers · 2 of 5 clicks completed', '₹300', '+₹10', '₹300', '₹0', '5', '2'],
  ]);
  expect(sortOffers(offers, 'margin').map(({ title }) => title)).toEqual(['Steady', 'Fallen']);

  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:figures');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }));
  const [file] = createUrl.mock.calls[0] ?? [];
  expect(file instanceof Blob && (await file.text())).toBe(
    'day,users,clicks,conversions,spins,wins,used,revenue,voucher_cost,margin\r\n' +
      '2026-07-18,2,9,4,3,1,1,100,10,90\r\n2026-07-19,2,9,4,3,1,1,110,10,100\r\n',
  );

  fireEvent.click(screen.getByRole('button', { name: 'Period: Last 7 days' }));
  const from = await screen.findByLabelText('From');
  fireEvent.change(from, { target: { value: '2026-07-10' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-07-09' } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  expect(screen.getByText('Choose a day on or after the first one')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-07-12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(app.address()).toContain('period=custom&from=2026-07-10&to=2026-07-12'));
  await waitFor(() =>
    expect(app.getInputs('admin.insights.report').at(-1)).toEqual({
      period: 'custom',
      compare: 'year',
      from: '2026-07-10',
      to: '2026-07-12',
    }),
  );
});

describe('tour of a new admin', () => {
  const tour = () => screen.findByRole('region', { name: 'Tour' });
  const press = async (name: string) => fireEvent.click(within(await tour()).getByRole('button', { name }));
  const expectNoTour = () => expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();

  test('has three steps, ends at the first offer and does not return', async () => {
    const getPreferences = servePreferences(app);
    app.answers['admin.offers.list'] = () => ({
      offers: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 },
    });
    await open();
    const stops: (string | null)[] = [];
    for (const title of [/^What needs attention/, /^Search finds/, /^Offers grant spins/]) {
      stops.push((await within(await tour()).findByRole('heading', { name: title })).textContent);
      if (stops.length < 3) await press('Next');
    }
    expect(stops.map((stop) => stop?.slice(-6))).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect(within(await tour()).queryByRole('button', { name: 'Next' })).toBeNull();
    expect(getPreferences().toured).toBe(false);
    fireEvent.click(within(await tour()).getByRole('link', { name: 'Create an offer' }));
    await waitFor(() => expect(app.address()).toBe('/admin/offers?panel=new'));
    await waitFor(() => expect(getPreferences().toured).toBe(true));
    cleanup();
    await open();
    await waitFor(() => expect(app.getInputs('admin.preferences.get').length).toBeGreaterThan(1));
    expectNoTour();
  });

  test('does not return after the admin skipped it', async () => {
    const getPreferences = servePreferences(app);
    await open();
    await press('Skip the tour');
    await waitFor(expectNoTour);
    await waitFor(() => expect(getPreferences().toured).toBe(true));
    cleanup();
    await open();
    await waitFor(() => expect(app.getInputs('admin.preferences.get').length).toBeGreaterThan(1));
    expectNoTour();
  });
});

test('links the last users and conversions to their records', async () => {
  const person = { user_id: 7, email: 'asha@example.com' };
  const at = '2026-07-19T06:30:00.000Z';
  const dashboard = app.answers['admin.insights.dashboard']?.({}) as object;
  app.answers['admin.insights.dashboard'] = () => ({
    ...dashboard,
    recentUsers: [{ ...person, first_name: 'Asha', last_name: 'Rao', created_at: at }],
    recentConversions: [
      {
        ...person,
        completion_id: 41,
        title: 'Tea survey',
        voucher_won: false,
        voucher_amount: null,
        voucher_brand: null,
        payout_amount: 40,
        completed_at: at,
        state: 'no_win',
      },
    ],
  });
  await open();
  const linksOf = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(await linksOf('The last 10 users')).toEqual([['Asha Raoasha@example.com', '/admin/users/7']]);
  expect(await linksOf('The last 10 conversions')).toEqual([
    ['Tea survey', '/admin/conversions/41'],
    ['asha@example.com', '/admin/users/7'],
  ]);
});

test('polls with an input that the server accepts', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  await open();
  await waitFor(() => expect(timers.mock.calls.some(([, ms]) => ms === POLL_MS)).toBe(true));
  const before = app.getInputs('admin.insights.dashboard').length;
  for (const [poll, ms] of timers.mock.calls) if (ms === POLL_MS) act(poll as () => void);
  await waitFor(() => expect(app.getInputs('admin.insights.dashboard').length).toBeGreaterThan(before));
  for (const input of app.getInputs('admin.insights.dashboard'))
    expect(dashboardInput.safeParse(input).success).toBe(true);
});
