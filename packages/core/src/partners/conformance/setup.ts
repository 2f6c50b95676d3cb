import { DomainError } from '@inaam/contracts/common/errors';
import type { NetworkSetup } from '@inaam/contracts/networks/setup';
import { networks } from '@inaam/db/schema/networks';
import { postbacks } from '@inaam/db/schema/postbacks';
import { desc, eq } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { postbackColumns, toPostbackRow } from '../postbacks/postback-row.ts';
import { findRealPostback, openNetwork } from './real-postbacks.ts';

const SHOWN_CALLS = 5;

/**
 * Returns which steps of a network's set-up are done.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function getNetworkSetup(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  networkId: number,
): Promise<NetworkSetup> {
  const [[row], [figures], calls] = await Promise.all([
    kernel.read((db) => db.select().from(networks).where(eq(networks.id, networkId))),
    kernel.read(
      (_, sql) => sql<{ offers: number; active_offers: number; test_score: number | null }[]>`
        select count(*) as offers, count(*) filter (where o.active) as active_offers,
          (select r.score from network_test_runs r join networks n on n.id = r.network_id
            where n.id = ${networkId} and r.at >= n.updated_at order by r.at desc, r.id desc limit 1) as test_score
        from offers o where o.network_id = ${networkId}`,
    ),
    kernel.read((db) =>
      db
        .select(postbackColumns)
        .from(postbacks)
        .where(eq(postbacks.networkId, networkId))
        .orderBy(desc(postbacks.receivedAt), desc(postbacks.id))
        .limit(SHOWN_CALLS),
    ),
  ]);
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  const realCall = calls.length === 0 ? undefined : await findRealPostback(kernel, secrets, openNetwork(secrets, row));
  return {
    offers: figures?.offers ?? 0,
    active_offers: figures?.active_offers ?? 0,
    test_score: figures?.test_score ?? null,
    calls: calls.map(toPostbackRow),
    real_call_at: realCall?.toISOString() ?? null,
  };
}

interface NetworksInSetup {
  /** True if an active network other than House has an accepted real postback. */
  isOneReady: boolean;
  /** The oldest active network other than House; undefined if one is ready or there is none. */
  waiting: { id: number; name: string } | undefined;
}

/** @param house the slug of House, the product's own network, which gets no postbacks */
export async function findNetworksInSetup(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  house: string,
): Promise<NetworksInSetup> {
  const rows = await kernel.read((db) =>
    db.select().from(networks).where(eq(networks.active, true)).orderBy(networks.id),
  );
  let waiting: NetworksInSetup['waiting'];
  for (const row of rows.filter(({ slug }) => slug !== house)) {
    if (await findRealPostback(kernel, secrets, openNetwork(secrets, row)))
      return { isOneReady: true, waiting: undefined };
    waiting ??= { id: row.id, name: row.name };
  }
  return { isOneReady: false, waiting };
}
