import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Account } from '../embedded/location.ts';

/**
 * Where the backups of the embedded database lie: `base/<moment>` for base backups, `wal` for the write-ahead log since
 * the oldest of them. Another disk, or a folder that is copied away.
 */
export interface Archive {
  folder: string;
  base: string;
  wal: string;
}

/** What lies beside a base backup. */
export interface BaseBackup {
  name: string;
  /** ISO 8601: the copy can be brought to any moment after it. */
  endedAt: string;
  bytes: number;
  /** The first file of the log that it needs. */
  firstWal: string;
}

/**
 * Makes the folders, for the account that PostgreSQL runs under.
 * @throws an Error of one line where the path cannot stand in a shell's quotes
 */
export function openArchive(path: string, { uid, gid }: Account): Archive {
  const folder = resolve(path);
  if (!/^[\w./ -]+$/.test(folder)) throw new Error(`BACKUP_DIR: ${folder} holds signs that a shell reads`);
  const archive = { folder, base: join(folder, 'base'), wal: join(folder, 'wal') };
  for (const each of [archive.folder, archive.base, archive.wal]) {
    mkdirSync(each, { recursive: true, mode: 0o700 });
    if (uid !== undefined && gid !== undefined) chownSync(each, uid, gid);
  }
  return archive;
}

/** Seconds after which a file of the log is archived though it is not full: what a lost disk takes at most. */
const ARCHIVE_TIMEOUT = 30;

/**
 * Settings that archive the log: https://www.postgresql.org/docs/18/continuous-archiving.html. A file appears whole or
 * not at all; the same one again is no error, another one of its name is.
 */
export function archiveSettings({ wal }: Archive): Record<string, string> {
  const to = `"${wal}/%f"`;
  const copy = `cp "%p" "${wal}/%f.part" && sync "${wal}/%f.part" && mv "${wal}/%f.part" ${to}`;
  return {
    wal_level: 'replica',
    max_wal_senders: '2',
    archive_mode: 'on',
    archive_timeout: `${ARCHIVE_TIMEOUT}s`,
    archive_command: `if test -f ${to}; then cmp -s "%p" ${to}; else ${copy}; fi`,
  };
}

/**
 * Archives the histories of time lines that a cluster has. One that was restored has begun a time line without an
 * archive, so that a look at some moment leaves nothing there; once it goes on over an archive, the next restore finds
 * what came after the first one by this file alone. Before its server starts, whose log is archived from then on.
 */
export function archiveHistories(cluster: string, { wal }: Archive, { uid, gid }: Account): void {
  const from = join(cluster, 'pg_wal');
  if (!existsSync(from)) return;
  for (const file of readdirSync(from).filter((name) => name.endsWith('.history'))) {
    const [draft, target] = [join(wal, `${file}.part`), join(wal, file)];
    if (existsSync(target)) continue;
    copyFileSync(join(from, file), draft);
    if (uid !== undefined && gid !== undefined) chownSync(draft, uid, gid);
    renameSync(draft, target);
  }
}

/** Those that are whole, the oldest first. */
export function baseBackups({ base }: Archive): BaseBackup[] {
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .filter((name) => existsSync(join(base, name, 'backup.json')))
    .map((name) => JSON.parse(readFileSync(join(base, name, 'backup.json'), 'utf8')) as BaseBackup)
    .toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
}
