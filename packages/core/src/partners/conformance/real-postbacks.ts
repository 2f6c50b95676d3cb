import { paramNames } from '@inaam/contracts/networks/networks';
import { isUnsigned } from '@inaam/contracts/networks/signing';
import type { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { and, desc, eq } from 'drizzle-orm';
import { isInAllowlist } from '../../kernel/address.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openNetworkSecrets, type WithOpenSecrets } from '../../kernel/network-secrets.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { readPostback } from '../postbacks/read.ts';
import { openPostback } from '../postbacks/seal.ts';

type Row = typeof networks.$inferSelect;

const SAMPLE_SIZE = 20;

/** Opens a network's secrets. Missing parameter names get their defaults, as in the receiving code. */
export const openNetwork = (secrets: SecretBox, row: Row): WithOpenSecrets<Row> =>
  openNetworkSecrets(secrets, { ...row, params: paramNames.parse(row.params) });

/**
 * Finds one of the last accepted postbacks that the current settings can verify and read with only the current secret.
 * If the network signs nothing, a postback must have come from an allowed address.
 * @returns when it was received; undefined if there is none
 */
export async function findRealPostback(
  kernel: Kernel,
  secrets: SecretBox,
  network: WithOpenSecrets<Row>,
): Promise<Date | undefined> {
  const rows = await kernel.read((db) =>
    db
      .select()
      .from(postbacks)
      .where(and(eq(postbacks.networkId, network.id), eq(postbacks.outcome, 'accepted')))
      .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
      .limit(SAMPLE_SIZE),
  );
  const rules = { ...network, active: true, previousSecret: null, previousUntil: null };
  return rows.find((row) => {
    const postback = openPostback(secrets, row.retryKey, row);
    if (!postback || readPostback(rules, postback).outcome !== undefined) return false;
    return !isUnsigned(network.signing) || isInAllowlist(postback.ip ?? undefined, network.sourceAddresses);
  })?.receivedAt;
}
