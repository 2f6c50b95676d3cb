-- The aggregates that lists and dashboards read, and the feed that keeps them.
--
-- Nothing is counted in a move. Facts carry the transaction that inserted them (xid). A consumer of the feed has read
-- all transactions before its watermark, and none from there on. It advances to the oldest transaction that still runs:
-- everything before is committed or undone, and nothing before will appear any more. Ids or times alone do not give
-- that: a lower id may be committed later. See infra/docs/decisions/0007.

-- What each completion adds to the figures, by the facts of all transactions before one.
create or replace function completion_figures(p_before xid8)
returns table (completion_id bigint, user_id bigint, offer_id bigint, google boolean, completed_day date,
  completed_at timestamptz, spun_day date, spun_at timestamptz, approved int, spun int, lost int, won int,
  won_paise bigint, revenue_paise bigint)
language sql stable as $$
  select c.id, c.user_id, c.offer_id,
    coalesce((select g.joined from user_provider_changes g
      where g.user_id = c.user_id and g.xid < p_before order by g.xid desc limit 1), false),
    (c.completed_at at time zone 'Asia/Kolkata')::date, c.completed_at,
    (s.spun_at at time zone 'Asia/Kolkata')::date, s.spun_at,
    (c.approved_at is not null or p.completion_id is not null)::int,
    (s.completion_id is not null)::int,
    (s.completion_id is not null and s.amount_paise is null)::int,
    (s.amount_paise is not null)::int, coalesce(s.amount_paise, 0),
    -- Revenue counts while the completion is confirmed and not reversed.
    case when (c.approved_at is not null or p.completion_id is not null) and r.completion_id is null
      then coalesce(p.payout_paise, d.payout_paise, c.payout_paise) else 0 end
      -- Most have none; calling the function to find that out would be most of what a row costs.
      + case when exists (select from payments m where m.completion_id = c.id)
        then payments_revenue(c.id, p_before) else 0 end
  from completions c
  left join completion_events p on p.completion_id = c.id and p.kind = 'approved' and p.xid < p_before
  left join completion_events d on d.completion_id = c.id and d.kind = 'adopted' and d.xid < p_before
  left join completion_events r on r.completion_id = c.id and r.kind = 'reversed' and r.xid < p_before
  left join spins s on s.completion_id = c.id and s.roll is not null and s.xid < p_before
  where c.xid < p_before
$$;

-- The completions that facts of some transactions are about.
create or replace function touched_completions(p_from xid8, p_to xid8) returns bigint[] language sql stable as $$
  select array_agg(id) from (
    select id from completions where xid >= p_from and xid < p_to
    union select completion_id from completion_events where xid >= p_from and xid < p_to
    union select completion_id from spins where xid >= p_from and xid < p_to
    union select completion_id from payments where xid >= p_from and xid < p_to
    union select m.completion_id from payment_events e join payments m on m.id = e.payment_id
      where e.xid >= p_from and e.xid < p_to
    union select c.id from user_provider_changes g join completions c on c.user_id = g.user_id
      where g.xid >= p_from and g.xid < p_to
  ) touched
$$;

-- After all transactions that there will be. The greatest bigint: that is what numbers of transactions are where
-- infra/tools/engine stands in for them.
create or replace function last_xid() returns xid8 language sql immutable as $$
  select '9223372036854775807'::xid8
$$;

-- What the facts of some transactions change: each completion that they are about, as it was before (sign -1) and as it
-- is after them (sign 1). Sums of facts would not do: a spin moves its completion's revenue, a reversal takes it away.
create or replace function figure_changes(p_from xid8, p_to xid8)
returns table (sign int, user_id bigint, offer_id bigint, google boolean, completed_day date, completed_at timestamptz,
  spun_day date, spun_at timestamptz, approved int, spun int, lost int, won int, won_paise bigint, revenue_paise bigint)
language sql stable as $$
  with touched as materialized (select touched_completions(p_from, p_to) as ids)
  select -1, f.user_id, f.offer_id, f.google, f.completed_day, f.completed_at, f.spun_day, f.spun_at, f.approved,
    f.spun, f.lost, f.won, f.won_paise, f.revenue_paise
  from completion_figures(p_from) f where f.completion_id = any((select ids from touched)::bigint[])
  union all
  select 1, f.user_id, f.offer_id, f.google, f.completed_day, f.completed_at, f.spun_day, f.spun_at, f.approved,
    f.spun, f.lost, f.won, f.won_paise, f.revenue_paise
  from completion_figures(p_to) f where f.completion_id = any((select ids from touched)::bigint[])
$$;

-- The same, by offer and day.
create or replace function offer_day_changes(p_from xid8, p_to xid8)
returns table (day date, offer_id bigint, clicks int, completions int, spins int, wins int, won_paise bigint,
  revenue_paise bigint)
language sql stable as $$
  select day, offer_id, sum(clicks)::int, sum(completions)::int, sum(spins)::int, sum(wins)::int,
    sum(won_paise)::bigint, sum(revenue)::bigint
  from (
    -- Looked up once: the completion counts for its day, and its spin for its own.
    select of_day.day, f.offer_id, 0 as clicks, of_day.completions, of_day.spins, of_day.wins, of_day.won_paise,
      of_day.revenue
    from figure_changes(p_from, p_to) f
    cross join lateral (values
      (f.completed_day, f.sign * f.approved, 0, 0, 0, f.sign * f.revenue_paise),
      (f.spun_day, 0, f.sign * f.spun, f.sign * f.won, f.sign * f.won_paise, 0)
    ) of_day (day, completions, spins, wins, won_paise, revenue)
    where of_day.day is not null
    union all
    select (k.created_at at time zone 'Asia/Kolkata')::date, k.offer_id, 1, 0, 0, 0, 0, 0
    from clicks k where k.xid >= p_from and k.xid < p_to
  ) changes
  group by day, offer_id
$$;

-- The same, by day of the completion, offer and kind of user.
create or replace function conversion_day_changes(p_from xid8, p_to xid8)
returns table (day date, offer_id bigint, google boolean, completions int, lost int, won int, revenue_paise bigint,
  lost_revenue_paise bigint, won_revenue_paise bigint, won_paise bigint)
language sql stable as $$
  select f.completed_day, f.offer_id, f.google, sum(f.sign)::int, sum(f.sign * f.lost)::int, sum(f.sign * f.won)::int,
    sum(f.sign * f.revenue_paise)::bigint, sum(f.sign * f.lost * f.revenue_paise)::bigint,
    sum(f.sign * f.won * f.revenue_paise)::bigint, sum(f.sign * f.won_paise)::bigint
  from figure_changes(p_from, p_to) f
  group by f.completed_day, f.offer_id, f.google
$$;

-- The same of all days together, with how many of the completions are confirmed.
create or replace function conversion_total_changes(p_from xid8, p_to xid8)
returns table (offer_id bigint, google boolean, completions int, approved int, lost int, won int, revenue_paise bigint,
  lost_revenue_paise bigint, won_revenue_paise bigint, won_paise bigint)
language sql stable as $$
  select f.offer_id, f.google, sum(f.sign)::int, sum(f.sign * f.approved)::int, sum(f.sign * f.lost)::int,
    sum(f.sign * f.won)::int, sum(f.sign * f.revenue_paise)::bigint, sum(f.sign * f.lost * f.revenue_paise)::bigint,
    sum(f.sign * f.won * f.revenue_paise)::bigint, sum(f.sign * f.won_paise)::bigint
  from figure_changes(p_from, p_to) f
  group by f.offer_id, f.google
$$;

-- The same, by user.
create or replace function user_stat_changes(p_from xid8, p_to xid8)
returns table (user_id bigint, completions int, unapproved int, spins int, vouchers_won int,
  voucher_value_paise bigint, revenue_paise bigint, lost_revenue_paise bigint, won_revenue_paise bigint, clicks int,
  last_completion_at timestamptz, last_activity_at timestamptz)
language sql stable as $$
  select user_id, sum(completions)::int, sum(unapproved)::int, sum(spins)::int, sum(won)::int, sum(won_paise)::bigint,
    sum(revenue)::bigint, sum(lost_revenue)::bigint, sum(won_revenue)::bigint, sum(clicks)::int,
    max(last_completion_at), max(last_activity_at)
  from (
    select f.user_id, f.sign * f.approved as completions, f.sign * (1 - f.approved) as unapproved,
      f.sign * f.spun as spins, f.sign * f.won as won, f.sign * f.won_paise as won_paise,
      f.sign * f.revenue_paise as revenue, f.sign * f.lost * f.revenue_paise as lost_revenue,
      f.sign * f.won * f.revenue_paise as won_revenue, 0 as clicks,
      case when f.approved = 1 then f.completed_at end as last_completion_at, f.spun_at as last_activity_at
    from figure_changes(p_from, p_to) f
    union all
    select k.user_id, 0, 0, 0, 0, 0, 0, 0, 0, 1, null, k.created_at from clicks k
    where k.xid >= p_from and k.xid < p_to
  ) changes
  group by user_id
$$;

-- The clicks of some transactions, by offer.
create or replace function click_total_changes(p_from xid8, p_to xid8) returns table (offer_id bigint, clicks int)
language sql stable as $$
  select k.offer_id, count(*)::int from clicks k where k.xid >= p_from and k.xid < p_to group by k.offer_id
$$;

-- The figures by offer and day: the aggregate and what is not folded yet, in one snapshot. Several rows for a day.
create or replace function offer_days_now()
returns table (day date, offer_id bigint, clicks int, completions int, spins int, wins int, won_paise bigint,
  revenue_paise bigint)
language sql stable as $$
  select day, offer_id, clicks, completions, spins, wins, won_paise, revenue_paise from offer_days
  union all
  select day, offer_id, clicks, completions, spins, wins, won_paise, revenue_paise
  from offer_day_changes((select xid from feed_consumers where name = 'figures'), last_xid())
$$;

-- The figures of completions, likewise.
create or replace function conversion_days_now()
returns table (day date, offer_id bigint, google boolean, completions int, lost int, won int, revenue_paise bigint,
  lost_revenue_paise bigint, won_revenue_paise bigint, won_paise bigint)
language sql stable as $$
  select day, offer_id, google, completions, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise, won_paise
  from conversion_days
  union all
  select day, offer_id, google, completions, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise, won_paise
  from conversion_day_changes((select xid from feed_consumers where name = 'figures'), last_xid())
$$;

-- The figures of completions of all days together, likewise.
create or replace function conversion_totals_now()
returns table (offer_id bigint, google boolean, completions int, approved int, lost int, won int, revenue_paise bigint,
  lost_revenue_paise bigint, won_revenue_paise bigint, won_paise bigint)
language sql stable as $$
  select offer_id, google, completions, approved, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise,
    won_paise
  from conversion_totals
  union all
  select offer_id, google, completions, approved, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise,
    won_paise
  from conversion_total_changes((select xid from feed_consumers where name = 'figures'), last_xid())
$$;

-- The clicks of all days together, likewise.
create or replace function click_totals_now() returns table (offer_id bigint, clicks int) language sql stable as $$
  select offer_id, clicks from click_totals
  union all
  select offer_id, clicks
  from click_total_changes((select xid from feed_consumers where name = 'figures'), last_xid())
$$;

-- The figures of users, likewise.
create or replace function user_stats_now()
returns table (user_id bigint, completions int, unapproved int, spins int, vouchers_won int,
  voucher_value_paise bigint, revenue_paise bigint, lost_revenue_paise bigint, won_revenue_paise bigint, clicks int,
  last_completion_at timestamptz, last_activity_at timestamptz)
language sql stable as $$
  select s.user_id, s.completions + coalesce(t.completions, 0), s.unapproved + coalesce(t.unapproved, 0),
    s.spins + coalesce(t.spins, 0), s.vouchers_won + coalesce(t.vouchers_won, 0),
    s.voucher_value_paise + coalesce(t.voucher_value_paise, 0), s.revenue_paise + coalesce(t.revenue_paise, 0),
    s.lost_revenue_paise + coalesce(t.lost_revenue_paise, 0), s.won_revenue_paise + coalesce(t.won_revenue_paise, 0),
    s.clicks + coalesce(t.clicks, 0), greatest(s.last_completion_at, t.last_completion_at),
    greatest(s.last_activity_at, t.last_activity_at)
  from user_stats s
  left join user_stat_changes((select xid from feed_consumers where name = 'figures'), last_xid()) t
    on t.user_id = s.user_id
$$;

-- The feed's consumer 'figures': folds the facts of some transactions into the aggregates.
create or replace function fold_figures(p_from xid8, p_to xid8) returns void language sql as $$
  with changes as materialized (select * from figure_changes(p_from, p_to)),
  clicked as materialized (
    select k.user_id, k.offer_id, k.created_at from clicks k where k.xid >= p_from and k.xid < p_to
  ),
  by_user as (
    update user_stats s set completions = s.completions + t.completions, unapproved = s.unapproved + t.unapproved,
      spins = s.spins + t.spins, vouchers_won = s.vouchers_won + t.won,
      voucher_value_paise = s.voucher_value_paise + t.won_paise, revenue_paise = s.revenue_paise + t.revenue,
      lost_revenue_paise = s.lost_revenue_paise + t.lost_revenue,
      won_revenue_paise = s.won_revenue_paise + t.won_revenue, clicks = s.clicks + t.clicks,
      last_completion_at = greatest(s.last_completion_at, t.last_completion_at),
      last_activity_at = greatest(s.last_activity_at, t.last_activity_at)
    from (
      select user_id, sum(completions) as completions, sum(unapproved) as unapproved, sum(spins) as spins,
        sum(won) as won, sum(won_paise) as won_paise, sum(revenue) as revenue, sum(lost_revenue) as lost_revenue,
        sum(won_revenue) as won_revenue, sum(clicks) as clicks, max(last_completion_at) as last_completion_at,
        max(last_activity_at) as last_activity_at
      from (
        select user_id, sign * approved as completions, sign * (1 - approved) as unapproved, sign * spun as spins,
          sign * won as won, sign * won_paise as won_paise, sign * revenue_paise as revenue,
          sign * lost * revenue_paise as lost_revenue, sign * won * revenue_paise as won_revenue, 0 as clicks,
          case when approved = 1 then completed_at end as last_completion_at, spun_at as last_activity_at
        from changes
        union all
        select user_id, 0, 0, 0, 0, 0, 0, 0, 0, 1, null, created_at from clicked
      ) moves
      group by user_id
    ) t
    where s.user_id = t.user_id
  ),
  by_offer as (
    insert into offer_days as d (day, offer_id, clicks, completions, spins, wins, won_paise, revenue_paise)
    select day, offer_id, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise), sum(revenue)
    from (
      select completed_day as day, offer_id, 0 as clicks, sign * approved as completions, 0 as spins, 0 as wins,
        0 as won_paise, sign * revenue_paise as revenue
      from changes
      union all
      select spun_day, offer_id, 0, 0, sign * spun, sign * won, sign * won_paise, 0 from changes
      where spun_day is not null
      union all
      select (created_at at time zone 'Asia/Kolkata')::date, offer_id, 1, 0, 0, 0, 0, 0 from clicked
    ) moves
    group by day, offer_id
    on conflict (offer_id, day) do update set clicks = d.clicks + excluded.clicks,
      completions = d.completions + excluded.completions, spins = d.spins + excluded.spins,
      wins = d.wins + excluded.wins, won_paise = d.won_paise + excluded.won_paise,
      revenue_paise = d.revenue_paise + excluded.revenue_paise
  ),
  clicks_in_total as (
    insert into click_totals as t (offer_id, clicks)
    select offer_id, count(*) from clicked group by offer_id
    on conflict (offer_id) do update set clicks = t.clicks + excluded.clicks
  ),
  in_total as (
    insert into conversion_totals as t (offer_id, google, completions, approved, lost, won, revenue_paise,
      lost_revenue_paise, won_revenue_paise, won_paise)
    select offer_id, google, sum(sign), sum(sign * approved), sum(sign * lost), sum(sign * won),
      sum(sign * revenue_paise), sum(sign * lost * revenue_paise), sum(sign * won * revenue_paise),
      sum(sign * won_paise)
    from changes group by offer_id, google
    on conflict (offer_id, google) do update set completions = t.completions + excluded.completions,
      approved = t.approved + excluded.approved, lost = t.lost + excluded.lost, won = t.won + excluded.won,
      revenue_paise = t.revenue_paise + excluded.revenue_paise,
      lost_revenue_paise = t.lost_revenue_paise + excluded.lost_revenue_paise,
      won_revenue_paise = t.won_revenue_paise + excluded.won_revenue_paise,
      won_paise = t.won_paise + excluded.won_paise
  )
  insert into conversion_days as d (day, offer_id, google, completions, lost, won, revenue_paise, lost_revenue_paise,
    won_revenue_paise, won_paise)
  select completed_day, offer_id, google, sum(sign), sum(sign * lost), sum(sign * won), sum(sign * revenue_paise),
    sum(sign * lost * revenue_paise), sum(sign * won * revenue_paise), sum(sign * won_paise)
  from changes group by completed_day, offer_id, google
  on conflict (offer_id, day, google) do update set completions = d.completions + excluded.completions,
    lost = d.lost + excluded.lost, won = d.won + excluded.won, revenue_paise = d.revenue_paise + excluded.revenue_paise,
    lost_revenue_paise = d.lost_revenue_paise + excluded.lost_revenue_paise,
    won_revenue_paise = d.won_revenue_paise + excluded.won_revenue_paise, won_paise = d.won_paise + excluded.won_paise
$$;

-- Lets a consumer of the feed read on: at most p_most transactions, in one transaction with what it makes of them. One
-- process at a time does so, the others pass by; killed anywhere, it has either done both or neither.
-- Answers how many transactions it read: 0 when there is nothing to read, null when another process is at it.
-- Each step is planned for what it holds: a plan that a connection has kept, made for ten facts, looks at every row for
-- each of a thousand.
create or replace function advance_feed(p_consumer text, p_most int) returns bigint language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  v_from xid8;
  v_to xid8;
begin
  select xid into v_from from feed_consumers where name = p_consumer for update skip locked;
  if not found then
    return null;
  end if;
  -- Read before the statements below take their snapshots: they see everything that had been committed by then.
  v_to := least(pg_snapshot_xmin(pg_current_snapshot()), (v_from::text::bigint + p_most)::text::xid8);
  if v_to <= v_from then
    return 0;
  end if;
  execute format('select fold_%s($1, $2)', p_consumer) using v_from, v_to;
  update feed_consumers set xid = v_to, folded_at = now() where name = p_consumer;
  return v_to::text::bigint - v_from::text::bigint;
end $$;

-- Whether there are facts that a consumer has not read: most of the time there are none, and then nothing is locked.
create or replace function feed_waits(p_consumer text) returns boolean language sql stable as $$
  -- The last of each by its index: for "is there one from here on" the planner reads the whole table.
  select coalesce(greatest(
    (select xid from clicks order by xid desc limit 1),
    (select xid from completions order by xid desc limit 1),
    (select xid from completion_events order by xid desc limit 1),
    (select xid from spins order by xid desc limit 1),
    (select xid from voucher_awards order by xid desc limit 1),
    (select xid from user_provider_changes order by xid desc limit 1),
    (select xid from payments order by xid desc limit 1),
    (select xid from payment_events order by xid desc limit 1),
    (select xid from happenings order by xid desc limit 1)) >= f.xid, false)
  from feed_consumers f where f.name = p_consumer
$$;

-- An account that joins or leaves the identity provider takes its completions along to the other kind of user.
create or replace function note_provider_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.provider_uid is null
    or tg_op = 'UPDATE' and (new.provider_uid is null) = (old.provider_uid is null) then
    return null;
  end if;
  insert into user_provider_changes (user_id, joined) values (new.id, new.provider_uid is not null)
  on conflict (user_id, xid) do update set joined = excluded.joined;
  return null;
end $$;

create or replace trigger users_provider_noted after insert or update of provider_uid on users
  for each row execute function note_provider_change();

-- Keeps activity_hours. Who writes user_stats has locked its row: two do not meet here.
create or replace function keep_activity_hour() returns trigger language plpgsql as $$
begin
  insert into activity_hours (user_id, hour) values (new.user_id, date_trunc('hour', new.last_activity_at, 'UTC'))
  on conflict (user_id) do update set hour = excluded.hour;
  return null;
end $$;

create or replace trigger user_stats_made after insert on user_stats
  for each row execute function keep_activity_hour();

create or replace trigger user_stats_hour after update of last_activity_at on user_stats for each row
  when (date_trunc('hour', old.last_activity_at, 'UTC') <> date_trunc('hour', new.last_activity_at, 'UTC'))
  execute function keep_activity_hour();

-- Makes all aggregates again from the facts, while others go on writing facts. Figures of all completions are read as
-- they are, not as differences: that joins whole tables, where a fold looks up what it has to.
create or replace function recount() returns void language plpgsql as $$
declare
  v_to xid8;
begin
  perform 1 from feed_consumers where name = 'figures' for update;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  delete from offer_days;
  delete from conversion_days;
  delete from conversion_totals;
  delete from click_totals;
  insert into user_stats (user_id) select id from users on conflict do nothing;
  with figures as materialized (select * from completion_figures(v_to)),
  clicked as materialized (
    select user_id, offer_id, (created_at at time zone 'Asia/Kolkata')::date as day, count(*) as clicks,
      max(created_at) as last_at
    from clicks where xid < v_to group by 1, 2, 3
  ),
  by_user as (
    update user_stats s set completions = coalesce(t.completions, 0), unapproved = coalesce(t.unapproved, 0),
      spins = coalesce(t.spins, 0), vouchers_won = coalesce(t.won, 0), voucher_value_paise = coalesce(t.won_paise, 0),
      revenue_paise = coalesce(t.revenue, 0), lost_revenue_paise = coalesce(t.lost_revenue, 0),
      won_revenue_paise = coalesce(t.won_revenue, 0), clicks = coalesce(k.clicks, 0),
      last_completion_at = t.last_completion_at,
      last_activity_at = greatest(s.last_activity_at, t.last_spin_at, k.last_at)
    from user_stats u
    left join (
      select user_id, sum(approved) as completions, sum(1 - approved) as unapproved, sum(spun) as spins,
        sum(won) as won, sum(won_paise) as won_paise, sum(revenue_paise) as revenue,
        sum(lost * revenue_paise) as lost_revenue, sum(won * revenue_paise) as won_revenue,
        max(completed_at) filter (where approved = 1) as last_completion_at,
        max(spun_at) as last_spin_at
      from figures group by user_id
    ) t on t.user_id = u.user_id
    left join (
      select user_id, sum(clicks) as clicks, max(last_at) as last_at from clicked group by user_id
    ) k on k.user_id = u.user_id
    where s.user_id = u.user_id
  ),
  by_offer as (
    insert into offer_days (day, offer_id, clicks, completions, spins, wins, won_paise, revenue_paise)
    select day, offer_id, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise), sum(revenue)
    from (
      select completed_day as day, offer_id, 0 as clicks, approved as completions, 0 as spins, 0 as wins,
        0 as won_paise, revenue_paise as revenue
      from figures
      union all
      select spun_day, offer_id, 0, 0, spun, won, won_paise, 0 from figures where spun_day is not null
      union all
      select day, offer_id, clicks, 0, 0, 0, 0, 0 from clicked
    ) moves
    group by day, offer_id
  ),
  clicks_in_total as (
    insert into click_totals (offer_id, clicks) select offer_id, sum(clicks) from clicked group by offer_id
  ),
  in_total as (
    insert into conversion_totals (offer_id, google, completions, approved, lost, won, revenue_paise,
      lost_revenue_paise, won_revenue_paise, won_paise)
    select offer_id, google, count(*), sum(approved), sum(lost), sum(won), sum(revenue_paise),
      sum(lost * revenue_paise), sum(won * revenue_paise), sum(won_paise)
    from figures group by offer_id, google
  )
  insert into conversion_days (day, offer_id, google, completions, lost, won, revenue_paise, lost_revenue_paise,
    won_revenue_paise, won_paise)
  select completed_day, offer_id, google, count(*), sum(lost), sum(won), sum(revenue_paise),
    sum(lost * revenue_paise), sum(won * revenue_paise), sum(won_paise)
  from figures group by completed_day, offer_id, google;
  update feed_consumers set xid = v_to, folded_at = now() where name = 'figures';
end $$;

-- What the figures say now and what the facts say, where they differ: nothing, at any moment.
create or replace function figure_differences() returns table (what text) language sql stable as $$
  with shown as (
    select format('offer %s on %s', offer_id, day) as of,
      array[sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise), sum(revenue_paise)] as figures
    from offer_days_now() group by offer_id, day
    union all
    select format('conversions of offer %s on %s, provider %s', offer_id, day, google),
      array[sum(completions), sum(lost), sum(won), sum(revenue_paise), sum(lost_revenue_paise),
        sum(won_revenue_paise), sum(won_paise)]
    from conversion_days_now() group by offer_id, day, google
    union all
    select format('conversions of offer %s, provider %s', offer_id, google),
      array[sum(completions), sum(approved), sum(lost), sum(won), sum(revenue_paise), sum(lost_revenue_paise),
        sum(won_revenue_paise), sum(won_paise)]
    from conversion_totals_now() group by offer_id, google
    union all
    select format('clicks of offer %s', offer_id), array[sum(clicks)] from click_totals_now() group by offer_id
    union all
    select format('user %s', user_id), array[completions, unapproved, spins, vouchers_won, voucher_value_paise,
      revenue_paise, lost_revenue_paise, won_revenue_paise, clicks, extract(epoch from last_completion_at)]
    from user_stats_now()
  ),
  facts as (
    select format('offer %s on %s', offer_id, day) as of,
      array[sum(clicks), sum(completions), sum(spins), sum(wins), sum(won_paise), sum(revenue_paise)] as figures
    from (
      select f.completed_day as day, f.offer_id, 0 as clicks, f.approved as completions, 0 as spins, 0 as wins,
        0 as won_paise, f.revenue_paise from completion_figures(last_xid()) f
      union all
      select f.spun_day, f.offer_id, 0, 0, f.spun, f.won, f.won_paise, 0 from completion_figures(last_xid()) f
      where f.spun_day is not null
      union all
      select (created_at at time zone 'Asia/Kolkata')::date, offer_id, 1, 0, 0, 0, 0, 0 from clicks
    ) moves group by offer_id, day
    union all
    select format('conversions of offer %s on %s, provider %s', f.offer_id, f.completed_day, f.google),
      array[count(*), sum(f.lost), sum(f.won), sum(f.revenue_paise), sum(f.lost * f.revenue_paise),
        sum(f.won * f.revenue_paise), sum(f.won_paise)]
    from completion_figures(last_xid()) f group by f.offer_id, f.completed_day, f.google
    union all
    select format('conversions of offer %s, provider %s', f.offer_id, f.google),
      array[count(*), sum(f.approved), sum(f.lost), sum(f.won), sum(f.revenue_paise), sum(f.lost * f.revenue_paise),
        sum(f.won * f.revenue_paise), sum(f.won_paise)]
    from completion_figures(last_xid()) f group by f.offer_id, f.google
    union all
    select format('clicks of offer %s', offer_id), array[count(*)] from clicks group by offer_id
    union all
    select format('user %s', u.id), array[coalesce(sum(f.approved), 0), coalesce(sum(1 - f.approved), 0),
      coalesce(sum(f.spun), 0), coalesce(sum(f.won), 0), coalesce(sum(f.won_paise), 0),
      coalesce(sum(f.revenue_paise), 0), coalesce(sum(f.lost * f.revenue_paise), 0),
      coalesce(sum(f.won * f.revenue_paise), 0), (select count(*) from clicks k where k.user_id = u.id),
      extract(epoch from max(f.completed_at) filter (where f.approved = 1))]
    from users u left join completion_figures(last_xid()) f on f.user_id = u.id group by u.id
  )
  select format('%s: shown %s, facts %s', coalesce(s.of, f.of), s.figures, f.figures)
  from shown s full join facts f on f.of = s.of
  where coalesce(s.figures, array_fill(0::numeric, array[cardinality(f.figures)]))
    is distinct from coalesce(f.figures, array_fill(0::numeric, array[cardinality(s.figures)]))
$$;

-- Makes the feed whole in a database whose rows name transactions of another server: it was restored from a dump, or
-- was a logical replica. Ids that are ahead of the server's own would keep facts from being folded until it has got
-- there, and meanwhile count them twice. The facts that every consumer has read become those of transaction 0, the
-- others this transaction's, and the aggregates are made anew. migrate() calls it. It is the owner's: it puts the
-- triggers that keep facts as they are aside for as long as all writers wait. It counts the vouchers where nobody has.
-- Answers whether there was something to repair.
create or replace function repair_feed() returns boolean language plpgsql as $$
declare
  v_facts text[] :=
    '{clicks,completions,completion_events,payments,payment_events,spins,voucher_awards,user_provider_changes,
      happenings}';
  v_table text;
  v_kept text[];
  v_trigger text;
  v_next xid8 := pg_snapshot_xmax(pg_current_snapshot());
  v_read xid8;
  is_ahead boolean := exists (select 1 from feed_consumers where xid > v_next);
begin
  -- Since there are triggers that count, which come after the migration: nobody's change falls in between.
  if not exists (select 1 from feed_consumers where name = 'voucher_counts') then
    insert into feed_consumers (name, xid) values ('voucher_counts', '0');
    perform recount_vouchers();
  end if;
  foreach v_table in array v_facts loop
    exit when is_ahead;
    execute format('select exists (select 1 from %I where xid >= $1)', v_table) using v_next into is_ahead;
  end loop;
  if not is_ahead then
    return false;
  end if;
  perform 1 from feed_consumers order by name for update;
  foreach v_table in array v_facts loop
    execute format('lock table %I in share row exclusive mode', v_table);
  end loop;
  -- Others have none of their ids from here on: all writers wait.
  v_next := pg_snapshot_xmin(pg_current_snapshot());
  -- What a consumer with effects of its own has not read, it reads yet. The aggregates of 'figures' and the rows of
  -- 'completion_rows' and 'voucher_counts' are made anew.
  select coalesce(min(xid), last_xid()) into v_read
  from feed_consumers where name not in ('figures', 'completion_rows', 'voucher_counts');
  -- Of several changes of an account the last counts; two cannot be of one transaction.
  delete from user_provider_changes g where exists (
    select 1 from user_provider_changes l where l.user_id = g.user_id and l.xid > g.xid);
  foreach v_table in array v_facts loop
    select coalesce(array_agg(tgname), '{}') into v_kept
    from pg_trigger where tgrelid = v_table::regclass and not tgisinternal;
    foreach v_trigger in array v_kept loop
      execute format('alter table %I disable trigger %I', v_table, v_trigger);
    end loop;
    execute format('update %I set xid = case when xid < $1 then ''0'' else pg_current_xact_id() end where xid >= $2',
      v_table) using v_read, v_next;
    foreach v_trigger in array v_kept loop
      execute format('alter table %I enable trigger %I', v_table, v_trigger);
    end loop;
  end loop;
  update feed_consumers set xid = v_next where name <> 'figures' and xid > v_next;
  perform recount();
  perform refill_completion_rows();
  perform recount_vouchers();
  return true;
end $$;
