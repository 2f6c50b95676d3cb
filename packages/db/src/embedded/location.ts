import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';

/** The account of PostgreSQL's processes. Empty unless we are root: PostgreSQL refuses to run as root. */
export type Account = { uid?: number; gid?: number };

/** The path of a cluster and the account that owns it. */
export type ClusterLocation = { cluster: string; account: Account };

const NOBODY = 65534;
const POINTER = 'postgres.location';

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether every account can traverse the path to `directory`. */
export function isReachableByAll(directory: string): boolean {
  let at = realpathSync(directory);
  for (;;) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === parse(at).root) return true;
    at = dirname(at);
  }
}

/**
 * A root-owned directory that every account can traverse, for files that a private home would hide. `/var/lib` comes
 * first: it survives reboots and is not cleaned.
 */
export function getSharedDirectory(): string {
  for (const base of ['/var/lib', '/var/tmp', tmpdir(), '/tmp']) {
    const directory = join(base, 'inaam');
    try {
      mkdirSync(directory, { mode: 0o755 });
      chmodSync(directory, 0o755);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue;
    }
    // In a temporary directory, another user may have created a directory with this name, so a directory that others
    // can write to is not trusted.
    const { uid, mode } = lstatSync(directory, { throwIfNoEntry: true });
    const isTrusted = uid === 0 && (mode & 0o170022) === 0o040000;
    if (isTrusted && isReachableByAll(directory)) return directory;
  }
  throw new Error('PostgreSQL can reach no directory: /var/lib, /var/tmp and the temporary directory failed');
}

/**
 * Returns the place of the cluster of `dataDir`. The cluster is inside `dataDir`, with one exception. Root may keep
 * files where no other account can go (a home with mode 0700), and PostgreSQL does not run as root. The cluster is then
 * under `getSharedDirectory()`, named by the file `postgres.location` in `dataDir`. The cluster's
 * folder gets a random name, so a recreated `dataDir` never finds its former data.
 */
export function locateCluster(dataDir: string): ClusterLocation {
  const pointer = join(dataDir, POINTER);
  const localCluster = join(dataDir, 'postgres');
  if (existsSync(pointer)) return withAccount(readFileSync(pointer, 'utf8').trim());
  if (existsSync(localCluster) || !isRoot() || isReachableByAll(dataDir)) return withAccount(localCluster);
  const cluster = join(getSharedDirectory(), `data-${randomBytes(8).toString('hex')}`);
  writeFileSync(pointer, `${cluster}\n`);
  return withAccount(cluster);
}

function withAccount(cluster: string): ClusterLocation {
  if (!isRoot()) {
    const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
    if (owner !== undefined && process.getuid !== undefined && owner !== process.getuid()) {
      throw new Error(`DATA_DIR: the database in ${cluster} belongs to another account (uid ${owner})`);
    }
    return { cluster, account: {} };
  }
  // A cluster created by an ordinary account keeps running as that account.
  const stats = statSync(cluster, { throwIfNoEntry: false });
  return { cluster, account: stats ? { uid: stats.uid, gid: stats.gid } : { uid: NOBODY, gid: NOBODY } };
}
