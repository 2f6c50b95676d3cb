import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../wait.ts';
import { locateBinaries } from './binaries.ts';
import { commandOf, isAlive, isZombie } from './owner.ts';

/** Somebody may still wait for the dead process. */
const ZOMBIE_PATIENCE_MS = 5_000;

/**
 * Stops a PostgreSQL that still runs on `cluster` although the process that started it is gone.
 * @returns whether there was one.
 */
export async function stopLeftover(cluster: string): Promise<boolean> {
  const pid = postmasterOf(cluster);
  if (pid === null) {
    disownLock(cluster);
    return false;
  }
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
      throw new OperatorError(`DATA_DIR: PostgreSQL (process ${pid}) still runs on ${cluster} and cannot be stopped`, {
        cause: error,
      });
    }
    const sent = Date.now();
    for (; Date.now() < sent + timeout; await sleep(25)) {
      if (!isAlive(pid)) return true;
      if (isZombie(pid) && Date.now() > sent + ZOMBIE_PATIENCE_MS) {
        disownLock(cluster);
        return true;
      }
    }
  }
  throw new Error(`DATA_DIR: PostgreSQL (process ${pid}) still runs on ${cluster} and does not end`);
}

/**
 * After a kill of everything, the number in the lock file may be that of another program by now, or of a dead process
 * that nobody has waited for: PostgreSQL asks only whether there is a process of that number, and refuses to start. A
 * number that is its parent's it takes for its own (CreateLockFile in src/backend/utils/init/miscinit.c). The rest of
 * the file stays: by the shared memory that it names a new server finds out whether backends of the old one still live.
 */
function disownLock(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return;
  }
  if (isAlive(Number.parseInt(lines[0] ?? '', 10))) writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
}

/** The postmaster that runs on `cluster`: the id in its lock file, if that process is a PostgreSQL of this cluster. */
function postmasterOf(cluster: string): number | null {
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || isZombie(pid)) return null;
  const command = commandOf(pid);
  return command === null || command.includes(cluster) ? pid : null;
}
