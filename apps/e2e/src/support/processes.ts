import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The state letter and the parent of a process; undefined when it does not exist, and on systems without /proc. */
function readStat(pid: number): { state: string; parent: number } | undefined {
  try {
    // The name in brackets may contain spaces and brackets, so fields are counted after the last one.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state: fields[0] ?? '', parent: Number(fields[1]) };
  } catch {
    return undefined;
  }
}

/** Lists all descendants of the process `root`. Returns an empty list on systems without /proc. */
export function listDescendants(root: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? readStat(pid) : undefined;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid]);
  }
  const descendants: number[] = [];
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    const below = children.get(pid) ?? [];
    descendants.push(...below);
    pending.push(...below);
  }
  return descendants;
}

/** Whether the process is running. A zombie, which has ended and waits to be collected, is not. */
export function isRunning(pid: number): boolean {
  const stat = readStat(pid);
  if (stat) return stat.state !== 'Z' && stat.state !== 'X';
  if (existsSync('/proc/self/stat')) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
