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

/** Opens a network's secrets, and fills in the defaults of missing parameter names as the receiving code does. */
export const openNetwork = (secrets: SecretBox, row: Row): WithOpenSecrets<Row> =>
  openNetworkSecrets(secrets, { ...row, params: paramNames.parse(row.params) });

/**
 * Finds the newest real postback among the last accepted ones. A postback is real if the current settings can read it
 * and, without the previous secret, verify it. If the network signs nothing, the postback must also have come from an
 * allowed IP address.
 * @returns when the postback was received; undefined if no postback qualifies
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
