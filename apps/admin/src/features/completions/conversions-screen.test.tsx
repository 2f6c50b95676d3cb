import type { Conversion } from '@inaam/contracts/completions/conversions';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithServer } from '../../testing/render-with-server.tsx';
import { aConversion } from './completions.fixture.ts';

const app = renderWithServer();

test('links each row to its details and shows its state', async () => {
  const won = { spinner_used: true, voucher_won: true, voucher_amount: 10, state: 'won' } as const;
  const rows: [Partial<Conversion>, string][] = [
    [{}, 'Not spun yet'],
    [{ spinner_used: true, state: 'no_win' }, 'No win'],
    [{ ...won, voucher_brand: 'Amazon', voucher_code: 'AMZ-1' }, 'Won'],
    [{ ...won, owed: true, state: 'owed' }, 'Owed'],
    [{ reversed: true, state: 'withheld' }, 'Withheld'],
    [{ pending: true, state: 'pending' }, 'Pending'],
  ];
  app.answers['admin.completions.list'] = () => ({
    conversions: rows.map(([changed], index) => aConversion({ ...changed, completion_id: index + 1 })),
    pagination: { page: 1, limit: 50, total: rows.length, totalPages: 1 },
    overallStats: { totalRevenue: 0, totalVoucherWins: 0, totalVoucherValue: 0, overallWinRate: 0 },
  });
  app.open('/admin/conversions');
  await screen.findAllByText((_, element) => element?.textContent === 'asha@example.com');
  const dataRows = screen.getAllByRole('row').slice(1);
  expect(dataRows).toHaveLength(rows.length);
  for (const [index, [, word]] of rows.entries()) {
    const row = within(dataRows[index] as HTMLElement);
    expect(row.getByText(word)).toBeTruthy();
    expect(row.getByRole('link', { name: 'Conversion of 19 Jul 2026, 12:00 pm' }).getAttribute('href')).toBe(
      `/admin/conversions/${index + 1}`,
    );
  }
});

test('filters by an offer’s ID, not by its title, when its filter link is clicked', async () => {
  app.answers['admin.offers.list'] = ({ status }) => ({
    offers: status === 'archived' ? [] : [{ offer_id: 3, title: 'Grocery survey' }],
  });
  app.answers['admin.completions.list'] = () => ({
    conversions: [aConversion({})],
    pagination: { page: 1, limit: 50, total: 1, totalPages: 1 },
    overallStats: { totalRevenue: 0, totalVoucherWins: 0, totalVoucherValue: 0, overallWinRate: 0 },
  });
  app.open('/admin/conversions?page=2');
  fireEvent.click(await screen.findByRole('link', { name: 'Filter by Grocery survey' }));
  await waitFor(() =>
    expect(app.getInputs('admin.completions.list').at(-1)).toMatchObject({
      page: 1,
      limit: 50,
      offer_id: 3,
      codes: 'masked',
    }),
  );
  expect(app.address()).toBe('/admin/conversions?offer_id=3');
});

test('shows which conversions the figures cover, and counts past the limit on request', async () => {
  const figures = { totalRevenue: 4200, totalVoucherWins: 300, totalVoucherValue: 1500, overallWinRate: 27.3 };
  app.answers['admin.completions.list'] = ({ total, search }) => ({
    conversions: [aConversion({})],
    pagination:
      search && total === 'capped'
        ? { page: 1, limit: 50, total: 10_000, totalPages: 200, capped: true }
        : { page: 1, limit: 50, total: 12_345, totalPages: 247 },
    overallStats: search && total === 'capped' ? { ...figures, capped: true } : figures,
  });
  app.open('/admin/conversions');
  const expectFigures = (title: RegExp, expected: string[]) =>
    waitFor(() => {
      const section = screen.getByRole('heading', { name: title }).parentElement as HTMLElement;
      const definitions = within(section).getAllByRole('definition');
      expect(definitions.map(({ textContent }) => textContent)).toEqual(expected);
    });
  await expectFigures(/^Figures of all conversions$/, ['₹4,200', '300', '₹1,500', '27.3%']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'survey' } });
  await expectFigures(/^Figures of 10,000 of the conversions that match/, ['₹4,200+', '300+', '₹1,500+', '27.3%']);
  fireEvent.click(screen.getByRole('button', { name: 'Count all' }));
  await expectFigures(/^Figures of the conversions that match$/, ['₹4,200', '300', '₹1,500', '27.3%']);
});
