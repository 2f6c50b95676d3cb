import { randomBytes } from 'node:crypto';
import type { PostbackKind, PostbackOutcome, Replies } from '@inaam/contracts/networks';
import type { Kernel } from '../kernel/kernel.ts';
import type { Call } from '../networks/call.ts';
import { type NetworkRow, type ReadNetwork, toNetwork } from '../networks/network-row.ts';
import { NOT_LISTED, NOT_SIGNED, readCall } from '../networks/read-call.ts';

export interface Judgement {
  outcome: PostbackOutcome;
  kind: PostbackKind | null;
  reason: string | null;
  completionId: number | null;
  /** The sender did not show to be the network: it is told nothing but that. */
  forged: boolean;
  /** What the network wants to be told, where it differs from our own words. */
  replies: Replies;
}

/** A call as the edge has it. */
export type RawPostback = Pick<Call, 'method' | 'rawQuery' | 'rawBody' | 'contentType' | 'ip'> &
  Partial<Pick<Call, 'rawUrl' | 'bodyEncoding' | 'headers'>>;

interface StoredNow extends NetworkRow {
  postback_id: number;
  received_at: string;
}

/**
 * Takes a partner network's call: stores it as it came, then judges it and credits it in one move.
 * @returns undefined when there is no such network
 */
export async function receivePostback(
  kernel: Pick<Kernel, 'move'>,
  slug: string,
  raw: RawPostback,
): Promise<Judgement | undefined> {
  // A NUL in the path is text to us and an error to PostgreSQL.
  if (slug.includes('\u0000')) return undefined;
  const key = randomBytes(16).toString('hex');
  const { rawUrl = '', bodyEncoding = 'text', headers = {} } = raw;
  // The settings come with the insert: one round trip, and a call is judged by what was in force when it was stored.
  const [stored] = await kernel.move(
    (sql) => sql<StoredNow[]>`
      with network as (select * from networks where slug = ${slug}),
      stored as (
        insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding,
          content_type, headers, ip)
        select id, slug, ${key}, ${raw.method}, ${rawUrl}, ${raw.rawQuery}, ${raw.rawBody}, ${bodyEncoding},
          ${raw.contentType}, ${JSON.stringify(headers)}::text::jsonb, ${raw.ip} from network
        on conflict (retry_key) do update set slug = excluded.slug
        returning id as postback_id, received_at
      )
      select * from network, stored`,
  );
  if (!stored) return undefined;
  const call = { ...raw, rawUrl, bodyEncoding, headers, receivedAt: new Date(stored.received_at) };
  return judge(kernel, stored.postback_id, toNetwork(stored), call);
}

/** Did the sender not show to be the network? */
export const isForged = (outcome: PostbackOutcome, reason: string | null): boolean =>
  outcome === 'refused' && (reason === NOT_SIGNED || reason === NOT_LISTED);

async function judge(kernel: Pick<Kernel, 'move'>, id: number, network: ReadNetwork, call: Call): Promise<Judgement> {
  const verdict = readCall(network, call);
  const seed = randomBytes(32);
  const [row] = await kernel.move(
    (sql) => sql<{ outcome: PostbackOutcome; reason: string | null; completion_id: number | null }[]>`
      select outcome, reason, completion_id from judge_postback(${id}, ${JSON.stringify(verdict)}::jsonb, ${seed})`,
  );
  if (!row) throw new Error('a move returned no row');
  return {
    outcome: row.outcome,
    kind: verdict.kind ?? null,
    reason: row.reason,
    completionId: row.completion_id,
    forged: isForged(row.outcome, row.reason),
    replies: network.replies,
  };
}

/** A stored call as the driver delivers it beside its network. */
export interface StoredRow extends NetworkRow {
  postback_id: number;
  method: string;
  raw_url: string;
  raw_query: string;
  raw_body: string;
  body_encoding: Call['bodyEncoding'];
  content_type: string | null;
  headers: Record<string, string>;
  ip: string | null;
  received_at: string;
}

export const toCall = (row: Omit<StoredRow, keyof NetworkRow>): Call => ({
  method: row.method,
  rawUrl: row.raw_url,
  rawQuery: row.raw_query,
  rawBody: row.raw_body,
  bodyEncoding: row.body_encoding,
  contentType: row.content_type,
  headers: row.headers,
  ip: row.ip,
  receivedAt: new Date(row.received_at),
});

/**
 * Judges calls that were stored but not judged, because the process ended in between. One that cannot be judged does
 * not hold up the others.
 * @returns how many were judged
 * @throws AggregateError with what went wrong, after the others are judged
 */
export async function sweepPostbacks(kernel: Kernel): Promise<number> {
  const rows = await kernel.read(
    (_, sql) => sql<StoredRow[]>`
      select p.id as postback_id, p.method, p.raw_url, p.raw_query, p.raw_body, p.body_encoding, p.content_type, p.headers,
        p.ip, p.received_at, n.*
      from postbacks p join networks n on n.id = p.network_id
      where p.outcome is null and p.received_at < now() - interval '30 seconds'
      order by p.id limit 500`,
  );
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await judge(kernel, row.postback_id, toNetwork(row), toCall(row));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} stored postbacks cannot be judged`);
  return rows.length;
}
