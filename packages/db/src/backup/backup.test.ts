import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratch } from '@inaam/testing/scratch';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateCluster } from '../embedded/location.ts';
import { runningSuperuserUrl } from '../embedded/running.ts';
import { type Embedded, startEmbedded } from '../embedded.ts';
import { openArchive } from './archive.ts';
import { writeBackupMetric } from './metric.ts';
import { restore } from './restore.ts';
import { takeBackup } from './take.ts';

let base: string;
let source: Embedded;
beforeAll(async () => {
  base = makeScratch('backup');
  source = await startEmbedded({ dataDir: join(base, 'data'), backupDir: join(base, 'backups'), durable: true });
}, 60_000);
afterAll(async () => {
  await source.stop();
  rmSync(base, { recursive: true, force: true });
});

test('a database comes back as it was at a moment, and as it was at the end', async () => {
  const sql = postgres(source.url, { max: 1, onnotice: () => {} });
  const superuserUrl = runningSuperuserUrl(join(base, 'data')) ?? '';
  const { cluster, account } = locateCluster(join(base, 'data'));
  const archive = openArchive(join(base, 'backups'), account);
  const from = { superuserUrl, cluster, secretsFile: join(base, 'data', 'postgres.secrets') };
  await sql`create table kept (n int)`;
  await sql`insert into kept values (1)`;
  await takeBackup(from, archive, 2);
  await sql`insert into kept values (2)`;
  // The next whole millisecond: a moment has no part of one, and the row was committed in the one that is running.
  const [{ moment } = { moment: '' }] = await sql<{ moment: string }[]>`
    select to_char((clock_timestamp() + interval '1 ms') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment`;
  const isPast = async () => (await sql`select clock_timestamp() > ${moment}::timestamptz as past`)[0]?.['past'];
  await expect.poll(isPast, { interval: 2 }).toBe(true);
  await sql`delete from kept`;
  await sql.end();
  // What is not full is archived after half a minute; here at once.
  const admin = postgres(superuserUrl, { max: 1 });
  const [full] = await admin<{ file: string }[]>`select pg_walfile_name(pg_switch_wal()) as file`;
  await expect.poll(() => existsSync(join(archive.wal, full?.file ?? '')), { timeout: 20_000 }).toBe(true);
  expect(await admin`select failed_count::int as failed from pg_stat_archiver`).toEqual([{ failed: 0 }]);
  await admin.end();

  /** @param work done by whoever goes on there, whose log is archived then */
  const restored = async (name: string, to?: string, work?: (there: postgres.Sql) => Promise<void>) => {
    const dataDir = join(base, name);
    await restore(archive, dataDir, to === undefined ? {} : { to });
    const again = await startEmbedded({
      dataDir,
      durable: true,
      ...(work && { backupDir: join(base, 'backups'), settings: { archive_timeout: '1s' } }),
    });
    const there = postgres(again.url, { max: 1 });
    try {
      await work?.(there);
      return (await there<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n);
    } finally {
      await there.end();
      await again.stop();
    }
  };
  expect(await restored('then', moment)).toEqual([1, 2]);
  // A look at a moment leaves nothing behind that the next restore would follow.
  expect(await restored('now')).toEqual([]);
  // Who goes on after a restore is restored in turn: within its archive's time, which nothing here hurries.
  const goesOn = async (there: postgres.Sql) => {
    await there`insert into kept values (3)`;
    const [written] = await there<{ file: string }[]>`
      select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 24) as file`;
    await expect.poll(() => existsSync(join(archive.wal, written?.file ?? '')), { timeout: 60_000 }).toBe(true);
  };
  expect(await restored('goes-on', undefined, goesOn)).toEqual([3]);
  expect(await restored('again')).toEqual([3]);
  await expect(restore(archive, join(base, 'then'))).rejects.toThrow(/^.* is not empty$/);
  await expect(restore(archive, join(base, 'early'), { to: '2001-01-01T00:00:00Z' })).rejects.toThrow(
    'holds no base backup from before 2001-01-01',
  );

  // Two are kept; the log that only the first one needed goes with it.
  const oldest = () =>
    readdirSync(archive.wal)
      .filter((file) => /^[0-9A-F]{24}$/.test(file))
      .toSorted()[0] ?? '';
  const before = oldest();
  await takeBackup(from, archive, 2);
  await takeBackup(from, archive, 2);
  expect(readdirSync(archive.base)).toHaveLength(2);
  expect(oldest() > before).toBe(true);
  expect(existsSync(join(archive.base, readdirSync(archive.base)[0] ?? '', 'postgres.secrets'))).toBe(true);
}, 120_000);

test('that one was made is said in a file that others can read', () => {
  const folder = join(base, 'textfile');
  mkdirSync(folder);
  writeBackupMetric(folder);
  expect(readdirSync(folder)).toEqual(['inaam_backup.prom']);
  const file = join(folder, 'inaam_backup.prom');
  expect(readFileSync(file, 'utf8')).toMatch(/_seconds \d{10}\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o644);
});
