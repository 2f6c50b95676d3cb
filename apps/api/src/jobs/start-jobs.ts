import { createWebhookSender } from '@inaam/core/outbox/webhooks/commands';
import type { Services } from '@inaam/core/services';
import { type JobServices, jobs } from './jobs.ts';
import { type JobObserver, runJobs } from './run.ts';

export interface JobOptions extends JobObserver {
  services: Services;
  /** The origin for links in mails to admins. */
  adminOrigin: string;
}

/**
 * Starts the jobs of this process.
 * @returns a function that stops the jobs and waits for running ones
 */
export function startJobs({ services, adminOrigin, ...observer }: JobOptions): () => Promise<void> {
  const { log, metrics } = observer;
  const webhooks = createWebhookSender(services, (err) => log.error({ err }, 'webhook event failed to send'));
  const jobServices: JobServices = { services, webhooks, adminOrigin, log, metrics };
  const stopJobs = runJobs(
    jobs
      .filter(({ isNeeded }) => isNeeded?.(jobServices) ?? true)
      .map(({ id, everySeconds, run }) => ({ id, everySeconds, run: (context) => run(jobServices, context) })),
    observer,
  );
  return async () => {
    await Promise.allSettled([stopJobs(), webhooks.stop()]);
  };
}
