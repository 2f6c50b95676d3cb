-- The counters that lists and dashboards read, and the triggers that keep them.

-- Adds to the offer's day. The day has eight rows, chosen by connection, so that two transactions seldom wait for the
-- same row. Readers sum the rows.
create or replace function count_offer_day(p_offer bigint, p_at timestamptz, p_clicks int, p_completions int,
  p_spins int, p_wins int, p_won bigint, p_revenue bigint)
returns void language sql as $$
  insert into offer_days as d (day, offer_id, shard, clicks, completions, spins, wins, won_paise, revenue_paise)
  values (ist_day(p_at), p_offer, pg_backend_pid() % 8, p_clicks, p_completions, p_spins, p_wins, p_won, p_revenue)
  on conflict (offer_id, day, shard) do update set
    clicks = d.clicks + excluded.clicks, completions = d.completions + excluded.completions,
    spins = d.spins + excluded.spins, wins = d.wins + excluded.wins,
    won_paise = d.won_paise + excluded.won_paise, revenue_paise = d.revenue_paise + excluded.revenue_paise
$$;

-- Adds to the counters of a completion's user and of its offer, on the day of the completion: a reversal that comes
-- later is taken from that day, not from its own.
create or replace function count_completion(c completions, p_completions int, p_revenue bigint)
returns void language sql as $$
  update user_stats set completions = completions + p_completions, revenue_paise = revenue_paise + p_revenue,
    -- Two completions at once may be counted in the other order than they began.
    last_completion_at =
      case when p_completions > 0 then greatest(last_completion_at, c.completed_at) else last_completion_at end
  where user_id = c.user_id;
  select count_offer_day(c.offer_id, c.completed_at, 0, p_completions, 0, 0, 0, p_revenue)
$$;

-- Adds to the figures of completions on the completion's day, in one of four rows chosen by connection.
create or replace function count_conversion(p_completion bigint, p_completions int, p_lost int, p_won int,
  p_won_paise bigint, p_revenue bigint, p_lost_revenue bigint, p_won_revenue bigint)
returns void language sql as $$
  insert into conversion_days as d (day, offer_id, google, shard, completions, lost, won, won_paise, revenue_paise,
    lost_revenue_paise, won_revenue_paise)
  select ist_day(c.completed_at), c.offer_id, u.provider_uid is not null, pg_backend_pid() % 4,
    p_completions, p_lost, p_won, p_won_paise, p_revenue, p_lost_revenue, p_won_revenue
  from completions c join users u on u.id = c.user_id where c.id = p_completion
  on conflict (offer_id, day, google, shard) do update set
    completions = d.completions + excluded.completions, lost = d.lost + excluded.lost, won = d.won + excluded.won,
    won_paise = d.won_paise + excluded.won_paise, revenue_paise = d.revenue_paise + excluded.revenue_paise,
    lost_revenue_paise = d.lost_revenue_paise + excluded.lost_revenue_paise,
    won_revenue_paise = d.won_revenue_paise + excluded.won_revenue_paise
$$;

-- A new spin stands for a new completion. A spin that is settled moves its completion's revenue to lost or won.
create or replace function count_spin() returns trigger language plpgsql as $$
declare
  revenue bigint;
  lost int := (new.spun_at is not null and new.amount_paise is null)::int;
  won int := (new.amount_paise is not null)::int;
  won_paise bigint := coalesce(new.amount_paise, 0);
begin
  select case when status = 'approved' then payout_paise else 0 end into revenue
  from completions where id = new.completion_id;
  if tg_op = 'INSERT' then
    perform count_conversion(new.completion_id, 1, lost, won, won_paise, revenue, lost * revenue, won * revenue);
  else
    lost := lost - (old.spun_at is not null and old.amount_paise is null)::int;
    won := won - (old.amount_paise is not null)::int;
    won_paise := won_paise - coalesce(old.amount_paise, 0);
    perform count_conversion(new.completion_id, 0, lost, won, won_paise, 0, lost * revenue, won * revenue);
  end if;
  return null;
end $$;

create or replace trigger spins_counted after insert on spins for each row execute function count_spin();

create or replace trigger spins_counted_again after update of spun_at, amount_paise on spins for each row
  when (old.spun_at is distinct from new.spun_at or old.amount_paise is distinct from new.amount_paise)
  execute function count_spin();

-- A completion that is reversed, confirmed or paid differently has another revenue.
create or replace function count_revenue() returns trigger language plpgsql as $$
declare
  s spins;
  more bigint := case when new.status = 'approved' then new.payout_paise else 0 end
    - case when old.status = 'approved' then old.payout_paise else 0 end;
begin
  select * into s from spins where completion_id = new.id;
  if found and more <> 0 then
    perform count_conversion(new.id, 0, 0, 0, 0, more,
      case when s.spun_at is not null and s.amount_paise is null then more else 0 end,
      case when s.amount_paise is not null then more else 0 end);
  end if;
  return null;
end $$;

create or replace trigger completions_counted after update of status, payout_paise on completions for each row
  when (old.status <> new.status or old.payout_paise <> new.payout_paise) execute function count_revenue();

-- Adds (p_sign 1) or takes away (p_sign -1) the figures of a user's completions, or of everybody's when p_user is null.
-- p_google: under which kind of user; null for the kind that the user is now.
create or replace function add_conversions(p_user bigint, p_google boolean, p_sign int) returns void language sql as $$
  insert into conversion_days as d (day, offer_id, google, shard, completions, lost, won, revenue_paise,
    lost_revenue_paise, won_revenue_paise, won_paise)
  select ist_day(c.completed_at), c.offer_id, coalesce(p_google, u.provider_uid is not null), 0, p_sign * count(*),
    p_sign * count(*) filter (where s.spun_at is not null and s.amount_paise is null), p_sign * count(s.amount_paise),
    coalesce(p_sign * sum(c.payout_paise) filter (where c.status = 'approved'), 0),
    coalesce(p_sign * sum(c.payout_paise)
      filter (where c.status = 'approved' and s.spun_at is not null and s.amount_paise is null), 0),
    coalesce(p_sign * sum(c.payout_paise) filter (where c.status = 'approved' and s.amount_paise is not null), 0),
    coalesce(p_sign * sum(s.amount_paise), 0)
  from completions c join spins s on s.completion_id = c.id join users u on u.id = c.user_id
  where p_user is null or c.user_id = p_user group by 1, 2, 3 order by 2, 1, 3
  on conflict (offer_id, day, google, shard) do update set
    completions = d.completions + excluded.completions, lost = d.lost + excluded.lost, won = d.won + excluded.won,
    won_paise = d.won_paise + excluded.won_paise, revenue_paise = d.revenue_paise + excluded.revenue_paise,
    lost_revenue_paise = d.lost_revenue_paise + excluded.lost_revenue_paise,
    won_revenue_paise = d.won_revenue_paise + excluded.won_revenue_paise
$$;

-- A user who links or unlinks the identity provider takes earlier completions along to the other kind of user.
create or replace function count_user_anew() returns trigger language plpgsql as $$
begin
  perform add_conversions(new.id, old.provider_uid is not null, -1),
    add_conversions(new.id, new.provider_uid is not null, 1);
  return null;
end $$;

create or replace trigger users_counted after update of provider_uid on users for each row
  when ((old.provider_uid is null) <> (new.provider_uid is null)) execute function count_user_anew();

-- Makes all counters again from the facts. It locks them for the time that it takes.
-- A completion counts once it is confirmed, on the day of the completion. Its revenue counts while it is not reversed.
create or replace function recount() returns void language plpgsql as $$
begin
  -- Transactions that write all three write conversion_days first. Locking it first makes them wait before they have
  -- written any, so that they cannot deadlock with this.
  lock table conversion_days in share row exclusive mode;
  lock table user_stats, offer_days in share row exclusive mode;
  delete from offer_days;
  insert into offer_days (day, offer_id, shard, clicks, completions, spins, wins, won_paise, revenue_paise)
  select day, offer_id, 0, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won), sum(revenue) from (
    select ist_day(created_at) as day, offer_id, 1 as clicks, 0 as completions, 0 as spins, 0 as wins, 0 as won,
      0 as revenue
    from clicks
    union all
    select ist_day(completed_at), offer_id, 0, 1, 0, 0, 0, case when status = 'approved' then payout_paise else 0 end
    from completions where approved_at is not null
    union all
    select ist_day(s.spun_at), c.offer_id, 0, 0, 1, (s.amount_paise is not null)::int, coalesce(s.amount_paise, 0), 0
    from spins s join completions c on c.id = s.completion_id where s.spun_at is not null
  ) facts group by day, offer_id;
  insert into user_stats (user_id, completions, spins, vouchers_won, voucher_value_paise, revenue_paise,
    last_completion_at)
  select u.id, count(c.id) filter (where c.approved_at is not null), count(s.spun_at), count(s.amount_paise),
    coalesce(sum(s.amount_paise), 0), coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0),
    max(c.completed_at) filter (where c.approved_at is not null)
  from users u left join completions c on c.user_id = u.id left join spins s on s.completion_id = c.id
  group by u.id
  on conflict (user_id) do update set completions = excluded.completions, spins = excluded.spins,
    vouchers_won = excluded.vouchers_won, voucher_value_paise = excluded.voucher_value_paise,
    revenue_paise = excluded.revenue_paise, last_completion_at = excluded.last_completion_at;
  delete from conversion_days;
  perform add_conversions(null, null, 1);
end $$;
