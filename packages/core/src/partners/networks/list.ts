import { DomainError } from '@inaam/contracts/common/errors';
import type { NetworkList } from '@inaam/contracts/networks/health';
import type { NetworkView } from '@inaam/contracts/networks/networks';
import { networks } from '@inaam/db/schema/networks';
import { eq } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { isSecretUnreadable, openNetworkSecrets } from '../../kernel/network-secrets.ts';
import { toIso, toIsoOrNull } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { toNetworkView } from '../settings/network-view.ts';
import { countRecentPostbacks } from './parked-share.ts';
import { getSilences } from './silence.ts';

interface Row {
  network_id: number;
  slug: string;
  name: string;
  is_active: boolean;
  signing_secret: string;
  preset: string | null;
  currency: string;
  offers: number;
  last_postback_at: string | null;
  parked: number;
}

const SHOWN_UNKNOWN_SLUGS = 5;
const NO_POSTBACKS = { accepted: 0, refused: 0, alerts: 0, parked_share: null };

/**
 * Lists the networks by name, and unknown slugs of the last 14 days. Accepted and refused postbacks and alerts are
 * counted over the last 24 hours, parked postbacks over all time.
 */
export async function listNetworks({ kernel, secrets }: { kernel: Kernel; secrets: SecretBox }): Promise<NetworkList> {
  const [silenceById, dayById, unknownSlugs, rows] = await Promise.all([
    getSilences(kernel),
    countRecentPostbacks(kernel),
    kernel.read(
      (_, sql) => sql<NetworkList['unknown_slugs']>`
        select slug, count(*) as postbacks, max(received_at) as last_postback_at from postbacks
        where network_id is null and received_at > now() - interval '14 days'
        group by slug order by max(received_at) desc, slug limit ${SHOWN_UNKNOWN_SLUGS}::int`,
    ),
    kernel.read(
      (_, sql) => sql<Row[]>`
      select n.id as network_id, n.slug, n.name, n.active as is_active, n.signing_secret, n.preset, n.currency,
        (select count(*) from offers where network_id = n.id) as offers,
        (select received_at from postbacks where network_id = n.id order by received_at desc, id desc limit 1)
          as last_postback_at,
        (select count(*) from postbacks where network_id = n.id and outcome = 'parked') as parked
      from networks n
      order by lower(n.name) collate "und-x-icu", n.id`,
    ),
  ]);
  return {
    networks: rows.map(({ signing_secret, ...row }) => {
      const { accepted, refused, alerts, parked_share } = dayById.get(row.network_id) ?? NO_POSTBACKS;
      return {
        ...row,
        accepted,
        refused,
        alerts,
        is_secret_lost: isSecretUnreadable(secrets, row.network_id, signing_secret),
        last_postback_at: toIsoOrNull(row.last_postback_at),
        is_silent: silenceById.get(row.network_id)?.is_silent ?? false,
        is_parking: parked_share !== null,
      };
    }),
    unknown_slugs: unknownSlugs.map((row) => ({ ...row, last_postback_at: toIso(row.last_postback_at) })),
  };
}

/**
 * Returns a network for admins.
 * @throws DomainError NETWORK_NOT_FOUND
 */
export async function getNetwork(
  { kernel, secrets, appOrigin }: { kernel: Kernel; secrets: SecretBox; appOrigin: string },
  networkId: number,
): Promise<NetworkView> {
  const [row] = await kernel.read((db) => db.select().from(networks).where(eq(networks.id, networkId)));
  if (!row) throw new DomainError('NETWORK_NOT_FOUND');
  return toNetworkView(appOrigin, openNetworkSecrets(secrets, row));
}
