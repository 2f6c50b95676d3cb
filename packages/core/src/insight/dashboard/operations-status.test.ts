import type { OperationsMetrics, OperationsWarning, ProcessState } from '@inaam/contracts/insights/operations';
import { describe, expect, test } from 'vitest';
import { findWarnings } from './operations-status.ts';

/** Tests each alert at its threshold and just beyond, and figures that raise no alert. */

const queue = (overdue: number) => ({ queued: 9, failed: 9, overdue_seconds: overdue });
const quiet: OperationsMetrics = {
  postbacks: [{ network: 'n', outcome: 'refused', count: 9000 }],
  unjudged: 0,
  spins: { won: 9, lost: 9 },
  stock: [],
  messages: queue(0),
  webhooks: queue(0),
  security: [],
  feed: [],
  replicas: [],
  paused: [],
  spend: { hour: 9, usual_hour: 1, ceiling_share: 0 },
  losing_offers: 0,
  books: [],
  test_page_at: null,
  partitions: [],
};
const now = Date.parse('2026-07-19T12:00:00Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const process: ProcessState = {
  started_at: ago(0),
  memory_bytes: 1,
  event_loop_p99_ms: 900,
  connections: { used: 16, max: 16, waiting: 0 },
  database: { calls: 9, retries: 9, unavailable: 9 },
  jobs: [],
};
const job = (name: string, every: number, last: string | null) => ({
  name,
  every_seconds: every,
  last_success_at: last,
  last_seconds: 1,
  failures: 9,
});
const makeOwedStock = (owedSeconds: number) => [
  { amount_paise: 500, free: 0, awarded: 3, owed: 1, owed_seconds: owedSeconds },
];
const forecast = (daysLeft: number | null, owed = 0) => ({
  amount: 5.5,
  available: 1,
  owed,
  per_day: 1,
  days_left: daysLeft,
  is_low: true,
});
const failures = (count: number) =>
  (['sign_in_failed', 'second_factor_failed', 'step_up_failed', 'locked_out'] as const).map((kind, at) => ({
    kind,
    count: at === 0 ? count - 3 : 1,
  }));

interface Case {
  figures?: Partial<OperationsMetrics>;
  stock?: ReturnType<typeof forecast>[];
  process?: Partial<ProcessState>;
}
const warnCase = ({ figures, stock = [], process: state }: Case): OperationsWarning[] =>
  findWarnings({ ...quiet, ...figures }, stock, { ...process, ...state }, now);

test('raises no warning for figures without a threshold, or without process state', () => {
  expect(warnCase({})).toEqual([]);
  expect(findWarnings(quiet, [], null, now)).toEqual([]);
});

const makeBook = (differences: number, oldest: number) => [
  { book: 'ledger' as const, differences, checked_seconds: 9, oldest_seconds: oldest },
];

const makeSpend = (share: number) => ({ hour: 9, usual_hour: null, ceiling_share: share });

const cases: [at: Case, beyond: Case, expected: OperationsWarning][] = [
  [{ figures: { paused: [] } }, { figures: { paused: ['starts'] } }, { alert: 'PartPaused', figure: 1, of: 'starts' }],
  [{ figures: { losing_offers: 0 } }, { figures: { losing_offers: 1 } }, { alert: 'OddsLoseMoney', figure: 1 }],
  [
    { figures: { spend: makeSpend(0.8) } },
    { figures: { spend: makeSpend(0.81) } },
    { alert: 'SpendNearCeiling', figure: 0.81 },
  ],
  [
    { figures: { books: makeBook(0, 0) } },
    { figures: { books: makeBook(1, 0) } },
    { alert: 'BooksDiffer', figure: 1, of: 'ledger' },
  ],
  [
    { figures: { books: makeBook(0, 86_400) } },
    { figures: { books: makeBook(0, 86_401) } },
    { alert: 'BookCheckOverdue', figure: 86_401, of: 'ledger' },
  ],
  [
    { figures: { stock: makeOwedStock(3600) } },
    { figures: { stock: makeOwedStock(3601) } },
    { alert: 'WinsOwed', figure: 3601, of: '500' },
  ],
  [{ stock: [forecast(3)] }, { stock: [forecast(2)] }, { alert: 'StockLow', figure: 2, of: '550' }],
  [{ stock: [forecast(null)] }, { stock: [forecast(0)] }, { alert: 'StockLow', figure: 0, of: '550' }],
  // If a win is owed, only the warning WinsOwed is raised, not StockLow.
  [{ stock: [forecast(0, 1)] }, { stock: [forecast(0, 0)] }, { alert: 'StockLow', figure: 0, of: '550' }],
  [
    { figures: { messages: queue(900) } },
    { figures: { messages: queue(901) } },
    { alert: 'OutboxOverdue', figure: 901, of: 'messages' },
  ],
  [
    { figures: { webhooks: queue(900) } },
    { figures: { webhooks: queue(901) } },
    { alert: 'OutboxOverdue', figure: 901, of: 'webhooks' },
  ],
  [{ figures: { unjudged: 50 } }, { figures: { unjudged: 51 } }, { alert: 'PostbacksUnjudged', figure: 51 }],
  [
    { figures: { feed: [{ consumer: 'figures', seconds: 60 }] } },
    { figures: { feed: [{ consumer: 'figures', seconds: 61 }] } },
    { alert: 'ChangeFeedLag', figure: 61, of: 'figures' },
  ],
  [
    { figures: { replicas: [{ name: 'standby', seconds: 30 }] } },
    { figures: { replicas: [{ name: 'standby', seconds: 31 }] } },
    { alert: 'ReplicaLag', figure: 31, of: 'standby' },
  ],
  [
    { figures: { partitions: [{ table: 'messages', days: 31 }] } },
    { figures: { partitions: [{ table: 'messages', days: 30 }] } },
    { alert: 'PartitionsMissing', figure: 30, of: 'messages' },
  ],
  [
    { figures: { security: [...failures(100), { kind: 'sign_in', count: 500 }] } },
    { figures: { security: failures(101) } },
    { alert: 'SignInsFailing', figure: 101 },
  ],
  [{}, { process: { connections: { used: 16, max: 16, waiting: 1 } } }, { alert: 'DatabasePoolSaturated', figure: 1 }],
];
test.each(cases)('warns beyond the threshold, but not at the threshold (case %#)', (at, beyond, expected) => {
  expect(warnCase(at)).toEqual([]);
  expect(warnCase(beyond)).toEqual([expected]);
});

describe('a scheduled job', () => {
  test.each([
    ['each second', 1, 602],
    ['each minute', 60, 720],
    ['each hour', 3600, 7800],
  ])('that runs %s is stuck after two periods and ten minutes', (_, every, seconds) => {
    expect(warnCase({ process: { jobs: [job('j', every, ago(seconds))] } })).toEqual([]);
    expect(warnCase({ process: { jobs: [job('j', every, ago(seconds + 1))] } })).toEqual([
      { alert: 'JobStuck', figure: seconds + 1, of: 'j' },
    ]);
  });

  test('that has never succeeded is measured from the start of the process', () => {
    const warnAfterStart = (seconds: number) =>
      warnCase({ process: { started_at: ago(seconds), jobs: [job('j', 60, null)] } });
    expect([warnAfterStart(720), warnAfterStart(721)]).toEqual([[], [{ alert: 'JobStuck', figure: 721, of: 'j' }]]);
  });
});
