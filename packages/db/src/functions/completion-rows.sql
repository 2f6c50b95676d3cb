-- What lists of completions read: a row for each, with what they filter and sort by, and indexes for it. The views put
-- a completion together out of six tables, so no index orders them by what comes out.

-- The rows as the facts say, in the order of the table's columns.
create or replace function build_completion_rows()
returns setof completion_rows language sql stable as $$
  select c.id, c.user_id, c.offer_id,
    coalesce((select g.joined from user_provider_changes g
      where g.user_id = c.user_id order by g.xid desc limit 1), false),
    c.completed_at, (select k.created_at from clicks k where k.id = c.click_id), c.payout_paise, c.revenue_paise,
    c.spun_at is not null, c.won_paise, c.approved_at is not null, c.reversed_at is not null, c.spun_at
  from completion_states c
$$;

-- The completions whose rows may be behind their facts.
create or replace function unfolded_completions() returns bigint[] language sql stable as $$
  select touched_completions((select xid from change_feed_consumers where name = 'figures'), last_settled_xid())
$$;

-- The rows as they are at this moment: those that are behind are left out and taken from the facts instead. A list that
-- is sorted and limited reads each half by its own index and merges them, so nothing but the two halves may stand here.
create or replace function completion_rows_now()
returns setof completion_rows language sql stable as $$
  select r.* from completion_rows r where r.completion_id not in (select unnest(unfolded_completions()))
  union all
  select f.* from build_completion_rows() f where f.completion_id = any((select unfolded_completions())::bigint[])
$$;

-- What the rows say now and what the facts say, where they differ: nothing, at any moment.
create or replace function completion_row_differences() returns table (what text) language sql stable as $$
  select format('completion %s: row %s, facts %s', coalesce(r.completion_id, f.completion_id), r, f)
  from completion_rows_now() r full join build_completion_rows() f on f.completion_id = r.completion_id
  where (r.user_id, r.offer_id, r.google, r.completed_at, r.payout_paise, r.revenue_paise, r.spun, r.won_paise,
      r.approved, r.reversed, r.spun_at)
    is distinct from
    (f.user_id, f.offer_id, f.google, f.completed_at, f.payout_paise, f.revenue_paise, f.spun, f.won_paise,
      f.approved, f.reversed, f.spun_at)
    -- What is older than a list of days asks for may lack it.
    or r.clicked_at is distinct from f.clicked_at
      and not (r.clicked_at is null and r.completed_at < now() - interval '31 days')
$$;
