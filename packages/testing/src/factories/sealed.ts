import type { MessageKind, SealedOf } from '@inaam/contracts/messages/messages';
import { placeOf, type SecretBox } from '@inaam/core/kernel/seals';
import { drawSeed } from '@inaam/core/ledger/spins/commands';
import type { TestCore } from '../core.ts';

/** What only the newest mail of a kind to an address says, such as the secret of its link. */
export async function sealedOf<K extends MessageKind>(
  core: TestCore,
  kind: K,
  recipient: string,
): Promise<SealedOf<K>> {
  const [row] = await core.database.sql<{ fact_key: string; sealed: string }[]>`
    select fact_key, sealed from messages where kind = ${kind} and recipient = ${recipient} order by id desc limit 1`;
  const opened =
    row && core.services.secrets.open(row.sealed, placeOf('messages.sealed', kind, row.fact_key, recipient));
  if (opened === undefined) throw new Error(`no ${kind} to ${recipient}`);
  return JSON.parse(opened);
}

/** A sealed seed and its commitment, for completions that are inserted without a command. Many may share one. */
export function sealedSeed({ secrets }: { secrets: SecretBox }): { seed: Uint8Array; commitment: Uint8Array } {
  const drawn = drawSeed(secrets);
  return { seed: drawn.subarray(32), commitment: drawn.subarray(0, 32) };
}
