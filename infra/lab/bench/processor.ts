import { readFileSync } from 'node:fs';

/** Processor time by process, as Linux tells it; elsewhere the bench prints no figures of it. */

/** Linux counts in hundredths of a second. */
const TICK_US = 10_000;

/** µs of processor time of a process, of its children and of what they have waited for; null where nobody tells. */
export function treeCpu(pid: number): number | null {
  try {
    const own = ownCpu(pid);
    return childrenOf(pid).reduce((sum, child) => sum + (treeCpu(child) ?? 0), own);
  } catch {
    return null;
  }
}

function ownCpu(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime, cstime: fields 14 to 17 of proc(5).
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_US;
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** µs that all cores together were busy since the machine started; null where nobody tells. */
export function machineCpu(): number | null {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return (user + nice + system + irq + softirq + steal) * TICK_US;
  } catch {
    return null;
  }
}

/** MiB of memory that a process holds now, and the most that it has held; null where nobody tells. */
export function memoryOf(pid: number): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
    return { now: of('VmRSS'), most: of('VmHWM') };
  } catch {
    return null;
  }
}
