import type { SqlClient } from '@inaam/db/client';
import type { Kernel } from './kernel.ts';
import { encryptionContextOfRow, type SealedColumn, type SealedColumnName, sealedColumns } from './sealed-columns.ts';
import { getSealPrefix, SEALED_PREFIX, type SecretBox } from './secret-box.ts';

/** After SECRETS_KEY has changed, seals stored values with the newest key, so that the older key can be deleted. */

type Box = { kernel: Kernel; secrets: SecretBox };

export interface Resealed {
  /** Number of resealed values. */
  count: number;
  /** Number of values, by column, that no key of this process opens. These values stay unchanged. */
  lost: ReadonlyMap<SealedColumnName, number>;
}

interface StoredRow extends Record<string, unknown> {
  id: number;
  stored: string | Uint8Array;
}

/** Range of IDs per read. */
const WINDOW = 5_000;
/** Maximum values per update. */
const BATCH = 500;
/** This many IDs below the recorded progress are read again, because a row with a smaller ID may be committed later. */
const LOOK_BACK = 10_000;

const columns = Object.entries(sealedColumns) as [SealedColumnName, SealedColumn][];
const splitName = (name: SealedColumnName) => name.split('.') as [string, string];

/**
 * Reseals values that an older key sealed. Each batch is committed separately, so a run continues where another was
 * stopped.
 */
export async function resealColumns(box: Box): Promise<Resealed> {
  const lost = new Map<SealedColumnName, number>();
  let count = 0;
  for (const [name, column] of columns) {
    if (column.notResealed !== undefined) continue;
    const done = await resealColumn(box, name, column);
    count += done.count;
    if (done.lost > 0) lost.set(name, done.lost);
  }
  return { count, lost };
}

/** @throws Error that names the unreadable values, except those that the product replaces itself */
export function requireReadableSecrets({ lost }: Pick<Resealed, 'lost'>): void {
  const named = columns.flatMap(([name, { contents, isRecreated }]) => {
    const count = lost.get(name);
    return count === undefined || isRecreated ? [] : [`${count} ${contents}`];
  });
  if (named.length === 0) return;
  throw new Error(`SECRETS_KEY does not open ${named.join(', ')}: restore the key that they were sealed with`);
}

async function resealColumn(box: Box, name: SealedColumnName, column: SealedColumn) {
  const { kernel, secrets } = box;
  const [table, field] = splitName(name);
  const key = column.key ?? 'id';
  const [row] = await kernel.read(
    (_, sql) => sql<{ last: number; key_id: string | null; upto: number | null }[]>`
      select coalesce((select max(${sql(key)}) from ${sql(table)}), 0) as last, m.key_id, m.upto
      from (values (true)) one left join reseal_progress m on m.what = ${name}`,
  );
  const last = row?.last ?? 0;
  // Progress is recorded only for append-only tables. A row of another table can get a new value at any time, and a
  // process that has not restarted yet still seals that value with the old key.
  const seen = row?.key_id === secrets.keyId ? (row.upto ?? 0) : 0;
  const all = { count: 0, lost: 0 };
  for (let after = Math.max(0, seen - LOOK_BACK); after < last; after += WINDOW) {
    const rows = await readStale(box, name, column, { after, to: Math.min(after + WINDOW, last) });
    const values = rows.flatMap(({ id, stored, ...bound }) => {
      const place = encryptionContextOfRow(
        name,
        column.boundTo.map((each) => toText(bound[`bound_${each}`])),
      );
      const opened = secrets.open(toSealedText(stored), place);
      return opened === undefined ? [] : [{ id, was: stored, anew: secrets.seal(opened, place) }];
    });
    for (let i = 0; i < values.length; i += BATCH) {
      const some = values.slice(i, i + BATCH);
      await kernel.runIdempotent((sql) => replace(sql, column, { table, field, key }, some));
    }
    all.count += values.length;
    all.lost += rows.length - values.length;
  }
  // If values are unreadable, no progress is recorded: the next run, with a restored key, must read all rows again.
  if (column.isAppended && all.lost === 0) {
    await kernel.runIdempotent(
      (sql) => sql`
        insert into reseal_progress (what, key_id, upto) values (${name}, ${secrets.keyId}, ${last})
        on conflict (what) do update set key_id = excluded.key_id, upto = excluded.upto`,
    );
  }
  return all;
}

function readStale(
  { kernel, secrets }: Box,
  name: SealedColumnName,
  { key = 'id', boundTo, isBytes, onlyStatus }: SealedColumn,
  { after, to }: { after: number; to: number },
): Promise<StoredRow[]> {
  const [table, field] = splitName(name);
  const prefix = getSealPrefix(secrets);
  return kernel.read((_, sql) => {
    // Aliases, because the column `key` may be one of the columns in `boundTo`.
    const bound = boundTo.map((column) => sql`, ${sql(column)} as ${sql(`bound_${column}`)}`);
    const isStale = isBytes
      ? sql`substr(${sql(field)}, 1, ${prefix.length}) <> ${Buffer.from(prefix)}`
      : sql`not starts_with(${sql(field)}, ${prefix})`;
    return sql<StoredRow[]>`
      select ${sql(key)} as id, ${sql(field)} as stored ${bound.length === 0 ? sql`` : bound} from ${sql(table)}
      where ${sql(key)} > ${after} and ${sql(key)} <= ${to} and ${isStale}
        ${onlyStatus === undefined ? sql`` : sql`and status = ${onlyStatus}`}`;
  });
}

interface Replacement {
  id: number;
  was: string | Uint8Array;
  anew: string;
}

/** Replaces values, except those that have changed since they were read. */
function replace(
  sql: SqlClient,
  { isBytes }: SealedColumn,
  { table, field, key }: { table: string; field: string; key: string },
  values: readonly Replacement[],
) {
  if (isBytes) {
    const seeds = values.map(({ id, was, anew }) => ({ id, was: toText(was), seed: toText(Buffer.from(anew)) }));
    // A trigger on `completions` allows only the function `seal_seeds` to change a seed.
    return sql`select seal_seeds(${JSON.stringify(seeds)}::text::jsonb)`;
  }
  return sql`
    update ${sql(table)} t set ${sql(field)} = n.anew
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as n(id bigint, was text, anew text)
    where t.${sql(key)} = n.id and t.${sql(field)} = n.was`;
}

/** Formats a value of `boundTo` as text, and bytes as hex. */
const toText = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);

const toSealedText = (stored: string | Uint8Array): string =>
  typeof stored === 'string' ? stored : Buffer.from(stored).toString('utf8');

export async function hasSealedValues(kernel: Kernel): Promise<boolean> {
  for (const [name, { isAppended, notResealed }] of columns) {
    // Append-only columns need no check: a database with vouchers also has a row in `code_hash_keys`, and a database
    // with completions has a row in `networks`. Both of these tables are checked here.
    if (isAppended || notResealed !== undefined) continue;
    const [table, field] = splitName(name);
    const found = await kernel.read(
      (_, sql) => sql`select 1 from ${sql(table)} where starts_with(${sql(field)}, ${SEALED_PREFIX}) limit 1`,
    );
    if (found.length > 0) return true;
  }
  return false;
}
