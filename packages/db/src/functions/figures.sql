-- Aggregates for lists and dashboards, and the change feed that updates them.
--
-- Statements that move money update no counters. They insert facts: rows that record what happened, such as clicks,
-- completions and spins. Each fact carries the id of the transaction that inserted it (xid). A consumer of the feed has
-- read all transactions below its watermark and none from there on. The watermark advances to the oldest running
-- transaction: everything below is committed or rolled back, and nothing new appears there. Row ids and times do not
-- guarantee that: a row with a lower id may commit later. See infra/docs/decisions/0007.
--
-- One query computes all figures: list_figure_sums adds up the facts of some transactions. The feed adds the sums to
-- the aggregates, reads add the sums of facts not consumed yet, and the recount and the check use all transactions.

-- The ids of completions that the facts of transactions from p_from up to but not including p_to refer to.
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

-- Greater than every transaction id. The greatest bigint, because infra/tools/engine uses bigint for xid8.
create or replace function last_settled_xid() returns xid8 language sql immutable as $$
  select '9223372036854775807'::xid8
$$;

-- The list rows (completion_rows) of touched_completions, computed from the facts as they are now. If p_from is 0: the
-- rows of all completions, of some users' completions, or of one day's completions. Only one half of the union runs.
-- The halves are planned separately: the first looks up rows, the second joins whole tables.
create or replace function list_touched_rows(p_from xid8, p_to xid8, p_first_user bigint default null,
  p_last_user bigint default null, p_day date default null)
returns setof completion_rows language sql stable as $$
  select f.* from build_completion_rows() f
  where p_from > '0' and f.completion_id = any((select touched_completions(p_from, p_to))::bigint[])
  union all
  select f.* from build_completion_rows() f
  where p_from = '0' and (p_first_user is null or f.user_id between p_first_user and p_last_user)
    and (p_day is null or f.completed_at >= ist_midnight(p_day) and f.completed_at < ist_midnight(p_day + 1))
$$;

-- Lists each touched completion in two rows: as the feed last counted it (sign -1), and as the facts describe it now
-- (sign 1). Adding up the new facts would not be enough: a spin moves its completion's revenue to the revenue of lost
-- or won spins, and a reversal removes the revenue. If p_from is 0, nothing was counted before, so only sign 1 occurs.
create or replace function list_figure_changes(p_from xid8, p_to xid8, p_first_user bigint default null,
  p_last_user bigint default null, p_day date default null)
returns table (sign int, user_id bigint, offer_id bigint, google boolean, completed_at timestamptz, approved int,
  spun_at timestamptz, lost int, won int, won_paise bigint, revenue_paise bigint)
language sql stable as $$
  select c.sign, c.user_id, c.offer_id, c.google, c.completed_at, c.approved::int, c.spun_at,
    (c.spun and c.won_paise is null)::int, (c.won_paise is not null)::int, coalesce(c.won_paise, 0), c.revenue_paise
  from (
    select -1 as sign, r.* from completion_rows r
    where p_from > '0' and r.completion_id = any((select touched_completions(p_from, p_to))::bigint[])
    union all
    select 1, f.* from list_touched_rows(p_from, p_to, p_first_user, p_last_user, p_day) f
  ) c
$$;

-- The sums that the facts of some transactions add to each aggregate, grouped by the keys of the aggregate; other keys
-- are null. A completion counts on its completion day. Its spin counts on the day of the spin in 'offer_days', and on
-- the completion day in 'conversion_days'.
-- A milestone adds its cost to its offer and its user, and its spin is an activity of the user. It does not count as a
-- completion, spin or win.
-- If users are given, only their facts are summed, so only their rows of 'user_stats' are complete. If a day is given,
-- only the facts of this day are summed, so only the rows of this day are complete, except for spins.
create or replace function list_figure_sums(p_from xid8, p_to xid8, p_first_user bigint default null,
  p_last_user bigint default null, p_day date default null)
returns setof figure_sum language sql stable as $$
  with changes as materialized (
    select * from list_figure_changes(p_from, p_to, p_first_user, p_last_user, p_day)
  ),
  counted as (
    select offer_id, ist_day(completed_at) as day, google, user_id, 0 as clicks, sign as completions,
      sign * approved as approved, sign * lost as lost, sign * won as won, sign * revenue_paise as revenue_paise,
      sign * lost * revenue_paise as lost_revenue_paise, sign * won * revenue_paise as won_revenue_paise,
      sign * won_paise as won_paise, 0 as spins, 0 as wins, 0 as prize_paise,
      case when sign * approved = 1 then completed_at end as completed_at, null::timestamptz as active_at
    from changes
    union all
    select offer_id, ist_day(spun_at), null, user_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, sign, sign * won, sign * won_paise,
      null, spun_at
    from changes where spun_at is not null
    union all
    select offer_id, ist_day(created_at), null, user_id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, created_at
    from clicks
    where xid >= p_from and xid < p_to and (p_first_user is null or user_id between p_first_user and p_last_user)
      and (p_day is null or created_at >= ist_midnight(p_day) and created_at < ist_midnight(p_day + 1))
    union all
    select c.offer_id, ist_day(s.spun_at), null, c.user_id, 0, 0, 0, 0, 0, 0, 0, 0, coalesce(s.amount_paise, 0), 0, 0,
      coalesce(s.amount_paise, 0), null, s.spun_at
    from spins s join completions c on c.id = s.completion_id and c.source = 'house'
    where s.xid >= p_from and s.xid < p_to and s.roll is not null and p_day is null
      and (p_first_user is null or c.user_id between p_first_user and p_last_user)
  )
  select case grouping(offer_id, day, google, user_id) when b'0011'::int then 'offer_days'
      when b'0001'::int then 'conversion_days' when b'0101'::int then 'conversion_totals'
      when b'0111'::int then 'click_totals' when b'1110'::int then 'user_stats' end,
    offer_id, day, google, user_id, sum(clicks), sum(completions), sum(approved), sum(lost), sum(won),
    sum(revenue_paise)::bigint, sum(lost_revenue_paise)::bigint, sum(won_revenue_paise)::bigint,
    sum(won_paise)::bigint, sum(spins), sum(wins), sum(prize_paise)::bigint, max(completed_at), max(active_at)
  from counted
  group by grouping sets ((offer_id, day), (offer_id, day, google), (offer_id, google), (offer_id), (user_id))
  -- Rows of clicks and spins have no google flag, so this condition leaves them out of the aggregates by google. It
  -- also leaves out click totals without clicks.
  having (grouping(google) = 1 or google is not null)
    and (grouping(offer_id, day, google, user_id) <> b'0111'::int or sum(clicks) > 0)
$$;

-- The sums of the facts that the feed has not consumed yet. Every figure reads these few rows. The plan is generic,
-- because planning each time would take longer than reading.
create or replace function list_unfolded_sums() returns setof figure_sum
language sql stable set plan_cache_mode = force_generic_plan as $$
  select * from list_figure_sums((select xid from change_feed_consumers where name = 'figures'), last_settled_xid())
$$;

-- Figures by offer and day: the aggregate plus what is not consumed yet, in one snapshot. An offer's day may have two
-- rows, which the caller adds up.
create or replace function offer_days_now()
returns table (day date, offer_id bigint, clicks int, completions int, spins int, wins int, won_paise bigint,
  revenue_paise bigint)
language sql stable as $$
  select day, offer_id, clicks, completions, spins, wins, won_paise, revenue_paise from offer_days
  union all
  select day, offer_id, clicks::int, approved::int, spins::int, wins::int, prize_paise, revenue_paise
  from list_unfolded_sums()
  where aggregate = 'offer_days'
$$;

-- Figures of completions by day, read like those of offer_days_now.
create or replace function conversion_days_now()
returns table (day date, offer_id bigint, google boolean, completions int, lost int, won int, revenue_paise bigint,
  lost_revenue_paise bigint, won_revenue_paise bigint, won_paise bigint)
language sql stable as $$
  select day, offer_id, google, completions, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise, won_paise
  from conversion_days
  union all
  select day, offer_id, google, completions::int, lost::int, won::int, revenue_paise, lost_revenue_paise,
    won_revenue_paise, won_paise
  from list_unfolded_sums()
  where aggregate = 'conversion_days'
$$;

-- Figures of completions over all days, read like those of offer_days_now.
create or replace function conversion_totals_now()
returns table (offer_id bigint, google boolean, completions int, approved int, lost int, won int, revenue_paise bigint,
  lost_revenue_paise bigint, won_revenue_paise bigint, won_paise bigint)
language sql stable as $$
  select offer_id, google, completions, approved, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise,
    won_paise
  from conversion_totals
  union all
  select offer_id, google, completions::int, approved::int, lost::int, won::int, revenue_paise, lost_revenue_paise,
    won_revenue_paise, won_paise
  from list_unfolded_sums()
  where aggregate = 'conversion_totals'
$$;

-- Clicks over all days, read like the figures of offer_days_now.
create or replace function click_totals_now() returns table (offer_id bigint, clicks int) language sql stable as $$
  select offer_id, clicks from click_totals
  union all
  select offer_id, clicks::int
  from list_unfolded_sums()
  where aggregate = 'click_totals'
$$;

-- Figures of users: the aggregate plus what is not consumed yet, in one row per user.
create or replace function user_stats_now()
returns table (user_id bigint, completions int, unapproved int, spins int, vouchers_won int,
  voucher_value_paise bigint, revenue_paise bigint, lost_revenue_paise bigint, won_revenue_paise bigint, clicks int,
  last_completion_at timestamptz, last_activity_at timestamptz)
language sql stable as $$
  select s.user_id, (s.completions + coalesce(t.approved, 0))::int,
    (s.unapproved + coalesce(t.completions - t.approved, 0))::int, (s.spins + coalesce(t.spins, 0))::int,
    (s.vouchers_won + coalesce(t.won, 0))::int, s.voucher_value_paise + coalesce(t.won_paise, 0),
    s.revenue_paise + coalesce(t.revenue_paise, 0), s.lost_revenue_paise + coalesce(t.lost_revenue_paise, 0),
    s.won_revenue_paise + coalesce(t.won_revenue_paise, 0), (s.clicks + coalesce(t.clicks, 0))::int,
    greatest(s.last_completion_at, t.last_completion_at), greatest(s.last_activity_at, t.last_activity_at)
  from user_stats s
  left join list_unfolded_sums() t
    on t.aggregate = 'user_stats' and t.user_id = s.user_id
$$;

-- The feed's consumer 'figures': adds the facts of some transactions to the aggregates, and updates the list rows. A
-- list row records what the aggregates have counted of its completion. It is computed from the current facts, which may
-- include facts of later transactions. The step that reads those transactions then finds no difference.
create or replace function consume_changes_for_figures(p_from xid8, p_to xid8) returns void language sql as $$
  with sums as materialized (select * from list_figure_sums(p_from, p_to)),
  by_completion as (
    insert into completion_rows as r (completion_id, user_id, offer_id, google, completed_at, payout_paise,
      revenue_paise, spun, spun_at, won_paise, approved, reversed, clicked_at)
    select f.completion_id, f.user_id, f.offer_id, f.google, f.completed_at, f.payout_paise, f.revenue_paise, f.spun,
      f.spun_at, f.won_paise, f.approved, f.reversed,
      -- The click is looked up only when the row is inserted.
      case when not exists (select from completion_rows k where k.completion_id = f.completion_id)
        then f.clicked_at end
    from list_touched_rows(p_from, p_to) f
    on conflict (completion_id) do update set google = excluded.google, payout_paise = excluded.payout_paise,
      revenue_paise = excluded.revenue_paise, spun = excluded.spun, spun_at = excluded.spun_at,
      won_paise = excluded.won_paise, approved = excluded.approved, reversed = excluded.reversed
    where (r.google, r.payout_paise, r.revenue_paise, r.spun_at, r.won_paise, r.approved, r.reversed)
      is distinct from (excluded.google, excluded.payout_paise, excluded.revenue_paise, excluded.spun_at,
        excluded.won_paise, excluded.approved, excluded.reversed)
  ),
  by_user as (
    update user_stats s set completions = s.completions + t.approved,
      unapproved = s.unapproved + t.completions - t.approved, spins = s.spins + t.spins,
      vouchers_won = s.vouchers_won + t.won, voucher_value_paise = s.voucher_value_paise + t.won_paise,
      revenue_paise = s.revenue_paise + t.revenue_paise,
      lost_revenue_paise = s.lost_revenue_paise + t.lost_revenue_paise,
      won_revenue_paise = s.won_revenue_paise + t.won_revenue_paise, clicks = s.clicks + t.clicks,
      last_completion_at = greatest(s.last_completion_at, t.last_completion_at),
      last_activity_at = greatest(s.last_activity_at, t.last_activity_at)
    from sums t where t.aggregate = 'user_stats' and t.user_id = s.user_id
  ),
  by_offer as (
    insert into offer_days as d (day, offer_id, clicks, completions, spins, wins, won_paise, revenue_paise)
    select day, offer_id, clicks, approved, spins, wins, prize_paise, revenue_paise
    from sums where aggregate = 'offer_days'
    -- Inserts in key order, so that after a recount, a query for a range of days reads each page once.
    order by offer_id, day
    on conflict (offer_id, day) do update set clicks = d.clicks + excluded.clicks,
      completions = d.completions + excluded.completions, spins = d.spins + excluded.spins,
      wins = d.wins + excluded.wins, won_paise = d.won_paise + excluded.won_paise,
      revenue_paise = d.revenue_paise + excluded.revenue_paise
  ),
  clicks_in_total as (
    insert into click_totals as t (offer_id, clicks)
    select offer_id, clicks from sums where aggregate = 'click_totals'
    on conflict (offer_id) do update set clicks = t.clicks + excluded.clicks
  ),
  in_total as (
    insert into conversion_totals as t (offer_id, google, completions, approved, lost, won, revenue_paise,
      lost_revenue_paise, won_revenue_paise, won_paise)
    select offer_id, google, completions, approved, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise,
      won_paise
    from sums where aggregate = 'conversion_totals'
    on conflict (offer_id, google) do update set completions = t.completions + excluded.completions,
      approved = t.approved + excluded.approved, lost = t.lost + excluded.lost, won = t.won + excluded.won,
      revenue_paise = t.revenue_paise + excluded.revenue_paise,
      lost_revenue_paise = t.lost_revenue_paise + excluded.lost_revenue_paise,
      won_revenue_paise = t.won_revenue_paise + excluded.won_revenue_paise,
      won_paise = t.won_paise + excluded.won_paise
  )
  insert into conversion_days as d (day, offer_id, google, completions, lost, won, revenue_paise, lost_revenue_paise,
    won_revenue_paise, won_paise)
  select day, offer_id, google, completions, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise, won_paise
  from sums where aggregate = 'conversion_days' order by offer_id, day, google
  on conflict (offer_id, day, google) do update set completions = d.completions + excluded.completions,
    lost = d.lost + excluded.lost, won = d.won + excluded.won, revenue_paise = d.revenue_paise + excluded.revenue_paise,
    lost_revenue_paise = d.lost_revenue_paise + excluded.lost_revenue_paise,
    won_revenue_paise = d.won_revenue_paise + excluded.won_revenue_paise, won_paise = d.won_paise + excluded.won_paise
$$;

-- Advances a feed consumer by at most p_most transactions, in one transaction with the consumer's effects, so a crash
-- leaves either both or neither. Only one process at a time advances a consumer; other processes skip the step.
-- Returns how many transactions it read: 0 if there are none, null if another process is advancing the consumer.
-- Each step is planned for its own size: for a thousand facts, a cached plan for ten would scan every row for each
-- fact.
create or replace function advance_change_feed(p_consumer text, p_most int) returns bigint language plpgsql
set plan_cache_mode = force_custom_plan as $$
declare
  v_from xid8;
  v_to xid8;
begin
  select xid into v_from from change_feed_consumers where name = p_consumer for update skip locked;
  if not found then
    return null;
  end if;
  -- Read before the statements below take their snapshots, so these statements see all transactions below v_to.
  v_to := least(pg_snapshot_xmin(pg_current_snapshot()), (v_from::text::bigint + p_most)::text::xid8);
  if v_to <= v_from then
    return 0;
  end if;
  execute format('select consume_changes_for_%s($1, $2)', p_consumer) using v_from, v_to;
  update change_feed_consumers set xid = v_to, advanced_at = now() where name = p_consumer;
  return v_to::text::bigint - v_from::text::bigint;
end $$;

-- Whether a consumer has unread facts. Takes no lock. Usually there are none, and then callers need not call
-- advance_change_feed.
create or replace function change_feed_has_pending(p_consumer text) returns boolean language sql stable as $$
  -- Reads the newest xid of each table from an index. For an existence check the planner would scan the table.
  select coalesce(greatest(
    (select xid from clicks order by xid desc limit 1),
    (select xid from completions order by xid desc limit 1),
    (select xid from completion_events order by xid desc limit 1),
    (select xid from spins order by xid desc limit 1),
    (select xid from voucher_awards order by xid desc limit 1),
    (select xid from user_provider_changes order by xid desc limit 1),
    (select xid from payments order by xid desc limit 1),
    (select xid from payment_events order by xid desc limit 1),
    (select xid from domain_events order by xid desc limit 1)) >= f.xid, false)
  from change_feed_consumers f where f.name = p_consumer
$$;

-- When Google is linked to an account or unlinked from it, the account's completions move between the figures of users
-- with and without Google.
create or replace function record_provider_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.provider_uid is null
    or tg_op = 'UPDATE' and (new.provider_uid is null) = (old.provider_uid is null) then
    return null;
  end if;
  insert into user_provider_changes (user_id, joined) values (new.id, new.provider_uid is not null)
  on conflict (user_id, xid) do update set joined = excluded.joined;
  return null;
end $$;

create or replace trigger users_provider_recorded after insert or update of provider_uid on users
  for each row execute function record_provider_change();

-- Updates user_activity_hours. The writer of user_stats has locked the user's row, so two calls never run at once for a
-- user.
create or replace function sync_activity_hour() returns trigger language plpgsql as $$
begin
  insert into user_activity_hours (user_id, hour) values (new.user_id, date_trunc('hour', new.last_activity_at, 'UTC'))
  on conflict (user_id) do update set hour = excluded.hour;
  return null;
end $$;

create or replace trigger user_stats_made after insert on user_stats
  for each row execute function sync_activity_hour();

create or replace trigger user_stats_activity_hour after update of last_activity_at on user_stats for each row
  when (date_trunc('hour', old.last_activity_at, 'UTC') <> date_trunc('hour', new.last_activity_at, 'UTC'))
  execute function sync_activity_hour();

-- Rebuilds list rows and all aggregates from the facts, while other transactions may write facts. Its plans join whole
-- tables instead of looking up rows, because it reads all transactions.
create or replace function recount() returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_to xid8;
begin
  perform 1 from change_feed_consumers where name = 'figures' for update;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  delete from completion_rows;
  delete from offer_days;
  delete from conversion_days;
  delete from conversion_totals;
  delete from click_totals;
  insert into user_stats (user_id) select id from users on conflict do nothing;
  update user_stats set completions = 0, unapproved = 0, spins = 0, vouchers_won = 0, voucher_value_paise = 0,
    revenue_paise = 0, lost_revenue_paise = 0, won_revenue_paise = 0, clicks = 0, last_completion_at = null
  where (completions, unapproved, spins, vouchers_won, voucher_value_paise, revenue_paise, lost_revenue_paise,
      won_revenue_paise, clicks, last_completion_at) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, null::timestamptz);
  perform consume_changes_for_figures('0', v_to);
  update change_feed_consumers set xid = v_to, advanced_at = now() where name = 'figures';
end $$;

-- Lists figures that differ from the facts; no rows if all figures are right. Checks all figures, the figures of some
-- users, or those of one day. A day's spins are left out, because no index finds them; total_differences compares their
-- sums.
create or replace function figure_differences(p_first_user bigint default null, p_last_user bigint default null,
  p_day date default null)
returns table (what text) language sql stable as $$
  with shown as (
    select format('offer %s on %s', offer_id, day) as of,
      array[sum(clicks), sum(completions), sum(revenue_paise)]
        || case when p_day is null then array[sum(spins), sum(wins), sum(won_paise)] end as figures
    from offer_days_now() where p_first_user is null and (p_day is null or day = p_day) group by offer_id, day
    union all
    select format('conversions of offer %s on %s, provider %s', offer_id, day, google),
      array[sum(completions), sum(lost), sum(won), sum(revenue_paise), sum(lost_revenue_paise),
        sum(won_revenue_paise), sum(won_paise)]
    from conversion_days_now() where p_first_user is null and (p_day is null or day = p_day)
    group by offer_id, day, google
    union all
    select format('conversions of offer %s, provider %s', offer_id, google),
      array[sum(completions), sum(approved), sum(lost), sum(won), sum(revenue_paise), sum(lost_revenue_paise),
        sum(won_revenue_paise), sum(won_paise)]
    from conversion_totals_now() where p_first_user is null and p_day is null group by offer_id, google
    union all
    select format('clicks of offer %s', offer_id), array[sum(clicks)]
    from click_totals_now() where p_first_user is null and p_day is null group by offer_id
    union all
    select format('user %s', user_id), array[completions, unapproved, spins, vouchers_won, voucher_value_paise,
      revenue_paise, lost_revenue_paise, won_revenue_paise, clicks,
      coalesce(extract(epoch from last_completion_at), 0)]
    from user_stats_now()
    where p_day is null and (p_first_user is null or user_id between p_first_user and p_last_user)
  ),
  facts as (
    select case aggregate when 'offer_days' then format('offer %s on %s', offer_id, day)
        when 'conversion_days' then format('conversions of offer %s on %s, provider %s', offer_id, day, google)
        when 'conversion_totals' then format('conversions of offer %s, provider %s', offer_id, google)
        when 'click_totals' then format('clicks of offer %s', offer_id) else format('user %s', user_id) end as of,
      case aggregate when 'offer_days' then array[clicks, approved, revenue_paise]::numeric[]
          || case when p_day is null then array[spins, wins, prize_paise]::numeric[] end
        when 'conversion_days' then
          array[completions, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise, won_paise]
        when 'conversion_totals' then
          array[completions, approved, lost, won, revenue_paise, lost_revenue_paise, won_revenue_paise, won_paise]
        when 'click_totals' then array[clicks]
        else array[approved, completions - approved, spins, won, won_paise, revenue_paise, lost_revenue_paise,
          won_revenue_paise, clicks, coalesce(extract(epoch from last_completion_at), 0)] end as figures
    from list_figure_sums('0', last_settled_xid(), p_first_user, p_last_user, p_day)
    where p_first_user is null and p_day is null or p_first_user is not null and aggregate = 'user_stats'
      or day = p_day and aggregate in ('offer_days', 'conversion_days')
  )
  select format('%s: shown %s, facts %s', coalesce(s.of, f.of), s.figures, f.figures)
  from shown s full join facts f on f.of = s.of
  where coalesce(s.figures, array_fill(0::numeric, array[cardinality(f.figures)]))
    is distinct from coalesce(f.figures, array_fill(0::numeric, array[cardinality(s.figures)]))
$$;

-- Lists sums of figures that contradict each other; no rows if all are right. The days of an offer must add up to its
-- totals, and all offers to the same sums as all users.
-- Reads aggregates, which have a row per offer and day and a row per user. Of the facts, it reads only those that are
-- not consumed yet, and milestones.
create or replace function total_differences() returns table (what text) language sql stable as $$
  with days as (
    select offer_id, sum(completions) as completions, sum(lost) as lost, sum(won) as won,
      sum(revenue_paise) as revenue_paise, sum(won_paise) as won_paise
    from conversion_days_now() group by offer_id
  ),
  spin_days as (
    select offer_id, sum(clicks) as clicks, sum(completions) as approved, sum(spins) as spins, sum(wins) as wins,
      sum(won_paise) as won_paise, sum(revenue_paise) as revenue_paise
    from offer_days_now() group by offer_id
  ),
  totals as (
    select offer_id, sum(completions) as completions, sum(approved) as approved, sum(lost) as lost, sum(won) as won,
      sum(revenue_paise) as revenue_paise, sum(won_paise) as won_paise
    from conversion_totals_now() group by offer_id
  ),
  clicked as (
    select offer_id, sum(clicks) as clicks from click_totals_now() group by offer_id
  ),
  -- Milestones count as a cost of their offers and users, but in no total of completions.
  milestones as (
    select c.offer_id, sum(s.amount_paise) as won_paise
    from completions c join spins s on s.completion_id = c.id where c.source = 'house' group by c.offer_id
  ),
  compared as (
    select format('offer %s, completions by day', offer_id) as of,
      array[d.completions, d.lost, d.won, d.revenue_paise, d.won_paise] as parts,
      array[t.completions, t.lost, t.won, t.revenue_paise, t.won_paise] as whole
    from days d full join totals t using (offer_id)
    union all
    select format('offer %s, clicks and spins by day', offer_id),
      array[d.clicks, d.approved, d.spins, d.wins, d.won_paise, d.revenue_paise],
      array[c.clicks, t.approved, t.lost + t.won, t.won, coalesce(t.won_paise, 0) + coalesce(m.won_paise, 0),
        t.revenue_paise]
    from spin_days d full join totals t using (offer_id) full join clicked c using (offer_id)
    left join milestones m using (offer_id)
    union all
    select format('offer %s, cost of spins on %s', offer_id, day), array[h.spins, h.won_paise],
      array[d.spins, d.won_paise]
    from (select offer_id, ist_day(hour) as day, sum(won_paise) as won_paise,
        -- Spins of milestones count as a cost, but in no figure of spins.
        sum(spins) filter (where offer_id not in (select offer_id from list_house_offers())) as spins
      from spend_since('-infinity') group by 1, 2) h
    full join (select offer_id, day, sum(spins) as spins, sum(won_paise) as won_paise
      from offer_days_now() group by 1, 2) d using (offer_id, day)
    union all
    select 'all users',
      (select array[sum(completions), sum(spins), sum(vouchers_won), sum(voucher_value_paise), sum(revenue_paise)]
       from user_stats_now()),
      (select array[sum(approved), sum(lost + won), sum(won),
        coalesce(sum(won_paise), 0) + coalesce((select sum(won_paise) from milestones), 0), sum(revenue_paise)]
       from totals)
  )
  select format('%s: parts %s, whole %s', of, parts, whole)
  from compared
  -- A missing row counts as zeros.
  where array(select coalesce(n, 0) from unnest(parts) n) <> array(select coalesce(n, 0) from unnest(whole) n)
$$;

-- Repairs the feed of a database whose rows have transaction ids of another server, because it was restored from a dump
-- or was a logical replica. While such ids are ahead of the server's own ids, some facts stay unread, and others are
-- counted twice. Of the facts with such ids, those that every consumer has read get the id 0, and the others get the id
-- of this transaction. Then the aggregates are rebuilt. Also counts the vouchers if they were never counted.
-- migrate() calls it as the owner, because it disables the append-only triggers while all writers wait.
-- Returns whether it repaired transaction ids.
create or replace function repair_change_feed() returns boolean language plpgsql as $$
declare
  v_facts text[] :=
    '{clicks,completions,completion_events,payments,payment_events,spins,voucher_awards,user_provider_changes,
      domain_events}';
  v_table text;
  v_kept text[];
  v_trigger text;
  v_next xid8 := pg_snapshot_xmax(pg_current_snapshot());
  v_read xid8;
  is_ahead boolean := exists (select 1 from change_feed_consumers where xid > v_next);
begin
  -- The triggers that count vouchers exist by now, so no change is missed.
  if not exists (select 1 from change_feed_consumers where name = 'voucher_counts') then
    insert into change_feed_consumers (name, xid) values ('voucher_counts', '0');
    perform recount_vouchers();
  end if;
  foreach v_table in array v_facts loop
    exit when is_ahead;
    execute format('select exists (select 1 from %I where xid >= $1)', v_table) using v_next into is_ahead;
  end loop;
  if not is_ahead then
    return false;
  end if;
  perform 1 from change_feed_consumers order by name for update;
  foreach v_table in array v_facts loop
    execute format('lock table %I in share row exclusive mode', v_table);
  end loop;
  -- From here on no other transaction writes facts: all writers wait for these locks.
  v_next := pg_snapshot_xmin(pg_current_snapshot());
  -- The aggregates of 'figures', 'voucher_counts' and 'spend' are rebuilt below. All other consumers must still read
  -- the facts that they have not read.
  select coalesce(min(xid), last_settled_xid()) into v_read
  from change_feed_consumers where name not in ('figures', 'voucher_counts', 'spend');
  -- Keeps only the last change of each account. The update below may give several changes the same xid, and the key of
  -- the table allows only one change per account and xid.
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
  update change_feed_consumers set xid = v_next where name <> 'figures' and xid > v_next;
  perform recount();
  perform recount_vouchers();
  perform recount_spend();
  return true;
end $$;
