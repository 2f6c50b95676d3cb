import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The in-memory file system of Linux, and the space that a test run may need. A run takes 0.9 GiB today. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Prefix of everything that a killed test may leave behind, followed by its process id. */
export const PREFIX = 'inaam-test-';

/**
 * The folder of test databases: in memory if enough memory is free, else with the temporary files. A database has nine
 * hundred files. On disk, ext4 skips inodes that were freed in the last five seconds (`recently_deleted` in
 * fs/ext4/ialloc.c); the search for other inodes took a sixth of the run's CPU time. A cluster on disk also waits for
 * the disk for about a minute per run, mostly when it is created.
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

/** Every folder that may contain databases of tests. */
export const listTemporaryRoots = (): string[] => [...new Set([tmpdir(), MEMORY])];

/**
 * Creates a folder for a test, which must remove it. Other accounts can traverse but not list it: PostgreSQL needs that
 * when root runs the tests.
 * @param name the purpose of the folder
 */
export function createTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(getTemporaryRoot(), `${PREFIX}${process.pid}-${name}-`));
  chmodSync(folder, 0o711);
  return folder;
}
