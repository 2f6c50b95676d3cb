import { chmodSync, chownSync, copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { locateBinaries } from '../embedded/binaries.ts';
import { type ClusterLocation, isRoot, locateCluster } from '../embedded/location.ts';
import { freePort, launch } from '../embedded/server.ts';
import { type Archive, type BaseBackup, baseBackups } from './archive.ts';

export interface RestoreOptions {
  /** A moment, ISO 8601: all that was committed before it. Undefined: all that is archived. */
  to?: string;
  /** ms that the server may take to read the log. */
  patience?: number;
}

/**
 * Makes a data directory out of an archive, as the database was at a moment. The next `startEmbedded` there goes on.
 * @param dataDir must not exist yet, or be empty
 * @returns the base backup that it began with
 * @throws an Error of one line where no backup is old enough, or the directory holds something
 */
export async function restore(
  archive: Archive,
  dataDir: string,
  { to, patience = 3_600_000 }: RestoreOptions = {},
): Promise<BaseBackup> {
  if (to !== undefined && Number.isNaN(Date.parse(to))) throw new Error(`--to ${to} is no moment`);
  const moment = to === undefined ? undefined : new Date(to).toISOString();
  const from = baseBackups(archive).findLast(({ endedAt }) => moment === undefined || endedAt <= moment);
  if (!from) throw new Error(`${archive.base} holds no base backup${moment ? ` from before ${moment}` : ''}`);
  const folder = resolve(dataDir);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
  const location = locateCluster(folder);
  cpSync(join(archive.base, from.name, 'cluster'), location.cluster, { recursive: true });
  copyFileSync(join(archive.base, from.name, 'postgres.secrets'), join(folder, 'postgres.secrets'));
  // The server refuses a cluster that others can read.
  chmodSync(location.cluster, 0o700);
  writeFileSync(join(location.cluster, 'recovery.signal'), '');
  give(location);
  const server = await launch({
    program: locateBinaries()('postgres'),
    location,
    port: await freePort(),
    durable: true,
    patience,
    settings: {
      wal_level: 'replica',
      archive_mode: 'off',
      hot_standby: 'off',
      restore_command: `cp "${archive.wal}/%f" "%p"`,
      recovery_target_action: 'promote',
      recovery_target_timeline: 'latest',
      ...(moment !== undefined && { recovery_target_time: moment.replace('T', ' ').replace('Z', '+00') }),
    },
  });
  await server.stop();
  return from;
}

/** To the account that PostgreSQL runs under, which alone may read it. */
function give({ cluster, account: { uid, gid } }: ClusterLocation): void {
  if (uid === undefined || gid === undefined) return;
  chownSync(cluster, uid, gid);
  for (const entry of readdirSync(cluster, { recursive: true })) chownSync(join(cluster, String(entry)), uid, gid);
}
