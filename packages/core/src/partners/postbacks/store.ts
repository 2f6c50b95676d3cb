import { createHash } from 'node:crypto';
import { type Signing, signatureHeader } from '@inaam/contracts/networks/signing';
import { normalizeAddress } from '../../kernel/address.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import { encodeBody, getBodyBytes, type Postback } from './parse.ts';
import { sealPostback } from './seal.ts';

/** A postback before it is stored; the database sets the time of receipt. */
export type NewPostback = Omit<Postback, 'receivedAt'>;

/** Headers that may contain a signature or identify the caller. */
const STORED_HEADERS =
  /^(x-.*|.*signature.*|.*token.*|.*hash.*|authorization|date|digest|user-agent|content-encoding)$/;
/** Headers of our own proxy. */
const PROXY_HEADERS = /^x-(forwarded-.*|real-ip|request-id|amzn-.*|envoy-.*)$/;
const MAX_HEADERS = 20;
const MAX_HEADER_LENGTH = 1000;

/**
 * Selects the headers to store, with lower-case names.
 * @param signing its signature or token header comes first, so that it is kept; undefined if the network is unknown
 */
export function pickStoredHeaders(
  headers: Record<string, string | string[] | undefined>,
  signing: Signing | undefined,
): Record<string, string> {
  const signatureName = signing && signatureHeader(signing);
  const allowed = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (value === undefined || (lower !== signatureName && (!STORED_HEADERS.test(lower) || PROXY_HEADERS.test(lower))))
      return [];
    // Repeated headers are joined, so that no single value is taken for the whole header.
    const text = (Array.isArray(value) ? value.join(', ') : value).replaceAll('\u0000', '');
    return [[lower, text.slice(0, MAX_HEADER_LENGTH)]];
  });
  const first = allowed.toSorted(([a], [b]) => Number(b === signatureName) - Number(a === signatureName));
  return Object.fromEntries(first.slice(0, MAX_HEADERS));
}

/**
 * Stores a postback as received, its secrets encrypted.
 * @param key unique to this postback: a retried statement finds the row of the earlier attempt
 * @returns the row's id and the time of receipt by the database's clock
 */
export async function storePostback(
  kernel: Pick<Kernel, 'runIdempotent'>,
  box: SecretBox,
  key: string,
  network: ReadNetwork,
  postback: NewPostback,
): Promise<{ id: number; receivedAt: Date }> {
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, network.signing, postback);
  const rows = await kernel.runIdempotent(
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

/**
 * Maximum bytes stored of each part of an unauthenticated postback: URL, query and body. The limit is low, since
 * anybody can send such postbacks.
 */
export const UNAUTHENTICATED_MAX_BYTES = 4096;
/**
 * Unauthenticated postbacks stored per IP address (IPv6: per /64) and hour. MAX_UNAUTHENTICATED_PER_NETWORK limits them
 * per network and day.
 */
export const MAX_UNAUTHENTICATED_PER_CALLER = 200;
const MAX_UNAUTHENTICATED_PER_NETWORK = 5000;
const MAX_UNAUTHENTICATED_HEADERS = 8;
const MAX_UNAUTHENTICATED_HEADER_LENGTH = 200;

/**
 * Counts an unauthenticated postback. Stores its beginning and, if it is longer, a hash of the whole, within quotas per
 * IP address and network. A genuine postback is short, so it is stored whole even if it was signed with another key,
 * and can be judged again after the right key is set.
 * @param reason why the postback is refused
 */
export async function storeUnauthenticated(
  kernel: Pick<Kernel, 'runIdempotent'>,
  box: SecretBox,
  key: string,
  network: ReadNetwork,
  postback: NewPostback,
  reason: string,
): Promise<void> {
  const body = getBodyBytes(postback);
  const head = {
    ...postback,
    rawUrl: postback.rawUrl.slice(0, UNAUTHENTICATED_MAX_BYTES),
    rawQuery: postback.rawQuery.slice(0, UNAUTHENTICATED_MAX_BYTES),
    ...encodeBody(body.subarray(0, UNAUTHENTICATED_MAX_BYTES)),
    headers: truncateHeaders(postback.headers, signatureHeader(network.signing)),
  };
  const isTruncated =
    body.length > UNAUTHENTICATED_MAX_BYTES ||
    postback.rawQuery.length > UNAUTHENTICATED_MAX_BYTES ||
    postback.rawUrl.length > UNAUTHENTICATED_MAX_BYTES;
  const truncatedFromBytes = postback.truncatedFromBytes ?? (isTruncated ? body.length : null);
  const hash = createHash('sha256').update(`${postback.rawUrl}\n${postback.rawQuery}\n`).update(body).digest('hex');
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, network.signing, head);
  await kernel.runIdempotent(
    (sql) => sql`
      with network_quota as (
        select coalesce(sum(kept), 0) < ${MAX_UNAUTHENTICATED_PER_NETWORK}::int as is_left from unauthenticated_calls
        where network_id = ${network.id} and hour > now() - interval '24 hours'
      ), counted as (
        insert into unauthenticated_calls as f (network_id, ip, hour, calls, kept)
        select ${network.id}, ${normalizeAddress(postback.ip ?? undefined) ?? ''}::text, date_trunc('hour', now()), 1,
          is_left::int
        from network_quota
        on conflict (network_id, hour, ip) do update set calls = f.calls + 1,
          kept = f.kept + case when f.calls < ${MAX_UNAUTHENTICATED_PER_CALLER}::int then excluded.kept else 0 end
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
      from counted, network_quota
      where is_kept and is_left
      on conflict (retry_key) do nothing`,
  );
}

/** Keeps the signature header whole, and a few other headers truncated. */
function truncateHeaders(headers: Record<string, string>, signatureName: string | null): Record<string, string> {
  const sorted = Object.entries(headers).toSorted(
    ([a], [b]) => Number(b === signatureName) - Number(a === signatureName),
  );
  return Object.fromEntries(
    sorted
      .slice(0, MAX_UNAUTHENTICATED_HEADERS)
      .map(([name, value]) => [
        name,
        name === signatureName ? value : value.slice(0, MAX_UNAUTHENTICATED_HEADER_LENGTH),
      ]),
  );
}

/**
 * Anybody can send postbacks to an unknown slug, so storing them is limited per sender and hour, and in total per day.
 */
export const MAX_UNKNOWN_PER_CALLER = 30;
const MAX_UNKNOWN = 1000;
const MAX_UNKNOWN_QUERY = 8192;
const MAX_UNKNOWN_BODY = 4096;

const NO_NETWORK = 'Network not found';

/**
 * Stores a postback to an unknown slug, within limits, so that a mistyped URL loses no postbacks. A network that
 * later gets the slug also gets the postback.
 */
export async function storeUnknownSlug(
  kernel: Pick<Kernel, 'runIdempotent'>,
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
  const isTruncated =
    head.rawQuery !== postback.rawQuery || head.rawBody !== postback.rawBody || head.rawUrl !== postback.rawUrl;
  const truncatedFromBytes = postback.truncatedFromBytes ?? (isTruncated ? getBodyBytes(postback).length : null);
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, undefined, head);
  const storedSlug = slug.replaceAll('\u0000', '').slice(0, 100).toWellFormed();
  await kernel.runIdempotent(
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
