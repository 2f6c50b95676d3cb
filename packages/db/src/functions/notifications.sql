-- Notifications about money. The feed's consumer 'messages' queues notifications about facts. Jobs queue notifications
-- that depend on a date: the end of a hold, the last days of a voucher. Each is queued once, even if the user's e-mail
-- address changes: the functions skip facts that already have a message of the kind. Notifications that the user turned
-- off are queued, too, and suppressed when due, so that admins see why nothing was sent.

-- Queues "spin ready" messages for completions that may be spun, for users who may sign in.
create or replace function notify_ready_spins(p_completions bigint[]) returns void language plpgsql as $$
begin
  perform enqueue_facts('spin_ready', array_agg(c.id::text),
    -- The spin became ready at the end of its hold, or when its completion was confirmed.
    array_agg(coalesce(c.held_until, c.approved_at)), array_agg(c.user_id),
    array_agg(jsonb_build_object('offer', o.title, 'offer_id', o.id)))
  from completion_states c
  join offers o on o.id = c.offer_id
  join users u on u.id = c.user_id
  where c.id = any(p_completions) and c.state = 'not_spun' and u.suspended_at is null
    and not exists (select 1 from messages m where m.kind = 'spin_ready' and m.event_key = c.id::text)
  having count(*) > 0;
end $$;

-- The feed's consumer 'messages': queues messages about the facts of transactions from p_from up to but not including
-- p_to. Skips facts with xid 0: repair_change_feed() sets xid 0 on facts that were read before.
create or replace function consume_changes_for_messages(p_from xid8, p_to xid8) returns void language plpgsql as $$
declare
  v_ready bigint[];
begin
  with confirmed as materialized (
    select c.id, c.user_id, c.offer_id, c.approved_at as confirmed_at
    from completions c
    where c.xid >= p_from and c.xid < p_to and c.xid > '0' and c.approved_at is not null
    union all
    select c.id, c.user_id, c.offer_id, e.at
    from completion_events e join completions c on c.id = e.completion_id
    where e.xid >= p_from and e.xid < p_to and e.xid > '0' and e.kind = 'approved'
  ),
  held as (
    insert into held_spins (completion_id, held_until)
    select c.id, c.on_hold_until from confirmed f join completion_states c on c.id = f.id
    where c.on_hold_until is not null
    on conflict (completion_id) do nothing
  )
  select array_agg(f.id) into v_ready from confirmed f
  -- The answer to a case already announces the spin, unless the user turned off mails with answers. One transaction
  -- confirms the completion and answers the case, so both have the same now().
  where not exists (
    select 1 from credit_cases k
    where k.user_id = f.user_id and k.offer_id = f.offer_id and k.status = 'credited' and k.closed_at = f.confirmed_at
      and not exists (
        select 1 from notification_preferences d
        where d.user_id = k.user_id and d.kind = 'case_answered' and d.channel = 'mail' and not d.is_enabled));
  perform notify_ready_spins(v_ready);

  -- Only wins for which no voucher was in stock: their first award is in a later transaction than the spin. The times
  -- are compared, too, because repair_change_feed() can give both the same xid. A later award is a replacement. The
  -- message names the winner's current voucher.
  perform enqueue_facts('owed_win_filled', array_agg(a.completion_id::text), array_agg(a.awarded_at),
    array_agg(c.user_id),
    array_agg(jsonb_build_object('brand', v.brand, 'amount', a.amount_paise / 100.0)))
  from voucher_awards a
  join spins s on s.completion_id = a.completion_id
  join completions c on c.id = a.completion_id
  join completion_vouchers v on v.completion_id = a.completion_id
  where a.xid >= p_from and a.xid < p_to and a.xid > '0' and a.award_number = 1
    and (a.xid, a.awarded_at) <> (s.xid, s.spun_at)
    and not exists (
      select 1 from messages m where m.kind = 'owed_win_filled' and m.event_key = a.completion_id::text)
  having count(*) > 0;
end $$;

-- Queues "spin ready" messages for at most p_most ended holds. Returns the number of these holds. Concurrent processes
-- take different holds.
create or replace function notify_ended_holds(p_most integer) returns integer language plpgsql as $$
declare
  v_ended bigint[];
begin
  with due as (
    select completion_id from held_spins where held_until <= now()
    order by held_until limit p_most for update skip locked
  ),
  gone as (
    delete from held_spins h using due d where h.completion_id = d.completion_id returning h.completion_id
  )
  select coalesce(array_agg(completion_id), '{}') into v_ended from gone;
  perform notify_ready_spins(v_ended);
  return cardinality(v_ended);
end $$;

-- Reminds winners of unused vouchers that expire within three days after p_at. Queues at most p_most reminders and
-- returns how many. Works only between 9:00 and 21:00 Indian time, so that reminders wake no one.
create or replace function notify_expiring_vouchers(p_at timestamptz, p_most integer) returns integer
language plpgsql as $$
declare
  today date := ist_day(p_at);
  notified integer;
  v_keys text[];
  v_since timestamptz[];
  v_users bigint[];
  v_payloads jsonb[];
begin
  if extract(hour from p_at at time zone 'Asia/Kolkata') not between 9 and 20 then
    return 0;
  end if;
  with due as materialized (
    select v.id, c.user_id, v.brand, v.amount_paise, v.expiry_date
    from vouchers v
    join voucher_awards a on a.voucher_id = v.id
    join completions c on c.id = a.completion_id
    join users u on u.id = c.user_id
    where v.expiry_date between today and today + 3 and v.used_at is null and v.withdrawn_at is null
      and u.suspended_at is null and u.deleted_at is null
      and not exists (select 1 from messages m where m.kind = 'voucher_expiring' and m.event_key = v.id::text)
    order by v.expiry_date, v.id limit p_most
  )
  select count(*), array_agg(d.id::text),
    -- The fact's time is the start of the three days.
    array_agg((d.expiry_date - 3)::timestamp at time zone 'Asia/Kolkata'), array_agg(d.user_id),
    array_agg(jsonb_build_object('brand', d.brand, 'amount', d.amount_paise / 100.0,
      -- Valid until the end of its last day in Indian time.
      'expires', (d.expiry_date + time '23:59:59') at time zone 'Asia/Kolkata'))
  into notified, v_keys, v_since, v_users, v_payloads
  from due d;
  if notified > 0 then
    perform enqueue_facts('voucher_expiring', v_keys, v_since, v_users, v_payloads);
  end if;
  return notified;
end $$;
