import { inBatches } from '../../kernel/batches.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { drawSeed } from '../../ledger/spins/seed.ts';
import type { ReadNetwork } from '../settings/network-row.ts';
import type { JudgedRow } from './judge.ts';
import type { Verdict } from './read.ts';
import { sealPostback } from './seal.ts';
import type { NewPostback } from './store.ts';

interface Received extends NewPostback {
  network: number;
  slug: string;
  key: string;
  /** Headers and verdict as JSON. */
  head: string;
  verdict: string;
  seed: Buffer;
}

const receive = inBatches<Received, JudgedRow>({
  one: (sql, it) => sql`
    select * from receive_postback(${it.network}, ${it.slug}, ${it.key}, ${it.method}, ${it.rawUrl}, ${it.rawQuery},
      ${it.rawBody}, ${it.bodyEncoding}, ${it.cutFrom}, ${it.contentType}, ${it.head}::text::jsonb, ${it.ip},
      ${it.verdict}::text::jsonb, ${it.seed})`,
  several: (sql, all) => sql`
    select * from receive_postbacks(${all.map((_, index) => index + 1)}::int[],
      ${all.map(({ network }) => network)}::bigint[], ${all.map(({ slug }) => slug)}::text[],
      ${all.map(({ key }) => key)}::text[], ${all.map(({ method }) => method)}::text[],
      ${all.map(({ rawUrl }) => rawUrl)}::text[], ${all.map(({ rawQuery }) => rawQuery)}::text[],
      ${all.map(({ rawBody }) => rawBody)}::text[], ${all.map(({ bodyEncoding }) => bodyEncoding)}::text[],
      ${all.map(({ cutFrom }) => cutFrom)}::bigint[], ${all.map(({ contentType }) => contentType)}::text[],
      ${all.map(({ head }) => head)}::text[]::jsonb[], ${all.map(({ ip }) => ip)}::text[],
      ${all.map(({ verdict }) => verdict)}::text[]::jsonb[],
      ${all.map(({ seed }) => `\\x${seed.toString('hex')}`)}::text[]::bytea[])`,
  leavesSome: true,
});

/**
 * Stores a network's postback and judges it, in one move: see `receive_postback` in packages/db, and
 * `receive_postbacks` for those that come at once.
 * @param key unique to this postback, as for {@link storePostback}
 * @param verdict what `readPostback` returned for it, and the call's hash, by which its repeats find it
 */
export async function storeAndJudge(
  kernel: Pick<Kernel, 'move'>,
  box: SecretBox,
  key: string,
  network: ReadNetwork,
  postback: NewPostback,
  verdict: Verdict & { call_hash: string },
): Promise<JudgedRow> {
  const { headers, ...parts } = sealPostback(box, key, network.signing, postback);
  const received = {
    ...postback,
    ...parts,
    network: network.id,
    slug: network.slug,
    key,
    head: JSON.stringify(headers),
    verdict: JSON.stringify(verdict),
    // Drawn for each postback, used only where it makes a completion.
    seed: drawSeed(box),
  };
  return oneRow(await kernel.move((sql) => receive(sql, received)));
}
