import { readFileSync } from 'node:fs';

/**
 * Measures the CPU time that `work` takes in this process, in ms. Other processes do not change it. Choose limits far
 * above the normal value and far below the value of a regression.
 */
export function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Nanoseconds of CPU time that the main thread of a process has used; null if the process has ended or the system is
 * not Linux. Hardly depends on how busy the machine is.
 */
export function readProcessCpuNs(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  } catch {
    return null;
  }
}
