import { operationsFigures } from '@inaam/core/insight/dashboard/operations';
import { systemActor } from '@inaam/core/kernel/actor';
import { advanceFeed } from '@inaam/core/kernel/feed/advance';
import { keepPartitions } from '@inaam/core/kernel/partitions';
import { refuseLost, resealColumns } from '@inaam/core/kernel/reseal';
import { countOfferRates } from '@inaam/core/ledger/offers/rates';
import { fetchDuePictures } from '@inaam/core/ledger/pictures/fetch';
import { dropUnusedPictures } from '@inaam/core/ledger/pictures/store';
import { publishFairness } from '@inaam/core/ledger/spins/fairness';
import { expireVouchers, mendStock, noteLowStock } from '@inaam/core/ledger/vouchers/stock';
import { findAlerts } from '@inaam/core/office/approvals/alerts';
import { expireRequests } from '@inaam/core/office/approvals/decide';
import { sealAudit } from '@inaam/core/office/audit/chain';
import { postNewestHead } from '@inaam/core/office/audit/heads';
import { sendDigests } from '@inaam/core/office/dashboard/digest';
import { keepRetention } from '@inaam/core/office/retention/retention';
import { deliverMessages } from '@inaam/core/outbox/messages/deliver';
import { tellEndedHolds, tellExpiringVouchers } from '@inaam/core/outbox/messages/due';
import { createWebhookSender } from '@inaam/core/outbox/webhooks/deliver';
import { deleteOldDeliveries } from '@inaam/core/outbox/webhooks/deliveries';
import { refreshDueFeeds } from '@inaam/core/partners/feed/refresh';
import { fetchAwaitedKeys } from '@inaam/core/partners/postbacks/awaited-keys';
import { deleteForgedCallCounts } from '@inaam/core/partners/postbacks/old-records';
import { rejudgeParked } from '@inaam/core/partners/postbacks/replay';
import { putInSearch } from '@inaam/core/partners/postbacks/search';
import { sweepPostbacks } from '@inaam/core/partners/postbacks/sweep';
import { deleteDueAccounts } from '@inaam/core/people/account/leave';
import { deleteExpiredLimits } from '@inaam/core/people/passwords/rate-limits';
import type { Services } from '@inaam/core/services';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../watch/metrics.ts';
import { type Job, type JobWatchers, runJobs, type Turn, untilStopped } from './run.ts';

export interface HousekeepingOptions extends JobWatchers {
  services: Services;
  /** Where mails to admins lead. */
  adminOrigin: string;
}

const HOUR = 3600;
const POST_HEAD = 'post the audit log’s head';

/**
 * What has to happen by itself.
 * @returns a function that stops the jobs and waits for those that run
 */
export function startHousekeeping({ services, adminOrigin, ...watchers }: HousekeepingOptions): () => Promise<void> {
  const { kernel, secrets, outgoingRules, adminSessions, auditReceiver } = services;
  const { log, metrics } = watchers;
  const webhooks = createWebhookSender(services, (err) => log.error({ err }, 'an event was not sent'));
  const inBatches =
    (work: (moves: ReturnType<typeof untilStopped>) => Promise<unknown>) =>
    ({ stopping }: Turn) =>
      work(untilStopped(kernel, stopping));
  const jobs: Job[] = [
    { name: 'advance the feed', everySeconds: 1, run: () => advanceFeed(kernel) },
    { name: 'mend the order of the stock', everySeconds: 10, run: () => mendStock(kernel) },
    { name: 'send messages', everySeconds: 1, run: () => deliverMessages(services) },
    { name: 'mail the morning’s figures', everySeconds: 300, run: () => sendDigests(services, adminOrigin) },
    { name: 'send events', everySeconds: 1, run: () => webhooks.tick() },
    { name: 'note that stock is low', everySeconds: 60, run: () => noteLowStock(kernel) },
    { name: 'delete old events', everySeconds: HOUR, run: inBatches(deleteOldDeliveries) },
    { name: 'tell that holds have ended', everySeconds: 5, run: inBatches(tellEndedHolds) },
    { name: 'tell that vouchers expire', everySeconds: 600, run: inBatches(tellExpiringVouchers) },
    { name: 'delete what is kept no longer', everySeconds: HOUR, run: inBatches(keepRetention) },
    { name: 'delete accounts', everySeconds: 60, run: () => deleteDueAccounts(services) },
    { name: 'look at feeds that are due', everySeconds: 60, run: () => refreshDueFeeds(services) },
    { name: 'fetch pictures of offers', everySeconds: 10, run: () => fetchDuePictures(services) },
    { name: 'delete pictures that nothing shows', everySeconds: HOUR, run: () => kernel.move(dropUnusedPictures) },
    { name: 'count how often offers are finished', everySeconds: HOUR, run: () => countOfferRates(kernel) },
    { name: 'expire vouchers', everySeconds: 30, run: inBatches(expireVouchers) },
    { name: 'judge stored postbacks', everySeconds: 30, run: () => sweepPostbacks({ kernel, secrets }) },
    { name: 'put postbacks into their search', everySeconds: 10, run: () => putInSearch(kernel) },
    { name: 'fetch keys that calls wait for', everySeconds: 60, run: () => fetchAwaitedKeys(kernel, outgoingRules) },
    {
      name: 'judge parked postbacks anew',
      everySeconds: 60,
      run: () => rejudgeParked({ kernel, secrets, actor: systemActor }),
    },
    // At the start, so that an older key is soon of no use.
    { name: 'reseal-secrets', everySeconds: HOUR, run: () => resealSecrets(services, metrics) },
    { name: 'seal the audit log', everySeconds: 60, run: (turn) => sealAndLog(services, log, turn) },
    { name: 'end requests whose time is over', everySeconds: 60, run: () => expireRequests(services) },
    { name: 'look for what one person did', everySeconds: 30, run: () => findAlerts(services) },
    { name: 'publish the draws of whole days', everySeconds: 60, run: () => publishFairness(services) },
    { name: 'delete old counts of forged calls', everySeconds: HOUR, run: inBatches(deleteForgedCallCounts) },
    { name: 'make and drop months of tables', everySeconds: HOUR, run: () => keepMonths(services, log) },
    { name: 'delete expired admin sessions', everySeconds: HOUR, run: () => adminSessions.deleteExpired() },
    { name: 'delete expired limits', everySeconds: HOUR, run: inBatches(deleteExpiredLimits) },
  ];
  if (auditReceiver) {
    // Beside the seals and not a part of them: a receiver that hangs holds up none.
    const run = ({ stopping }: Turn) => postNewestHead(services, auditReceiver, stopping);
    jobs.push({ name: POST_HEAD, everySeconds: 60, run });
  }
  if (metrics) {
    const run = async () => metrics.showFigures(await operationsFigures(kernel));
    jobs.push({ name: 'read the figures of operations', everySeconds: 15, run });
  }
  const stopJobs = runJobs(jobs, watchers);
  return async () => {
    await Promise.allSettled([stopJobs(), webhooks.stop()]);
  };
}

/** The log has what the database's owner cannot rewrite. */
async function sealAndLog({ kernel, secrets }: Services, log: FastifyBaseLogger, { startNow }: Turn): Promise<void> {
  const heads = await sealAudit({ kernel, secrets });
  for (const head of heads) log.info({ auditSeal: head }, 'audit log sealed');
  if (heads.length > 0) startNow(POST_HEAD);
}

async function resealSecrets(services: Services, metrics: Metrics | undefined): Promise<void> {
  const resealed = await resealColumns(services);
  metrics?.showLostSecrets(resealed.lost);
  refuseLost(resealed);
}

async function keepMonths({ kernel }: Services, log: FastifyBaseLogger): Promise<void> {
  const done = await keepPartitions(kernel);
  if (done.length > 0) log.info({ partitions: done }, 'partitions made or dropped');
}
