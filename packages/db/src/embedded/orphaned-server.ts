import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../wait-for-database.ts';
import { locateBinaries } from './binaries.ts';
import { environment } from './cluster.ts';
import type { ClusterLocation } from './location.ts';
import { getCommandLine, isAlive, isZombie } from './owner.ts';

/** Seconds per shutdown mode. */
const STOP_TIMEOUT = '15';

/**
 * Stops a PostgreSQL that still runs although the process that started it is gone.
 * @returns whether a server was stopped
 * @throws a one-line OperatorError if it does not stop
 */
export function stopOrphanedServer({ cluster, account }: ClusterLocation): boolean {
  const pid = findPostmaster(cluster);
  if (pid === null) {
    clearStaleLock(cluster);
    return false;
  }
  // After an immediate stop PostgreSQL recovers from its write-ahead log.
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '-D', cluster, '-m', mode, '-t', STOP_TIMEOUT];
    const { status } = spawnSync(locateBinaries()('pg_ctl'), args, { ...account, ...environment, cwd: '/' });
    if (status === 0 || !isAlive(pid)) return true;
  }
  throw new OperatorError(`DATA_DIR: PostgreSQL (process ${pid}) still runs on ${cluster} and cannot be stopped`);
}

/**
 * If all processes were killed, the process id in the lock file may now belong to another program or a zombie.
 * PostgreSQL only checks that a process has the id, and then refuses to start. It ignores the id of its own parent
 * (CreateLockFile in src/backend/utils/init/miscinit.c), so this writes the id of our process, which starts the server.
 * The other lines stay: they name the shared memory through which a new server finds old backends.
 */
function clearStaleLock(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return;
  }
  if (isAlive(Number.parseInt(lines[0] ?? '', 10))) writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
}

/** The postmaster of `cluster`: the id in its lock file, if that process is a PostgreSQL of this cluster. */
function findPostmaster(cluster: string): number | null {
  let pid: number;
  try {
    pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid) || isZombie(pid)) return null;
  const command = getCommandLine(pid);
  return command === null || command.includes(cluster) ? pid : null;
}
