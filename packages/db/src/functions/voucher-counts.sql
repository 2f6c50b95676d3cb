-- Voucher counts by type, brand and amount. Triggers count changes of vouchers. A feed consumer counts awards, so that
-- spins do not write to this table.

-- Counts the vouchers that a statement changed, in key order so that statements do not deadlock.
create or replace function count_vouchers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into voucher_counts as c (type, brand, amount_paise, total, expired, used, withdrawn)
    select type, brand, amount_paise, count(*), count(expired_at), count(used_at), count(withdrawn_at)
    from new_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (type, brand, amount_paise) do update set total = c.total + excluded.total,
      expired = c.expired + excluded.expired, used = c.used + excluded.used,
      withdrawn = c.withdrawn + excluded.withdrawn;
  elsif tg_op = 'DELETE' then
    insert into voucher_counts as c (type, brand, amount_paise, total, expired, used, withdrawn)
    select type, brand, amount_paise, -count(*), -count(expired_at), -count(used_at), -count(withdrawn_at)
    from old_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (type, brand, amount_paise) do update set total = c.total + excluded.total,
      expired = c.expired + excluded.expired, used = c.used + excluded.used,
      withdrawn = c.withdrawn + excluded.withdrawn;
  else
    -- An award is counted under its voucher's type and brand, so these must not change after a win.
    if exists (
      select 1 from old_rows o join new_rows n on n.id = o.id join voucher_awards a on a.voucher_id = o.id
      where (o.type, o.brand) <> (n.type, n.brand)
    ) then
      raise exception 'a won voucher keeps its type and brand' using errcode = 'check_violation';
    end if;
    insert into voucher_counts as c (type, brand, amount_paise, total, expired, used, withdrawn)
    select type, brand, amount_paise, sum(sign), sum(sign * num_nonnulls(expired_at)),
      sum(sign * num_nonnulls(used_at)), sum(sign * num_nonnulls(withdrawn_at))
    from (
      select 1 as sign, type, brand, amount_paise, expired_at, used_at, withdrawn_at from new_rows
      union all
      select -1, type, brand, amount_paise, expired_at, used_at, withdrawn_at from old_rows
    ) moves
    group by 1, 2, 3
    having sum(sign) <> 0 or sum(sign * num_nonnulls(expired_at)) <> 0 or sum(sign * num_nonnulls(used_at)) <> 0
      or sum(sign * num_nonnulls(withdrawn_at)) <> 0
    order by 1, 2, 3
    on conflict (type, brand, amount_paise) do update set total = c.total + excluded.total,
      expired = c.expired + excluded.expired, used = c.used + excluded.used,
      withdrawn = c.withdrawn + excluded.withdrawn;
  end if;
  return null;
end $$;

create or replace trigger vouchers_counted after insert on vouchers
  referencing new table as new_rows for each statement execute function count_vouchers();

create or replace trigger vouchers_counted_update after update on vouchers
  referencing old table as old_rows new table as new_rows for each statement execute function count_vouchers();

create or replace trigger vouchers_counted_delete after delete on vouchers
  referencing old table as old_rows for each statement execute function count_vouchers();

-- Counts the awards of transactions from p_from up to but not including p_to.
create or replace function voucher_count_changes(p_from xid8, p_to xid8)
returns table (type text, brand text, amount_paise bigint, awarded int)
language sql stable as $$
  select v.type, v.brand, v.amount_paise, count(*)::int
  from voucher_awards a join vouchers v on v.id = a.voucher_id
  where a.xid >= p_from and a.xid < p_to
  group by v.type, v.brand, v.amount_paise
$$;

-- The feed's consumer 'voucher_counts'.
create or replace function consume_changes_for_voucher_counts(p_from xid8, p_to xid8) returns void language sql as $$
  insert into voucher_counts as c (type, brand, amount_paise, awarded)
  select d.type, d.brand, d.amount_paise, d.awarded from voucher_count_changes(p_from, p_to) d order by 1, 2, 3
  on conflict (type, brand, amount_paise) do update set awarded = c.awarded + excluded.awarded
$$;

-- The current counts: voucher_counts plus the awards that the consumer has not counted yet, in one snapshot.
create or replace function voucher_counts_now()
returns table (type text, brand text, amount_paise bigint, total int, expired int, used int, withdrawn int, awarded int)
language sql stable as $$
  select type, brand, amount_paise, total, expired, used, withdrawn, awarded from voucher_counts
  union all
  select d.type, d.brand, d.amount_paise, 0, 0, 0, 0, d.awarded
  from voucher_count_changes((select xid from change_feed_consumers where name = 'voucher_counts'),
    last_settled_xid()) d
$$;

-- For each amount in stock, owed, or offered by an active offer: available vouchers, owed wins, average wins per day
-- over the last two weeks (including owed wins), and how many whole days the stock lasts (null without wins). is_low: a
-- win of the amount is possible or owed, and the stock is empty or lasts less than p_low_days.
create or replace function stock_forecast(p_low_days int)
returns table (amount_paise bigint, available bigint, owed bigint, per_day numeric, days_left int, is_low boolean)
language sql stable as $$
  with counted as (
    select amount_paise, sum(total - expired - awarded)::bigint as n from voucher_counts_now() group by 1
  ), over as (
    -- Expired, but not yet removed from the stock.
    select amount_paise, count(*) as n from free_vouchers where expiry_date < ist_day(now()) group by 1
  ), stock as (
    select amount_paise, counted.n - coalesce(over.n, 0) as available
    from counted left join over using (amount_paise) where counted.n > coalesce(over.n, 0)
  ), waiting as (
    select amount_paise, count(*) as owed from owed_wins group by 1
  ), recent as (
    -- Each table is counted on its own, because there are many awards.
    select amount_paise, sum(n)::bigint as wins
    from (
      select amount_paise, count(*) as n from voucher_awards where awarded_at >= now() - interval '14 days' group by 1
      union all
      select amount_paise, count(*) from owed_wins where owed_since >= now() - interval '14 days' group by 1
    ) wanted
    group by 1
  ), promised as (
    select distinct r.amount_paise
    from offers o join offer_odds_outcomes r on r.offer_id = o.id and r.version = o.odds_version
    where o.active
  )
  select amount_paise, f.available, f.owed, round(f.wins / 14.0, 1), f.days_left,
    (f.is_promised or f.owed > 0) and (f.available = 0 or coalesce(f.days_left < p_low_days, false))
  from (
    select amount_paise, coalesce(s.available, 0) as available, coalesce(w.owed, 0) as owed,
      coalesce(r.wins, 0) as wins, (coalesce(s.available, 0) * 14 / nullif(r.wins, 0))::int as days_left,
      p.amount_paise is not null as is_promised
    from (
      select amount_paise from stock union select amount_paise from waiting union select amount_paise from promised
    ) amounts
    left join stock s using (amount_paise) left join waiting w using (amount_paise)
    left join recent r using (amount_paise) left join promised p using (amount_paise)
  ) f
  order by amount_paise
$$;

-- Rebuilds voucher_counts from the vouchers. Until it commits, changes of vouchers wait, but wins do not.
create or replace function recount_vouchers() returns void language plpgsql as $$
declare
  v_to xid8;
begin
  perform 1 from change_feed_consumers where name = 'voucher_counts' for update;
  lock table vouchers in share row exclusive mode;
  v_to := pg_snapshot_xmin(pg_current_snapshot());
  delete from voucher_counts;
  insert into voucher_counts (type, brand, amount_paise, total, expired, used, withdrawn, awarded)
  select v.type, v.brand, v.amount_paise, count(*), count(v.expired_at), count(v.used_at), count(v.withdrawn_at),
    count(a.voucher_id)
  from vouchers v left join voucher_awards a on a.voucher_id = v.id and a.xid < v_to
  group by 1, 2, 3;
  update change_feed_consumers set xid = v_to, advanced_at = now() where name = 'voucher_counts';
end $$;

-- Lists counts that differ from the vouchers; no rows if all counts are right. Checks p_amount, or all amounts.
create or replace function voucher_count_differences(p_amount bigint default null) returns table (what text)
language sql stable as $$
  select format('%s %s of %s paise: counted %s, there are %s', coalesce(c.type, f.type), coalesce(c.brand, f.brand),
    coalesce(c.amount_paise, f.amount_paise), c.counts, f.counts)
  from (
    select type, brand, amount_paise, array[sum(total), sum(expired), sum(used), sum(withdrawn), sum(awarded)] as counts
    from voucher_counts_now() where p_amount is null or amount_paise = p_amount group by 1, 2, 3
  ) c
  full join (
    select v.type, v.brand, v.amount_paise, array[count(*), count(v.expired_at), count(v.used_at),
      count(v.withdrawn_at), count(a.voucher_id)] as counts
    from vouchers v left join voucher_awards a on a.voucher_id = v.id
    where p_amount is null or v.amount_paise = p_amount group by 1, 2, 3
  ) f on (f.type, f.brand, f.amount_paise) = (c.type, c.brand, c.amount_paise)
  where coalesce(c.counts, '{0,0,0,0,0}') <> coalesce(f.counts, '{0,0,0,0,0}')
$$;
