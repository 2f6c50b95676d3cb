import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who runs the cluster of a data directory. `born`, its start, tells it from a later process with the same number. */
type Owner = { pid: number; born: string | null };

const FILE = 'postgres.owner';

/**
 * Locks a data directory for this process.
 * @returns the function that unlocks it.
 * @throws an Error of one line that names DATA_DIR when a living process has it.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, FILE);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, born: getStartTime(process.pid) } satisfies Owner));
  try {
    for (;;) {
      try {
        // A link appears at once and with its content, so that no reader meets a half-written file.
        linkSync(draft, file);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = findLiveOwner(dataDir);
      if (owner !== null) throw new Error(`DATA_DIR ${dataDir} is already in use by process ${owner}`);
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** The id of the living process that runs the cluster of `dataDir`, or null. */
export function findLiveOwner(dataDir: string): number | null {
  let owner: Owner;
  try {
    owner = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Owner;
  } catch {
    return null;
  }
  if (!isAlive(owner.pid)) return null;
  return owner.born === null || owner.born === getStartTime(owner.pid) ? owner.pid : null;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process has ended and nobody has waited for it: containers without an init process keep such ones. */
export function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z';
  } catch {
    return false;
  }
}

/** The command line of a process, or null where it cannot be read. */
export function getCommandLine(pid: number): string | null {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return null;
  }
}

/** When a process was started, as a text that no other process of the same number has. Null where it cannot be read. */
function getStartTime(pid: number): string | null {
  try {
    if (process.platform === 'win32') return null;
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything.
    // The 22nd is the start in ticks since boot.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  } catch {
    return null;
  }
}
