import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '@inaam/db/embedded';
import { locateCluster } from '@inaam/db/embedded/location';
import { createTemporaryFolder } from '@inaam/testing/temporary-folders';
import postgres from 'postgres';
import { onCleanup } from './cleanup.ts';
import { listChildren } from './daemon.ts';

/** The embedded PostgreSQL with a database for one drill, until `runCleanup`. A server that ends is restarted. */
export interface TestBed {
  embedded: Embedded;
  port: number;
  /** The database's URL for its owner. With the port of a proxy the connection goes through the proxy. */
  url(port?: number): string;
  /** The folder of the cluster; small enough to be filled if `isSmall`. */
  folder: string;
  isSmall: boolean;
  /** Runs the work as the superuser, on a separate connection. */
  asSuperuser<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>;
  /** The postmaster and its children. */
  processes(): number[];
}

const SIZE = '640m';

/** @param canBeFilled whether to create a small disk, which requires root */
export async function startTestBed(canBeFilled = false): Promise<TestBed> {
  const folder = createTemporaryFolder('drill');
  const flags = ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', folder];
  const isSmall = canBeFilled && spawnSync('mount', flags).status === 0;
  const dataDir = join(folder, 'data');
  onCleanup(async () => {
    rmSync(locateCluster(dataDir).cluster, { recursive: true, force: true });
    if (isSmall) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const embedded = await startEmbedded({
    dataDir,
    durable: true,
    settings: { max_wal_size: '96MB', min_wal_size: '32MB', shared_buffers: '64MB' },
    log: () => {},
  });
  onCleanup(() => embedded.stop());
  const port = Number(new URL(embedded.url).port);
  return {
    embedded,
    port,
    folder,
    isSmall,
    url: (proxyPort = port) => embedded.url.replace(`:${port}/`, `:${proxyPort}/`),
    async asSuperuser(work) {
      const sql = postgres(embedded.superuserUrl, { max: 1, onnotice: () => {} });
      try {
        return await work(sql);
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
    processes: () => [embedded.pid, ...listChildren(embedded.pid)],
  };
}

/** Whether the process serves a connection of a role whose name begins with `inaam`. */
export function isBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: inaam');
  } catch {
    return false;
  }
}
