import { adminPaths } from '@inaam/contracts/common/paths';
import type { JobState, OperationsStatus, ProcessState } from '@inaam/contracts/insights/operations';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../../testing/accessible.ts';
import { Refusal, renderWithServer } from '../../testing/render-with-server.tsx';

const app = renderWithServer();

const aJob = (more: Partial<JobState>): JobState => ({
  name: 'expire-vouchers',
  every_seconds: 30,
  last_success_at: '2026-07-19T06:30:00.000Z',
  last_seconds: 0.012,
  failures: 0,
  ...more,
});

const aProcess: ProcessState = {
  started_at: '2026-07-19T05:30:00.000Z',
  memory_bytes: 200 * 1024 * 1024,
  event_loop_p99_ms: 21.4,
  connections: { used: 3, max: 16, waiting: 0 },
  database: { calls: 1234, retries: 2, unavailable: 1 },
  jobs: [aJob({}), aJob({ name: 'seal-audit-log', failures: 4 })],
};

const nothingWaits = { queued: 0, failed: 0, overdue_seconds: 0 };
const calm: OperationsStatus = {
  figures: {
    postbacks: [],
    unjudged: 0,
    spins: { won: 3, lost: 4 },
    stock: [],
    messages: nothingWaits,
    webhooks: nothingWaits,
    security: [],
    feed: [{ consumer: 'figures', seconds: 0 }],
    replicas: [],
    books: [],
    partitions: [],
  },
  stock: [],
  process: aProcess,
  warnings: [],
};

const answer = (watch: OperationsStatus) => {
  app.answers['admin.insights.watch'] = () => watch;
  app.open(adminPaths.operations);
};
const main = () => within(screen.getByRole('main'));

describe('Operations page', () => {
  test('shows that all is well and the state of the process', async () => {
    answer(calm);
    await screen.findByText('All is well');
    expect(main().getByText('3 of 16 in use')).toBeDefined();
    expect(main().getByText('200 MB')).toBeDefined();
    // Failed jobs come first.
    const [, first] = main().getAllByRole('row');
    expect(first?.textContent).toContain('seal-audit-log');
    await expectAccessible();
  });

  test('shows whether the books agree, and when they were checked', async () => {
    const books = [
      { book: 'audit' as const, differences: 0, checked_seconds: 1900, oldest_seconds: 40_000 },
      { book: 'ledger' as const, differences: 0, checked_seconds: 720, oldest_seconds: 30_000 },
    ];
    answer({ ...calm, figures: { ...calm.figures, books } });
    await screen.findByText('Books agree, checked 12 minutes ago');
    await expectAccessible();
    const differ = books.map((each) => ({ ...each, differences: 1 }));
    app.answers['admin.insights.watch'] = () => ({ ...calm, figures: { ...calm.figures, books: differ } });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('2 differences in the books');
  });

  test('shows advice and a link for each warning', async () => {
    answer({
      ...calm,
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

  test('retries a failure and keeps figures while the next ones fail', async () => {
    let fails = true;
    app.answers['admin.insights.watch'] = () => {
      if (fails) throw new Refusal('UNAVAILABLE');
      return calm;
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
});
