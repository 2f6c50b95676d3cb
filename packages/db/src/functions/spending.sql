-- The cost of spins by hour, and the ceilings and pauses that stop spins. Spins do not write to these tables: the
-- feed's consumer 'spend' adds up spins about a second later. Reads add the spins that the consumer has not read yet.

-- The start of the clock hour, in Indian time, that contains p_at.
create or replace function ist_hour(p_at timestamptz) returns timestamptz language sql stable as $$
  select date_trunc('hour', p_at, 'Asia/Kolkata')
$$;

-- Adds up the cost of spins by hour and offer, for transactions from p_from up to but not including p_to.
create or replace function list_spend_sums(p_from xid8, p_to xid8)
returns table (hour timestamptz, offer_id bigint, spins bigint, expected_paise bigint, won_paise bigint)
language sql stable as $$
  select g.hour, g.offer_id, sum(g.spins)::bigint, round(sum(g.spins * e.paise))::bigint, sum(g.won_paise)::bigint
  from (
    select ist_hour(s.spun_at) as hour, c.offer_id, c.odds_version, count(*) as spins,
      coalesce(sum(s.amount_paise), 0) as won_paise
    from spins s join completions c on c.id = s.completion_id
    where s.xid >= p_from and s.xid < p_to and s.roll is not null
    group by 1, 2, 3
  ) g
  cross join lateral (
    select coalesce(sum((o.last_roll - o.first_roll + 1) * o.amount_paise), 0) / 1000.0 as paise
    from offer_odds_outcomes o where o.offer_id = g.offer_id and o.version = g.odds_version
  ) e
  group by 1, 2
$$;

-- The feed's consumer 'spend'.
create or replace function consume_changes_for_spend(p_from xid8, p_to xid8) returns void language sql as $$
  insert into spend_hours as h (hour, offer_id, spins, expected_paise, won_paise)
  select hour, offer_id, spins, expected_paise, won_paise from list_spend_sums(p_from, p_to) order by 1, 2
  on conflict (hour, offer_id) do update set spins = h.spins + excluded.spins,
    expected_paise = h.expected_paise + excluded.expected_paise, won_paise = h.won_paise + excluded.won_paise
$$;

-- The cost of spins that the consumer 'spend' has not read yet. Uses the generic plan: the query reads a few rows twice
-- a second, and planning it would take longer than running it.
create or replace function list_unfolded_spend()
returns table (hour timestamptz, offer_id bigint, spins bigint, expected_paise bigint, won_paise bigint)
language sql stable set plan_cache_mode = force_generic_plan as $$
  select * from list_spend_sums((select xid from change_feed_consumers where name = 'spend'), last_settled_xid())
$$;

-- The cost of spins from the hour p_from on, in one snapshot. An hour of an offer may have two rows, which the caller
-- adds up.
create or replace function spend_since(p_from timestamptz)
returns table (hour timestamptz, offer_id bigint, spins bigint, expected_paise bigint, won_paise bigint)
language sql stable as $$
  select hour, offer_id, spins, expected_paise, won_paise from spend_hours where hour >= p_from
  union all
  select * from list_unfolded_spend() u where u.hour >= p_from
$$;

-- Each ceiling with the cost of spins in its current hour or day: what was won, or what the odds cost on average,
-- whichever is greater.
create or replace function list_ceilings()
returns table (offer_id bigint, period text, paise bigint, spent_paise bigint, ends_at timestamptz, is_lifted boolean)
language sql stable as $$
  select c.offer_id, c.period, c.paise, s.paise, w.ends_at, coalesce(c.lifted_until >= w.ends_at, false)
  from spend_ceilings c
  join (values ('hour', ist_hour(now()), ist_hour(now()) + interval '1 hour'),
    ('day', ist_midnight(ist_day(now())), ist_midnight(ist_day(now()) + 1))) w (period, starts_at, ends_at)
    on w.period = c.period
  cross join lateral (
    select coalesce(greatest(sum(won_paise), sum(expected_paise)), 0)::bigint as paise
    from spend_since(w.starts_at) s where c.offer_id in (0, s.offer_id)
  ) s
$$;

-- Lists what is stopped now. ms: the time until the stop ends; null: an owner has to lift it. offer_id 0: all offers.
create or replace function list_stopped() returns table (part text, offer_id bigint, ms float8)
language sql stable as $$
  select part, 0, extract(epoch from until - now())::float8 * 1000
  from pauses where until is null or until > now()
  union all
  select 'spins', offer_id, extract(epoch from ends_at - now())::float8 * 1000
  from list_ceilings() where spent_paise >= paise and not is_lifted
$$;

-- Rebuilds spend_hours from the spins.
create or replace function recount_spend() returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_to xid8;
begin
  perform 1 from change_feed_consumers where name = 'spend' for update;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  delete from spend_hours;
  perform consume_changes_for_spend('0', v_to);
  update change_feed_consumers set xid = v_to, advanced_at = now() where name = 'spend';
end $$;
