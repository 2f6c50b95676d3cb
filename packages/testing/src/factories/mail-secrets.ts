import type { MessageKind, SealedOf } from '@inaam/contracts/messages/messages';
import { encryptionContext, type SecretBox } from '@inaam/core/kernel/seals';
import { generateSeed } from '@inaam/core/ledger/spins/commands';
import type { TestCore } from '../core.ts';

/** Reads the secret values of the newest mail of a kind to an e-mail address, such as the secret of the mail's link. */
export async function readMailSecret<K extends MessageKind>(
  core: TestCore,
  kind: K,
  recipient: string,
): Promise<SealedOf<K>> {
  const [row] = await core.database.sql<{ event_key: string; sealed: string }[]>`
    select event_key, sealed from messages where kind = ${kind} and recipient = ${recipient} order by id desc limit 1`;
  const secretsJson =
    row && core.services.secrets.open(row.sealed, encryptionContext('messages.sealed', kind, row.event_key, recipient));
  if (secretsJson === undefined) throw new Error(`no ${kind} to ${recipient}`);
  return JSON.parse(secretsJson);
}

/**
 * A sealed seed and its commitment, for completions that are inserted without a command. Many completions may share a
 * seed.
 */
export function createSealedSeed({ secrets }: { secrets: SecretBox }): { seed: Uint8Array; commitment: Uint8Array } {
  const generated = generateSeed(secrets);
  return { seed: generated.subarray(32), commitment: generated.subarray(0, 32) };
}
