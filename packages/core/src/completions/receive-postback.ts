import { randomBytes } from 'node:crypto';
import type { Kernel } from '../kernel/kernel.ts';
import { type Network, NOT_LISTED, NOT_SIGNED, type RawPostback, readPostback } from './read-postback.ts';

export type Outcome = 'accepted' | 'repeat' | 'reversed' | 'parked' | 'refused';

export interface Judgement {
  outcome: Outcome;
  kind: 'approve' | 'reverse' | null;
  reason: string | null;
  completionId: number | null;
  /** The sender did not show to be the network: it is told nothing but that. */
  forged: boolean;
}

interface NetworkRow {
  id: number;
  active: boolean;
  params: Network['params'];
  status_map: Network['statusMap'];
  signing: Network['signing'];
  signing_secret: string;
  source_addresses: string[];
  currency: string;
  rate_micros: number;
}

const toNetwork = (row: NetworkRow): Network => ({
  active: row.active,
  params: row.params,
  statusMap: row.status_map,
  signing: row.signing,
  signingSecret: row.signing_secret,
  sourceAddresses: row.source_addresses,
  currency: row.currency,
  rateMicros: BigInt(row.rate_micros),
});

/**
 * Takes a partner network's call: stores it as it came, then judges it and credits it in one move.
 * @returns undefined when there is no such network
 */
export async function receivePostback(kernel: Kernel, slug: string, raw: RawPostback): Promise<Judgement | undefined> {
  // A NUL in the path is text to us and an error to PostgreSQL.
  if (slug.includes('\u0000')) return undefined;
  const [network] = await kernel.read((_, sql) => sql<NetworkRow[]>`select * from networks where slug = ${slug}`);
  if (!network) return undefined;
  const key = randomBytes(16).toString('hex');
  const [stored] = await kernel.move(
    (sql) => sql<{ id: number }[]>`
      insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, content_type, ip)
      values (${network.id}, ${slug}, ${key}, ${raw.method}, ${raw.rawQuery}, ${raw.rawBody}, ${raw.contentType}, ${raw.ip})
      on conflict (retry_key) do update set slug = excluded.slug
      returning id`,
  );
  if (!stored) throw new Error('an insert returned no row');
  return judge(kernel, stored.id, toNetwork(network), raw);
}

async function judge(kernel: Kernel, id: number, network: Network, raw: RawPostback): Promise<Judgement> {
  const verdict = readPostback(network, raw);
  const seed = randomBytes(32);
  const [row] = await kernel.move(
    (sql) => sql<{ outcome: Outcome; reason: string | null; completion_id: number | null }[]>`
      select * from judge_postback(${id}, ${JSON.stringify(verdict)}::jsonb, ${seed})`,
  );
  if (!row) throw new Error('a move returned no row');
  return {
    outcome: row.outcome,
    kind: verdict.kind ?? null,
    reason: row.reason,
    completionId: row.completion_id,
    forged: row.outcome === 'refused' && (row.reason === NOT_SIGNED || row.reason === NOT_LISTED),
  };
}

interface StoredRow extends NetworkRow {
  postback_id: number;
  method: string;
  raw_query: string;
  raw_body: string;
  content_type: string | null;
  ip: string | null;
}

/**
 * Judges calls that were stored but not judged, because the process ended in between. One that cannot be judged does
 * not hold up the others.
 * @returns how many were judged
 * @throws AggregateError with what went wrong, after the others are judged
 */
export async function sweepPostbacks(kernel: Kernel): Promise<number> {
  const rows = await kernel.read(
    (_, sql) => sql<StoredRow[]>`
      select p.id as postback_id, p.method, p.raw_query, p.raw_body, p.content_type, p.ip, n.*
      from postbacks p join networks n on n.id = p.network_id
      where p.outcome is null and p.received_at < now() - interval '30 seconds'
      order by p.id limit 500`,
  );
  const failures: unknown[] = [];
  for (const row of rows) {
    const raw = {
      method: row.method,
      rawQuery: row.raw_query,
      rawBody: row.raw_body,
      contentType: row.content_type,
      ip: row.ip,
    };
    await judge(kernel, row.postback_id, toNetwork(row), raw).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} stored postbacks cannot be judged`);
  return rows.length;
}
