import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@inaam/db/embedded';
import { locateCluster } from '@inaam/db/embedded/location';
import { migrate } from '@inaam/db/migrate';
import { furnish } from '@inaam/testing/furnish';
import { root, startApi } from './harness/api-process.ts';
import { judged } from './harness/audited.ts';
import { atEnd } from './harness/ends.ts';
import { startLoad, workOf } from './harness/load.ts';
import { type Row, TABLE_HEAD, tell } from './harness/report.ts';
import { runNode } from './harness/run-node.ts';
import { NONE_FAILED } from './roll.ts';

/**
 * The embedded database: work, a base backup, more work, and `npm run restore-drill` over both, while work goes on.
 */
export async function drillRestore(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'inaam-drill-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const backupDir = join(folder, `backups-${randomBytes(4).toString('hex')}`);
  const embedded = await startEmbedded({ dataDir, durable: true, backupDir, log: () => {} });
  const stop = async () => {
    undone();
    await embedded.stop();
    rmSync(locateCluster(dataDir).cluster, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  const undone = atEnd(stop);
  try {
    await migrate(embedded.url);
    const furniture = await furnish(embedded.url);
    const api = await startApi({ ...furniture, databaseUrl: embedded.url });
    try {
      await api.ready();
      const { appOrigin } = api;
      const load = startLoad(() => appOrigin, furniture, workOf(furniture), { rate: 40 });
      await sleep(3_000);
      const env = { DATA_DIR: dataDir, BACKUP_DIR: backupDir, SECRETS_KEY: furniture.secretsKey };
      process.stdout.write(await runNode(root, ['apps/api/src/backup.ts', 'backup'], env));
      await sleep(3_000);
      const said = await runNode(root, ['apps/api/src/backup.ts', 'restore-drill'], env);
      process.stdout.write(said);
      const wrong = said.includes('The restore drill passed.') ? [] : ['the restore drill did not pass'];
      const books = { appOrigin, databaseUrl: embedded.url, furniture };
      const bars = { ...NONE_FAILED, calls: 200 };
      const row = await judged('restore drill under load', load, books, bars, { wrong });
      process.stdout.write(`${TABLE_HEAD}\n`);
      tell(row);
      return [row];
    } finally {
      await api.kill();
    }
  } finally {
    await stop();
  }
}
