import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@inaam/db/client';
import { startEmbedded } from '@inaam/db/embedded';
import { locateBinaries } from '@inaam/db/embedded/binaries';
import { locateCluster } from '@inaam/db/embedded/location';
import { freePort, launch } from '@inaam/db/embedded/server';
import { migrate } from '@inaam/db/migrate';

/** A database with a streaming standby. */
export interface ReplicatedDatabase {
  /** URL of the migrated, empty database. */
  url: string;
  /** URL of the same database on the standby. */
  standbyUrl: string;
  /** Pauses the replay: the standby still receives commits but does not show their changes. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the standby shows everything that is committed now. */
  waitUntilCaughtUp(): Promise<void>;
  stopStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Shared settings: a standby refuses to start with lower values than its primary. */
const SETTINGS = { wal_level: 'replica', max_wal_senders: '4', max_connections: '60', wal_keep_size: '256MB' };

/** Files that a copy of a running server must not contain, or that change during the copy. */
const SKIPPED_FILES = /\/(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp[^/]*|pg_wal\/.+)$/;

/** @param dataDir a folder of the test; `stop` removes the folder */
export async function startReplicatedDatabase(dataDir: string): Promise<ReplicatedDatabase> {
  const primary = await startEmbedded({ dataDir, durable: false, settings: SETTINGS });
  const { cluster, account } = locateCluster(dataDir);
  const superuser = (url: string) => {
    const result = new URL(url);
    result.username = 'postgres';
    return result.href;
  };
  const admin = openDatabase(superuser(primary.url), { max: 1, statementTimeout: 60_000 });
  const copy = `${cluster}.standby`;
  try {
    await migrate(primary.url);
    await admin.sql`select pg_backup_start('standby', true)`;
    cpSync(cluster, copy, { recursive: true, filter: (path) => !SKIPPED_FILES.test(path) });
    const [stopped] = await admin.sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`;
    writeFileSync(join(copy, 'backup_label'), stopped?.label ?? '');
    writeFileSync(join(copy, 'standby.signal'), '');
    for (const empty of ['pg_wal/archive_status', 'pg_wal/summaries'])
      mkdirSync(join(copy, empty), { recursive: true });
    const { uid, gid } = account;
    if (uid !== undefined && gid !== undefined) {
      for (const entry of ['', ...readdirSync(copy, { recursive: true })])
        chownSync(join(copy, String(entry)), uid, gid);
    }
    const port = await freePort();
    const standby = await launch({
      program: locateBinaries()('postgres'),
      location: { cluster: copy, account },
      port,
      durable: false,
      settings: {
        ...SETTINGS,
        hot_standby: 'on',
        primary_conninfo: `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres application_name=standby`,
      },
    });
    const end = () => void standby.stop();
    process.on('exit', end);
    const at = new URL(primary.url);
    at.port = String(port);
    const connection = openDatabase(superuser(at.href), { max: 1, statementTimeout: 60_000 });
    const stopStandby = async () => {
      process.removeListener('exit', end);
      await connection.close();
      await standby.stop();
    };
    return {
      url: primary.url,
      standbyUrl: at.href,
      async pause() {
        await connection.sql`select pg_wal_replay_pause()`;
        for (;;) {
          const [row] = await connection.sql<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`;
          if (row?.state === 'paused') return;
          await sleep(20);
        }
      },
      resume: async () => void (await connection.sql`select pg_wal_replay_resume()`),
      async waitUntilCaughtUp() {
        // The insert position, not the flushed one: commits do not wait for the disk here and are flushed a moment
        // later.
        const [to] = await admin.sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`;
        for (;;) {
          const [row] = await connection.sql<{ done: boolean }[]>`
            select pg_last_wal_replay_lsn() >= ${to?.lsn ?? ''}::pg_lsn as done`;
          if (row?.done) return;
          await sleep(20);
        }
      },
      stopStandby,
      async stop() {
        await admin.close();
        await stopStandby();
        if (existsSync(copy)) rmSync(copy, { recursive: true, force: true });
        await primary.stop();
      },
    };
  } catch (error) {
    await admin.close();
    rmSync(copy, { recursive: true, force: true });
    await primary.stop();
    throw error;
  }
}
