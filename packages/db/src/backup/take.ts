import { copyFileSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { type Archive, type BaseBackup, baseBackups } from './archive.ts';

/** https://www.postgresql.org/docs/18/protocol-replication.html: what BASE_BACKUP leaves out. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label.old']);
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

export interface Source {
  /** As the superuser, on the server itself. */
  superuserUrl: string;
  /** The folder of its cluster. */
  cluster: string;
  /** What opens it besides: the passwords of its roles. */
  secretsFile: string;
}

/**
 * Takes a base backup while everybody goes on:
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP. It is whole once the log up
 * to its end is archived, which this waits for.
 * @param keep base backups to keep, this one included; older ones go with the log that only they need
 */
export async function takeBackup(source: Source, archive: Archive, keep: number): Promise<BaseBackup> {
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const draft = join(archive.base, `.${name}`);
  const sql = postgres(source.superuserUrl, { max: 1, onnotice: () => {}, fetch_types: false });
  try {
    const [setting] = await sql<{ archive_mode: string }[]>`show archive_mode`;
    if (setting?.archive_mode !== 'on') throw new Error('BACKUP_DIR: the server was started without it: restart first');
    await sql`select pg_backup_start(${name}, true)`;
    mkdirSync(draft, { mode: 0o700 });
    const bytes = copyTree(source.cluster, join(draft, 'cluster'));
    const [stop] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(true)`;
    const label = stop?.label ?? '';
    writeFileSync(join(draft, 'cluster', 'backup_label'), label);
    copyFileSync(source.secretsFile, join(draft, 'postgres.secrets'));
    const [, firstWal = ''] = /START WAL LOCATION: .* \(file (\w+)\)/.exec(label) ?? [];
    if (firstWal === '') throw new Error('the server gave no label for the backup');
    const made: BaseBackup = { name, endedAt: new Date().toISOString(), bytes, firstWal };
    writeFileSync(join(draft, 'backup.json'), JSON.stringify(made));
    renameSync(draft, join(archive.base, name));
    forget(archive, keep);
    return made;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Copies the folder of a cluster between `pg_backup_start` and `pg_backup_stop`.
 * @returns bytes that were copied. Files come and go meanwhile: the log says what became of them.
 */
export function copyTree(from: string, to: string): number {
  mkdirSync(to, { mode: 0o700 });
  let bytes = 0;
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    if (entry.isDirectory() && EMPTIED.has(entry.name)) mkdirSync(target, { mode: 0o700 });
    else if (entry.isDirectory()) bytes += copyTree(source, target);
    else if (entry.isFile()) {
      try {
        copyFileSync(source, target);
        bytes += lstatSync(target).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
  return bytes;
}

function forget(archive: Archive, keep: number): void {
  const all = baseBackups(archive);
  for (const { name } of all.slice(0, -keep)) rmSync(join(archive.base, name), { recursive: true });
  const oldest = all.at(-keep) ?? all[0];
  if (!oldest) return;
  // Names of the log's files are in the order of the log, within a time line of 8 digits.
  for (const file of readdirSync(archive.wal)) {
    if (/^[0-9A-F]{24}/.test(file) && file.slice(8, 24) < oldest.firstWal.slice(8)) rmSync(join(archive.wal, file));
  }
}
