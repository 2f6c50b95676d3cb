import type { SqlClient, SqlPart } from '@inaam/db/client';
import { runInBatches } from '../../kernel/batches.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type NetworkRow, type ReadNetwork, toNetwork } from '../settings/network-row.ts';
import type { KnownPostback } from './repeats.ts';

interface NetworkQuery {
  slug: string;
  /** From {@link hashPostback}. */
  hash: string;
}

type NetworkWithKnownPostback = NetworkRow & KnownPostback & { read_at: string };

/** The first stored postback with this hash. */
const selectKnownPostback = (sql: SqlClient, network: SqlPart<number>, hash: SqlPart<string>) => sql`
  select p.id as known_id, p.kind as known_kind, p.click_id as known_click_id,
    p.transaction_id as known_transaction_id, p.goal_id as known_goal_id,
    p.payout_micros::text as known_payout_micros, p.currency as known_currency,
    p.completion_id as known_completion_id
  from postbacks p where p.network_id = ${network} and p.call_hash = ${hash}::bigint order by p.id limit 1`;

const findInBatches = runInBatches<NetworkQuery, NetworkWithKnownPostback>({
  single: (sql, { slug, hash }) => sql`
    select n.*, now() as read_at, k.*
    from networks n
    left join lateral (${selectKnownPostback(sql, sql`n.id`, hash)}) k on true
    where n.slug = ${slug}`,
  // One JSON parameter, so that the generic plan is used. Custom plans for arrays of known length always look cheaper,
  // so PostgreSQL would plan each call again.
  batched: (sql, queries) => sql`
    select q.place, n.*, now() as read_at, k.*
    from jsonb_to_recordset(${JSON.stringify(queries.map((each, i) => ({ ...each, place: i + 1 })))}::text::jsonb)
      as q (place int, slug text, hash text)
    join networks n on n.slug = q.slug
    left join lateral (${selectKnownPostback(sql, sql`n.id`, sql`q.hash`)}) k on true`,
});

/** Reads a network and its first stored postback with the given hash, in one statement. */
export async function findNetwork(
  kernel: Pick<Kernel, 'runIdempotent'>,
  secrets: SecretBox,
  slug: string,
  hash: string,
): Promise<{ network: ReadNetwork | undefined; readAt: Date; known: KnownPostback | undefined }> {
  // PostgreSQL rejects a NUL, which a path may contain.
  if (slug.includes('\u0000')) return { network: undefined, readAt: new Date(), known: undefined };
  const [row] = await kernel.runIdempotent((sql) => findInBatches(sql, { slug, hash }));
  return { network: row && toNetwork(secrets, row), readAt: row ? new Date(row.read_at) : new Date(), known: row };
}
