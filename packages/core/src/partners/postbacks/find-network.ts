import type { MoveSql, SqlPart } from '@inaam/db/client';
import { runInBatches } from '../../kernel/batches.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type NetworkRow, type ReadNetwork, toNetwork } from '../settings/network-row.ts';
import type { KnownCall } from './repeats.ts';

interface Asked {
  slug: string;
  /** Of {@link callHash}. */
  hash: string;
}

type Found = NetworkRow & KnownCall & { read_at: string };

/** The first call of a network like this one that had its effect. */
const knownCall = (sql: MoveSql, network: SqlPart<number>, hash: SqlPart<string>) => sql`
  select p.id as known_id, p.kind as known_kind, p.click_id as known_click_id,
    p.transaction_id as known_transaction_id, p.goal_id as known_goal_id,
    p.payout_micros::text as known_payout_micros, p.currency as known_currency,
    p.completion_id as known_completion_id
  from postbacks p where p.network_id = ${network} and p.call_hash = ${hash}::bigint order by p.id limit 1`;

const find = runInBatches<Asked, Found>({
  one: (sql, { slug, hash }) => sql`
    select n.*, now() as read_at, k.*
    from networks n
    left join lateral (${knownCall(sql, sql`n.id`, hash)}) k on true
    where n.slug = ${slug}`,
  // As JSON: for an array of a known length the statement would be planned anew with each call.
  several: (sql, asked) => sql`
    select q.place, n.*, now() as read_at, k.*
    from jsonb_to_recordset(${JSON.stringify(asked.map((each, index) => ({ ...each, place: index + 1 })))}::text::jsonb)
      as q (place int, slug text, hash text)
    join networks n on n.slug = q.slug
    left join lateral (${knownCall(sql, sql`n.id`, sql`q.hash`)}) k on true`,
});

/** A network, and the first call like this one that had its effect: one read. */
export async function findNetwork(
  kernel: Pick<Kernel, 'move'>,
  secrets: SecretBox,
  slug: string,
  hash: string,
): Promise<{ network: ReadNetwork | undefined; readAt: Date; known: KnownCall | undefined }> {
  // A NUL in the path is text to us and an error to PostgreSQL.
  if (slug.includes('\u0000')) return { network: undefined, readAt: new Date(), known: undefined };
  const [row] = await kernel.move((sql) => find(sql, { slug, hash }));
  return { network: row && toNetwork(secrets, row), readAt: row ? new Date(row.read_at) : new Date(), known: row };
}
