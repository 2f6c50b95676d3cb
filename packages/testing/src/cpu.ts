import { readFileSync } from 'node:fs';

/**
 * What a piece of work costs this process: ms of its processor, which other processes do not take from it. Limits
 * belong far above what is right and far below what would be wrong.
 */
export function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Nanoseconds that a process of this machine has run so far: unlike time, hardly more on a busy one. Linux tells it.
 */
export function readProcessCpuNs(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return null;
  }
}
