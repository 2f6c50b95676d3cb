import { adminPaths } from '@inaam/contracts/common/paths';
import type { OperationsStatus } from '@inaam/contracts/insights/operations';
import type { Spending } from '@inaam/contracts/spending/spending';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testing/accessible.ts';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';
import { healthyStatus } from './operations.fixture.ts';

const app = renderWithServer();

const ceilingOfAllOffers = {
  offer_id: null,
  title: null,
  period: 'day' as const,
  rupees: 5000,
  spent: 1200,
  ends_at: '2026-07-19T18:30:00.000Z',
  is_lifted: false,
};
let spending: Spending = { pauses: [], ceilings: [], hour: 0, day: 0 };

const answer = (watch: OperationsStatus) => {
  app.answers['admin.spending.get'] = () => spending;
  app.answers['admin.insights.watch'] = () => watch;
  app.open(adminPaths.operations);
};
const main = () => within(screen.getByRole('main'));

describe('Operations page', () => {
  test('shows the state of the process, and that nothing needs attention', async () => {
    answer(healthyStatus);
    await screen.findByText('All is well');
    expect(main().getByText('3 of 16 in use')).toBeDefined();
    expect(main().getByText('200 MB')).toBeDefined();
    // Failed jobs come first.
    const [, first] = main().getAllByRole('row');
    expect(first?.textContent).toContain('seal-audit-log');
    await expectAccessible();
  });

  test('shows the differences found in the ledger and the audit log, and when they were checked', async () => {
    const books = [
      { book: 'audit' as const, differences: 0, checked_seconds: 1900, oldest_seconds: 40_000 },
      { book: 'ledger' as const, differences: 0, checked_seconds: 720, oldest_seconds: 30_000 },
    ];
    answer({ ...healthyStatus, figures: { ...healthyStatus.figures, books } });
    await screen.findByText('Books agree, checked 12 minutes ago');
    await expectAccessible();
    const booksWithDifferences = books.map((each) => ({ ...each, differences: 1 }));
    app.answers['admin.insights.watch'] = () => ({
      ...healthyStatus,
      figures: { ...healthyStatus.figures, books: booksWithDifferences },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('2 differences in the books');
  });

  test('shows each warning with advice, and a link if a page helps', async () => {
    answer({
      ...healthyStatus,
      warnings: [
        { alert: 'WinsOwed', figure: 7300, of: '50000' },
        { alert: 'OutboxOverdue', figure: 960, of: 'webhooks' },
        { alert: 'PartitionsMissing', figure: -3, of: 'security_events' },
        { alert: 'JobStuck', figure: 7260, of: 'seal-audit-log' },
      ],
    });
    await screen.findByText('4 things need attention');
    expect(screen.getByText('Winners of ₹500 have waited for 2 hours 2 minutes')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add vouchers' }).getAttribute('href')).toContain('new-500');
    expect(screen.getByText('Webhooks are overdue by 16 minutes')).toBeDefined();
    expect(screen.getByText('Only 0 days of partitions left for the table “security_events”')).toBeDefined();
    expect(screen.getByText(/“seal-audit-log” has not succeeded for 2 hours 1 minute/)).toBeDefined();
    await expectAccessible();
  });

  test('retries a failed load and keeps loaded figures if a later load fails', async () => {
    let fails = true;
    app.answers['admin.spending.get'] = () => spending;
    app.answers['admin.insights.watch'] = () => {
      if (fails) throw new Refusal('UNAVAILABLE');
      return healthyStatus;
    };
    app.open(adminPaths.operations);
    await screen.findByText('Failed to fetch the operations figures');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('All is well');
    fails = true;
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByText('Failed to fetch the operations figures')).not.toBeNull());
    expect(screen.getByText('All is well')).toBeDefined();
  });

  test('sends a test alert after a confirmation', async () => {
    app.answers['admin.insights.sendTestPage'] = () => undefined;
    answer(healthyStatus);
    await screen.findByText('All is well');
    fireEvent.click(screen.getByRole('button', { name: 'Send a test alert' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(app.getInputs('admin.insights.sendTestPage')).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Send a test alert' }));
    await screen.findByText(/Test alert requested/);
    expect(app.getInputs('admin.insights.sendTestPage')).toHaveLength(1);
    await expectAccessible();
  });
});

describe('spending', () => {
  test('pauses spins after a confirmation, and resumes them', async () => {
    const sent: unknown[] = [];
    app.answers['admin.spending.pause'] = (input) => {
      sent.push(input);
      spending = {
        ...spending,
        pauses: [{ part: 'spins', since: ceilingOfAllOffers.ends_at, until: null, note: 'odd wins' }],
      };
      return { message: 'Paused' };
    };
    app.answers['admin.spending.resume'] = (input) => {
      sent.push(input);
      spending = { ...spending, pauses: [] };
      return { message: 'Running again' };
    };
    spending = { pauses: [], ceilings: [], hour: 0, day: 0 };
    answer(healthyStatus);
    fireEvent.click(await screen.findByRole('button', { name: 'Pause spins' }));
    await screen.findByText(/Completions wait and lose nothing/);
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'odd wins' } });
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await screen.findByText('Until an owner resumes it · odd wins');
    await expectAccessible();
    fireEvent.click(screen.getByRole('button', { name: 'Resume spins' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    await screen.findByText('Spins: running');
    expect(sent).toEqual([{ part: 'spins', note: 'odd wins' }, { part: 'spins' }]);
  });

  test('shows ceilings with the cost of spins so far, and sets a ceiling in whole rupees', async () => {
    const sent: unknown[] = [];
    app.answers['admin.spending.setCeiling'] = (input) => {
      sent.push(input);
      return { message: 'Ceiling saved' };
    };
    spending = {
      pauses: [],
      ceilings: [ceilingOfAllOffers, { ...ceilingOfAllOffers, period: 'hour', rupees: 400, spent: 401 }],
      hour: 401,
      day: 1200,
    };
    answer(healthyStatus);
    await screen.findByText('₹1,200 of ₹5,000');
    expect(screen.getByText(/^₹401 of ₹400 · spins paused until/)).toBeDefined();
    expect(screen.getByText(/^A ceiling is reached, until/)).toBeDefined();
    fireEvent.click(await screen.findByRole('button', { name: 'Change All offers, per day' }));
    const field = screen.getByLabelText(/Rupees/);
    fireEvent.change(field, { target: { value: '12.5' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save ceiling' }));
    await screen.findByText('Please enter whole rupees, at least 1');
    fireEvent.change(field, { target: { value: '6000' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save ceiling' }));
    await screen.findByText('Ceiling saved');
    expect(sent).toEqual([{ offer_id: null, period: 'day', rupees: 6000 }]);
  });
});
