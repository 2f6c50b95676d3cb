import { randomBytes } from 'node:crypto';
import type { PostbackKind, PostbackOutcome, Replies } from '@inaam/contracts/networks/networks';
import type { Kernel } from '../kernel/kernel.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import { type NetworkRow, type ReadNetwork, toNetwork } from '../networks/network-row.ts';
import { keptHeaders, ownHeader } from './kept-headers.ts';
import type { Call } from './parse.ts';
import { keyLost, NOT_LISTED, NOT_SIGNED, readCall } from './read.ts';
import { openCall, sealCall } from './seal.ts';
import { storeStranger } from './store.ts';

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
  Partial<Pick<Call, 'rawUrl' | 'bodyEncoding' | 'cutFrom'>> & {
    /** All of them, names in any case. */
    headers?: Record<string, string | string[] | undefined>;
  };

/**
 * Takes a partner network's call: stores it as it came, then judges it and credits it in one move.
 * @returns undefined when there is no such network; the call is kept all the same, within a stranger's bounds
 */
export async function receivePostback(
  kernel: Pick<Kernel, 'move' | 'secrets'>,
  slug: string,
  raw: RawPostback,
): Promise<Judgement | undefined> {
  const sent = { rawUrl: '', bodyEncoding: 'text' as const, cutFrom: null, headers: {}, ...raw };
  const key = randomBytes(16).toString('hex');
  // A NUL in the path is text to us and an error to PostgreSQL.
  const [row] = slug.includes('\u0000')
    ? []
    : await kernel.move((sql) => sql<NetworkRow[]>`select * from networks where slug = ${slug}`);
  if (!row) {
    await storeStranger(kernel, key, slug, { ...sent, headers: keptHeaders(sent.headers, undefined) });
    return undefined;
  }
  const network = toNetwork(kernel.secrets, row);
  const call = { ...sent, headers: keptHeaders(sent.headers, ownHeader(network.signing)) };
  const { rawUrl, rawQuery, rawBody, headers } = sealCall(kernel.secrets, key, network.signing, call);
  const [stored] = await kernel.move(
    (sql) => sql<{ id: number; received_at: string }[]>`
      insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding, cut_from,
        content_type, headers, ip)
      values (${network.id}, ${network.slug}, ${key}, ${call.method}, ${rawUrl}, ${rawQuery}, ${rawBody},
        ${call.bodyEncoding}, ${call.cutFrom}, ${call.contentType}, ${JSON.stringify(headers)}::text::jsonb, ${call.ip})
      on conflict (retry_key) do update set slug = excluded.slug
      returning id, received_at`,
  );
  if (!stored) throw new Error('a move returned no row');
  return judge(kernel, stored.id, network, { ...call, receivedAt: new Date(stored.received_at) });
}

/** Did the sender not show to be the network? */
export const isForged = (outcome: PostbackOutcome, reason: string | null): boolean =>
  outcome === 'refused' && (reason === NOT_SIGNED || reason === NOT_LISTED);

/** @param call undefined when what is stored of it cannot be opened */
async function judge(
  kernel: Pick<Kernel, 'move'>,
  id: number,
  network: ReadNetwork,
  call: Call | undefined,
): Promise<Judgement> {
  const verdict = call ? readCall(network, call) : keyLost;
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
interface StoredRow extends NetworkRow {
  postback_id: number;
  retry_key: string;
  method: string;
  raw_url: string;
  raw_query: string;
  raw_body: string;
  body_encoding: Call['bodyEncoding'];
  cut_from: number | null;
  content_type: string | null;
  headers: Record<string, string>;
  ip: string | null;
  received_at: string;
}

function toCall(box: SecretBox, row: Omit<StoredRow, keyof NetworkRow>): Call | undefined {
  const { raw_url: rawUrl, raw_query: rawQuery, raw_body: rawBody, headers } = row;
  const opened = openCall(box, row.retry_key, { rawUrl, rawQuery, rawBody, headers });
  return (
    opened && {
      ...opened,
      method: row.method,
      bodyEncoding: row.body_encoding,
      cutFrom: row.cut_from,
      contentType: row.content_type,
      ip: row.ip,
      receivedAt: new Date(row.received_at),
    }
  );
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
      select p.id as postback_id, p.retry_key, p.method, p.raw_url, p.raw_query, p.raw_body, p.body_encoding, p.cut_from,
        p.content_type, p.headers, p.ip, p.received_at, n.*
      from postbacks p join networks n on n.id = p.network_id
      where p.outcome is null and p.received_at < now() - interval '30 seconds'
      order by p.id limit 500`,
  );
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await judge(kernel, row.postback_id, toNetwork(kernel.secrets, row), toCall(kernel.secrets, row));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} stored postbacks cannot be judged`);
  return rows.length;
}
