import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binary } from './binaries.ts';
import type { ClusterLocation } from './location.ts';

/** The cluster's superuser, and the application's role, which owns only its database. */
export const SUPERUSER = 'postgres';
export const APPLICATION = 'inaam';

export type Secrets = { superuser: string; application: string };

/** Nearly empty environment: English messages, UTC, none of our secrets. */
export const environment = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } as NodeJS.ProcessEnv };

/**
 * Returns the passwords of a durable cluster. Creates them once, in a file that only this account can read.
 * @throws an Error if the cluster exists without its passwords
 */
export function getOrCreateSecrets(dataDir: string, clusterExists: boolean): Secrets {
  const file = join(dataDir, 'postgres.secrets');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  if (clusterExists) throw new Error(`DATA_DIR: ${file} is missing, but its database exists`);
  const randomPassword = () => randomBytes(24).toString('base64url');
  const secrets = { superuser: randomPassword(), application: randomPassword() };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/**
 * Creates the files of a new cluster atomically. The next run deletes an unfinished draft.
 * @param password of the superuser; null: trust authentication (tests)
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
  const chownToAccount = (path: string) => uid !== undefined && gid !== undefined && chownSync(path, uid, gid);
  chownToAccount(draft);

  const options = ['-D', draft, '-U', SUPERUSER, '--encoding=UTF8', '--locale=C'];
  // Sorting is that of locale C. Case mapping is Unicode's, independent of the machine.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  // The password file is next to the cluster, where PostgreSQL's account can read it.
  const passwordFile = `${cluster}.password`;
  if (password === null) {
    options.push('--auth=trust', '--no-sync');
  } else {
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
    chownToAccount(passwordFile);
    options.push('--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  }
  try {
    const result = spawnSync(binary('initdb'), options, { ...account, ...environment, cwd: '/', encoding: 'utf8' });
    if (result.status !== 0) {
      throw new Error(`The embedded database could not be created: ${result.error?.message ?? result.stderr.trim()}`);
    }
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
