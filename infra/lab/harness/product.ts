import { type ApiOptions, type ApiProcess, root, startApi } from './api-process.ts';
import { compareAcknowledged, createOpener } from './compare-acknowledged.ts';
import { run, withTimeLimit } from './daemon.ts';
import { createCompletionQueue, type Load, type LoadOptions, STOP_PATIENCE, startLoad } from './load.ts';
import { createRow, type PassCriteria, type Row } from './report.ts';
import { type SeededData, type SeedOptions, seedData } from './seed-data.ts';

/** The time limit of the comparison after a load, in ms. */
const AUDIT_PATIENCE = 300_000;

export interface VerifiedRun {
  /** The origin at which the product answers. */
  origin: string;
  criteria: PassCriteria;
  /** The database to compare with, for instance a restored database; by default the product's database. */
  databaseUrl?: string;
  /** ms until each caller's first success, after a fault. */
  recovery?: number[];
  /** Problems that the drill itself found. */
  wrong?: string[];
}

/** Api processes on a migrated database with data, under load. */
export interface Product {
  seededData: SeededData;
  /** Starts a process and waits until it is ready. */
  start(options?: Partial<ApiOptions>): Promise<ApiProcess>;
  load(origin: () => string, options?: LoadOptions): Load;
  /** Stops a load and compares its acknowledged answers with the database. */
  judge(name: string, load: Load, judged: VerifiedRun): Promise<Row>;
}

/** Runs `npm run migrate` of a release. @param ownerUrl connects as the role that owns the schema */
export const migrateTo = (
  release: string,
  databaseUrl: string,
  ownerUrl?: string,
  options: readonly string[] = [],
): Promise<string> =>
  run(process.execPath, ['apps/api/src/migrate.ts', ...options], {
    cwd: release,
    env: { DATABASE_URL: databaseUrl, DATABASE_MIGRATE_URL: ownerUrl },
  });

/** @param ownerUrl connects as the role that owns the schema, if the processes use a restricted role */
export async function createProduct(
  databaseUrl: string,
  { ownerUrl, ...options }: SeedOptions & { ownerUrl?: string } = {},
): Promise<Product> {
  await migrateTo(root, databaseUrl, ownerUrl);
  const seededData = await seedData(ownerUrl ?? databaseUrl, options);
  const queue = createCompletionQueue(seededData);
  const opener = createOpener(Buffer.from(seededData.secretsKey, 'hex'));
  return {
    seededData,
    async start(apiOptions) {
      const api = await startApi({ secretsKey: seededData.secretsKey, databaseUrl, ...apiOptions });
      await api.waitUntilReady();
      return api;
    },
    load: (origin, loadOptions) => startLoad(origin, seededData, queue, loadOptions),
    async judge(name, load, { origin, criteria, databaseUrl: url = ownerUrl ?? databaseUrl, recovery, wrong = [] }) {
      await withTimeLimit(`${name}: the end of the load`, STOP_PATIENCE, load.stop());
      const audit = await withTimeLimit(
        `${name}: comparing what was acknowledged with the database`,
        AUDIT_PATIENCE,
        compareAcknowledged({ appOrigin: origin, opener, databaseUrl: url }, load.acknowledged),
      );
      return createRow(name, { calls: load.calls, audit, wrong: [...load.wrong, ...wrong], recovery }, criteria);
    },
  };
}
