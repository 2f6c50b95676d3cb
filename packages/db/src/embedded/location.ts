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

/** The account that PostgreSQL's processes run under. Empty unless we are root: PostgreSQL refuses to run as root. */
export type Account = { uid?: number; gid?: number };

/** Where a cluster's files lie, and the account that they belong to. */
export type ClusterLocation = { cluster: string; account: Account };

const NOBODY = 65534;
const POINTER = 'postgres.location';

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether any account can walk from the root of the file system into `directory`. */
export function isReachableByAll(directory: string): boolean {
  let at = realpathSync(directory);
  for (;;) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === parse(at).root) return true;
    at = dirname(at);
  }
}

/**
 * A directory of root's that every account can walk into, for what PostgreSQL must reach and a private home hides.
 * `/var/lib` first: what lies there survives a reboot, and no cleaner of temporary files deletes from it.
 */
export function sharedDirectory(): string {
  for (const base of ['/var/lib', '/var/tmp', tmpdir(), '/tmp']) {
    const directory = join(base, 'inaam');
    try {
      mkdirSync(directory, { mode: 0o755 });
      chmodSync(directory, 0o755);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') continue;
    }
    // Anybody may have made that name under a temporary directory: what others can write to is not trusted.
    const { uid, mode } = lstatSync(directory, { throwIfNoEntry: true });
    const ours = uid === 0 && (mode & 0o170022) === 0o040000;
    if (ours && isReachableByAll(directory)) return directory;
  }
  throw new Error(
    'No directory was found that PostgreSQL can reach: /var/lib, /var/tmp and the temporary directory failed',
  );
}

/**
 * Decides where the cluster of `dataDir` lies: in `dataDir`, but for one case. Root may keep its files where no other
 * account can go (a home with mode 0700), and PostgreSQL does not run as root. Then the cluster lies under
 * `sharedDirectory()`, and the file `postgres.location` in `dataDir` names it. The name is random for every new
 * `dataDir`, so a directory that was deleted and made again never meets its former data.
 */
export function locateCluster(dataDir: string): ClusterLocation {
  const pointer = join(dataDir, POINTER);
  const beside = join(dataDir, 'postgres');
  if (existsSync(pointer)) return withAccount(readFileSync(pointer, 'utf8').trim());
  if (existsSync(beside) || !isRoot() || isReachableByAll(dataDir)) return withAccount(beside);
  const cluster = join(sharedDirectory(), `data-${randomBytes(8).toString('hex')}`);
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
  // A cluster that an ordinary account made is run as that account, so that it stays usable to it.
  const found = statSync(cluster, { throwIfNoEntry: false });
  return { cluster, account: found ? { uid: found.uid, gid: found.gid } : { uid: NOBODY, gid: NOBODY } };
}
