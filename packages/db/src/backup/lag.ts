import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';

/**
 * Commits a mark and waits until the log that holds it is archived: what a lost disk would take of the work until then.
 * @param patience ms
 * @returns how long that took, in ms, and where in the log the mark is: a restore must come as far
 * @throws an Error of one line where the log is not archived within the time
 */
export async function archiveLag(superuserUrl: string, patience: number): Promise<{ ms: number; lsn: string }> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    const began = performance.now();
    const [mark] = await sql<{ file: string; lsn: string }[]>`
      select pg_walfile_name(lsn) as file, lsn::text from pg_logical_emit_message(true, 'inaam', 'restore drill') lsn`;
    for (;;) {
      const [row] = await sql<{ done: boolean | null }[]>`
        select last_archived_wal >= ${mark?.file ?? ''} as done from pg_stat_archiver`;
      if (row?.done) return { ms: performance.now() - began, lsn: mark?.lsn ?? '' };
      if (performance.now() - began > patience) throw new Error('BACKUP_DIR: the log is not archived');
      await sleep(250);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}
