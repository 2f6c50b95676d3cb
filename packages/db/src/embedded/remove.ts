import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { locateCluster } from './location.ts';
import { listBackups } from './moved-databases.ts';
import { stopOrphanedServer } from './orphaned-server.ts';
import { findLiveOwner, getCommandLine } from './owner.ts';

/**
 * Removes a data directory with its cluster (see `locateCluster`) and its backups, and stops a PostgreSQL left by a
 * killed process. Does nothing if the directory does not exist.
 * @param dataDir an absolute path
 * @throws one line that names DATA_DIR while a live process runs the cluster
 */
export function removeData(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const owner = findLiveOwner(dataDir);
  if (owner !== null) throw new Error(`DATA_DIR ${dataDir} is in use by process ${owner}`);
  const location = locateCluster(dataDir);
  stopOrphanedServer(location);
  const backups = listBackups(dataDir).map((folder) => locateCluster(folder).cluster);
  for (const path of [location.cluster, ...backups, dataDir]) rmSync(path, { recursive: true, force: true });
}

/**
 * Removes a shared directory (see `getSharedDirectory`) if it holds only copied PostgreSQL programs that no process
 * uses. Other checkouts on this machine may keep their clusters there.
 * @returns what remains and why; undefined if nothing remains
 */
export function removeShared(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  const names = readdirSync(directory);
  const clusters = names.filter((name) => name.startsWith('data-'));
  if (clusters.length > 0) return `${directory}: contains the data of another checkout, ${clusters.join(', ')}`;
  const pid = findProcessBelow(directory);
  if (pid !== undefined) return `${directory}: process ${pid} runs from it`;
  for (const name of names) {
    if (name.startsWith('postgres-')) rmSync(join(directory, name), { recursive: true, force: true });
  }
  if (readdirSync(directory).length > 0) return `${directory}: contains other files`;
  rmdirSync(directory);
  return undefined;
}

/** The id of a process that runs a program below `directory`; undefined without one, or on a system without /proc. */
function findProcessBelow(directory: string): number | undefined {
  if (!existsSync('/proc')) return undefined;
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.find((pid) => getCommandLine(pid)?.startsWith(`${directory}/`));
}
