import type { StockForecast } from './dashboard-series.ts';

/** What an operator watches: the page Operations shows what Prometheus is told. */

/** What an operator watches, as the database has it now. Counts of the last minute are of the minute before now. */
export interface OperationsMetrics {
  /** By network (its slug, or 'unknown') and outcome, of the last minute; 'unjudged' where nobody has judged it yet. */
  postbacks: { network: string; outcome: string; count: number }[];
  /** Stored calls that wait to be judged, whenever they came. */
  unjudged: number;
  /** Ever; wins, and spins without one. Of completions since the product began, a second behind. */
  spins: { won: number; lost: number };
  /** Stock by amount in paise: free vouchers, how many were ever won, and wins that wait for one. */
  stock: { amount_paise: number; free: number; awarded: number; owed: number; owed_seconds: number }[];
  /** In the outbox, and how long the one that is due the longest waits, in seconds. */
  messages: { queued: number; failed: number; overdue_seconds: number };
  webhooks: { queued: number; failed: number; overdue_seconds: number };
  /** Security events of the last minute by their kind. */
  security: { kind: string; count: number }[];
  /** Seconds for which facts have waited for a consumer of the feed; 0 where none wait. */
  feed: { consumer: string; seconds: number }[];
  /** Seconds that each standby is behind, by its name; empty where there is none, or the role may not see them. */
  replicas: { name: string; seconds: number }[];
  /** Whole days from now for which each table that is partitioned by month has months; none where there are none. */
  partitions: { table: string; days: number }[];
}

/** One call that the api made for itself, again and again. */
export interface JobState {
  name: string;
  /** Seconds between two runs. */
  every_seconds: number;
  /** ISO 8601; null until it has ended well once. */
  last_success_at: string | null;
  /** How long the last run took, in seconds; null until one has ended. */
  last_seconds: number | null;
  /** Runs that failed since the process started. */
  failures: number;
}

/** The process that answers, since it started. Other processes beside it have their own. */
export interface ProcessState {
  started_at: string;
  /** Resident memory, in bytes. */
  memory_bytes: number;
  /** How late the event loop is in 1 of 100 turns, in ms, over the last minute or so. */
  event_loop_p99_ms: number;
  connections: { used: number; max: number; waiting: number };
  /** Calls of the database: all, those that were tried again, and those that were given up. */
  database: { calls: number; retries: number; unavailable: number };
  jobs: JobState[];
}

/**
 * From where on a figure wants a person: those of `infra/ops/watch/alerts.yml`, which a test holds against them.
 * Seconds, days or counts, as the alert has it. JobStuck: seconds beyond two periods of the job.
 */
export const ALERT_THRESHOLDS = {
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
/** Security events that are refusals at a door, for SignInsFailing. */
export const SIGN_IN_FAILURES = ['sign_in_failed', 'second_factor_failed', 'step_up_failed', 'locked_out'] as const;

export type AlertName = keyof typeof ALERT_THRESHOLDS;

/** A figure beyond its limit. */
export interface OperationsWarning {
  alert: AlertName;
  /** In the unit of the limit. */
  figure: number;
  /** What it is of, where there are several: an amount in paise, a consumer, a standby, a table, a job, a queue. */
  of?: string;
}

/** What the page Operations shows. */
export interface OperationsStatus {
  figures: OperationsMetrics;
  stock: StockForecast[];
  /** Of the process that answers; null where it does not count itself. */
  process: ProcessState | null;
  /** What is beyond its limit, the most pressing kind first; empty while all is well. */
  warnings: OperationsWarning[];
}
