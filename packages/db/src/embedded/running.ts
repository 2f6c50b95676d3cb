import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { APPLICATION, type Secrets, SUPERUSER, secretsOf } from './cluster.ts';
import { livingOwner } from './owner.ts';

/**
 * The address of the embedded PostgreSQL that another process runs for a data directory, for commands that work beside
 * it. Holds the password: never log it.
 * @returns undefined when nobody runs one
 */
export function runningUrl(dataDir: string): string | undefined {
  return urlOf(dataDir, APPLICATION, 'application');
}

/** The same as the superuser, for backups alone. */
export function runningSuperuserUrl(dataDir: string): string | undefined {
  return urlOf(dataDir, SUPERUSER, 'superuser');
}

function urlOf(dataDir: string, role: string, kind: keyof Secrets): string | undefined {
  const folder = resolve(dataDir);
  if (livingOwner(folder) === null) return undefined;
  const port = readFileSync(join(folder, 'postgres.port'), 'utf8').trim();
  return `postgres://${role}:${secretsOf(folder, true)[kind]}@127.0.0.1:${port}/${APPLICATION}`;
}
