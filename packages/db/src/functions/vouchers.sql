-- Vouchers: the stock of codes, and who won which.
--
-- Whoever needs both locks the stock of the amount (lock_stock) before the row of a voucher.

-- The status of a voucher goes available → assigned → used and available ↔ expired. Support may set a used voucher back
-- to assigned, with a notice to its winner, or withdraw it from its winner for good. Nothing else is allowed, and the
-- code, the amount and the winner of what was won never change.
create or replace function vouchers_guard() returns trigger language plpgsql as $$
declare
  v_resent boolean;
  v_withdrawn boolean;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'available' then
      raise exception 'a voucher starts as available, not as %', new.status using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status in ('assigned', 'used') or old.withdrawn_at is not null then
      raise exception 'a voucher that was won cannot be deleted' using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if old.withdrawn_at is not null then
    if (new.status, new.completion_id, new.withdrawn_at, new.withdrawn_from, new.withdrawn_reason, new.code,
        new.amount_paise)
      is distinct from (old.status, old.completion_id, old.withdrawn_at, old.withdrawn_from, old.withdrawn_reason,
        old.code, old.amount_paise) then
      raise exception 'a voucher that was taken back never goes out again' using errcode = 'check_violation';
    end if;
  end if;
  -- now() is when the transaction began: the notice is given in the same one.
  v_resent := (old.status, new.status) = ('used', 'assigned') and new.notice = 'resent' and new.notice_at = now()
    and new.notice_seen_at is null;
  v_withdrawn := old.withdrawn_at is null and new.withdrawn_at is not null;
  if v_withdrawn then
    if old.status not in ('assigned', 'used') or new.withdrawn_from is distinct from old.completion_id
      or new.code <> old.code or new.amount_paise <> old.amount_paise then
      raise exception 'a voucher is taken back from its winner alone' using errcode = 'check_violation';
    end if;
  else
    if new.status <> old.status and not coalesce(v_resent, false) and (old.status, new.status) not in
      (('available', 'assigned'), ('available', 'expired'), ('expired', 'available'), ('assigned', 'used')) then
      raise exception 'a voucher cannot move from % to %', old.status, new.status using errcode = 'check_violation';
    end if;
    if old.completion_id is not null and (new.completion_id is distinct from old.completion_id
      or new.code <> old.code or new.amount_paise <> old.amount_paise) then
      raise exception 'a voucher that was won belongs to its winner' using errcode = 'check_violation';
    end if;
  end if;
  if new.notice is not null and new.completion_id is null then
    raise exception 'there is no winner to be told' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger vouchers_guard before insert or update or delete on vouchers
  for each row execute function vouchers_guard();

create or replace trigger vouchers_no_truncate before truncate on vouchers
  for each statement execute function refuse_change();

-- Held until the end of the transaction by whoever adds stock of an amount, and by a winner who found none. So a win
-- becomes owed either before the stock arrives, and then it is filled with it, or after, and then it finds the stock.
-- A winner who finds a voucher at once never takes this lock.
create or replace function lock_stock(p_amount bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('stock:' || p_amount, 0))
$$;

-- Gives the completion the available voucher of the amount that expires first. Null when none is free at this moment:
-- rows that another transaction has locked are skipped, so that winners do not queue behind each other.
create or replace function pick_voucher(p_amount bigint, p_completion bigint) returns bigint language sql as $$
  update vouchers set status = 'assigned', completion_id = p_completion, assigned_at = now()
  where id = (
    select id from vouchers
    where status = 'available' and amount_paise = p_amount and expiry_date >= ist_day(now())
    order by expiry_date, id limit 1
    for update skip locked
  )
  returning id
$$;

-- As pick_voucher, but null only when there is no stock at all: a row that another transaction has locked is free again
-- when that transaction is rolled back.
create or replace function take_voucher(p_amount bigint, p_completion bigint) returns bigint language plpgsql as $$
declare
  voucher bigint := pick_voucher(p_amount, p_completion);
begin
  if voucher is not null then
    return voucher;
  end if;
  perform lock_stock(p_amount);
  loop
    voucher := pick_voucher(p_amount, p_completion);
    if voucher is not null then
      return voucher;
    end if;
    -- Waits for whoever locked the first row. Found: the row is locked for us now. Not found: it was taken, look again.
    perform 1 from vouchers
    where status = 'available' and amount_paise = p_amount and expiry_date >= ist_day(now())
    order by expiry_date, id limit 1
    for update;
    if not found and not exists (
      select 1 from vouchers where status = 'available' and amount_paise = p_amount and expiry_date >= ist_day(now())
    ) then
      return null;
    end if;
  end loop;
end $$;

-- Gives stock of the amount to the owed wins, oldest first. The caller holds lock_stock. Answers how many were filled.
create or replace function fill_owed(p_amount bigint) returns integer language plpgsql as $$
declare
  owed bigint;
  filled integer := 0;
begin
  for owed in
    select completion_id from spins where outcome = 'owed' and amount_paise = p_amount
    order by spun_at, completion_id for update
  loop
    exit when pick_voucher(p_amount, owed) is null;
    update spins set outcome = 'won' where completion_id = owed;
    filled := filled + 1;
  end loop;
  return filled;
end $$;

-- Adds voucher codes and fills owed wins of the amount with them. Codes that exist are skipped.
-- problem: 'date_passed' or null.
create or replace function import_vouchers(p_actor jsonb, p_type text, p_brand text, p_amount bigint,
  p_description text, p_terms text, p_expiry date, p_codes text[], out problem text, out created integer,
  out skipped integer, out filled integer)
language plpgsql as $$
begin
  if p_expiry < ist_day(now()) then
    problem := 'date_passed';
    return;
  end if;
  perform lock_stock(p_amount);
  insert into vouchers (code, type, brand, amount_paise, description, terms, expiry_date)
  select code, p_type, p_brand, p_amount, p_description, p_terms, p_expiry
  from unnest(p_codes) with ordinality as given (code, place) order by place
  on conflict (code) do nothing;
  get diagnostics created = row_count;
  skipped := cardinality(p_codes) - created;
  filled := fill_owed(p_amount);
  perform write_audit(p_actor, 'vouchers.import', null, null, jsonb_build_object('type', p_type, 'brand', p_brand,
    'amount_paise', p_amount, 'expiry_date', p_expiry, 'created', created, 'skipped', skipped, 'filled', filled), null);
end $$;

-- As import_vouchers, and the result is kept under the key p_once in the same statement: run again, it gives what it
-- gave. A call that was sent twice over a lost connection would otherwise find its own codes and count them as skipped.
create or replace function import_vouchers_once(p_once text, p_actor jsonb, p_type text, p_brand text, p_amount bigint,
  p_description text, p_terms text, p_expiry date, p_codes text[], out problem text, out created integer,
  out skipped integer)
language plpgsql as $$
declare
  earlier jsonb;
begin
  -- Waits for the same call if it is still running: after that there is either its result or nothing.
  insert into idempotency_keys (principal, key, request_hash, locked_until, status, answer)
  values ('once:vouchers.import', p_once, '', now(), 200, '{}') on conflict (principal, key) do nothing;
  if not found then
    select answer::jsonb into earlier from idempotency_keys where principal = 'once:vouchers.import' and key = p_once;
    problem := earlier ->> 'problem';
    created := earlier -> 'created';
    skipped := earlier -> 'skipped';
    return;
  end if;
  select i.problem, i.created, i.skipped into problem, created, skipped
  from import_vouchers(p_actor, p_type, p_brand, p_amount, p_description, p_terms, p_expiry, p_codes) i;
  update idempotency_keys
  set answer = jsonb_build_object('problem', problem, 'created', created, 'skipped', skipped)::text
  where principal = 'once:vouchers.import' and key = p_once;
end $$;

-- An admin sets the status: available → expired, or expired → available, which fills owed wins. A voucher that was
-- withdrawn from a winner stays expired. problem: 'not_found', 'not_allowed', 'date_passed', or null.
create or replace function move_voucher(p_actor jsonb, p_voucher bigint, p_status text, out problem text)
language plpgsql as $$
declare
  v vouchers;
begin
  select * into v from vouchers where id = p_voucher;
  if v.id is not null and p_status = 'available' then
    -- Before the row's own lock: see the order at the top.
    perform lock_stock(v.amount_paise);
  end if;
  select * into v from vouchers where id = p_voucher for update;
  if v.id is null then
    problem := 'not_found';
  elsif v.status = p_status then
    problem := null;
  elsif v.withdrawn_at is not null
    or (v.status, p_status) not in (('available', 'expired'), ('expired', 'available')) then
    problem := 'not_allowed';
  elsif p_status = 'available' and v.expiry_date < ist_day(now()) then
    problem := 'date_passed';
  else
    update vouchers set status = p_status where id = p_voucher;
    if p_status = 'available' then
      perform fill_owed(v.amount_paise);
    end if;
    perform write_audit(p_actor, 'vouchers.set_status', v.id::text, jsonb_build_object('status', v.status),
      jsonb_build_object('status', p_status), null);
  end if;
end $$;

-- Deletes a voucher that nobody won. problem: 'not_found', 'not_allowed', or null.
create or replace function delete_voucher(p_actor jsonb, p_voucher bigint, out problem text) language plpgsql as $$
declare
  v vouchers;
begin
  select * into v from vouchers where id = p_voucher for update;
  if v.id is null then
    problem := 'not_found';
  elsif v.status in ('assigned', 'used') or v.withdrawn_at is not null then
    problem := 'not_allowed';
  else
    delete from vouchers where id = p_voucher;
    perform write_audit(p_actor, 'vouchers.delete', v.id::text, jsonb_build_object('type', v.type, 'brand', v.brand,
      'amount_paise', v.amount_paise, 'status', v.status, 'expiry_date', v.expiry_date), null, null);
  end if;
end $$;

-- The winner marks a voucher as used. problem: 'not_found' (also when it is somebody else's), or null.
create or replace function use_voucher(p_actor jsonb, p_user bigint, p_voucher bigint, out problem text)
language plpgsql as $$
begin
  update vouchers v set status = 'used', used_at = now()
  from completions c
  where v.id = p_voucher and c.id = v.completion_id and c.user_id = p_user and v.status = 'assigned';
  if found then
    perform write_audit(p_actor, 'vouchers.use', p_voucher::text, '{"status":"assigned"}', '{"status":"used"}', null);
  elsif not exists (
    select 1 from vouchers v join completions c on c.id = v.completion_id
    where v.id = p_voucher and c.user_id = p_user and v.status = 'used'
  ) then
    problem := 'not_found';
  end if;
end $$;

-- Shows the winner the code again. A used voucher goes back to assigned: it was marked by mistake.
-- p_call is drawn for each call: run again with the same one, it does nothing more.
-- problem: 'not_found', 'not_won', or null.
create or replace function resend_voucher(p_actor jsonb, p_voucher bigint, p_reason text, p_call text, out problem text)
language plpgsql as $$
declare
  v vouchers;
begin
  select * into v from vouchers where id = p_voucher for update;
  if v.id is null then
    problem := 'not_found';
  elsif exists (
    select 1 from audit_log
    where subject = p_voucher::text and action = 'vouchers.resend' and after ->> 'call' = p_call
  ) then
    problem := null;
  elsif v.completion_id is null then
    problem := 'not_won';
  else
    update vouchers set status = 'assigned', used_at = null, notice = 'resent', notice_at = now(), notice_seen_at = null
    where id = p_voucher;
    perform write_audit(p_actor, 'vouchers.resend', v.id::text, jsonb_build_object('status', v.status),
      jsonb_build_object('status', 'assigned', 'call', p_call), p_reason);
  end if;
end $$;

-- Withdraws a voucher that did not work from its winner, for good, and gives another of the amount in its place.
-- voucher_id: the one that the winner has now. For a voucher that was replaced before, it is the one that replaced it:
-- run again, this replaces nothing twice. problem: 'not_found', 'not_won', 'out_of_stock', or null.
create or replace function replace_voucher(p_actor jsonb, p_voucher bigint, p_reason text, out problem text,
  out voucher_id bigint)
language plpgsql as $$
declare
  v vouchers;
begin
  select * into v from vouchers where id = p_voucher;
  if v.id is null then
    problem := 'not_found';
    return;
  end if;
  -- Before the row's own lock: see the order at the top.
  perform lock_stock(v.amount_paise);
  select * into v from vouchers where id = p_voucher for update;
  if v.withdrawn_at is not null then
    select id into voucher_id from vouchers where completion_id = v.withdrawn_from;
    return;
  end if;
  if v.completion_id is null then
    problem := case when v.id is null then 'not_found' else 'not_won' end;
    return;
  end if;
  begin
    -- One spin has one voucher: the old one is withdrawn before the new one is taken.
    update vouchers set status = 'expired', completion_id = null, assigned_at = null, used_at = null, notice = null,
      notice_at = null, notice_seen_at = null, withdrawn_at = now(), withdrawn_from = v.completion_id,
      withdrawn_reason = p_reason
    where id = p_voucher;
    voucher_id := take_voucher(v.amount_paise, v.completion_id);
    if voucher_id is null then
      raise exception 'nothing to replace it with' using errcode = 'no_data_found';
    end if;
  exception when no_data_found then
    -- PostgreSQL has rolled back the block: the winner keeps the old one.
    problem := 'out_of_stock';
    return;
  end;
  update vouchers set notice = 'replaced', notice_at = now() where id = voucher_id;
  perform write_audit(p_actor, 'vouchers.replace', v.id::text, jsonb_build_object('status', v.status),
    jsonb_build_object('status', 'expired', 'replaced_by', voucher_id, 'completion_id', v.completion_id), p_reason);
end $$;

-- Available vouchers whose day has passed become expired. Answers how many.
create or replace function expire_vouchers() returns integer language plpgsql as $$
declare
  moved integer;
begin
  with due as (
    select id from vouchers where status = 'available' and expiry_date < ist_day(now()) for update skip locked
  )
  update vouchers v set status = 'expired' from due where v.id = due.id;
  get diagnostics moved = row_count;
  return moved;
end $$;
