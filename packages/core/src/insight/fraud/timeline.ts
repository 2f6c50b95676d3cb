import type { TimelineEvent } from '@inaam/contracts/fraud/evidence';
import type { SqlClient } from '@inaam/db/client';
import { toIso } from '../../kernel/rows.ts';

const MAX_EVENTS = 200;

/**
 * Reads the latest events of accounts and of their addresses and devices, newest first. A winning spin appears only as
 * the win.
 */
export async function readTimeline(
  sql: SqlClient,
  userIds: readonly number[],
  sources: { addresses: readonly string[]; devices: readonly string[] },
): Promise<TimelineEvent[]> {
  const rows = await sql<TimelineEvent[]>`
    with who as (
      select id, btrim(first_name || ' ' || last_name) as name, created_at, registration_ip
      from users where id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)::bigint)
    ),
    -- With an order and a limit here, the planner would start from the newest completions of all users.
    done as materialized (
      select w.id as user_id, c.id, c.completed_at, o.title, c.reversed_at, c.spun_at,
        c.won_paise as amount_paise
      from who w join completion_states c on c.user_id = w.id join offers o on o.id = c.offer_id
    ),
    events as (
      select created_at as at, 'registered' as kind, id as user_id, coalesce('from ' || registration_ip, 'from an unknown address') as text,
        null::bigint as completion_id
      from who
      union all (
        select k.created_at, 'clicked', w.id, o.title, null
        from who w join clicks k on k.user_id = w.id join offers o on o.id = k.offer_id
        order by 1 desc limit ${MAX_EVENTS})
      union all select completed_at, 'completed', user_id, title, id from done
      union all select reversed_at, 'reversed', user_id, title, id from done where reversed_at is not null
      union all
      select spun_at, case when amount_paise is null then 'spun' else 'won' end, user_id,
        coalesce('₹' || trim(to_char(amount_paise / 100, '99,99,99,99,990')) || ' · ', '') || title, id
      from done where spun_at is not null
      union all (
        select l.at, case l.action when 'users.flag' then 'flagged' else 'unflagged' end, w.id,
          concat_ws(' · ', l.note, l.actor_name), null
        from who w join audit_log a on a.subject = w.id::text and a.action in ('users.flag', 'users.unflag')
          join audit_entries l on l.id = a.id
        order by 1 desc limit ${MAX_EVENTS})
      union all (
        select l.at, case when l.action like '%.block' then 'blocked' else 'unblocked' end, null,
          concat_ws(' · ', l.subject, l.note, l.actor_name), null
        from audit_details d join audit_entries l on l.id = d.entry_id
        where l.action in ('addresses.block', 'addresses.unblock')
            and d.subject in (select jsonb_array_elements_text(${JSON.stringify(sources.addresses)}::jsonb))
          or l.action in ('devices.block', 'devices.unblock')
            and d.subject in (select jsonb_array_elements_text(${JSON.stringify(sources.devices)}::jsonb))
        order by 1 desc limit ${MAX_EVENTS})
    )
    select e.at, e.kind, e.user_id, w.name, e.text, e.completion_id
    from events e left join who w on w.id = e.user_id
    order by e.at desc, e.completion_id desc nulls last, e.kind desc limit ${MAX_EVENTS}`;
  return rows.map((row) => ({ ...row, at: toIso(row.at) }));
}
