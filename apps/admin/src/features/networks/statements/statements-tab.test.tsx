import type { Difference, StatementSummary } from '@inaam/contracts/networks/statements';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../testing/accessible.ts';
import { Refusal, renderWithServer } from '../../../testing/render-with-server.tsx';
import { aNetwork } from '../networks.fixture.ts';
import { aDifference, aStatement } from './statements.fixture.ts';

const app = renderWithServer();
const ADDRESS = '/admin/networks/3?tab=statements';

function answer(statements: StatementSummary[], differences: Difference[] = [aDifference]) {
  app.answers['admin.networks.get'] = () => aNetwork();
  app.answers['admin.networks.statements.list'] = () => ({ statements, format: null });
  app.answers['admin.networks.statements.differences'] = () => ({
    differences,
    pagination: { page: 1, limit: 50, total: differences.length, totalPages: 1 },
  });
  app.answers['admin.networks.statements.groups'] = () => ({
    groups: [{ day: '2026-10-15', offer: 'Tea survey', count: 1, their_rupees: 25, our_rupees: 24 }],
  });
}

describe('Statements of a network', () => {
  test('shows both totals, links each difference to its postbacks, and offers an export', async () => {
    answer([aStatement]);
    app.open(ADDRESS);
    const table = within(await screen.findByRole('table', { name: 'Differences' }));
    expect(table.getByText('The amounts differ')).toBeDefined();
    expect(table.getByRole('link', { name: 'T-3' }).getAttribute('href')).toBe(
      '/admin/networks/3?tab=inbox&search=T-3',
    );
    // The totals are collapsed above the list.
    expect(screen.getByText(/^Difference ₹1,00,024\.50/)).toBeDefined();
    expect(screen.queryByRole('table', { name: 'Totals' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /report$/ }));
    expect(within(screen.getByRole('table', { name: 'Totals' })).getByText('₹1,00,024.50')).toBeDefined();
    expect(await screen.findByRole('table', { name: 'Open differences by day and offer' })).toBeDefined();
    expect(screen.getByText(/^october.csv, 12 lines, uploaded by root/)).toBeDefined();
    expect(screen.getByTitle('Export CSV').getAttribute('href')).toContain('statement-differences.csv?');
    expect(screen.getByTitle('Export CSV').getAttribute('href')).toContain('statement_id=7');
    await expectAccessible();
  });

  test('repeats the actions in a menu, which phones show instead of the buttons', async () => {
    answer([aStatement]);
    app.answers['admin.networks.statements.compare'] = () => ({});
    app.open(ADDRESS);
    const openMenu = async () => {
      fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for this statement' }), { key: 'Enter' });
    };
    await openMenu();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Show the report' }));
    expect(screen.getByRole('table', { name: 'Totals' })).toBeDefined();
    await openMenu();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Compare again' }));
    await waitFor(() => expect(app.getInputs('admin.networks.statements.compare')).toEqual([{ statement_id: 7 }]));
    await openMenu();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Upload a statement' }));
    expect(await screen.findByLabelText('Statement file')).toBeDefined();
  });

  test('accepts selected differences with a reason', async () => {
    answer([aStatement]);
    app.answers['admin.networks.statements.accept'] = () => ({ accepted: 1 });
    app.open(ADDRESS);
    fireEvent.click(await screen.findByRole('checkbox', { name: /the difference of T-3/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Accept with a reason' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'agreed by mail' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Accept 1 difference' }));
    await screen.findByText('1 difference accepted');
    expect(app.getInputs('admin.networks.statements.accept')).toEqual([
      { statement_id: 7, difference_ids: [70], reason: 'agreed by mail' },
    ]);
  });

  test('uploads a file in several requests and compares it', async () => {
    answer([]);
    app.answers['admin.networks.statements.begin'] = () => ({ statement_id: 8 });
    app.open(ADDRESS);
    await screen.findByText('No statement yet');
    await expectAccessible();
    fireEvent.click(screen.getByRole('button', { name: 'Upload a statement' }));
    const file = new File(['Transaction ID,Payout,Date\nT1,24,2026-10-15\n'], 'october.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('Statement file'), { target: { files: [file] } });
    await screen.findByText('1 line with a payment');
    await expectAccessible();
    fireEvent.click(screen.getByRole('button', { name: 'Compare with the ledger' }));
    await screen.findByText('October 2026 was compared with the ledger');
    expect(app.getInputs('admin.networks.statements.begin')).toMatchObject([
      { month: '2026-10', file_name: 'october.csv', lines: 1, format: { zone: 'UTC' } },
    ]);
    expect(app.getInputs('admin.networks.statements.addLines')).toMatchObject([
      { statement_id: 8, lines: [{ line: 2, transaction_id: 'T1', micros: '24000000' }] },
    ]);
    expect(app.getInputs('admin.networks.statements.compare')).toEqual([{ statement_id: 8 }]);
  });

  test('refuses a file above the size limit without reading it, and names the file', async () => {
    answer([]);
    app.open(ADDRESS);
    fireEvent.click(await screen.findByRole('button', { name: 'Upload a statement' }));
    const file = new File(['Transaction ID,Payout,Date\nT1,24,2026-10-15\n'], 'october.csv', { type: 'text/csv' });
    Object.defineProperty(file, 'size', { value: 37_000_000 });
    const readContent = vi.spyOn(file, 'arrayBuffer');
    fireEvent.change(screen.getByLabelText('Statement file'), { target: { files: [file] } });
    await screen.findByText('october.csv is too large (37 MB). The limit is 20 MB.');
    expect(readContent).not.toHaveBeenCalled();
  });

  test('explains why an upload failed, and keeps the chosen file', async () => {
    answer([]);
    app.answers['admin.networks.statements.begin'] = () => {
      throw new Refusal('UNAVAILABLE');
    };
    app.open(ADDRESS);
    fireEvent.click(await screen.findByRole('button', { name: 'Upload a statement' }));
    const file = new File(['Transaction ID,Payout,Date\nT1,24,2026-10-15\n'], 'october.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('Statement file'), { target: { files: [file] } });
    fireEvent.click(await screen.findByRole('button', { name: 'Compare with the ledger' }));
    await screen.findByText('The statement was not compared');
    expect(screen.getByText('1 line with a payment')).toBeDefined();
  });

  test('shows a month without differences', async () => {
    answer([{ ...aStatement, open: 0 }], []);
    app.open(ADDRESS);
    await screen.findByText('No open differences');
    expect(screen.getByRole('option', { name: 'Oct 2026, settled' })).toBeDefined();
  });

  test('shows a failed load, and loads the statements on Retry', async () => {
    answer([aStatement]);
    app.answers['admin.networks.statements.list'] = () => {
      throw new Refusal('UNAVAILABLE');
    };
    app.open(ADDRESS);
    await screen.findByText('Failed to fetch the statements');
    answer([aStatement]);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('table', { name: 'Differences' });
  });
});
