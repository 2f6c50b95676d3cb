import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openDatabase } from '@inaam/db/client';
import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { startEmbedded } from '@inaam/db/embedded';
import { findLiveOwner } from '@inaam/db/embedded/owner';
import { removeData } from '@inaam/db/embedded/remove';
import { migrate } from '@inaam/db/migrate';
import { createTemporaryFolder, listTemporaryRoots, PREFIX } from './temporary-folders.ts';

/** A server on which a test file can create its own database. */
export type TestServer = {
  /** URL of a database on the server, as a role that may create databases. */
  url: string;
  /** The migrated database that each test file copies. */
  template: string;
  /** Whether databases are created by the DDL for YugabyteDB, which has no partitions: see infra/tools/engine. */
  asOnEngine: boolean;
};

/**
 * Starts the PostgreSQL of one test run, with the migrations applied once.
 * @param externalUrl a server to use instead of a private one. The name of its database must end in `_test`, so that
 *   tests never run on a real database by mistake.
 * @param ddl a file with tables and functions to use instead of the migrations: see infra/tools/engine
 */
export async function startTestServer(
  externalUrl?: string,
  ddl?: string,
): Promise<TestServer & { stop(): Promise<void> }> {
  const server = externalUrl === undefined ? await startPrivateServer() : connectExternal(externalUrl);
  const template = `${server.base}_template_${randomBytes(4).toString('hex')}`;
  try {
    await createDatabase(server.url, template);
    if (ddl !== undefined) await runFile(withDatabaseName(server.url, template), ddl);
    await migrate(withDatabaseName(server.url, template));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    url: server.url,
    template,
    asOnEngine: ddl !== undefined,
    async stop() {
      if (externalUrl !== undefined) await dropDatabase(server.url, template);
      await server.stop();
    },
  };
}

/** Returns the URL of another database on the same server, for the same role. */
export function withDatabaseName(url: string, name: string): string {
  const result = new URL(url);
  result.pathname = `/${name}`;
  return result.href;
}

async function runFile(url: string, path: string): Promise<void> {
  const { sql, close } = openDatabase(url, { max: 1, statementTimeout: 60_000 });
  try {
    await sql.unsafe(readFileSync(path, 'utf8')).simple();
  } finally {
    await close();
  }
}

async function startPrivateServer() {
  await removeOrphans();
  const dataDir = createTemporaryFolder('server');
  const { url, stop } = await startEmbedded({
    dataDir,
    durable: false,
    // A vacuum at a random moment reads pages that a test would count, and may change a plan.
    settings: { max_connections: '300', autovacuum: 'off' },
  });
  return { url, stop, base: 'inaam' };
}

/** Stops the servers of killed runs and removes their data. */
async function removeOrphans(): Promise<void> {
  const roots = listTemporaryRoots().filter((root) => existsSync(root));
  for (const dataDir of roots.flatMap((root) => readdirSync(root).map((name) => join(root, name)))) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(basename(dataDir))?.[1]);
    // A directory exists a moment before its owner file, so the process that its name contains must have ended, too.
    if (!owner || findLiveOwner(dataDir) !== null || isRunning(owner)) continue;
    try {
      removeData(dataDir);
    } catch {
      // The directory belongs to another account.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function connectExternal(url: string) {
  const base = new URL(url).pathname.slice(1);
  if (!base.endsWith('_test')) throw new Error('DATABASE_URL: the name of a database for tests must end in _test');
  return { url, base, stop: async () => {} };
}
