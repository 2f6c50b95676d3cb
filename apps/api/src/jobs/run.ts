import type { Kernel } from '@inaam/core/kernel/kernel';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../observability/metrics.ts';
import type { ProcessMonitor } from '../observability/process-state.ts';
import type { Tracing } from '../observability/tracing.ts';

/**
 * A background job. Jobs must be idempotent and safe in several processes at once, so they need no leader and no queue.
 */
export interface Job {
  /** The name of the job in metrics, alerts and runbooks. */
  id: string;
  everySeconds: number;
  run(turn: JobRunContext): Promise<unknown>;
}

export interface JobRunContext {
  /** Aborted when the process stops. Errors after the abort do not count as failures. */
  stopping: AbortSignal;
  /** Runs another job now, unless that job is already running. */
  startNow(id: string): void;
}

export interface JobObserver {
  log: FastifyBaseLogger;
  watch: ProcessMonitor;
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
}

/**
 * Runs each job at once and then periodically.
 * @returns a function that stops the jobs and waits for running ones
 */
export function runJobs(jobs: readonly Job[], { log, watch, metrics, tracing }: JobObserver): () => Promise<void> {
  const stopping = new AbortController();
  const running = new Map<Job, Promise<void>>();
  const turn: JobRunContext = {
    stopping: stopping.signal,
    startNow(id) {
      const job = jobs.find((each) => each.id === id);
      if (job) start(job);
    },
  };
  const start = (job: Job): void => {
    // While a slow run continues, no second run starts: it would find the same work.
    if (running.has(job) || stopping.signal.aborted) return;
    const began = performance.now();
    const recordRun = (succeeded: boolean) => {
      const seconds = (performance.now() - began) / 1000;
      watch.watchJob(job.id, seconds, succeeded);
      metrics?.watchJob(job.id, seconds, succeeded);
    };
    const run = (tracing ? tracing.job(job.id, () => job.run(turn)) : job.run(turn))
      .then(() => recordRun(true))
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        recordRun(false);
        log.error({ err: error, job: job.id }, 'job failed');
      })
      .finally(() => running.delete(job));
    running.set(job, run);
  };
  const timers = jobs.map((job) => {
    watch.addJob(job.id, job.everySeconds);
    start(job);
    return setInterval(start, job.everySeconds * 1000, job);
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stopping.abort();
    await Promise.allSettled(running.values());
  };
}

/** A kernel that rejects new transactions once the process stops. */
export const stopBetweenStatements = (kernel: Kernel, stopping: AbortSignal): Pick<Kernel, 'runIdempotent'> => ({
  runIdempotent: (work) =>
    stopping.aborted ? Promise.reject(new Error('the process is stopping')) : kernel.runIdempotent(work),
});
