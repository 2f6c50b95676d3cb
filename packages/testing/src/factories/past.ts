import { randomUUID } from 'node:crypto';
import type { TestCore } from '../core.ts';
import type { TestNetwork } from './completions.ts';
import type { TestUser } from './identity.ts';

export interface PastCompletion {
  completionId: number;
  clickId: string;
  transactionId: string;
}

/**
 * A completion that was first heard of some days ago, at noon in India, with its figures. No move dates anything back:
 * the facts are written straight, and the figures are made from them.
 * @param daysAgo whole days before today in India
 * @param status `pending`: the network has not confirmed it yet
 */
export async function completedOn(
  { database }: TestCore,
  network: TestNetwork,
  user: TestUser,
  offerId: number,
  { daysAgo, status }: { daysAgo: number; status: 'pending' | 'approved' },
): Promise<PastCompletion> {
  const [clickId, transactionId] = [randomUUID(), randomUUID()];
  const [row] = await database.sql<{ id: number }[]>`
    with moment as (
      select ((ist_day(now()) - ${daysAgo}::int)::timestamp + interval '12 hours') at time zone 'Asia/Kolkata' as noon
    ), clicked as (
      insert into clicks (click_id, user_id, offer_id, created_at)
      select ${clickId}, ${user.id}, ${offerId}, noon from moment returning id
    )
    insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, currency,
      rate_micros, status, approved_at, completed_at)
    select ${user.id}, ${offerId}, clicked.id, n.id, ${transactionId}, o.reward_paise, 'INR', 1000000, ${status},
      case when ${status} = 'approved' then noon end, noon
    from moment, clicked, networks n, offers o where n.slug = ${network.slug} and o.id = ${offerId}
    returning id`;
  const completionId = row?.id ?? 0;
  await database.sql`
    insert into spins (completion_id, seed, odds)
    select ${completionId}, decode(repeat('ab', 32), 'hex'), odds from offers where id = ${offerId}`;
  await database.sql`select recount()`;
  return { completionId, clickId, transactionId };
}
