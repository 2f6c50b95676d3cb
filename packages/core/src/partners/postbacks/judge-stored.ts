import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { type NetworkRow, toNetwork } from '../settings/network-row.ts';
import { judgePostback } from './judge.ts';
import type { Postback } from './parse.ts';
import { KEY_UNREADABLE_VERDICT, readPostback } from './read.ts';
import { hashPostback } from './repeats.ts';
import { openPostback } from './seal.ts';

/** A stored postback with its network, as the driver returns them. */
interface StoredRow extends NetworkRow {
  postback_id: number;
  retry_key: string;
  method: string;
  raw_url: string;
  raw_query: string;
  raw_body: string;
  body_encoding: Postback['bodyEncoding'];
  truncated_from_bytes: number | null;
  content_type: string | null;
  headers: Record<string, string>;
  ip: string | null;
  received_at: string;
}

/**
 * Judges postbacks that were stored over 30 seconds ago and not judged, because the process ended or judging failed.
 * A postback that cannot be judged does not stop the others.
 * @returns how many were judged, 500 at most
 * @throws AggregateError with the failures, after the others are judged
 */
export async function judgeStoredPostbacks({
  kernel,
  secrets,
}: {
  kernel: Kernel;
  secrets: SecretBox;
}): Promise<number> {
  const rows = await kernel.read(
    (_, sql) => sql<StoredRow[]>`
      select p.id as postback_id, p.retry_key, p.method, p.raw_url, p.raw_query, p.raw_body, p.body_encoding,
        p.truncated_from_bytes, p.content_type, p.headers, p.ip, p.received_at, n.*
      from postbacks p join networks n on n.id = p.network_id
      where p.outcome is null and p.received_at < now() - interval '30 seconds'
      order by p.id limit 500`,
  );
  const failures: unknown[] = [];
  for (const row of rows) {
    try {
      await judgeRow(kernel, secrets, row);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} stored postbacks cannot be judged`);
  return rows.length;
}

async function judgeRow(kernel: Kernel, secrets: SecretBox, row: StoredRow): Promise<void> {
  const network = toNetwork(secrets, row);
  const postback = openPostback(secrets, row.retry_key, {
    rawUrl: row.raw_url,
    rawQuery: row.raw_query,
    rawBody: row.raw_body,
    headers: row.headers,
    method: row.method,
    bodyEncoding: row.body_encoding,
    truncatedFromBytes: row.truncated_from_bytes,
    contentType: row.content_type,
    ip: row.ip,
    receivedAt: new Date(row.received_at),
  });
  const verdict = postback ? readPostback(network, postback) : KEY_UNREADABLE_VERDICT;
  const call_hash = postback ? hashPostback(postback) : null;
  await judgePostback({ kernel, secrets }, row.postback_id, network.replies, { ...verdict, call_hash });
}
