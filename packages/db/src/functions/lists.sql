-- What lists of completions read: a row for each, with what they filter and sort by, and indexes for it. The views put
-- a completion together out of six tables, so no index orders them by what comes out.

-- The rows as the facts say, in the order of the table's columns.
create or replace function completion_rows_of_facts()
returns setof completion_rows language sql stable as $$
  select c.id, c.user_id, c.offer_id,
    coalesce((select g.joined from user_provider_changes g
      where g.user_id = c.user_id order by g.xid desc limit 1), false),
    c.completed_at, (select k.created_at from clicks k where k.id = c.click_id),
    coalesce(p.payout_paise, d.payout_paise, c.payout_paise),
    case when (c.approved_at is not null or p.completion_id is not null) and r.completion_id is null
      then coalesce(p.payout_paise, d.payout_paise, c.payout_paise) else 0 end
      + case when exists (select from payments m where m.completion_id = c.id)
        then payments_revenue(c.id, last_xid()) else 0 end,
    s.completion_id is not null, s.amount_paise, c.approved_at is not null or p.completion_id is not null,
    r.completion_id is not null
  from completions c
  left join completion_events p on p.completion_id = c.id and p.kind = 'approved'
  left join completion_events d on d.completion_id = c.id and d.kind = 'adopted'
  left join completion_events r on r.completion_id = c.id and r.kind = 'reversed'
  left join spins s on s.completion_id = c.id and s.roll is not null
$$;

-- The feed's consumer 'completion_rows'. It copies what the facts say now, which may be more than those of its
-- transactions: what came since then is copied again by the next step. The click is looked up with the first copy
-- alone.
create or replace function fold_completion_rows(p_from xid8, p_to xid8) returns void language sql as $$
  insert into completion_rows as r (completion_id, user_id, offer_id, google, completed_at, payout_paise,
    revenue_paise, spun, won_paise, approved, reversed, clicked_at)
  select f.completion_id, f.user_id, f.offer_id, f.google, f.completed_at, f.payout_paise, f.revenue_paise, f.spun,
    f.won_paise, f.approved, f.reversed,
    case when not exists (select from completion_rows k where k.completion_id = f.completion_id) then f.clicked_at end
  from completion_rows_of_facts() f
  where f.completion_id = any((select touched_completions(p_from, p_to))::bigint[])
  on conflict (completion_id) do update set google = excluded.google, payout_paise = excluded.payout_paise,
    revenue_paise = excluded.revenue_paise, spun = excluded.spun, won_paise = excluded.won_paise,
    approved = excluded.approved, reversed = excluded.reversed
  where (r.google, r.payout_paise, r.revenue_paise, r.spun, r.won_paise, r.approved, r.reversed)
    is distinct from (excluded.google, excluded.payout_paise, excluded.revenue_paise, excluded.spun,
      excluded.won_paise, excluded.approved, excluded.reversed)
$$;

-- The completions whose rows may be behind their facts.
create or replace function completions_behind() returns bigint[] language sql stable as $$
  select touched_completions((select xid from feed_consumers where name = 'completion_rows'), last_xid())
$$;

-- The rows as they are at this moment: those that are behind are left out and taken from the facts instead. A list that
-- is sorted and limited reads each half by its own index and merges them, so nothing but the two halves may stand here.
create or replace function completion_rows_now()
returns setof completion_rows language sql stable as $$
  select r.* from completion_rows r where r.completion_id not in (select unnest(completions_behind()))
  union all
  select f.* from completion_rows_of_facts() f where f.completion_id = any((select completions_behind())::bigint[])
$$;

-- Makes all rows anew, while others go on writing facts.
create or replace function refill_completion_rows() returns void language plpgsql as $$
declare
  v_to xid8;
begin
  perform 1 from feed_consumers where name = 'completion_rows' for update;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  delete from completion_rows;
  insert into completion_rows (completion_id, user_id, offer_id, google, completed_at, payout_paise, revenue_paise,
    spun, won_paise, approved, reversed, clicked_at)
  select f.completion_id, f.user_id, f.offer_id, f.google, f.completed_at, f.payout_paise, f.revenue_paise, f.spun,
    f.won_paise, f.approved, f.reversed, f.clicked_at
  from completion_rows_of_facts() f order by f.completion_id;
  update feed_consumers set xid = v_to, folded_at = now() where name = 'completion_rows';
end $$;

-- What the rows say now and what the facts say, where they differ: nothing, at any moment.
create or replace function completion_row_differences() returns table (what text) language sql stable as $$
  select format('completion %s: row %s, facts %s', coalesce(r.completion_id, f.completion_id), r, f)
  from completion_rows_now() r full join completion_rows_of_facts() f on f.completion_id = r.completion_id
  where (r.user_id, r.offer_id, r.google, r.completed_at, r.payout_paise, r.revenue_paise, r.spun, r.won_paise,
      r.approved, r.reversed)
    is distinct from
    (f.user_id, f.offer_id, f.google, f.completed_at, f.payout_paise, f.revenue_paise, f.spun, f.won_paise,
      f.approved, f.reversed)
    -- What is older than a list of days asks for may lack it.
    or r.clicked_at is distinct from f.clicked_at
      and not (r.clicked_at is null and r.completed_at < now() - interval '31 days')
$$;
