import type { SqlClient } from '@inaam/db/client';
import { runInBatches } from '../../kernel/batches.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { generateSeed } from '../../ledger/spins/seed.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import type { HashedVerdict, JudgedRow } from './judge.ts';
import { sealPostback } from './seal.ts';
import type { NewPostback } from './store.ts';

/** A `postback_call` of packages/db as JSON. */
type Call = string;

const receiveAll = (sql: SqlClient, calls: readonly Call[]) =>
  sql<(JudgedRow & { place: number })[]>`
    select place, outcome, reason, completion_id from receive_postbacks(${`[${calls.join(',')}]`}::text::jsonb)`;

const receive = runInBatches<Call, JudgedRow>({
  single: (sql, call) => receiveAll(sql, [call]),
  batched: receiveAll,
  sendsMissingAlone: true,
});

/**
 * Stores a postback and judges it, in one transaction: see `receive_postbacks` in packages/db.
 * @param key unique to this postback, as for {@link storePostback}
 */
export async function storeAndJudge(
  kernel: Pick<Kernel, 'runIdempotent'>,
  box: SecretBox,
  key: string,
  network: ReadNetwork,
  postback: NewPostback,
  verdict: HashedVerdict,
): Promise<JudgedRow> {
  const { rawUrl, rawQuery, rawBody, headers } = sealPostback(box, key, network.signing, postback);
  const call = JSON.stringify({
    network_id: network.id,
    slug: network.slug,
    retry_key: key,
    method: postback.method,
    raw_url: rawUrl,
    raw_query: rawQuery,
    raw_body: rawBody,
    body_encoding: postback.bodyEncoding,
    truncated_from_bytes: postback.truncatedFromBytes,
    content_type: postback.contentType,
    headers,
    ip: postback.ip,
    verdict,
    // Each postback gets a seed; it is used only if the postback creates a completion.
    seed: `\\x${generateSeed(box).toString('hex')}`,
  });
  return oneRow(await kernel.runIdempotent((sql) => receive(sql, call)));
}
