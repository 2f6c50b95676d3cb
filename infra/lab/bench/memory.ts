import { readFileSync } from 'node:fs';

/** MiB of memory that a process uses now, and its maximum so far, as Linux reports them. */
export function readMemory(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readMiB = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: readMiB('VmRSS'), most: readMiB('VmHWM') };
}
