import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The process that runs a cluster. `born` is its start time: a later process can have the same id. */
type Owner = { pid: number; born: string | null };

const FILE = 'postgres.owner';

/**
 * Locks a data directory for this process.
 * @returns a function that unlocks it
 * @throws a one-line Error that names DATA_DIR if a live process has it
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, FILE);
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, JSON.stringify({ pid: process.pid, born: getStartTime(process.pid) } satisfies Owner));
  try {
    for (;;) {
      try {
        // A hard link appears atomically with its content, so no reader sees a half-written file.
        linkSync(temporaryFile, file);
        break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = findLiveOwner(dataDir);
      if (owner !== null) throw new Error(`DATA_DIR ${dataDir} is already in use by process ${owner}`);
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** The id of the live process that runs the cluster of `dataDir`, or null. */
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

/** Whether a process has exited but was not reaped: containers without an init process keep these. */
export function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z';
  } catch {
    return false;
  }
}

/** The command line of a process, or null if unreadable. */
export function getCommandLine(pid: number): string | null {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (process.platform === 'win32') return null;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return null;
  }
}

/** The start time of a process as text, which tells it from other processes with the same id. Null if unreadable. */
function getStartTime(pid: number): string | null {
  try {
    if (process.platform === 'win32') return null;
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may contain anything. The 22nd is the start in ticks since
    // boot.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${ticks}`;
  } catch {
    return null;
  }
}
