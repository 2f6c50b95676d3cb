import { randomUUID } from 'node:crypto';
import type { PostbackOutcome } from '@inaam/contracts/networks/networks';
import type { TestCore } from '../core.ts';
import type { TestNetwork } from './completions.ts';
import type { TestUser } from './identity.ts';
import { createSealedSeed } from './mail-secrets.ts';

export interface PastCompletion {
  completionId: number;
  clickId: string;
  transactionId: string;
}

/**
 * Inserts a completion that was first reported some days ago, at noon IST. Writes the rows directly, since no
 * statement of the product accepts a past date.
 * @param daysAgo whole days before today, by India's calendar
 * @param status `pending`: the network has not confirmed it yet
 */
export async function insertPastCompletion(
  { database, services }: TestCore,
  network: TestNetwork,
  user: TestUser,
  offerId: number,
  { daysAgo, status }: { daysAgo: number; status: 'pending' | 'approved' },
): Promise<PastCompletion> {
  const [clickId, transactionId] = [randomUUID(), randomUUID()];
  const { seed, commitment } = createSealedSeed(services);
  const [row] = await database.sql<{ id: number }[]>`
    with moment as (
      select ((ist_day(now()) - ${daysAgo}::int)::timestamp + interval '12 hours') at time zone 'Asia/Kolkata' as noon
    ), clicked as (
      insert into clicks (click_id, user_id, offer_id, created_at)
      select ${clickId}, ${user.id}, ${offerId}, noon from moment returning id
    )
    insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, payout_paise,
      currency, rate_micros, approved_at, completed_at, seed, commitment)
    select ${user.id}, o.id, o.odds_version, clicked.id, n.id, ${transactionId}, o.reward_paise, 'INR', 1000000,
      case when ${status} = 'approved' then noon end, noon, ${seed}, ${commitment}
    from moment, clicked, networks n, offers o where n.slug = ${network.slug} and o.id = ${offerId}
    returning id`;
  return { completionId: row?.id ?? 0, clickId, transactionId };
}

/**
 * Inserts a postback that was received some time ago. Writes the row directly, since no request accepts a past date.
 * @param slug the slug of a network; with an unknown slug the postback has no network
 * @param ago an interval of PostgreSQL, such as `2 days`
 * @param outcome null: the postback is not processed yet
 */
export async function insertPastPostback(
  { database }: TestCore,
  slug: string,
  { ago = '0 seconds', outcome, repeats = 0 }: { ago?: string; outcome: PostbackOutcome | null; repeats?: number },
): Promise<void> {
  await database.sql`
    insert into postbacks (network_id, slug, retry_key, method, raw_query, raw_body, received_at, outcome, judged_at,
      repeats)
    values ((select id from networks where slug = ${slug}), ${slug}, ${randomUUID()}, 'GET', '', '',
      now() - ${ago}::interval, ${outcome}, case when ${outcome}::text is not null then now() - ${ago}::interval end,
      ${repeats}::int)`;
}
