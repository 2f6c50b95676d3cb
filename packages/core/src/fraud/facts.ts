import type { MoveSql } from '@inaam/db/client';

/** What a group of accounts did that honest people seldom do. */
export interface Deeds {
  /** The most offers that one of them completed within {@link HASTE} of registering, and how many did three or more so. */
  hasty: { most: number; accounts: number };
  /** The most offers that one completed within {@link INSTANT} of starting them. */
  instant: { most: number; accounts: number };
  completions: number;
  reversed: number;
}

export const HASTE = { minutes: 10, offers: 3 } as const;
export const INSTANT = { seconds: 30, offers: 3 } as const;

/** Completions that an admin credited by hand are the admin's deed. */
export async function readDeeds(sql: MoveSql, userIds: readonly number[]): Promise<Deeds> {
  const [row] = await sql<
    Record<'hasty' | 'hasty_accounts' | 'instant' | 'instant_accounts' | 'completions' | 'reversed', number>[]
  >`
    with each as (
      select count(*) filter (where c.completed_at <= u.created_at + make_interval(mins => ${HASTE.minutes})) as hasty,
        count(*) filter (where c.completed_at <= k.created_at + make_interval(secs => ${INSTANT.seconds})) as instant,
        count(*) as completions, count(c.reversed_at) as reversed
      from users u join completions c on c.user_id = u.id and c.source = 'network' join clicks k on k.id = c.click_id
      where u.id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::bigint)
      group by u.id
    )
    select coalesce(max(hasty), 0) as hasty, count(*) filter (where hasty >= ${HASTE.offers}) as hasty_accounts,
      coalesce(max(instant), 0) as instant, count(*) filter (where instant >= ${INSTANT.offers}) as instant_accounts,
      coalesce(sum(completions), 0)::bigint as completions, coalesce(sum(reversed), 0)::bigint as reversed
    from each`;
  if (!row) throw new Error('a query of figures returned no row');
  return {
    hasty: { most: row.hasty, accounts: row.hasty_accounts },
    instant: { most: row.instant, accounts: row.instant_accounts },
    completions: row.completions,
    reversed: row.reversed,
  };
}
