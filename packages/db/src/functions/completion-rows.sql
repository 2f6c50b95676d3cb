-- The rows that completion lists read, with the columns and indexes for their filters and sort orders. The view
-- completion_states joins several tables, so no index could sort its rows.

-- The rows computed from facts, in the table's column order. Completions of milestones have no rows, so lists and
-- figures of completions leave them out: see list_figure_sums.
create or replace function build_completion_rows()
returns setof completion_rows language sql stable as $$
  select c.id, c.user_id, c.offer_id,
    coalesce((select g.joined from user_provider_changes g
      where g.user_id = c.user_id order by g.xid desc limit 1), false),
    c.completed_at, (select k.created_at from clicks k where k.id = c.click_id), c.payout_paise, c.revenue_paise,
    c.spun_at is not null, c.won_paise, c.approved_at is not null, c.reversed_at is not null, c.spun_at
  from completion_states c
  where c.source <> 'house'
$$;

-- The ids of completions whose rows may lag behind their facts.
create or replace function unfolded_completions() returns bigint[] language sql stable as $$
  select touched_completions((select xid from change_feed_consumers where name = 'figures'), last_settled_xid())
$$;

-- Current rows. Rows that lag are computed from facts instead. PostgreSQL inlines this function: a sorted list with a
-- limit reads each half of the union by an index and merges the halves. So the function must contain only the union.
create or replace function completion_rows_now()
returns setof completion_rows language sql stable as $$
  select r.* from completion_rows r where r.completion_id not in (select unnest(unfolded_completions()))
  union all
  select f.* from build_completion_rows() f where f.completion_id = any((select unfolded_completions())::bigint[])
$$;

-- Rows of completions from p_from up to but not including p_to that differ from the facts. There should be none.
create or replace function completion_row_differences(p_from bigint, p_to bigint) returns table (what text)
language sql stable as $$
  select format('completion %s: row %s, facts %s', coalesce(r.completion_id, f.completion_id), r, f)
  from (select * from completion_rows_now() where completion_id >= p_from and completion_id < p_to) r
  full join (select * from build_completion_rows() where completion_id >= p_from and completion_id < p_to) f
    on f.completion_id = r.completion_id
  where (r.user_id, r.offer_id, r.google, r.completed_at, r.payout_paise, r.revenue_paise, r.spun, r.won_paise,
      r.approved, r.reversed, r.spun_at)
    is distinct from
    (f.user_id, f.offer_id, f.google, f.completed_at, f.payout_paise, f.revenue_paise, f.spun, f.won_paise,
      f.approved, f.reversed, f.spun_at)
    -- A row may lack the time of the click if its completion is over 31 days old, because no list by day reaches that
    -- far back.
    or r.clicked_at is distinct from f.clicked_at
      and not (r.clicked_at is null and r.completed_at < now() - interval '31 days')
$$;
