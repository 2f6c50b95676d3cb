import type { Kernel } from '@inaam/core/kernel/kernel';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from '../observability/metrics.ts';
import type { ProcessMonitor } from '../observability/process-state.ts';
import type { Tracing } from '../observability/tracing.ts';

/** Idempotent, and safe to run in several processes at once, so that it needs neither a leader nor a queue. */
export interface Job {
  /** What metrics, alerts and runbooks call it. */
  id: string;
  everySeconds: number;
  run(turn: JobRunContext): Promise<unknown>;
}

/** What a run of a job may use. */
export interface JobRunContext {
  /** Aborted once the process ends. A run that fails after that has not failed. */
  stopping: AbortSignal;
  /** Runs another job of the list now, unless it is under way. */
  startNow(id: string): void;
}

export interface JobObserver {
  log: FastifyBaseLogger;
  watch: ProcessMonitor;
  metrics?: Metrics | undefined;
  tracing?: Tracing | undefined;
}

/**
 * Runs each job at once and then in its turn.
 * @returns a function that stops them and waits for those that run
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
    // One that takes longer than its pause goes on: a second one beside it would find the same work.
    if (running.has(job) || stopping.signal.aborted) return;
    const began = performance.now();
    const ended = (succeeded: boolean) => {
      const seconds = (performance.now() - began) / 1000;
      watch.watchJob(job.id, seconds, succeeded);
      metrics?.watchJob(job.id, seconds, succeeded);
    };
    const run = (tracing ? tracing.job(job.id, () => job.run(turn)) : job.run(turn))
      .then(() => ended(true))
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        ended(false);
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

/** The kernel, for work in many moves that is broken off between two of them when the process ends. */
export const stopBetweenMoves = (kernel: Kernel, stopping: AbortSignal): Pick<Kernel, 'move'> => ({
  move: (work) => (stopping.aborted ? Promise.reject(new Error('the process ends')) : kernel.move(work)),
});
