import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binary } from './binaries.ts';
import type { ClusterLocation } from './location.ts';

/** The role that owns the cluster, and the one that the application signs in with: it owns its database and no more. */
export const SUPERUSER = 'postgres';
export const APPLICATION = 'inaam';

export type Secrets = { superuser: string; application: string };

/** PostgreSQL's environment is nearly empty: messages in English, times in UTC, none of our own secrets. */
export const environment = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } as NodeJS.ProcessEnv };

/**
 * The passwords of a durable cluster, made once and kept in a file that only this account can read.
 * @throws an Error when a cluster is there and its passwords are not.
 */
export function getOrCreateSecrets(dataDir: string, clusterExists: boolean): Secrets {
  const file = join(dataDir, 'postgres.secrets');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  if (clusterExists) throw new Error(`DATA_DIR: ${file} is missing, and the database that it opens is there`);
  const randomPassword = () => randomBytes(24).toString('base64url');
  const secrets = { superuser: randomPassword(), application: randomPassword() };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/**
 * Makes the files of a new cluster, all or nothing. A run that was cut short leaves a draft that the next one deletes.
 * @param password of the superuser; null lets in whoever reaches the port (tests).
 */
export function createCluster(
  binary: (name: Binary) => string,
  { cluster, account }: ClusterLocation,
  password: string | null,
): void {
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const { uid, gid } = account;
  const give = (path: string) => uid !== undefined && gid !== undefined && chownSync(path, uid, gid);
  give(draft);

  const options = ['-D', draft, '-U', SUPERUSER, '--encoding=UTF8', '--locale=C'];
  // Sorting stays that of locale C; upper and lower case are those of Unicode, whatever the machine has installed.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  // Beside the cluster, where its account can reach it.
  const passwordFile = `${cluster}.password`;
  if (password === null) {
    options.push('--auth=trust', '--no-sync');
  } else {
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    give(passwordFile);
    options.push('--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  }
  try {
    const made = spawnSync(binary('initdb'), options, { ...account, ...environment, cwd: '/', encoding: 'utf8' });
    if (made.status !== 0) {
      throw new Error(`The embedded database could not be created: ${made.error?.message ?? made.stderr.trim()}`);
    }
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
