import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { JobState, ProcessState } from '@inaam/contracts/insights/operations';
import { batchCounts } from '@inaam/core/kernel/batches';
import type { KernelCounts } from '@inaam/core/kernel/kernel';

/** What a process remembers of itself, for those without Prometheus. */
export interface ProcessMonitor {
  state(): ProcessState;
  /** Names a job before its first run, so that one that never ends is seen. */
  addJob(name: string, everySeconds: number): void;
  watchJob(name: string, seconds: number, succeeded: boolean): void;
  close(): void;
}

const MINUTE = 60_000;
const NS_PER_MS = 1e6;

/** How the pool is used: calls that share a statement have one connection between them. */
export function getPoolUsage({ inFlight }: KernelCounts, connections: number): ProcessState['connections'] {
  const wanted = inFlight - batchCounts.together;
  return { used: Math.min(wanted, connections), max: connections, waiting: Math.max(0, wanted - connections) };
}

/** @param connections of the pool at most */
export function createProcessMonitor(counts: KernelCounts, connections: number): ProcessMonitor {
  const started = new Date(performance.timeOrigin).toISOString();
  const jobs = new Map<string, JobState>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let lastMinute = 0;
  // The histogram only grows: of each minute, so that one slow start is not told for ever.
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
