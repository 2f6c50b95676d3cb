import type { Kernel } from '../kernel/kernel.ts';
import { bodyBytes, type Call } from './parse.ts';
import { sealCall } from './seal.ts';

/** Anybody can call any address: what is kept of such calls is bounded, for each caller and altogether. */
export const MOST_OF_A_STRANGER = 30;
const MOST_OF_STRANGERS = 1000;
const LONGEST_QUERY = 8192;
const LONGEST_BODY = 4096;

const NO_NETWORK = 'Network not found';

/**
 * Keeps a call to an address at which there is no network, so that one whose address was mistyped loses nothing: the
 * network that gets the address later gets the call.
 */
export async function storeStranger(
  kernel: Pick<Kernel, 'move' | 'secrets'>,
  key: string,
  slug: string,
  call: Omit<Call, 'receivedAt'>,
): Promise<void> {
  const head = {
    ...call,
    rawUrl: call.rawUrl.slice(0, LONGEST_QUERY),
    rawQuery: call.rawQuery.slice(0, LONGEST_QUERY),
    rawBody: call.rawBody.slice(0, LONGEST_BODY).toWellFormed(),
  };
  const isCut = head.rawQuery !== call.rawQuery || head.rawBody !== call.rawBody || head.rawUrl !== call.rawUrl;
  const cutFrom = call.cutFrom ?? (isCut ? bodyBytes(call).length : null);
  const { rawUrl, rawQuery, rawBody, headers } = sealCall(kernel.secrets, key, undefined, head);
  await kernel.move(
    (sql) => sql`
      insert into postbacks (slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding, cut_from, content_type,
        headers, ip, outcome, reason, judged_at)
      select ${slug.replaceAll('\u0000', '').slice(0, 100).toWellFormed()}::text, ${key}::text, ${call.method}::text,
        ${rawUrl}::text, ${rawQuery}::text, ${rawBody}::text, ${call.bodyEncoding}::text, ${cutFrom}::bigint,
        ${call.contentType}::text, ${JSON.stringify(headers)}::text::jsonb, ${call.ip}::text, 'parked', ${NO_NETWORK}::text, now()
      where (select count(*) from postbacks where network_id is null and ip is not distinct from ${call.ip}::text
          and received_at > now() - interval '1 hour') < ${MOST_OF_A_STRANGER}::int
        and (select count(*) from postbacks where network_id is null
          and received_at > now() - interval '24 hours') < ${MOST_OF_STRANGERS}::int
      on conflict (retry_key) do nothing`,
  );
}
