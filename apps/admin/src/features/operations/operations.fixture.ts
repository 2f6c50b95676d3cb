import type { JobState, OperationsStatus, ProcessState } from '@inaam/contracts/insights/operations';

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

const emptyQueue = { queued: 0, failed: 0, overdue_seconds: 0 };
/** A status in which nothing needs attention. */
export const healthyStatus: OperationsStatus = {
  archive: { archived_seconds: 40, failed_seconds: null },
  figures: {
    postbacks: [],
    unjudged: 0,
    spins: { won: 3, lost: 4 },
    stock: [],
    messages: emptyQueue,
    webhooks: emptyQueue,
    security: [],
    feed: [{ consumer: 'figures', seconds: 0 }],
    replicas: [],
    paused: [],
    spend: { hour: 0, usual_hour: null, ceiling_share: 0 },
    losing_offers: 0,
    books: [],
    test_page_at: null,
    partitions: [],
  },
  stock: [],
  process: aProcess,
  warnings: [],
};
