import { type Signing, signatureHeader } from '@inaam/contracts/networks/signing';
import type { Kernel } from '../kernel/kernel.ts';
import { oneRow } from '../kernel/rows.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { ReadNetwork } from '../networks/network-row.ts';
import { bodyBytes, type Postback } from './parse.ts';
import { sealPostback } from './seal.ts';

/** Every postback is stored before it is judged: whole where its network is known, else within bounds. */

/** A postback before it has a row: the database says when it was received. */
export type NewPostback = Omit<Postback, 'receivedAt'>;

/** What a network may sign with, and what tells who called. */
const KEPT = /^(x-.*|.*signature.*|.*token.*|.*hash.*|authorization|date|digest|user-agent|content-encoding)$/;
/** Headers of our own proxy, which say nothing of the network. */
const OURS = /^x-(forwarded-.*|real-ip|request-id|amzn-.*|envoy-.*)$/;
const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 1000;

/**
 * The headers of a request that are stored, with names in lower case.
 * @param signing says which header has the signature or token: that one is kept first. Undefined where it is not known
 */
export function keptHeaders(
  headers: Record<string, string | string[] | undefined>,
  signing: Signing | undefined,
): Record<string, string> {
  const wanted = signing && signatureHeader(signing);
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (value === undefined || (lower !== wanted && (!KEPT.test(lower) || OURS.test(lower)))) return [];
    // A header that is there twice is joined: neither value alone passes as what was sent.
    const text = (Array.isArray(value) ? value.join(', ') : value).replaceAll('\u0000', '');
    return [[lower, text.slice(0, MAX_HEADER_LENGTH)]];
  });
  const first = kept.toSorted(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  return Object.fromEntries(first.slice(0, MAX_HEADERS));
}

/**
 * Stores a network's postback as it came, its secrets sealed.
 * @param key unique to this postback: a retried statement finds the row that an earlier try inserted
 * @returns the row's id and when the postback was received, by the database's clock
 */
export async function storePostback(
  kernel: Pick<Kernel, 'move'>,
  box: SecretBox,
  key: string,
  network: ReadNetwork,
  postback: NewPostback,
): Promise<{ id: number; receivedAt: Date }> {
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, network.signing, postback);
  const rows = await kernel.move(
    (sql) => sql<{ id: number; received_at: string }[]>`
      insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding, cut_from,
        content_type, headers, ip)
      values (${network.id}, ${network.slug}, ${key}, ${postback.method}, ${rawUrl}, ${rawQuery}, ${rawBody},
        ${postback.bodyEncoding}, ${postback.cutFrom}, ${postback.contentType},
        ${JSON.stringify(headers)}::text::jsonb, ${postback.ip})
      on conflict (retry_key) do update set slug = excluded.slug
      returning id, received_at`,
  );
  const { id, received_at } = oneRow(rows);
  return { id, receivedAt: new Date(received_at) };
}

/** Anybody can send to any slug, so what is kept of unknown ones is bounded, per sender an hour and in all a day. */
export const MAX_UNKNOWN_OF_CALLER = 30;
const MAX_UNKNOWN = 1000;
const MAX_UNKNOWN_QUERY = 8192;
const MAX_UNKNOWN_BODY = 4096;

const NO_NETWORK = 'Network not found';

/**
 * Keeps a postback to a slug that no network has, so that a mistyped address loses nothing: the network that gets the
 * slug later gets the postback. Beyond the bounds nothing is stored.
 */
export async function storeUnknownSlug(
  kernel: Pick<Kernel, 'move'>,
  box: SecretBox,
  key: string,
  slug: string,
  postback: NewPostback,
): Promise<void> {
  const head = {
    ...postback,
    rawUrl: postback.rawUrl.slice(0, MAX_UNKNOWN_QUERY),
    rawQuery: postback.rawQuery.slice(0, MAX_UNKNOWN_QUERY),
    rawBody: postback.rawBody.slice(0, MAX_UNKNOWN_BODY).toWellFormed(),
  };
  const isCut =
    head.rawQuery !== postback.rawQuery || head.rawBody !== postback.rawBody || head.rawUrl !== postback.rawUrl;
  const cutFrom = postback.cutFrom ?? (isCut ? bodyBytes(postback).length : null);
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, undefined, head);
  const storedSlug = slug.replaceAll('\u0000', '').slice(0, 100).toWellFormed();
  await kernel.move(
    (sql) => sql`
      insert into postbacks (slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding, cut_from,
        content_type, headers, ip, outcome, reason, judged_at)
      select ${storedSlug}::text, ${key}::text, ${postback.method}::text, ${rawUrl}::text, ${rawQuery}::text,
        ${rawBody}::text, ${postback.bodyEncoding}::text, ${cutFrom}::bigint, ${postback.contentType}::text,
        ${JSON.stringify(headers)}::text::jsonb, ${postback.ip}::text, 'parked', ${NO_NETWORK}::text, now()
      where (select count(*) from postbacks where network_id is null and ip is not distinct from ${postback.ip}::text
          and received_at > now() - interval '1 hour') < ${MAX_UNKNOWN_OF_CALLER}::int
        and (select count(*) from postbacks where network_id is null
          and received_at > now() - interval '24 hours') < ${MAX_UNKNOWN}::int
      on conflict (retry_key) do nothing`,
  );
}
