-- Tables partitioned by month: infra/docs/decisions/0029-partitions-by-month.md.

-- Lists the partitions of the partitioned tables. The bounds of the default partition are null.
create or replace function partitions() returns table (parent text, name text, first_at timestamptz,
  end_at timestamptz, is_default boolean)
language sql stable set timezone = 'UTC' as $$
  select p.relname::text, c.relname::text,
    -- PostgreSQL writes the bounds as FOR VALUES FROM ('2026-12-01 00:00:00+00') TO ('2027-01-01 00:00:00+00').
    substring(b.bound from $re$FROM \('([^']+)'\)$re$)::timestamptz,
    substring(b.bound from $re$TO \('([^']+)'\)$re$)::timestamptz,
    b.bound = 'DEFAULT'
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  join pg_class p on p.oid = i.inhparent
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid)) b (bound)
  where p.oid in ('public.messages'::regclass, 'public.security_event_details'::regclass,
    'public.security_events'::regclass)
$$;

-- Creates missing partitions of the month of p_at and the next three months. Drops partitions whose first day is at
-- least p_log_days before p_at, or none if p_log_days is null. Moves rows of these four months from the default
-- partition to the new partitions. Returns a line per action. Runs with the caller's rights. The runtime role may not
-- create or drop partitions, so it calls maintain_partitions.
-- p_log_days: see packages/contracts/src/account/retention.ts.
create or replace function maintain_partitions_at(p_at timestamptz, p_log_days int) returns text[] language plpgsql
set timezone = 'UTC' as $$
declare
  -- The start of a UTC month, because the function sets the time zone to UTC.
  this_month timestamptz := date_trunc('month', p_at);
  v_first timestamptz;
  v_end timestamptz;
  v_name text;
  v_some boolean;
  v_look text;
  t record;
  p record;
  done text[] := '{}';
begin
  -- Concurrent processes run one after the other.
  perform from named_locks where name = 'partitions' for update;
  for t in
    -- Details are listed before their events, so they are dropped first. at_work: a condition; a partition with rows
    -- that meet it is not dropped.
    select * from (values
      ('security_event_details', 'at', null),
      ('security_events', 'at', null),
      ('messages', 'month', 'status = ''queued''')
    ) w (parent, moment, at_work)
  loop
    -- On an engine without partitions (decision 0027), a job deletes old rows one by one instead.
    continue when not exists (select from pg_partitioned_table where partrelid = ('public.' || t.parent)::regclass);
    for p in
      select q.name, q.first_at from partitions() q
      where q.parent = t.parent and not q.is_default and q.first_at <= p_at - make_interval(days => p_log_days)
      order by q.first_at
    loop
      if t.at_work is not null then
        v_look := format('select exists (select from public.%I where %s)', p.name, t.at_work);
        execute v_look into v_some;
        continue when v_some;
        -- Looks again under a lock, because such a row may have arrived since. Every statement locks the partitioned
        -- table before the partition, so a lock on the table is enough.
        execute format('lock table only public.%I in access exclusive mode', t.parent);
        execute v_look into v_some;
        continue when v_some;
      end if;
      execute format('drop table public.%I', p.name);
      done := done || format('dropped %s', p.name);
    end loop;
    for i in 0..3 loop
      v_first := this_month + make_interval(months => i);
      v_end := this_month + make_interval(months => i + 1);
      continue when exists (
        select from partitions() q
        where q.parent = t.parent and not q.is_default and q.first_at <= v_first and q.end_at > v_first);
      v_name := format('%s_%s', t.parent, to_char(v_first, 'YYYY_MM'));
      execute format('create table public.%I (like public.%I including defaults including constraints)', v_name,
        t.parent);
      execute format('select exists (select from public.%I where %I >= $1 and %2$I < $2)', t.parent || '_default',
        t.moment) into v_some using v_first, v_end;
      if v_some then
        execute format('lock table public.%I in access exclusive mode', t.parent || '_default');
        execute format('with moved as (delete from public.%I where %I >= $1 and %2$I < $2 returning *)
          insert into public.%I select * from moved', t.parent || '_default', t.moment, v_name) using v_first, v_end;
      end if;
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', t.parent, v_name,
        v_first, v_end);
      done := done || format('made %s', v_name);
    end loop;
  end loop;
  return done;
end $$;

-- Calls maintain_partitions_at for the current time with the owner's rights. This is the only schema change that the
-- runtime role may make. The caller cannot choose tables or months. Logs of the last 30 days are never dropped: 61 days
-- after the first day of a month, the month's last row is at least 30 days old.
-- Waits for a lock for at most 2 s, like a migration, then throws; the caller tries again later.
create or replace function maintain_partitions(p_log_days int) returns text[] language sql
security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
  select public.maintain_partitions_at(now(), case when p_log_days is not null then greatest(p_log_days, 61) end)
$$;
