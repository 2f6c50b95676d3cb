import { type ApiOptions, type ApiProcess, root, startApi } from './api-process.ts';
import { compareAcknowledged, createOpener } from './compare-acknowledged.ts';
import { inTime, run } from './daemon.ts';
import { type Load, type LoadOptions, STOP_PATIENCE, startLoad, workOf } from './load.ts';
import { type PassCriteria, type Row, rowOf } from './report.ts';
import { type SeededData, type SeedOptions, seedData } from './seed-data.ts';

/** ms; a statement has 30 s, and each call has its own deadline. */
const AUDIT_PATIENCE = 300_000;

export interface VerifiedRun {
  /** Where the product answers. */
  origin: string;
  bars: PassCriteria;
  /** Where it was restored to; by default its own. */
  databaseUrl?: string;
  /** ms until each caller's first success, after a fault. */
  recovery?: number[];
  /** Problems that the drill found itself. */
  wrong?: string[];
}

/** Api processes on a migrated database with data, under load. */
export interface Product {
  furniture: SeededData;
  /** Starts a process and waits until it is ready. */
  start(options?: Partial<ApiOptions>): Promise<ApiProcess>;
  load(origin: () => string, options?: LoadOptions): Load;
  /** Stops a load and compares its acknowledged answers with the database. */
  judge(name: string, load: Load, judged: VerifiedRun): Promise<Row>;
}

/** Runs `npm run migrate` of a release. @param ownerUrl connects as the role that owns the schema */
export const migrateTo = (release: string, databaseUrl: string, ownerUrl?: string): Promise<string> =>
  run(process.execPath, ['apps/api/src/migrate.ts'], {
    cwd: release,
    env: { DATABASE_URL: databaseUrl, DATABASE_MIGRATE_URL: ownerUrl },
  });

/** @param ownerUrl connects as the role that owns the schema, if the processes use a restricted role */
export async function createProduct(
  databaseUrl: string,
  { ownerUrl, ...options }: SeedOptions & { ownerUrl?: string } = {},
): Promise<Product> {
  await migrateTo(root, databaseUrl, ownerUrl);
  const furniture = await seedData(ownerUrl ?? databaseUrl, options);
  const work = workOf(furniture);
  const opener = createOpener(Buffer.from(furniture.secretsKey, 'hex'));
  return {
    furniture,
    async start(given) {
      const api = await startApi({ secretsKey: furniture.secretsKey, databaseUrl, ...given });
      await api.ready();
      return api;
    },
    load: (origin, given) => startLoad(origin, furniture, work, given),
    async judge(name, load, { origin, bars, databaseUrl: url = ownerUrl ?? databaseUrl, recovery, wrong = [] }) {
      await inTime(`${name}: the end of the load`, STOP_PATIENCE, load.stop());
      const audit = await inTime(
        `${name}: comparing what was acknowledged with the database`,
        AUDIT_PATIENCE,
        compareAcknowledged({ appOrigin: origin, opener, databaseUrl: url }, load.acknowledged),
      );
      return rowOf(name, { calls: load.calls, audit, wrong: [...load.wrong, ...wrong], recovery }, bars);
    },
  };
}
