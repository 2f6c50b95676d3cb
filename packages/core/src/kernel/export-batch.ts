import type { FileBatch, FileBatchInput, FileCursor } from '@inaam/contracts/common/exports';
import { type SQL, sql } from 'drizzle-orm';

type Direction = 'asc' | 'desc';

/** Selects rows after a cursor, by an index of both columns; undefined for all. */
export const afterCursor = (
  { time, id }: { time: SQL; id: SQL },
  direction: Direction,
  after: FileCursor | undefined,
): SQL | undefined =>
  after &&
  sql`(${time}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.time}::timestamptz, ${after.id}::bigint)`;

/** A row of a statement. `place`: the time that it is sorted by, as text of the database. */
export interface CursorRow extends Record<string, unknown> {
  id: number;
  place: string;
}

/** Builds a batch from rows. If a full batch is the last, an empty one follows. */
export function toBatch<Stored extends CursorRow, Row>(
  stored: readonly Stored[],
  { limit }: FileBatchInput,
  toRow: (stored: Stored) => Row,
): FileBatch<Row> {
  const last = stored.length < limit ? undefined : stored.at(-1);
  return { rows: stored.map(toRow), next: last && { time: last.place, id: last.id } };
}

/** The time format of a server in UTC: `2026-11-22 12:00:00.123456+00`. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** Like `toIso`, in a fifth of its time if the server's time zone is UTC. */
export function formatFileTime(text: string): string {
  const [, day, time, fraction = ''] = IN_UTC.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z` : new Date(text).toISOString();
}
export const formatFileTimeOrNull = (text: string | null): string | null =>
  text === null ? null : formatFileTime(text);
