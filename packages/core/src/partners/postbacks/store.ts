import { createHash } from 'node:crypto';
import { type Signing, signatureHeader } from '@inaam/contracts/networks/signing';
import { normalizeAddress } from '../../kernel/address.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import { bodyBytes, encodeBody, type Postback } from './parse.ts';
import { sealPostback } from './seal.ts';

/** Every postback is stored before it is judged: whole where its network is known, else within bounds. */

/** A postback before it has a row: the database says when it was received. */
export type NewPostback = Omit<Postback, 'receivedAt'>;

/** What a network may sign with, and what tells who called. */
const STORED_HEADERS =
  /^(x-.*|.*signature.*|.*token.*|.*hash.*|authorization|date|digest|user-agent|content-encoding)$/;
/** Headers of our own proxy, which say nothing of the network. */
const PROXY_HEADERS = /^x-(forwarded-.*|real-ip|request-id|amzn-.*|envoy-.*)$/;
const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 1000;

/**
 * The headers of a request that are stored, with names in lower case.
 * @param signing says which header has the signature or token: that one is kept first. Undefined where it is not known
 */
export function pickStoredHeaders(
  headers: Record<string, string | string[] | undefined>,
  signing: Signing | undefined,
): Record<string, string> {
  const wanted = signing && signatureHeader(signing);
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (value === undefined || (lower !== wanted && (!STORED_HEADERS.test(lower) || PROXY_HEADERS.test(lower))))
      return [];
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
      insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding,
        truncated_from_bytes,
        content_type, headers, ip)
      values (${network.id}, ${network.slug}, ${key}, ${postback.method}, ${rawUrl}, ${rawQuery}, ${rawBody},
        ${postback.bodyEncoding}, ${postback.truncatedFromBytes}, ${postback.contentType},
        ${JSON.stringify(headers)}::text::jsonb, ${postback.ip})
      on conflict (retry_key) do update set slug = excluded.slug
      returning id, received_at`,
  );
  const { id, received_at } = oneRow(rows);
  return { id, receivedAt: new Date(received_at) };
}

/** What is kept of calls that nothing shows to be the network's: anybody can send those. */
export const UNAUTHENTICATED_MAX_BYTES = 4096;
/** Calls of one address, of IPv6 its /64, that are kept in an hour, and of one network in a day. */
export const MAX_UNAUTHENTICATED_PER_CALLER = 200;
const MAX_UNAUTHENTICATED_PER_NETWORK = 5000;
const MAX_UNAUTHENTICATED_HEADERS = 8;
const MAX_UNAUTHENTICATED_HEADER_LENGTH = 200;

/**
 * Counts a call that nothing shows to be the network's, and keeps its head and a hash of the whole, within a quota for
 * each address and network. A genuine call that was signed with a key that is not here is short, and so is kept whole:
 * it can be judged again when the right key is pasted.
 * @param reason why it is refused
 */
export async function storeUnauthenticated(
  kernel: Pick<Kernel, 'move'>,
  box: SecretBox,
  key: string,
  network: ReadNetwork,
  postback: NewPostback,
  reason: string,
): Promise<void> {
  const body = bodyBytes(postback);
  const head = {
    ...postback,
    rawUrl: postback.rawUrl.slice(0, UNAUTHENTICATED_MAX_BYTES),
    rawQuery: postback.rawQuery.slice(0, UNAUTHENTICATED_MAX_BYTES),
    ...encodeBody(body.subarray(0, UNAUTHENTICATED_MAX_BYTES)),
    headers: headOf(postback.headers, signatureHeader(network.signing)),
  };
  const isCut =
    body.length > UNAUTHENTICATED_MAX_BYTES ||
    postback.rawQuery.length > UNAUTHENTICATED_MAX_BYTES ||
    postback.rawUrl.length > UNAUTHENTICATED_MAX_BYTES;
  const truncatedFromBytes = postback.truncatedFromBytes ?? (isCut ? body.length : null);
  const hash = createHash('sha256').update(`${postback.rawUrl}\n${postback.rawQuery}\n`).update(body).digest('hex');
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, network.signing, head);
  await kernel.move(
    (sql) => sql`
      with counted as (
        insert into unauthenticated_calls as f (network_id, ip, hour, calls, kept)
        values (${network.id}, ${normalizeAddress(postback.ip ?? undefined) ?? ''}, date_trunc('hour', now()), 1, 1)
        on conflict (network_id, hour, ip) do update
          set calls = f.calls + 1, kept = least(f.kept + 1, ${MAX_UNAUTHENTICATED_PER_CALLER}::int)
        returning calls <= ${MAX_UNAUTHENTICATED_PER_CALLER}::int as is_kept
      )
      insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding,
        truncated_from_bytes,
        content_hash, content_type, headers, ip, outcome, reason, judged_at)
      select ${network.id}, ${network.slug}::text, ${key}::text, ${postback.method}::text, ${rawUrl}::text,
        ${rawQuery}::text, ${rawBody}::text, ${head.bodyEncoding}::text, ${truncatedFromBytes}::bigint,
        ${truncatedFromBytes === null ? null : hash}::text, ${
          postback.contentType?.slice(0, MAX_UNAUTHENTICATED_HEADER_LENGTH) ?? null
        }::text,
        ${JSON.stringify(headers)}::text::jsonb, ${postback.ip}::text, 'refused', ${reason}::text, now()
      from counted
      where is_kept and (
        select coalesce(sum(kept), 0) from unauthenticated_calls
        where network_id = ${network.id} and hour > now() - interval '24 hours'
      ) < ${MAX_UNAUTHENTICATED_PER_NETWORK}::int
      on conflict (retry_key) do nothing`,
  );
}

/** The header of the signature as it came, and the beginnings of a few others. */
function headOf(headers: Record<string, string>, wanted: string | null): Record<string, string> {
  const kept = Object.entries(headers).toSorted(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  return Object.fromEntries(
    kept
      .slice(0, MAX_UNAUTHENTICATED_HEADERS)
      .map(([name, value]) => [name, name === wanted ? value : value.slice(0, MAX_UNAUTHENTICATED_HEADER_LENGTH)]),
  );
}

/** Anybody can send to any slug, so what is kept of unknown ones is bounded, per sender an hour and in all a day. */
export const MAX_UNKNOWN_PER_CALLER = 30;
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
  const truncatedFromBytes = postback.truncatedFromBytes ?? (isCut ? bodyBytes(postback).length : null);
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, undefined, head);
  const storedSlug = slug.replaceAll('\u0000', '').slice(0, 100).toWellFormed();
  await kernel.move(
    (sql) => sql`
      insert into postbacks (slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding, truncated_from_bytes,
        content_type, headers, ip, outcome, reason, judged_at)
      select ${storedSlug}::text, ${key}::text, ${postback.method}::text, ${rawUrl}::text, ${rawQuery}::text,
        ${rawBody}::text, ${postback.bodyEncoding}::text, ${truncatedFromBytes}::bigint, ${postback.contentType}::text,
        ${JSON.stringify(headers)}::text::jsonb, ${postback.ip}::text, 'parked', ${NO_NETWORK}::text, now()
      where (select count(*) from postbacks where network_id is null and ip is not distinct from ${postback.ip}::text
          and received_at > now() - interval '1 hour') < ${MAX_UNKNOWN_PER_CALLER}::int
        and (select count(*) from postbacks where network_id is null
          and received_at > now() - interval '24 hours') < ${MAX_UNKNOWN}::int
      on conflict (retry_key) do nothing`,
  );
}
