import { getOperationsMetrics } from '@inaam/core/insight/dashboard/queries';
import { systemActor } from '@inaam/core/kernel/actor';
import { advanceChangeFeed } from '@inaam/core/kernel/change-feed/advance';
import { maintainPartitions, readPauses, requireReadableSecrets, resealColumns } from '@inaam/core/kernel/jobs';
import type { Kernel } from '@inaam/core/kernel/kernel';
import { completeMilestones } from '@inaam/core/ledger/milestones/commands';
import { updateFinishRates } from '@inaam/core/ledger/offers/commands';
import { fetchDuePictures } from '@inaam/core/ledger/pictures/fetch';
import { deleteUnusedPictures } from '@inaam/core/ledger/pictures/store';
import { publishDraws } from '@inaam/core/ledger/spins/commands';
import { expireVouchers, recordLowStock, repairStockOrder } from '@inaam/core/ledger/vouchers/commands';
import { detectSinglePersonChanges, expireRequests } from '@inaam/core/office/approvals/commands';
import { postNewestHead, sealAudit } from '@inaam/core/office/audit/commands';
import { checkBooks } from '@inaam/core/office/books/check-books';
import { sendDigests } from '@inaam/core/office/dashboard/digest';
import { applyRetention } from '@inaam/core/office/retention/retention';
import { deliverMessages, notifyEndedHolds, notifyExpiringVouchers } from '@inaam/core/outbox/messages/commands';
import { deleteOldDeliveries, type WebhookSender } from '@inaam/core/outbox/webhooks/commands';
import { refreshDueFeeds } from '@inaam/core/partners/feed/commands';
import {
  deleteUnauthenticatedCallCounts,
  fetchAwaitedKeys,
  flushSearchIndex,
  judgeStoredPostbacks,
  rejudgeParked,
} from '@inaam/core/partners/postbacks/commands';
import { deleteOldStatements } from '@inaam/core/partners/statements/commands';
import { deleteDueAccounts, sendDeletionNotices } from '@inaam/core/people/account/commands';
import { deleteExpiredLimits } from '@inaam/core/people/passwords/services';
import type { Services } from '@inaam/core/services';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../observability/metrics.ts';
import { type JobRunContext, stopBetweenStatements } from './run.ts';

/** All background jobs. `infra/docs/runbooks/alerts.md#jobstuck` has a table of them for operators. */

export interface JobServices {
  services: Services;
  webhooks: WebhookSender;
  /** The origin for links in mails to admins. */
  adminOrigin: string;
  log: FastifyBaseLogger;
  metrics: Metrics | undefined;
}

export interface JobDefinition {
  /** Verb first, kebab case: the label of its metrics and its name in log lines. */
  id: string;
  everySeconds: number;
  /** The first alert that fires when the job stops. JobStuck fires for any job that stops, but may come later. */
  alert: string;
  run(services: JobServices, turn: JobRunContext): Promise<unknown>;
  /** Whether this process runs the job. By default every process does. */
  isNeeded?(services: JobServices): boolean;
}

const HOUR = 3600;
const POST_AUDIT_HEAD = 'post-audit-head';

export const jobs: readonly JobDefinition[] = [
  job('read-pauses', 0.5, 'JobStuck', ({ kernel }) => readPauses(kernel)),
  job('advance-change-feed', 1, 'ChangeFeedLag', ({ kernel }) => advanceChangeFeed(kernel)),
  job('complete-milestones', 1, 'JobStuck', completeMilestones),
  job('send-messages', 1, 'OutboxOverdue', deliverMessages),
  {
    id: 'send-webhooks',
    everySeconds: 1,
    alert: 'OutboxOverdue',
    run: ({ webhooks }) => webhooks.tick(),
  },
  createBatchJob('notify-ended-holds', 5, notifyEndedHolds),
  job('repair-stock-positions', 10, 'JobStuck', ({ kernel }) => repairStockOrder(kernel)),
  job('fetch-pictures', 10, 'JobStuck', fetchDuePictures),
  job('flush-postback-search-index', 10, 'JobStuck', ({ kernel }) => flushSearchIndex(kernel)),
  {
    id: 'collect-operations-metrics',
    everySeconds: 15,
    alert: 'MetricsStale',
    isNeeded: ({ metrics }) => metrics !== undefined,
    run: async ({ services: { kernel }, metrics }) => metrics?.showFigures(await getOperationsMetrics(kernel)),
  },
  job('judge-stored-postbacks', 30, 'PostbacksUnjudged', judgeStoredPostbacks),
  createBatchJob('expire-vouchers', 30, expireVouchers),
  job('detect-single-person-changes', 30, 'JobStuck', detectSinglePersonChanges),
  job('judge-parked-postbacks', 60, 'JobStuck', (services) => rejudgeParked({ ...services, actor: systemActor })),
  job('fetch-public-keys', 60, 'JobStuck', ({ kernel, outgoingRequestPolicy }) =>
    fetchAwaitedKeys(kernel, outgoingRequestPolicy),
  ),
  job('refresh-feeds', 60, 'JobStuck', refreshDueFeeds),
  job('notify-low-stock', 60, 'JobStuck', ({ kernel }) => recordLowStock(kernel)),
  job('expire-approvals', 60, 'JobStuck', expireRequests),
  job('publish-draws', 60, 'JobStuck', publishDraws),
  { id: 'check-books', everySeconds: 60, alert: 'BookCheckOverdue', run: checkAndLog },
  { id: 'seal-audit-log', everySeconds: 60, alert: 'JobStuck', run: sealAndLog },
  {
    // A separate job, so that a slow receiver does not delay the seals.
    id: POST_AUDIT_HEAD,
    everySeconds: 60,
    alert: 'JobStuck',
    isNeeded: ({ services }) => services.auditReceiver !== undefined,
    run: async ({ services }, { stopping }) =>
      services.auditReceiver && postNewestHead(services, services.auditReceiver, stopping),
  },
  job('send-deletion-notices', 60, 'JobStuck', sendDeletionNotices),
  job('erase-due-accounts', 60, 'JobStuck', deleteDueAccounts),
  {
    id: 'send-daily-digest',
    everySeconds: 300,
    alert: 'JobStuck',
    run: ({ services, adminOrigin }) => sendDigests(services, adminOrigin),
  },
  createBatchJob('notify-expiring-vouchers', 600, notifyExpiringVouchers),
  job('update-finish-rates', HOUR, 'JobStuck', ({ kernel }) => updateFinishRates(kernel)),
  { id: 'reseal-secrets', everySeconds: HOUR, alert: 'JobStuck', run: resealSecrets },
  { id: 'maintain-partitions', everySeconds: HOUR, alert: 'PartitionsMissing', run: maintainPartitionsJob },
  {
    id: 'apply-retention',
    everySeconds: HOUR,
    alert: 'JobStuck',
    async run({ services: { kernel, accounts } }, { stopping }) {
      const stoppable = stopBetweenStatements(kernel, stopping);
      await applyRetention(stoppable, accounts.logRetentionDays);
      await deleteOldStatements(stoppable, accounts.statementRetentionDays);
    },
  },
  createBatchJob('delete-old-deliveries', HOUR, deleteOldDeliveries),
  createBatchJob('delete-unauthenticated-call-counts', HOUR, deleteUnauthenticatedCallCounts),
  createBatchJob('delete-expired-limits', HOUR, deleteExpiredLimits),
  job('delete-expired-sessions', HOUR, 'JobStuck', ({ adminSessions }) => adminSessions.deleteExpired()),
  job('delete-unused-pictures', HOUR, 'JobStuck', ({ kernel }) => kernel.runIdempotent(deleteUnusedPictures)),
];

function job(
  id: string,
  everySeconds: number,
  alert: string,
  run: (services: Services) => Promise<unknown>,
): JobDefinition {
  return { id, everySeconds, alert, run: ({ services }) => run(services) };
}

/** Creates a job of many transactions that stops between two transactions when the process stops. */
function createBatchJob(
  id: string,
  everySeconds: number,
  work: (kernel: Pick<Kernel, 'runIdempotent'>) => Promise<unknown>,
): JobDefinition {
  return {
    id,
    everySeconds,
    alert: 'JobStuck',
    run: ({ services: { kernel } }, { stopping }) => work(stopBetweenStatements(kernel, stopping)),
  };
}

/** Seals the audit log and logs each signed head, because the owner of the database cannot rewrite the process log. */
async function sealAndLog({ services, log }: JobServices, { startNow }: JobRunContext): Promise<void> {
  const heads = await sealAudit(services);
  for (const head of heads) log.info({ auditSeal: head }, 'audit log sealed');
  if (heads.length > 0) startNow(POST_AUDIT_HEAD);
}

/** Checks the books and logs each difference, because someone may have altered the database. */
async function checkAndLog({ services, log }: JobServices, { stopping }: JobRunContext): Promise<void> {
  for (const { part, first, differences } of await checkBooks(services, stopping)) {
    for (const difference of differences) log.error({ part, first, difference }, 'the books differ');
  }
}

async function resealSecrets({ services, metrics }: JobServices): Promise<void> {
  const resealed = await resealColumns(services);
  metrics?.showLostSecrets(resealed.lost);
  requireReadableSecrets(resealed);
}

async function maintainPartitionsJob({ services, log }: JobServices): Promise<void> {
  const done = await maintainPartitions(services.kernel, services.accounts.logRetentionDays);
  if (done.length > 0) log.info({ partitions: done }, 'partitions created or dropped');
}
