/**
 * `node packages/db/src/embedded/program.ts stop | remove DATA_DIR`, for the commands of infra/run. `stop` ends a
 * PostgreSQL that a killed process left. `remove` deletes the data, its cluster and the copied programs, and prints
 * what it could not delete.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { getSharedDirectory, isRoot, locateCluster } from './location.ts';
import { stopOrphanedServer } from './orphaned-server.ts';
import { findLiveOwner } from './owner.ts';
import { removeData, removeShared } from './remove.ts';

const [command, directory = '.data'] = process.argv.slice(2);
const dataDir = resolve(directory);
try {
  if (command === 'stop') {
    if (existsSync(dataDir) && findLiveOwner(dataDir) === null) stopOrphanedServer(locateCluster(dataDir));
  } else if (command === 'remove') {
    removeData(dataDir);
    const remains = isRoot() ? removeShared(getSharedDirectory()) : undefined;
    if (remains !== undefined) process.stdout.write(`${remains}\n`);
  } else {
    throw new Error('Usage: program.ts stop | remove DATA_DIR');
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
