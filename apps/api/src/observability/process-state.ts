import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { JobState, ProcessState } from '@inaam/contracts/insights/operations';
import { batchCounts } from '@inaam/core/kernel/batches';
import type { KernelCounts } from '@inaam/core/kernel/kernel';

/** Monitors the process itself, for installations without Prometheus. */
export interface ProcessMonitor {
  state(): ProcessState;
  /** Registers a job before its first run, so that even a first run that hangs is visible. */
  addJob(name: string, everySeconds: number): void;
  watchJob(name: string, seconds: number, succeeded: boolean): void;
  close(): void;
}

const MINUTE = 60_000;
const NS_PER_MS = 1e6;

/** Computes the usage of the pool. Calls that share a statement share one connection. */
export function getPoolUsage({ inFlight }: KernelCounts, connections: number): ProcessState['connections'] {
  const needed = inFlight - batchCounts.withoutConnection;
  return { used: Math.min(needed, connections), max: connections, waiting: Math.max(0, needed - connections) };
}

/** @param connections size of the pool */
export function createProcessMonitor(counts: KernelCounts, connections: number): ProcessMonitor {
  const started = new Date(performance.timeOrigin).toISOString();
  const jobs = new Map<string, JobState>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let lastMinute = 0;
  // The histogram never shrinks, so it restarts each minute: one slow start must not show for ever.
  const timer = setInterval(() => {
    lastMinute = delay.percentile(99) / NS_PER_MS;
    delay.reset();
  }, MINUTE);
  timer.unref();
  return {
    state: () => ({
      started_at: started,
      memory_bytes: process.memoryUsage.rss(),
      event_loop_p99_ms: Math.max(lastMinute, delay.percentile(99) / NS_PER_MS),
      connections: getPoolUsage(counts, connections),
      database: { calls: counts.calls, retries: counts.retries, unavailable: counts.unavailable },
      jobs: [...jobs.values()],
    }),
    addJob(name, everySeconds) {
      jobs.set(name, { name, every_seconds: everySeconds, last_success_at: null, last_seconds: null, failures: 0 });
    },
    watchJob(name, seconds, succeeded) {
      const job = jobs.get(name);
      if (!job) return;
      job.last_seconds = seconds;
      if (succeeded) job.last_success_at = new Date().toISOString();
      else job.failures++;
    },
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
