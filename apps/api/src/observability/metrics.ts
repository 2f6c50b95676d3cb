import type { OperationsMetrics, ProcessState } from '@inaam/contracts/insights/operations';
import { batchCounts } from '@inaam/core/kernel/batches';
import type { KernelCounts } from '@inaam/core/kernel/kernel';
import type { ReadCounts } from '@inaam/core/kernel/reads';
import type { Replica } from '@inaam/db/replica';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { getNotReadyReason, type Lifecycle } from '../lifecycle/lifecycle.ts';
import { isAddressUnreadable } from '../plugins/caller-address.ts';
import { isRefusedByPause } from '../plugins/errors.ts';
import { getPoolUsage } from './process-state.ts';

/** The metrics of a process for Prometheus. Names and units follow https://prometheus.io/docs/practices/naming/. */
export interface Metrics {
  registry: Registry;
  /** Measures the duration of every call to a host. */
  watchHost(host: FastifyInstance, name: 'app' | 'admin'): void;
  watchJob(job: string, seconds: number, succeeded: boolean): void;
  /** Sets the figures of the database. A job reads them, so that a scrape needs no query. */
  showFigures(figures: OperationsMetrics): void;
  /** Sets the number of sealed values that no key can decrypt, by table and column. */
  showLostSecrets(lost: ReadonlyMap<string, number>): void;
}

/** Upper bounds of the histograms, in seconds. A request has a deadline of 8 s. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8, 10];

export interface MetricsOptions {
  /** Counters that the kernel updates. */
  counts: KernelCounts;
  /** Size of the pool. */
  connections: number;
  lifecycle: Lifecycle;
  /** Reads the state of the process monitor, which lists each job before its first run. */
  processState: () => Pick<ProcessState, 'started_at' | 'jobs'>;
  /** The standby that serves lists, if there is one. */
  replica?: Pick<Replica, 'name' | 'lag' | 'verdict'> | undefined;
  readCounts: ReadCounts;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const { counts, connections, lifecycle, processState, replica, readCounts } = options;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const liveGauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  const liveCounter = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value());
      },
    });

  const requests = new Histogram({
    name: 'inaam_http_request_duration_seconds',
    help: 'Calls by host, method, route and status; `503 paused` for a refusal by a pause',
    labelNames: ['host', 'method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const unreadable = new Counter({
    name: 'inaam_caller_addresses_unreadable_total',
    help: 'Calls for which a trusted proxy wrote something that is not an IP address',
    labelNames: ['host'],
    registers,
  });
  liveGauge('inaam_ready', '1 while calls may be sent here', () =>
    getNotReadyReason(lifecycle) === undefined ? 1 : 0,
  );
  liveGauge('inaam_database_connections_used', 'Pool connections in use', () => getPoolUsage(counts, connections).used);
  liveGauge('inaam_database_connections_max', 'Size of the pool', () => connections);
  liveGauge(
    'inaam_database_connections_waiting',
    'Database calls that wait for a connection',
    () => getPoolUsage(counts, connections).waiting,
  );
  liveCounter('inaam_database_calls_total', 'Database calls', () => counts.calls);
  liveCounter('inaam_database_retries_total', 'Database calls that were retried', () => counts.retries);
  liveCounter('inaam_database_batched_calls_total', 'Database calls that shared a statement', () => batchCounts.shared);
  liveCounter('inaam_database_batches_failed_total', 'Shared statements that failed', () => batchCounts.failed);
  liveCounter(
    'inaam_database_unavailable_total',
    'Database calls that failed because the database was unavailable',
    () => counts.unavailable,
  );

  // The label names the standby. Without a standby there is no series, so no alert can fire.
  const replicaGauge = (
    name: string,
    help: string,
    value: (standby: Pick<Replica, 'lag' | 'verdict'>) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers,
      collect() {
        this.reset();
        const figure = replica && value(replica);
        if (replica && figure !== undefined) this.set({ replica: replica.name }, figure);
      },
    });
  replicaGauge('inaam_read_replica_lag_seconds', 'Lag of the standby that lists are read from', (standby) =>
    standby.lag(),
  );
  replicaGauge('inaam_read_replica_in_use', '1 while lists are read from the standby', (standby) =>
    standby.verdict() === undefined ? 1 : 0,
  );
  const listReads = new Counter({
    name: 'inaam_list_reads_total',
    help: 'Reads of lists and figures by server; absent without a standby',
    labelNames: ['server'],
    registers: [],
    collect() {
      this.reset();
      if (!replica) return;
      for (const server of ['replica', 'primary'] as const) this.inc({ server }, readCounts[server]);
    },
  });
  registry.registerMetric(listReads);

  // The label is not called `job`, because Prometheus sets that label itself and renames ours.
  const jobLabels = ['job_name'] as const;
  const jobSuccess = new Gauge({
    name: 'inaam_job_last_success_timestamp_seconds',
    help: 'Last success of a job; the start of the process before the first success',
    labelNames: jobLabels,
    registers: [],
    collect() {
      const { started_at, jobs } = processState();
      for (const { name, last_success_at } of jobs) {
        this.set({ job_name: name }, Date.parse(last_success_at ?? started_at) / 1000);
      }
    },
  });
  registry.registerMetric(jobSuccess);
  const jobPeriod = new Gauge({
    name: 'inaam_job_period_seconds',
    help: 'Seconds between two runs of a job',
    labelNames: jobLabels,
    registers: [],
    collect() {
      for (const { name, every_seconds } of processState().jobs) this.set({ job_name: name }, every_seconds);
    },
  });
  registry.registerMetric(jobPeriod);
  const jobSeconds = gauge('inaam_job_duration_seconds', 'Duration of the last run of a job', jobLabels);
  const jobFailures = new Counter({
    name: 'inaam_job_failures_total',
    help: 'Runs of a job that failed',
    labelNames: jobLabels,
    registers,
  });

  const postbacks = gauge('inaam_postbacks_last_minute', 'Postbacks of the last minute', ['network', 'outcome']);
  const unjudged = gauge('inaam_postbacks_unjudged', 'Stored postbacks without an outcome');
  const spins = gauge('inaam_spins', 'All spins by outcome', ['outcome']);
  const free = gauge('inaam_vouchers_free', 'Vouchers in stock', ['amount_paise']);
  const awarded = gauge('inaam_vouchers_awarded', 'All vouchers won', ['amount_paise']);
  const owed = gauge('inaam_wins_owed', 'Wins that wait for a voucher', ['amount_paise']);
  const owedSeconds = gauge('inaam_wins_owed_oldest_age_seconds', 'Age of the oldest win that waits for a voucher', [
    'amount_paise',
  ]);
  const queued = gauge('inaam_outbox_queued', 'Queued messages and webhooks', ['kind']);
  const failed = gauge('inaam_outbox_failed_last_day', 'Messages and webhooks that failed in the last day', ['kind']);
  const overdue = gauge('inaam_outbox_overdue_seconds', 'Longest delay of a due message or webhook', ['kind']);
  const security = gauge('inaam_security_events_last_minute', 'Security events of the last minute', ['kind']);
  const feed = gauge('inaam_change_feed_lag_seconds', 'Lag of a change feed consumer', ['consumer']);
  const replicas = gauge('inaam_replica_lag_seconds', 'Lag of a standby', ['replica']);
  const partitionDays = gauge('inaam_partitions_ready_days', 'Days ahead for which a table has partitions', ['table']);
  const paused = gauge('inaam_paused', '1 for a part that is paused by an owner or a ceiling', ['part']);
  const spendHour = gauge('inaam_spend_hour_paise', 'Cost of spins since the clock hour began');
  const usualHour = gauge('inaam_spend_hour_usual_paise', 'The most that this hour of this weekday cost in four weeks');
  const ceilingShare = gauge('inaam_spend_ceiling_share', 'The largest used share of a ceiling of spend');
  const losing = gauge('inaam_offers_losing_money', 'Active offers with odds that cost more than the offer pays');
  const differences = gauge(
    'inaam_book_differences',
    'Violations in the ledger or audit log that the last checks of its ranges found',
    ['book'],
  );
  const oldestCheck = gauge(
    'inaam_book_check_oldest_age_seconds',
    'Age of the oldest check of a range of the ledger or audit log',
    ['book'],
  );
  const testAlert = gauge('inaam_test_alert_requested_timestamp_seconds', 'Last request of a test alert; 0: never');
  const lostSecrets = gauge('inaam_sealed_values_unreadable', 'Sealed values that no key of this process opens', [
    'column',
  ]);
  const lastRead = gauge('inaam_database_metrics_timestamp_seconds', 'Last read of the database figures');

  return {
    registry,
    watchHost(host, name) {
      host.addHook('onResponse', (request, reply, done) => {
        // Service level objectives and alerts do not count refusals by a pause.
        const status = `${reply.statusCode}${isRefusedByPause(request) ? ' paused' : ''}`;
        const labels = { host: name, method: request.method, route: getRouteLabel(request), status };
        requests.observe(labels, reply.elapsedTime / 1000);
        if (isAddressUnreadable(request)) unreadable.inc({ host: name });
        done();
      });
    },
    watchJob(job, seconds, succeeded) {
      jobSeconds.set({ job_name: job }, seconds);
      if (!succeeded) jobFailures.inc({ job_name: job });
    },
    showFigures(figures) {
      for (const each of [postbacks, free, awarded, owed, owedSeconds, security, feed, replicas, partitionDays])
        each.reset();
      for (const { network, outcome, count } of figures.postbacks) postbacks.set({ network, outcome }, count);
      unjudged.set(figures.unjudged);
      spins.set({ outcome: 'won' }, figures.spins.won);
      spins.set({ outcome: 'lost' }, figures.spins.lost);
      for (const each of figures.stock) {
        const labels = { amount_paise: String(each.amount_paise) };
        free.set(labels, each.free);
        awarded.set(labels, each.awarded);
        owed.set(labels, each.owed);
        owedSeconds.set(labels, each.owed_seconds);
      }
      for (const kind of ['messages', 'webhooks'] as const) {
        queued.set({ kind }, figures[kind].queued);
        failed.set({ kind }, figures[kind].failed);
        overdue.set({ kind }, figures[kind].overdue_seconds);
      }
      for (const { kind, count } of figures.security) security.set({ kind }, count);
      for (const { consumer, seconds } of figures.feed) feed.set({ consumer }, seconds);
      for (const { name, seconds } of figures.replicas) replicas.set({ replica: name }, seconds);
      paused.reset();
      for (const part of figures.paused) paused.set({ part }, 1);
      spendHour.set(figures.spend.hour);
      // Without history the value is NaN, and no alert fires on NaN.
      usualHour.set(figures.spend.usual_hour ?? Number.NaN);
      ceilingShare.set(figures.spend.ceiling_share);
      losing.set(figures.losing_offers);
      for (const { book, differences: found, oldest_seconds } of figures.books) {
        differences.set({ book }, found);
        oldestCheck.set({ book }, oldest_seconds);
      }
      for (const { table, days } of figures.partitions) partitionDays.set({ table }, days);
      testAlert.set(figures.test_page_at ?? 0);
      lastRead.setToCurrentTime();
    },
    showLostSecrets(lost) {
      lostSecrets.reset();
      for (const [column, count] of lost) lostSecrets.set({ column }, count);
    },
  };
}

/** Paths with a service level objective (infra/ops/watch/alerts.yml). Each has its own metric label. */
const OBJECTIVE_PATHS = new Set(['/trpc/user.spins.spin', '/trpc/user.offers.list']);

/** Returns the pattern of the route. Unknown paths share one label, because a caller can request any number of them. */
function getRouteLabel({ url, routeOptions }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? '';
  return OBJECTIVE_PATHS.has(path) ? path : (routeOptions.url ?? 'unknown');
}
