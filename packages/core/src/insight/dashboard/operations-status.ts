import type { StockForecast } from '@inaam/contracts/insights/dashboard-series';
import {
  ALERT_THRESHOLDS,
  type AlertName,
  type OperationsMetrics,
  type OperationsStatus,
  type OperationsWarning,
  type ProcessState,
  SIGN_IN_FAILURES,
} from '@inaam/contracts/insights/operations';
import type { Kernel } from '../../kernel/kernel.ts';
import { forecastStock } from '../stock/forecast.ts';
import { getLogArchive } from './log-archive.ts';
import { getOperationsMetrics } from './operations.ts';

const refusals: ReadonlySet<string> = new Set(SIGN_IN_FAILURES);

/** Returns the metrics of the database and of this process, with a warning for each metric beyond its threshold. */
export async function getOperationsStatus(services: {
  kernel: Kernel;
  processState(): ProcessState | undefined;
}): Promise<OperationsStatus> {
  const { kernel } = services;
  const [figures, stock, archive] = await Promise.all([
    getOperationsMetrics(kernel),
    forecastStock(kernel),
    getLogArchive(kernel),
  ]);
  const process = services.processState() ?? null;
  return { figures, archive, stock, process, warnings: findWarnings(figures, stock, process, Date.now()) };
}

/**
 * Compares metrics with the thresholds of their alerts.
 * @param now ms since 1970
 * @returns a warning for each metric beyond its threshold
 */
export function findWarnings(
  figures: OperationsMetrics,
  stock: readonly StockForecast[],
  process: ProcessState | null,
  now: number,
): OperationsWarning[] {
  const warnings: OperationsWarning[] = [];
  const warnIfAbove = (alert: AlertName, figure: number, of?: string) => {
    if (figure > ALERT_THRESHOLDS[alert]) warnings.push({ alert, figure, ...(of !== undefined && { of }) });
  };
  for (const part of figures.paused) warnIfAbove('PartPaused', 1, part);
  warnIfAbove('SpendNearCeiling', figures.spend.ceiling_share);
  warnIfAbove('OddsLoseMoney', figures.losing_offers);
  for (const { book, differences } of figures.books) warnIfAbove('BooksDiffer', differences, book);
  for (const { book, oldest_seconds } of figures.books) warnIfAbove('BookCheckOverdue', oldest_seconds, book);
  for (const { amount_paise, owed_seconds } of figures.stock)
    warnIfAbove('WinsOwed', owed_seconds, String(amount_paise));
  // Owed wins of an amount already raise WinsOwed.
  for (const { amount, owed, days_left } of stock)
    if (owed === 0 && days_left !== null && days_left < ALERT_THRESHOLDS.StockLow)
      warnings.push({ alert: 'StockLow', figure: days_left, of: String(Math.round(amount * 100)) });
  for (const { name, seconds } of figures.replicas) warnIfAbove('ReplicaLag', seconds, name);
  for (const { table, days } of figures.partitions)
    if (days < ALERT_THRESHOLDS.PartitionsMissing)
      warnings.push({ alert: 'PartitionsMissing', figure: days, of: table });
  for (const { consumer, seconds } of figures.feed) warnIfAbove('ChangeFeedLag', seconds, consumer);
  for (const kind of ['messages', 'webhooks'] as const)
    warnIfAbove('OutboxOverdue', figures[kind].overdue_seconds, kind);
  warnIfAbove('PostbacksUnjudged', figures.unjudged);
  const refused = figures.security.filter(({ kind }) => refusals.has(kind));
  warnIfAbove(
    'SignInsFailing',
    refused.reduce((sum, { count }) => sum + count, 0),
  );
  if (process) {
    warnIfAbove('DatabasePoolSaturated', process.connections.waiting);
    const started = Date.parse(process.started_at);
    for (const { name, every_seconds, last_success_at } of process.jobs) {
      const since = last_success_at === null ? started : Date.parse(last_success_at);
      const figure = (now - since) / 1000;
      if (figure > 2 * every_seconds + ALERT_THRESHOLDS.JobStuck)
        warnings.push({ alert: 'JobStuck', figure, of: name });
    }
  }
  return warnings;
}
