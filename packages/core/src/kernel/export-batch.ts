import type { FileBatch, FileBatchInput, FileCursor } from '@inaam/contracts/common/exports';
import { type SQL, sql } from 'drizzle-orm';

/** Files of lists are read by the place of their last row in the order, and not by numbers of pages. */

type Direction = 'asc' | 'desc';

/** Leaves the rows behind a place, by an index of both columns; undefined for all. */
export const afterCursor = (
  { time, id }: { time: SQL; id: SQL },
  direction: Direction,
  after: FileCursor | undefined,
): SQL | undefined =>
  after &&
  sql`(${time}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.time}::timestamptz, ${after.id}::bigint)`;

/** A row as its statement gives it. `place`: the time that it is sorted by, in the database's own text. */
export interface CursorRow extends Record<string, unknown> {
  id: number;
  place: string;
}

/** The batch of these rows. A full one may be the last: then an empty one follows. */
export function toBatch<Stored extends CursorRow, Row>(
  stored: readonly Stored[],
  { limit }: FileBatchInput,
  rowOf: (stored: Stored) => Row,
): FileBatch<Row> {
  const last = stored.length < limit ? undefined : stored.at(-1);
  return { rows: stored.map(rowOf), next: last && { time: last.place, id: last.id } };
}

/** Of a server in UTC: `2026-11-22 12:00:00.123456+00`. */
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** The same as `toIso`, in a fifth of its time where the server's clock is in UTC. */
export function formatFileTime(text: string): string {
  const [, day, time, fraction = ''] = IN_UTC.exec(text) ?? [];
  return day ? `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z` : new Date(text).toISOString();
}
export const formatFileTimeOrNull = (text: string | null): string | null =>
  text === null ? null : formatFileTime(text);
