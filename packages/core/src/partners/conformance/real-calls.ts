import { isUnsigned } from '@inaam/contracts/networks/signing';
import type { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { and, desc, eq } from 'drizzle-orm';
import { isInAllowlist } from '../../kernel/address.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { WithOpenSecrets } from '../../kernel/network-secrets.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { readPostback } from '../postbacks/read.ts';
import { openPostback } from '../postbacks/seal.ts';

type Network = WithOpenSecrets<typeof networks.$inferSelect>;

const SAMPLE_SIZE = 20;

/**
 * Whether the current settings verify and read one of the last accepted calls, with the current secret alone. Where
 * nothing is signed, the call came from an allowed address.
 */
export async function hasRealCall(kernel: Kernel, secrets: SecretBox, network: Network): Promise<boolean> {
  const rows = await kernel.read((db) =>
    db
      .select()
      .from(postbacks)
      .where(and(eq(postbacks.networkId, network.id), eq(postbacks.outcome, 'accepted')))
      .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
      .limit(SAMPLE_SIZE),
  );
  const rules = { ...network, active: true, previousSecret: null, previousUntil: null };
  return rows.some((row) => {
    const postback = openPostback(secrets, row.retryKey, row);
    if (!postback || readPostback(rules, postback).outcome !== undefined) return false;
    return !isUnsigned(network.signing) || isInAllowlist(postback.ip ?? undefined, network.sourceAddresses);
  });
}
