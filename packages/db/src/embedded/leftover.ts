import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locateBinaries } from './binaries.ts';
import { commandOf, isAlive } from './owner.ts';

/**
 * Stops a PostgreSQL that still runs on `cluster` although the process that started it is gone.
 * @returns whether there was one.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const pid = postmasterOf(cluster);
  if (pid === null) return false;
  if (process.platform === 'win32') {
    spawnSync(locateBinaries()('pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w']);
    return true;
  }
  // Fast shutdown, then immediate, then a kill: after the last two PostgreSQL recovers from its write-ahead log.
  for (const [signal, timeout] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
      throw new Error(`DATA_DIR: PostgreSQL (process ${pid}) still runs on ${cluster} and cannot be stopped`, {
        cause: error,
      });
    }
    for (const until = Date.now() + timeout; Date.now() < until; await sleep(25)) {
      if (!isAlive(pid)) return true;
    }
  }
  throw new Error(`DATA_DIR: PostgreSQL (process ${pid}) still runs on ${cluster} and does not end`);
}

/** The postmaster that runs on `cluster`: the id in its lock file, if that process is a PostgreSQL of this cluster. */
function postmasterOf(cluster: string): number | null {
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null;
  const command = commandOf(pid);
  return command === null || command.includes(cluster) ? pid : null;
}
