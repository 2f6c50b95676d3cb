import { createDatabase, dropDatabase } from '@inaam/db/databases';
import { startEmbedded } from '@inaam/db/embedded';
import { temporaryFolder } from '../harness/cleanup.ts';
import { withSql } from '../harness/database.ts';

/** A PostgreSQL of the bench, with databases that are copied from templates. */
export interface BenchServer {
  version: string;
  /** Creates a database as a template for copies. `fill` gets the address of the database. */
  template(name: string, fill: (url: string) => Promise<void>): Promise<void>;
  /** Replaces the last copy of a template by a new one, on disk. @returns the address of the copy */
  fresh(template: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * As durable as in production, with memory for a small machine. Checkpoints and vacuums run only on request: otherwise
 * a run of some seconds would contain one or none by chance.
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
  const as = (role: string, database: string) => `postgres://${role}@127.0.0.1:${new URL(server.url).port}/${database}`;
  const admin = (sql: string) => statement<{ version: string }>(as('postgres', 'postgres'), sql);
  const [row] = await admin(`select current_setting('server_version') as version`);
  return {
    version: row?.version.split(' ')[0] ?? '',
    async template(name, fill) {
      await dropDatabase(as(ROLE, 'postgres'), name);
      await createDatabase(as(ROLE, 'postgres'), name);
      await fill(as(ROLE, name));
      // Otherwise autovacuum would process the rows of the fill in each copy.
      await statement(as(ROLE, name), 'vacuum (analyze)');
    },
    async fresh(template) {
      const name = `${template}_copy`;
      await dropDatabase(as('postgres', 'postgres'), name);
      await admin(`create database ${name} template ${template} owner ${ROLE} strategy file_copy`);
      await admin('checkpoint');
      return as(ROLE, name);
    },
    stop: () => server.stop(),
  };
}

/** Runs a statement in a database. @returns its rows */
export const statement = <T>(url: string, text: string): Promise<T[]> =>
  withSql(url, async (sql) => [...(await sql.unsafe<(T & Record<string, unknown>)[]>(text))]);
