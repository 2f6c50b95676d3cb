import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { startEmbedded } from '@inaam/db/embedded';
import { temporaryFolder } from '../harness/cleanup.ts';
import { withSql } from '../harness/database.ts';

/** A PostgreSQL of the bench, with databases that are copied from templates. */
export interface BenchServer {
  version: string;
  /** Creates a database as a template for copies. `fill` gets the URL of the database. */
  createTemplate(name: string, fill: (url: string) => Promise<void>): Promise<void>;
  /** Replaces the last copy of a template by a new one, on disk. @returns the URL of the copy */
  copyTemplate(template: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * As durable as in production, with memory for a small machine. Checkpoints and vacuums run only on request. Otherwise
 * it would be chance whether a run of some seconds contains one.
 */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '1GB',
  work_mem: '32MB',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  random_page_cost: '1.1',
  jit: 'off',
};
const ROLE = 'inaam';

export async function startBenchServer(): Promise<BenchServer> {
  const server = await startEmbedded({
    dataDir: temporaryFolder('bench'),
    durable: false,
    settings: SETTINGS,
  });
  const getUrl = (role: string, database: string) =>
    `postgres://${role}@127.0.0.1:${new URL(server.url).port}/${database}`;
  const runAsAdmin = (sql: string) => statement<{ version: string }>(getUrl('postgres', 'postgres'), sql);
  const [row] = await runAsAdmin(`select current_setting('server_version') as version`);
  return {
    version: row?.version.split(' ')[0] ?? '',
    async createTemplate(name, fill) {
      await dropDatabase(getUrl(ROLE, 'postgres'), name);
      await createDatabase(getUrl(ROLE, 'postgres'), name);
      await fill(getUrl(ROLE, name));
      // Gives the copies statistics and a visibility map, because autovacuum is off.
      await statement(getUrl(ROLE, name), 'vacuum (analyze)');
    },
    async copyTemplate(template) {
      const name = `${template}_copy`;
      await dropDatabase(getUrl('postgres', 'postgres'), name);
      await runAsAdmin(`create database ${name} template ${template} owner ${ROLE} strategy file_copy`);
      await runAsAdmin('checkpoint');
      return getUrl(ROLE, name);
    },
    stop: () => server.stop(),
  };
}

/** Runs a statement in a database. @returns its rows */
export const statement = <T>(url: string, text: string): Promise<T[]> =>
  withSql(url, async (sql) => [...(await sql.unsafe<(T & Record<string, unknown>)[]>(text))]);
