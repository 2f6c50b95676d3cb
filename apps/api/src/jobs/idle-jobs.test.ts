import { openDatabase } from '@inaam/db/client';
import { createTestCore, type TestCore } from '@inaam/testing/core';
import { fillLargeDatabase } from '@inaam/testing/large-database/fill';
import { measure } from '@inaam/testing/large-database/measure';
import { createServicesForKernel } from '@inaam/testing/services';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobDefinition, type JobServices, jobs } from './jobs.ts';

/**
 * A job that finds nothing to do must read few pages, however large the tables are, because it runs again and again. As
 * in `large-tables.test.ts` of packages/core, PostgreSQL reads small tables like large ones here.
 */

let core: TestCore;
let database: ReturnType<typeof openDatabase>;
let jobServices: JobServices;
beforeAll(async () => {
  core = await createTestCore();
  await fillLargeDatabase(core.database.sql, core.services.secrets, { users: 400, completions: 3000 }, () => {});
  database = openDatabase(core.url, { max: 1, statementTimeout: 10_000 });
  const { sql } = database;
  jobServices = {
    services: await createServicesForKernel(database, core.services.secrets),
    webhooks: {} as JobServices['webhooks'],
    adminOrigin: 'https://admin.example',
    log: pino({ level: 'silent' }),
    metrics: { showFigures: () => {}, showLostSecrets: () => {} } as unknown as JobServices['metrics'],
  };
  await sql`set enable_seqscan = off`;
  await sql`set enable_hashjoin = off`;
  await sql`set enable_mergejoin = off`;
});
afterAll(async () => {
  await database.close();
  await core.close();
});

/** Jobs that need a receiver outside this process. Their own tests run them. */
const WITH_RECEIVER = ['send-webhooks', 'post-audit-head'];
const measuredJobs = jobs.filter(({ id }) => !WITH_RECEIVER.includes(id));

/** Pages that a job may read; about twice the number that was measured when the line was written. */
const MOST_PAGES = 100;
const morePages: Record<string, number> = {
  'advance-change-feed': 280,
  'apply-retention': 560,
  // Checks a range of each part of the books.
  'check-books': 4300,
  'collect-operations-metrics': 1160,
  'maintain-partitions': 1700,
  'notify-low-stock': 260,
  'reseal-secrets': 650,
  'send-messages': 260,
  // Recounts a sample of limited size: see `updateFinishRates`.
  'update-finish-rates': 120_000,
};

async function countPages(job: JobDefinition): Promise<number> {
  const turn = { stopping: new AbortController().signal, startNow: () => {} };
  const call = { name: job.id, run: async () => void (await job.run(jobServices, turn)) };
  // Two runs before the measured one find the work that the new database has.
  return (await measure(database.sql, call, 3)).pages;
}

test.each(measuredJobs.map((job) => ({ ...job, most: morePages[job.id] ?? MOST_PAGES })))(
  '$id reads at most $most pages',
  async (job) => {
    expect(await countPages(job)).toBeLessThan(job.most);
  },
);

test('judge-parked-postbacks finds parked postbacks by an index in the order in which it judges them', async () => {
  const job = jobs.find(({ id }) => id === 'judge-parked-postbacks');
  if (!job) throw new Error('the job does not exist');
  await database.sql`set enable_sort = off`;
  await database.sql`set enable_bitmapscan = off`;
  try {
    expect(await countPages(job)).toBeLessThan(MOST_PAGES);
  } finally {
    await database.sql`reset enable_sort`;
    await database.sql`reset enable_bitmapscan`;
  }
});
