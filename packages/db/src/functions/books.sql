-- The ledger is checked piece by piece, so that a check costs the same however large the ledger is. Its parts, such as
-- completions and users, are cut into ranges. All ranges together check what ledger_differences checks, except on which
-- days the spins are counted.

-- The number of ids in a range of a part, or 1 for parts without ids. Checking a range takes some tenths of a second
-- even on a busy machine. Users cost most, because of their completions and clicks. The parts 'seals' and 'entries'
-- belong to the audit log, and packages/core checks them.
create or replace function get_book_range_size(p_part text) returns bigint language sql immutable as $$
  select case p_part when 'completions' then 5000 when 'users' then 500 when 'vouchers' then 10000
    when 'seals' then 200 when 'entries' then 20000 else 1 end
$$;

-- Every range that exists now: its part and its first element, which is an id, a day (days since 1970-01-01) or an
-- amount in paise.
create or replace function list_book_ranges() returns table (part text, first bigint) language sql stable as $$
  select p.part, n
  from (values ('completions', (select max(id) from completions)), ('users', (select max(id) from users)),
    ('vouchers', (select max(id) from vouchers)), ('seals', (select max(id) from audit_seals)),
    ('entries', (select max(id) from audit_log))) p (part, last)
  cross join lateral generate_series(0, p.last, get_book_range_size(p.part)) n
  union all
  select 'days', day::date - date '1970-01-01'
  from generate_series(
    ist_day(least((select min(completed_at) from completions), (select min(created_at) from clicks))),
    ist_day(now()), interval '1 day') day
  union all
  select distinct 'amounts', amount_paise from voucher_counts
  union all
  select part, 0 from unnest('{odds,totals}'::text[]) part
$$;

-- The violations in one range of the ledger. Each range gets a new plan: a generic plan would read whole tables.
create or replace function book_differences(p_part text, p_first bigint) returns table (what text)
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  v_next bigint := p_first + get_book_range_size(p_part);
begin
  case p_part
    when 'completions' then return query select d.what from completion_differences(p_first, v_next) d;
    when 'vouchers' then return query select d.what from voucher_differences(p_first, v_next) d;
    when 'users' then return query select 'figures of ' || d.what from figure_differences(p_first, v_next - 1) d;
    when 'days' then
      return query select 'figures of ' || d.what
        from figure_differences(null, null, date '1970-01-01' + p_first::int) d;
    when 'amounts' then
      return query select 'figures of vouchers, ' || d.what from voucher_count_differences(p_first) d;
    when 'odds' then return query select d.what from odds_differences() d;
    when 'totals' then return query select 'sums of ' || d.what from total_differences() d;
  end case;
end $$;
