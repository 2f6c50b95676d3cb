import type { StockForecast } from './dashboard-series.ts';

/** Figures of the Operations screen. Prometheus collects the same figures. */

/** Current figures from the database. 'Last minute' means the 60 seconds before the query. */
export interface OperationsMetrics {
  /** Postbacks of the last minute by network (slug or 'unknown') and outcome ('unjudged' until processed). */
  postbacks: { network: string; outcome: string; count: number }[];
  /** All stored postbacks that have not been processed. */
  unjudged: number;
  /** Totals since the installation, up to a second old: wins, and spins without a win. */
  spins: { won: number; lost: number };
  /** Stock by amount in paise: available vouchers, vouchers ever won, and wins without a voucher. */
  stock: { amount_paise: number; free: number; awarded: number; owed: number; owed_seconds: number }[];
  /** The outbox. `overdue_seconds`: by how long the most overdue message is late. */
  messages: { queued: number; failed: number; overdue_seconds: number };
  webhooks: { queued: number; failed: number; overdue_seconds: number };
  /** Security events of the last minute by kind. */
  security: { kind: string; count: number }[];
  /** How long changes have waited for each consumer of the change feed, in seconds; 0 if none waits. */
  feed: { consumer: string; seconds: number }[];
  /** Replication lag of each standby in seconds. Empty without standbys, or if the role may not see them. */
  replicas: { name: string; seconds: number }[];
  /** Paused parts of the product, such as `spins`; `spins of an offer` if only some offers are paused. */
  paused: string[];
  spend: SpendFigures;
  /** The number of active offers whose prizes cost more on average than the network pays. */
  losing_offers: number;
  /** The findings of the job `check-books`. */
  books: BookState[];
  /** Whole days ahead for which each monthly partitioned table has partitions. */
  partitions: { table: string; days: number }[];
  /** When an admin last sent a test alert, in seconds since 1970; null: never. */
  test_page_at: number | null;
}

/** The cost of all spins in paise: the value won, or the expected cost of their odds if that is greater. */
export interface SpendFigures {
  /** Since the clock hour began. */
  hour: number;
  /** The highest cost of this hour of this weekday in the last four weeks; null if there was no spin. */
  usual_hour: number | null;
  /** The largest used share of any ceiling (for all offers, or for one offer); 0 without ceilings. */
  ceiling_share: number;
}

/** The state of the checks of the ledger, or of the audit log. The checks go range by range. */
export interface BookState {
  book: 'audit' | 'ledger';
  /** Violations that the last check of each range found; 0 when the books agree. */
  differences: number;
  /** Seconds since a range was last checked; null until then. */
  checked_seconds: number | null;
  /** Seconds since the check of the range that was checked longest ago, or since that range was added. */
  oldest_seconds: number;
}

/** A recurring job of the api. */
export interface JobState {
  name: string;
  /** Seconds between two runs. */
  every_seconds: number;
  /** ISO 8601; null until the first success. */
  last_success_at: string | null;
  /** Duration of the last run in seconds; null until a run has ended. */
  last_seconds: number | null;
  /** Failed runs since the process started. */
  failures: number;
}

/** Figures of the answering process since its start. Other processes have their own figures. */
export interface ProcessState {
  started_at: string;
  /** Resident memory, in bytes. */
  memory_bytes: number;
  /** The 99th percentile of event loop delay over about a minute, in ms. */
  event_loop_p99_ms: number;
  connections: { used: number; max: number; waiting: number };
  /** Database calls: all, retried, and failed after all retries. */
  database: { calls: number; retries: number; unavailable: number };
  jobs: JobState[];
}

/**
 * Limits beyond which an operator should act. A test keeps them equal to `infra/ops/watch/alerts.yml`. The unit
 * (seconds, days, a share or a count) is that of the alert. JobStuck: seconds beyond two periods of the job.
 */
export const ALERT_THRESHOLDS = {
  PartPaused: 0,
  SpendNearCeiling: 0.8,
  OddsLoseMoney: 0,
  BooksDiffer: 0,
  BookCheckOverdue: 86_400,
  WinsOwed: 3600,
  StockLow: 3,
  OutboxOverdue: 900,
  PostbacksUnjudged: 50,
  ChangeFeedLag: 60,
  ReplicaLag: 30,
  PartitionsMissing: 31,
  SignInsFailing: 100,
  DatabasePoolSaturated: 0,
  JobStuck: 600,
} as const;
/** Security events that count as failed sign-ins, for SignInsFailing. */
export const SIGN_IN_FAILURES = ['sign_in_failed', 'second_factor_failed', 'step_up_failed', 'locked_out'] as const;

export type AlertName = keyof typeof ALERT_THRESHOLDS;

/** A figure beyond its limit. */
export interface OperationsWarning {
  alert: AlertName;
  /** In the unit of the limit. */
  figure: number;
  /** The instance, if there are several: an amount in paise, a consumer, a standby, a table, a job or a queue. */
  of?: string;
}

/**
 * The archive of PostgreSQL's write-ahead log, which a point-in-time restore needs. Seconds since the last successful
 * and the last failed archiving; null: never.
 */
export interface LogArchive {
  archived_seconds: number | null;
  failed_seconds: number | null;
}

export interface OperationsStatus {
  figures: OperationsMetrics;
  archive: LogArchive;
  stock: StockForecast[];
  /** The answering process; null if it does not collect figures. */
  process: ProcessState | null;
  /** Figures beyond their limits, most urgent kind first; empty when all is well. */
  warnings: OperationsWarning[];
}
