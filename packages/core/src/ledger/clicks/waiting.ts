import { toRupees } from '@inaam/contracts/common/money';
import type { WaitingClick } from '@inaam/contracts/identity/user-profile';
import type { SqlClient } from '@inaam/db/client';
import { toIso } from '../../kernel/rows.ts';

interface Row {
  click_id: string;
  offer_id: number;
  title: string;
  created_at: string;
  ip: string | null;
  default_paise: string;
}

/** Lists the offers that a user has started but not completed, each with the user's newest click, newest first. */
export async function listWaitingClicks(sql: SqlClient, userId: number): Promise<WaitingClick[]> {
  const rows = await sql<Row[]>`
    select k.click_id, k.offer_id, o.title, k.created_at, k.ip, get_default_payout(o) as default_paise
    from (
      select distinct on (offer_id) click_id, offer_id, created_at, ip from clicks
      where user_id = ${userId} order by offer_id, created_at desc
    ) k
    join offers o on o.id = k.offer_id
    where not exists (select 1 from completion_states c where c.user_id = ${userId} and c.offer_id = k.offer_id
      and c.awaited_goal is null)
    order by k.created_at desc`;
  return rows.map(({ default_paise, created_at, ...row }) => ({
    ...row,
    created_at: toIso(created_at),
    default_payout: toRupees(Number(default_paise)),
  }));
}
