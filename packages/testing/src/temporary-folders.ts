import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file system in memory that Linux has, and what a run may come to need of it: it takes 0.9 GiB today. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/** The name of what a test leaves behind when it is killed begins with this and its process. */
export const PREFIX = 'inaam-test-';

/**
 * Where the databases of tests lie: in memory where the machine has enough of it, else among the temporary files. A
 * database is nine hundred files. ext4 passes over inodes that were freed in the last five seconds (`recently_deleted`
 * in fs/ext4/ialloc.c): looking for others took a sixth of the whole run's processor time. And a cluster that is safe
 * on disk waits for the disk a minute long in a run, at its making most of all.
 */
export function getTemporaryRoot(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Every folder that tests may have left databases in. */
export const listTemporaryRoots = (): string[] => [...new Set([tmpdir(), MEMORY])];

/**
 * A folder of a test's own, which removes it. Other accounts can walk through it, as PostgreSQL's must where root runs
 * the tests; what lies in it is not listed to them.
 * @param name what it is for
 */
export function createTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(getTemporaryRoot(), `${PREFIX}${process.pid}-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
