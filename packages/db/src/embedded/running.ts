import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APPLICATION, getOrCreateSecrets } from './cluster.ts';
import { findLiveOwner } from './owner.ts';

/**
 * The URL of the embedded PostgreSQL that another process runs for a data directory. Contains the password: never log
 * it.
 * @returns undefined if no process runs one
 */
export function getRunningUrl(dataDir: string): string | undefined {
  const folder = resolve(dataDir);
  if (findLiveOwner(folder) === null) return undefined;
  const port = readFileSync(join(folder, 'postgres.port'), 'utf8').trim();
  return `postgres://${APPLICATION}:${getOrCreateSecrets(folder, true).application}@127.0.0.1:${port}/${APPLICATION}`;
}
