import { LOW_STOCK_DAYS } from '@inaam/contracts/insights/dashboard-series';
import { deleteDueAccounts } from '@inaam/core/account/leave';
import { deleteExpiredChallenges, keepRetention } from '@inaam/core/account/retention';
import { findAlerts } from '@inaam/core/approvals/alerts';
import { expireRequests } from '@inaam/core/approvals/decide';
import { sealAudit } from '@inaam/core/audit/chain';
import { postNewestHead } from '@inaam/core/audit/heads';
import { advanceFeed } from '@inaam/core/feed/advance';
import { ADMIN_LIFETIME } from '@inaam/core/identity/find-session';
import { sendDigests } from '@inaam/core/insights/digest';
import { operationsFigures } from '@inaam/core/insights/operations';
import { systemActor } from '@inaam/core/kernel/actor';
import { deliverMessages } from '@inaam/core/messages/deliver';
import { tellEndedHolds, tellExpiringVouchers } from '@inaam/core/messages/due';
import { resealPush } from '@inaam/core/messages/vapid';
import { refreshDueFeeds } from '@inaam/core/networks/feed/refresh';
import { sealStoredSecrets } from '@inaam/core/networks/secrets';
import { countOfferRates } from '@inaam/core/offers/rates';
import { fetchDuePictures } from '@inaam/core/pictures/fetch';
import { dropUnusedPictures } from '@inaam/core/pictures/store';
import { rejudgeParked } from '@inaam/core/postbacks/replay';
import { sweepPostbacks } from '@inaam/core/postbacks/sweep';
import type { Services } from '@inaam/core/services';
import { publishFairness } from '@inaam/core/spins/fairness';
import { sealStoredSeeds } from '@inaam/core/spins/seed';
import { sealStoredCodes } from '@inaam/core/vouchers/codes';
import { createWebhookSender } from '@inaam/core/webhooks/deliver';
import { sealEndpointSecrets } from '@inaam/core/webhooks/secrets';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../watch/metrics.ts';
import type { ProcessWatch } from '../watch/process-state.ts';
import type { Tracing } from '../watch/tracing.ts';

interface Job {
  name: string;
  everySeconds: number;
  run(): Promise<unknown>;
}

/**
 * What has to happen by itself. Each job is idempotent and safe to run in several processes at once, so it needs
 * neither a leader nor a queue.
 * @param adminOrigin where mails to admins lead
 * @returns a function that stops them and waits for the one that runs
 */
export function startHousekeeping(
  services: Services,
  log: FastifyBaseLogger,
  adminOrigin: string,
  watch: ProcessWatch,
  metrics?: Metrics,
  tracing?: Tracing,
) {
  const { kernel, secrets, auditReceiver } = services;
  const stopping = new AbortController();
  const webhooks = createWebhookSender(services);
  // Beside the seals and not a part of them: a receiver that hangs holds up none.
  const postHead: Job | undefined = auditReceiver && {
    name: 'post the audit log’s head',
    everySeconds: 60,
    run: () =>
      postNewestHead(services, auditReceiver, stopping.signal).catch((error: unknown) => {
        // Broken off by the stop: the head is posted after a start.
        if (!stopping.signal.aborted) throw error;
      }),
  };
  const jobs: Job[] = [
    { name: 'advance the feed', everySeconds: 1, run: () => advanceFeed(kernel) },
    {
      name: 'mend the order of the stock',
      everySeconds: 10,
      run: () => kernel.move((sql) => sql`select mend_voucher_amounts()`),
    },
    { name: 'send messages', everySeconds: 1, run: () => deliverMessages(services) },
    { name: 'mail the morning’s figures', everySeconds: 300, run: () => sendDigests(services, adminOrigin) },
    { name: 'send events', everySeconds: 1, run: () => webhooks.tick() },
    {
      name: 'note that stock is low',
      everySeconds: 60,
      run: () => kernel.move((sql) => sql`select note_low_stock(${LOW_STOCK_DAYS}::int)`),
    },
    {
      name: 'delete old events',
      everySeconds: 3600,
      run: () =>
        kernel.move(
          (sql) => sql`
            delete from webhook_deliveries
            where settled_at < now() - interval '90 days' or created_at < now() - interval '180 days'`,
        ),
    },
    { name: 'seal secrets of endpoints', everySeconds: 3600, run: () => sealEndpointSecrets({ kernel, secrets }) },
    { name: 'tell that holds have ended', everySeconds: 5, run: () => tellEndedHolds(kernel) },
    { name: 'tell that vouchers expire', everySeconds: 600, run: () => tellExpiringVouchers(kernel) },
    {
      name: 'delete what is kept no longer',
      everySeconds: 3600,
      run: async () => {
        await keepRetention(kernel);
        await kernel.move(
          (sql) => sql`delete from known_admin_browsers where last_seen_at < now() - interval '400 days'`,
        );
      },
    },
    { name: 'delete expired challenges', everySeconds: 3600, run: () => deleteExpiredChallenges(kernel) },
    { name: 'delete accounts', everySeconds: 60, run: () => deleteDueAccounts(services) },
    { name: 'look at feeds that are due', everySeconds: 60, run: () => refreshDueFeeds(services) },
    { name: 'fetch pictures of offers', everySeconds: 10, run: () => fetchDuePictures(services) },
    { name: 'delete pictures that nothing shows', everySeconds: 3600, run: () => kernel.move(dropUnusedPictures) },
    { name: 'count how often offers are finished', everySeconds: 3600, run: () => countOfferRates(kernel) },
    { name: 'expire vouchers', everySeconds: 30, run: () => kernel.move((sql) => sql`select expire_vouchers()`) },
    { name: 'judge stored postbacks', everySeconds: 30, run: () => sweepPostbacks({ kernel, secrets }) },
    {
      name: 'put postbacks into their search',
      everySeconds: 10,
      run: () => kernel.move((sql) => sql`select put_in_postback_search()`),
    },
    {
      name: 'judge parked postbacks anew',
      everySeconds: 60,
      run: () => rejudgeParked({ kernel, secrets, actor: systemActor }),
    },
    // What lies in the clear from before, and what an older key sealed: at the start, so that the older key is soon of
    // no use.
    { name: 'seal secrets of networks', everySeconds: 3600, run: () => sealStoredSecrets({ kernel, secrets }) },
    { name: 'seal voucher codes', everySeconds: 3600, run: () => sealStoredCodes({ kernel, secrets }) },
    {
      name: 'seal the audit log',
      everySeconds: 60,
      // The log has what the database's owner cannot rewrite.
      run: async () => {
        const heads = await sealAudit({ kernel, secrets });
        for (const head of heads) log.info({ auditSeal: head }, 'audit log sealed');
        if (postHead && heads.length > 0) start(postHead);
      },
    },
    { name: 'end requests whose time is over', everySeconds: 60, run: () => expireRequests(services) },
    { name: 'look for what one person did', everySeconds: 30, run: () => findAlerts(services) },
    { name: 'publish the draws of whole days', everySeconds: 60, run: () => publishFairness(services) },
    { name: 'seal seeds', everySeconds: 3600, run: () => sealStoredSeeds({ kernel, secrets }) },
    { name: 'seal what belongs to push', everySeconds: 3600, run: () => resealPush({ kernel, secrets }) },
    {
      name: 'delete old counts of forged calls',
      everySeconds: 3600,
      run: () => kernel.move((sql) => sql`delete from forged_calls where hour < now() - interval '90 days'`),
    },
    {
      name: 'make and drop months of tables',
      everySeconds: 3600,
      run: async () => {
        const [row] = await kernel.move((sql) => sql<{ done: string[] }[]>`select keep_partitions() as done`);
        if (row && row.done.length > 0) log.info({ partitions: row.done }, 'partitions made or dropped');
      },
    },
    {
      name: 'delete expired admin sessions',
      everySeconds: 3600,
      run: () =>
        kernel.move(
          (sql) => sql`
            delete from admin_sessions where expires_at < now() or created_at < now() - ${ADMIN_LIFETIME}::interval`,
        ),
    },
    {
      name: 'delete expired limits',
      everySeconds: 3600,
      run: () => kernel.move((sql) => sql`delete from rate_limits where expire < now() - interval '1 hour'`),
    },
  ];
  if (postHead) jobs.push(postHead);
  if (metrics) {
    jobs.push({
      name: 'read the figures of operations',
      everySeconds: 15,
      run: async () => metrics.showFigures(await operationsFigures(kernel)),
    });
  }
  const running = new Map<Job, Promise<void>>();
  const start = (job: Job) => {
    // One that takes longer than its pause goes on: a second one beside it would find the same work.
    if (running.has(job) || stopping.signal.aborted) return;
    const began = performance.now();
    const ended = (succeeded: boolean) => {
      const seconds = (performance.now() - began) / 1000;
      watch.watchJob(job.name, seconds, succeeded);
      metrics?.watchJob(job.name, seconds, succeeded);
    };
    const run = (tracing ? tracing.job(job.name, () => job.run()) : job.run())
      .then(() => ended(true))
      .catch((error: unknown) => {
        ended(false);
        log.error({ err: error, job: job.name }, 'job failed');
      })
      .finally(() => running.delete(job));
    running.set(job, run);
  };
  const timers = jobs.map((job) => {
    watch.addJob(job.name, job.everySeconds);
    start(job);
    return setInterval(start, job.everySeconds * 1000, job);
  });
  return async (): Promise<void> => {
    for (const timer of timers) clearInterval(timer);
    stopping.abort();
    await Promise.allSettled([...running.values(), webhooks.stop()]);
  };
}
