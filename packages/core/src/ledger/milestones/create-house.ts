import type { Signing } from '@inaam/contracts/networks/signing';
import { FIRST_MILESTONES, HOUSE_SLUG } from '@inaam/contracts/offers/milestones';
import { DEFAULT_ODDS } from '@inaam/contracts/offers/odds';
import { networks } from '@inaam/db/schema/networks';
import { offers } from '@inaam/db/schema/offers';
import { eq, sql } from 'drizzle-orm';
import type { Kernel } from '../../kernel/kernel.ts';
import { acquireLock } from '../../kernel/locks.ts';
import { sealSecret } from '../../kernel/network-secrets.ts';
import { randomBytesFromPool } from '../../kernel/random.ts';
import { oneRow } from '../../kernel/rows.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import { publishOdds } from '../offers/odds.ts';

/**
 * Creates House, the network for the product's own milestones, with its first milestones, once for each database. House
 * is inactive, so postbacks for it are refused, and the milestones are off until an owner turns them on.
 * @param appOrigin the origin of the user app. The links of milestones lead to its profile page, because users do not
 *   start a milestone at a partner.
 */
export async function createHouse(
  { kernel, secrets }: { kernel: Kernel; secrets: SecretBox },
  appOrigin: string,
): Promise<void> {
  await kernel.write(async (tx) => {
    // Only one of two processes that start at the same time creates House.
    await acquireLock(tx, 'house');
    const [known] = await tx.select({ id: networks.id }).from(networks).where(eq(networks.slug, HOUSE_SLUG));
    if (known) return;
    // The ID is taken from the sequence before the insert, because it is part of the secret's encryption context.
    const { id } = oneRow(
      await tx.execute<{ id: number }>(sql`select nextval(pg_get_serial_sequence('networks', 'id')) as id`),
    );
    const network = {
      id,
      slug: HOUSE_SLUG,
      name: 'House',
      active: false,
      clickParam: 'click_id',
      params: {
        click_id: 'click_id',
        transaction_id: 'transaction_id',
        payout: null,
        currency: null,
        status: null,
        goal_id: null,
        parent_id: null,
      },
      statusMap: {},
      signing: {
        kind: 'hmac',
        algorithm: 'sha256',
        over: 'query',
        rewrite: 'as_received',
        in: 'param',
        name: 'signature',
        encoding: 'hex',
      } satisfies Signing,
      signingSecret: sealSecret(secrets, id, 'signing_secret', randomBytesFromPool(24).toString('base64url')),
      currency: 'INR',
      rateMicros: 1_000_000n,
    };
    await tx
      .insert(networks)
      .overridingSystemValue()
      .values(network as typeof networks.$inferInsert);
    for (const milestone of FIRST_MILESTONES) {
      const inserted = await tx
        .insert(offers)
        .values({
          networkId: id,
          externalOfferId: String(milestone),
          title: `${milestone} completed offers`,
          description: `A spin for everyone who has completed ${milestone} offers.`,
          task: `Complete ${milestone} offers`,
          titleHi: `${milestone} ऑफ़र पूरे`,
          descriptionHi: `${milestone} ऑफ़र पूरे करने वाले हर व्यक्ति के लिए एक स्पिन।`,
          taskHi: `${milestone} ऑफ़र पूरे करें`,
          offerUrl: `${appOrigin}/profile`,
          category: 'App',
          model: 'CPA',
          targeting: 'ALL',
          rewardPaise: 0,
          active: false,
        })
        .returning({ id: offers.id });
      await publishOdds(tx, oneRow(inserted).id, 0, DEFAULT_ODDS);
    }
  });
}
