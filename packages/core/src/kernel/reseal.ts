import type { Kernel } from './kernel.ts';
import type { SecretBox } from './secret-box.ts';

/** What SECRETS_KEY sealed before it was changed is sealed anew, so that the older key can be thrown away. */

export interface Resealed {
  sealed: number;
  /** Which no key of this process opens: they stay as they are. */
  lost: number;
}

/** A value that lies sealed in a table. */
export interface Stored {
  stored: string;
  /** Where it was sealed for, see {@link SecretBox.seal}. */
  place: string;
  /** Puts what is sealed anew in its place, unless somebody has saved something else there meanwhile. */
  replace: (anew: string) => Promise<unknown>;
}

/** Seals anew what lies in the clear or under an older key. */
export async function reseal(secrets: SecretBox, values: readonly Stored[]): Promise<Resealed> {
  const result = { sealed: 0, lost: 0 };
  for (const { stored, place, replace } of values) {
    if (!secrets.isStale(stored)) continue;
    const opened = secrets.open(stored, place);
    if (opened === undefined) {
      result.lost += 1;
      continue;
    }
    await replace(secrets.seal(opened, place));
    result.sealed += 1;
  }
  return result;
}

/** Ids that are looked at by one statement. */
const WINDOW = 5_000;
/** An id that was given before others may appear after them: so many from before are looked at again. */
const LOOK_BACK = 10_000;

export interface Walk {
  /** A table whose `id` grows. */
  table: 'completions' | 'vouchers';
  /** Seals anew what lies under an older key in rows with ids after `after` and up to `to`. */
  window: (after: number, to: number) => Promise<Resealed>;
}

/**
 * Walks over a large table once for each key, and from then on over what has come since: while processes with the older
 * key still run, they go on sealing with it.
 */
export async function resealTable(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  { table, window }: Walk,
): Promise<Resealed> {
  const [row] = await kernel.read(
    (_, sql) => sql<{ last: number; key_id: string | null; upto: number | null }[]>`
      select coalesce((select max(id) from ${sql(table)}), 0) as last, m.key_id, m.upto
      from (values (true)) one left join sealing_marks m on m.what = ${table}`,
  );
  const last = row?.last ?? 0;
  const seen = row?.key_id === secrets.keyId ? (row.upto ?? 0) : 0;
  const all = { sealed: 0, lost: 0 };
  for (let after = Math.max(0, seen - LOOK_BACK); after < last; after += WINDOW) {
    const { sealed, lost } = await window(after, Math.min(after + WINDOW, last));
    all.sealed += sealed;
    all.lost += lost;
  }
  // Whoever finds the key again has all of it looked at again.
  if (all.lost > 0) return all;
  await kernel.move(
    (sql) => sql`
      insert into sealing_marks (what, key_id, upto) values (${table}, ${secrets.keyId}, ${last})
      on conflict (what) do update set key_id = excluded.key_id, upto = excluded.upto`,
  );
  return all;
}

/** @throws Error which says what is lost, where something is */
export function refuseLost({ lost }: Resealed, what: string): void {
  if (lost > 0) throw new Error(`SECRETS_KEY does not open ${lost} ${what}: restore the key that they are under`);
}
