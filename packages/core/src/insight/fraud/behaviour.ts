import type { SqlClient } from '@inaam/db/client';
import { oneRow } from '../../kernel/rows.ts';

/** How fast a group of accounts completes offers, and how often networks reverse the completions. */
export interface Behaviour {
  /** Offers completed within {@link SOON_AFTER_REGISTERING}. */
  soonAfterRegistering: FastCompletions;
  /** Offers completed within {@link SOON_AFTER_CLICK}. */
  soonAfterClick: FastCompletions;
  completions: number;
  reversed: number;
}

export interface FastCompletions {
  /** The highest number of fast completions of one account. */
  most: number;
  /** The number of accounts with at least `offers` fast completions; each limit below defines its `offers`. */
  accounts: number;
}

export const SOON_AFTER_REGISTERING = { minutes: 10, offers: 3 } as const;
export const SOON_AFTER_CLICK = { seconds: 30, offers: 3 } as const;

interface Row {
  registering: number;
  registering_accounts: number;
  click: number;
  click_accounts: number;
  completions: number;
  reversed: number;
}

/** Reads behaviour from completions that networks reported; credits by an admin do not count. */
export async function readBehaviour(sql: SqlClient, userIds: readonly number[]): Promise<Behaviour> {
  const [registering, click] = [SOON_AFTER_REGISTERING, SOON_AFTER_CLICK];
  const row = oneRow(
    await sql<Row[]>`
      with each as (
        select
          count(*) filter (
            where c.completed_at <= u.created_at + make_interval(mins => ${registering.minutes})) as registering,
          count(*) filter (where c.completed_at <= k.created_at + make_interval(secs => ${click.seconds})) as click,
          count(*) as completions, count(c.reversed_at) as reversed
        from users u join completion_states c on c.user_id = u.id and c.source = 'network' join clicks k on k.id = c.click_id
        where u.id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::bigint)
        group by u.id
      )
      select coalesce(max(registering), 0) as registering,
        count(*) filter (where registering >= ${registering.offers}) as registering_accounts,
        coalesce(max(click), 0) as click, count(*) filter (where click >= ${click.offers}) as click_accounts,
        coalesce(sum(completions), 0)::bigint as completions, coalesce(sum(reversed), 0)::bigint as reversed
      from each`,
  );
  return {
    soonAfterRegistering: { most: row.registering, accounts: row.registering_accounts },
    soonAfterClick: { most: row.click, accounts: row.click_accounts },
    completions: row.completions,
    reversed: row.reversed,
  };
}
