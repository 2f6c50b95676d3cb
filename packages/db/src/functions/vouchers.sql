-- Vouchers: the stock of codes, and their winners.
--
-- A free voucher has a row in free_vouchers. Lock order: the amount (lock_stock_position), the row of free_vouchers,
-- the row of vouchers.

-- Vouchers with their status and winner.
create or replace view voucher_states as
  select v.id, v.code, v.type, v.brand, v.amount_paise, v.description, v.terms, v.expiry_date,
    case when v.withdrawn_at is not null or v.expired_at is not null then 'expired'
      when v.used_at is not null then 'used'
      when a.voucher_id is not null then 'assigned' else 'available' end as status,
    case when v.withdrawn_at is null then a.completion_id end as completion_id,
    case when v.withdrawn_at is null then a.awarded_at end as assigned_at,
    v.used_at, v.created_at, v.withdrawn_at,
    case when v.withdrawn_at is not null then a.completion_id end as withdrawn_from,
    v.withdrawn_reason, v.notice, v.notice_at, v.notice_seen_at, v.code_hash, v.code_end, v.pin, v.pin_end
  from vouchers v left join voucher_awards a on a.voucher_id = v.id;

-- The current voucher of each completion, from its last award. A filter on completion_id uses an index here, but not in
-- voucher_states, where completion_id is an expression.
create or replace view completion_vouchers as
  select a.completion_id, v.id, v.code, v.type, v.brand, v.amount_paise, v.description, v.terms, v.expiry_date,
    case when v.used_at is null then 'assigned' else 'used' end as status, a.awarded_at as assigned_at, v.used_at,
    v.notice, v.notice_at, v.notice_seen_at, v.code_hash, v.code_end, v.pin, v.pin_end
  from voucher_awards a join vouchers v on v.id = a.voucher_id
  where v.withdrawn_at is null;

-- Restricts changes. An unwon voucher may expire, return to the stock and be deleted. A won voucher keeps its code,
-- amount and winner. It may be marked as used, be marked as unused by support with a notice to the winner, or be
-- withdrawn for good.
create or replace function vouchers_guard() returns trigger language plpgsql as $$
declare
  is_won boolean := exists (select 1 from voucher_awards where voucher_id = old.id);
begin
  if tg_op = 'DELETE' then
    if is_won then
      raise exception 'a won voucher cannot be deleted' using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if not is_won then
    if num_nonnulls(new.used_at, new.withdrawn_at, new.notice) > 0 then
      raise exception 'this voucher was not won' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  -- The hash identifies the code, which may be encrypted again.
  if new.code not like 'sealed:v1:%' or new.pin not like 'sealed:v1:%' or (new.pin is null) <> (old.pin is null)
    or (new.code_hash, new.amount_paise, new.expired_at)
      is distinct from (old.code_hash, old.amount_paise, old.expired_at) then
    raise exception 'a won voucher keeps its code, amount and winner' using errcode = 'check_violation';
  end if;
  if old.withdrawn_at is not null and (new.withdrawn_at, new.withdrawn_reason, new.used_at)
    is distinct from (old.withdrawn_at, old.withdrawn_reason, old.used_at) then
    raise exception 'a withdrawn voucher is never awarded again' using errcode = 'check_violation';
  end if;
  -- now() is the start of the transaction, so an equal time shows that this transaction wrote the notice.
  if old.used_at is not null and new.used_at is null and new.withdrawn_at is null
    and (new.notice = 'resent' and new.notice_at = now() and new.notice_seen_at is null) is not true then
    raise exception 'setting back a used voucher needs a notice to its winner' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger vouchers_guard before update or delete on vouchers
  for each row execute function vouchers_guard();

create or replace trigger vouchers_no_truncate before truncate on vouchers
  for each statement execute function reject_change();

create or replace trigger voucher_awards_append_only before update or delete or truncate on voucher_awards
  for each statement execute function reject_change();

-- Locks an amount until the end of the transaction. Additions of stock take this lock, and so do wins for which the
-- first search found no voucher. Without the lock, stock could arrive between the search and the insert into owed_wins,
-- and the win would stay owed although a voucher is free. A win for which a voucher is found at once does not take this
-- lock.
create or replace function lock_stock_position(p_amount bigint) returns void language plpgsql as $$
begin
  insert into voucher_stock_positions (amount_paise) values (p_amount) on conflict do nothing;
  perform 1 from voucher_stock_positions where amount_paise = p_amount for update;
end $$;

-- Moves the start position of searches for an amount forward to p_voucher. Does nothing if the position's row is
-- locked.
-- p_additions: the number of additions that was read with the position. If vouchers were added since, the position does
-- not change, because an addition may have moved it back.
create or replace function set_stock_position(p_amount bigint, p_additions bigint, p_expiry date, p_voucher bigint)
returns void language plpgsql as $$
begin
  perform 1 from voucher_stock_positions where amount_paise = p_amount and additions = p_additions
    and (from_expiry_date, from_voucher_id) < (p_expiry, p_voucher) for update skip locked;
  if found then
    update voucher_stock_positions set from_expiry_date = p_expiry, from_voucher_id = p_voucher
    where amount_paise = p_amount and additions = p_additions;
  end if;
end $$;

-- Takes at most p_most free vouchers of an amount, earliest expiry first. Skips locked rows, so that winners do not
-- queue behind each other. Returns fewer than p_most if fewer are free and unlocked.
-- The search starts at the amount's position in voucher_stock_positions. Without a position, a search would scan the
-- dead index entries of taken rows until a vacuum removes them, and an old snapshot can delay the vacuum. Such searches
-- ran at 0.18 of the normal speed (infra/docs/decisions/0008). A rolled-back pick may leave a free voucher before the
-- position, so the holder of the amount's lock searches from the very start (p_from_start).
create or replace function pick_free_vouchers(p_amount bigint, p_most bigint, p_from_start boolean) returns bigint[]
language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Kolkata')::date;
  v_position voucher_stock_positions;
  picked bigint[];
begin
  if not p_from_start then
    select * into v_position from voucher_stock_positions where amount_paise = p_amount;
  end if;
  picked := array(
    select voucher_id from free_vouchers
    where amount_paise = p_amount and (expiry_date, voucher_id) >= (
      greatest(v_position.from_expiry_date, today),
      case when v_position.from_expiry_date >= today then v_position.from_voucher_id else 0 end)
    order by expiry_date, voucher_id limit p_most
    for update skip locked
  );
  -- Deleting by id is safe, because no other transaction can take the locked rows.
  delete from free_vouchers where voucher_id = any(picked);
  if not p_from_start and random() < 0.02 * cardinality(picked) then
    perform set_stock_position(p_amount, v_position.additions, v.expiry_date, v.id)
    from vouchers v where v.id = picked[1];
  end if;
  return picked;
end $$;

-- Takes p_wins free vouchers under the amount's lock. Returns fewer only if the stock is exhausted.
create or replace function wait_for_vouchers(p_amount bigint, p_wins bigint) returns bigint[] language plpgsql as $$
declare
  taken bigint[] := '{}';
begin
  perform lock_stock_position(p_amount);
  loop
    taken := taken || pick_free_vouchers(p_amount, p_wins - cardinality(taken), true);
    exit when cardinality(taken) = p_wins;
    -- Waits for the lock of the first row. If the row is found, this transaction holds its lock, and the next search
    -- takes it. If it is not found, another transaction took it.
    perform 1 from free_vouchers
    where amount_paise = p_amount and expiry_date >= ist_day(now())
    order by expiry_date, voucher_id limit 1
    for update;
    exit when not found and not exists (
      select 1 from free_vouchers where amount_paise = p_amount and expiry_date >= ist_day(now()));
  end loop;
  return taken;
end $$;

-- Takes a free voucher for each win, earliest expiry first, and returns them in the order of the wins. An element is
-- null only if the amount has no stock; the transaction then holds the amount's lock.
-- The first round takes free vouchers without waiting. If an amount has too few vouchers, the inner block is rolled
-- back, which returns all taken vouchers. The next round first takes the amounts that were short, in ascending order,
-- each under its lock. So no transaction waits for an amount while it holds a voucher of a higher amount, or a voucher
-- that it took without the lock of that voucher's amount. This prevents deadlocks.
-- A single win holds no voucher while it waits, so it skips the inner block, which costs a tenth of a spin's time.
create or replace function take_vouchers(p_amounts bigint[]) returns bigint[] language plpgsql as $$
declare
  short bigint[] := '{}';
  lacking bigint[];
  taken bigint[];
  picked bigint[];
  win record;
begin
  if cardinality(p_amounts) = 1 then
    picked := pick_free_vouchers(p_amounts[1], 1, false);
    if picked = '{}' then
      picked := wait_for_vouchers(p_amounts[1], 1);
    end if;
    return array[picked[1]];
  end if;
  loop
    begin
      lacking := '{}';
      taken := array_fill(null::bigint, array[cardinality(p_amounts)]);
      for win in
        select amount, amount = any(short) as is_short, array_agg(place order by place) as places
        from unnest(p_amounts) with ordinality w (amount, place)
        group by amount order by amount <> all(short), amount
      loop
        if win.is_short then
          picked := wait_for_vouchers(win.amount, cardinality(win.places));
        else
          picked := pick_free_vouchers(win.amount, cardinality(win.places), false);
          if cardinality(picked) < cardinality(win.places) then
            lacking := lacking || win.amount;
          end if;
        end if;
        for i in 1 .. cardinality(picked) loop
          taken[win.places[i]] := picked[i];
        end loop;
      end loop;
      if lacking = '{}' then
        return taken;
      end if;
      raise exception 'some amounts lack vouchers' using errcode = 'no_data_found';
    exception when no_data_found then
      short := short || lacking;
    end;
  end loop;
end $$;

-- Adds vouchers to the stock and gives them to owed wins of the amount, in queue order. The caller holds the amount's
-- lock. Returns how many wins were filled.
create or replace function add_free_vouchers(p_amount bigint,
  p_vouchers bigint[]) returns integer language plpgsql as $$
declare
  first record;
  picked bigint[];
  v_owed bigint;
  filled integer := 0;
begin
  insert into free_vouchers (amount_paise, expiry_date, voucher_id)
  select amount_paise, expiry_date, id from vouchers
  where id = any(p_vouchers) and amount_paise = p_amount order by expiry_date, id;
  select expiry_date, voucher_id into first from free_vouchers
  where voucher_id = any(p_vouchers) order by expiry_date, voucher_id limit 1;
  update voucher_stock_positions set additions = additions + 1,
    from_expiry_date = least(from_expiry_date, coalesce(first.expiry_date, from_expiry_date)),
    from_voucher_id = case when (first.expiry_date, first.voucher_id) < (from_expiry_date, from_voucher_id)
      then first.voucher_id else from_voucher_id end
  where amount_paise = p_amount;
  -- Deleted users come last, so that active users get vouchers first.
  for v_owed in
    select w.completion_id from owed_wins w
    join completions c on c.id = w.completion_id join users u on u.id = c.user_id
    where w.amount_paise = p_amount order by u.deleted_at is not null, w.number for update of w
  loop
    picked := pick_free_vouchers(p_amount, 1, true);
    exit when picked = '{}';
    insert into voucher_awards (voucher_id, completion_id, amount_paise) values (picked[1], v_owed, p_amount);
    delete from owed_wins where completion_id = v_owed;
    filled := filled + 1;
  end loop;
  return filled;
end $$;

-- Moves each search position back if the first free voucher is before the position. A position can be too late after a
-- search skipped a voucher that another transaction had locked, and that transaction was rolled back. Returns how many
-- positions were moved.
create or replace function repair_stock_positions() returns integer language plpgsql as $$
declare
  repaired integer;
begin
  update voucher_stock_positions a set from_expiry_date = f.expiry_date, from_voucher_id = f.voucher_id,
    additions = additions + 1
  from (
    select m.amount_paise, f.expiry_date, f.voucher_id
    from voucher_stock_positions m
    cross join lateral (
      select expiry_date, voucher_id from free_vouchers
      where amount_paise = m.amount_paise order by expiry_date, voucher_id limit 1
    ) f
  ) f
  where f.amount_paise = a.amount_paise
    and (f.expiry_date, f.voucher_id) < (a.from_expiry_date, a.from_voucher_id);
  get diagnostics repaired = row_count;
  return repaired;
end $$;

-- Adds voucher codes and fills owed wins of the amount. Skips existing codes of the type and brand.
-- p_codes: [{code, hash, end, pin, pin_end}]: the sealed code, its keyed hash in hex, and the characters that lists
-- show; the sealed PIN or null, and the PIN's characters that lists show.
-- problem: 'date_passed' or null.
create or replace function add_vouchers(p_actor jsonb, p_type text, p_brand text, p_amount bigint,
  p_description text, p_terms text, p_expiry date, p_codes jsonb, out problem text, out created integer,
  out skipped integer, out filled integer)
language plpgsql as $$
declare
  v_ids bigint[];
begin
  if p_expiry < ist_day(now()) then
    problem := 'date_passed';
    return;
  end if;
  perform lock_stock_position(p_amount);
  with added as (
    insert into vouchers (
      code, code_hash, code_end, pin, pin_end, type, brand, amount_paise, description, terms, expiry_date)
    select given ->> 'code', decode(given ->> 'hash', 'hex'), given ->> 'end', given ->> 'pin',
      coalesce(given ->> 'pin_end', ''), p_type, p_brand, p_amount, p_description, p_terms, p_expiry
    from jsonb_array_elements(p_codes) with ordinality as list (given, place) order by place
    on conflict (code_hash, type, lower(brand)) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into v_ids from added;
  created := cardinality(v_ids);
  skipped := jsonb_array_length(p_codes) - created;
  filled := add_free_vouchers(p_amount, v_ids);
  perform write_audit(p_actor, 'vouchers.import', null, null, jsonb_build_object('type', p_type, 'brand', p_brand,
    'amount_paise', p_amount, 'expiry_date', p_expiry, 'created', created, 'skipped', skipped, 'filled', filled), null);
end $$;

-- Calls add_vouchers and stores the result under the key p_once in the same transaction. A retry returns the stored
-- result; otherwise the retry would find the codes of the first call and count them as skipped.
create or replace function add_vouchers_once(p_once text, p_actor jsonb, p_type text, p_brand text, p_amount bigint,
  p_description text, p_terms text, p_expiry date, p_codes jsonb, out problem text, out created integer,
  out skipped integer)
language plpgsql as $$
declare
  earlier jsonb;
begin
  -- Waits for a concurrent call with the same key. If that call committed, its result is returned.
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
  from add_vouchers(p_actor, p_type, p_brand, p_amount, p_description, p_terms, p_expiry, p_codes) i;
  update idempotency_keys
  set answer = jsonb_build_object('problem', problem, 'created', created, 'skipped', skipped)::text
  where principal = 'once:vouchers.import' and key = p_once;
end $$;

-- Sets the status: available → expired, or expired → available, which fills owed wins. A voucher withdrawn from a
-- winner stays expired. problem: 'not_found', 'not_allowed', 'date_passed', or null.
create or replace function set_voucher_status(p_actor jsonb, p_voucher bigint, p_status text, out problem text)
language plpgsql as $$
declare
  v voucher_states;
begin
  select * into v from voucher_states where id = p_voucher;
  if v.id is not null and p_status = 'available' then
    -- Taken before the row's own lock: see the lock order at the top.
    perform lock_stock_position(v.amount_paise);
  elsif v.id is not null then
    -- Waits for a concurrent winner; the check below then sees that the voucher is taken.
    perform 1 from free_vouchers where voucher_id = p_voucher for update;
  end if;
  perform 1 from vouchers where id = p_voucher for update;
  select * into v from voucher_states where id = p_voucher;
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
    if p_status = 'available' then
      update vouchers set expired_at = null where id = p_voucher;
      perform add_free_vouchers(v.amount_paise, array[p_voucher]);
    else
      delete from free_vouchers where voucher_id = p_voucher;
      update vouchers set expired_at = now() where id = p_voucher;
    end if;
    perform write_audit(p_actor, 'vouchers.set_status', v.id::text, jsonb_build_object('status', v.status),
      jsonb_build_object('status', p_status), null);
  end if;
end $$;

-- Deletes a voucher that was never won. problem: 'not_found', 'not_allowed', or null.
create or replace function delete_voucher(p_actor jsonb, p_voucher bigint, out problem text) language plpgsql as $$
declare
  v voucher_states;
begin
  perform 1 from free_vouchers where voucher_id = p_voucher for update;
  perform 1 from vouchers where id = p_voucher for update;
  select * into v from voucher_states where id = p_voucher;
  if v.id is null then
    problem := 'not_found';
  elsif v.status in ('assigned', 'used') or v.withdrawn_at is not null then
    problem := 'not_allowed';
  else
    delete from free_vouchers where voucher_id = p_voucher;
    delete from vouchers where id = p_voucher;
    perform write_audit(p_actor, 'vouchers.delete', v.id::text, jsonb_build_object('type', v.type, 'brand', v.brand,
      'amount_paise', v.amount_paise, 'status', v.status, 'expiry_date', v.expiry_date), null, null);
  end if;
end $$;

-- Marks a winner's voucher as used. problem: 'not_found' (also for another user's voucher), or null.
create or replace function mark_voucher_used(p_actor jsonb, p_user bigint, p_voucher bigint, out problem text)
language plpgsql as $$
begin
  update vouchers v set used_at = now()
  from voucher_awards a, completions c
  where v.id = p_voucher and a.voucher_id = v.id and c.id = a.completion_id and c.user_id = p_user
    and v.used_at is null and v.withdrawn_at is null;
  if found then
    perform write_audit(p_actor, 'vouchers.use', p_voucher::text, '{"status":"assigned"}', '{"status":"used"}', null);
  elsif not exists (
    select 1 from completion_vouchers v join completions c on c.id = v.completion_id
    where v.id = p_voucher and c.user_id = p_user and v.used_at is not null
  ) then
    problem := 'not_found';
  end if;
end $$;

-- Shows the winner the code again. If the voucher is marked as used, this undoes the mark.
-- p_call: random per call; a retry with the same value does nothing.
-- problem: 'not_found', 'not_won', or null.
create or replace function resend_voucher(p_actor jsonb, p_voucher bigint, p_reason text, p_call text, out problem text)
language plpgsql as $$
declare
  v voucher_states;
begin
  perform 1 from vouchers where id = p_voucher for update;
  select * into v from voucher_states where id = p_voucher;
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
    update vouchers set used_at = null, notice = 'resent', notice_at = now(), notice_seen_at = null
    where id = p_voucher;
    perform write_audit(p_actor, 'vouchers.resend', v.id::text, jsonb_build_object('status', v.status),
      jsonb_build_object('status', 'assigned', 'call', p_call), p_reason);
  end if;
end $$;

-- Withdraws a faulty voucher from its winner for good and awards another voucher of the same amount.
-- voucher_id: the winner's current voucher. A retry returns the replacement and does not replace it again. problem:
-- 'not_found', 'not_won', 'out_of_stock', or null.
create or replace function replace_voucher(p_actor jsonb, p_voucher bigint, p_reason text, out problem text,
  out voucher_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  v voucher_states;
  v_award_number smallint;
begin
  select * into v from voucher_states where id = p_voucher;
  if v.id is null then
    problem := 'not_found';
    return;
  end if;
  -- Taken before the row's own lock: see the lock order at the top.
  perform lock_stock_position(v.amount_paise);
  perform 1 from vouchers where id = p_voucher for update;
  select * into v from voucher_states where id = p_voucher;
  if v.withdrawn_at is not null then
    select a.voucher_id into voucher_id from voucher_awards a where a.completion_id = v.withdrawn_from
    order by a.award_number desc limit 1;
    return;
  end if;
  if v.completion_id is null then
    problem := case when v.id is null then 'not_found' else 'not_won' end;
    return;
  end if;
  begin
    update vouchers set used_at = null, notice = null, notice_at = null, notice_seen_at = null, withdrawn_at = now(),
      withdrawn_reason = p_reason
    where id = p_voucher;
    voucher_id := (take_vouchers(array[v.amount_paise]))[1];
    if voucher_id is null then
      raise exception 'no voucher of the amount is free' using errcode = 'no_data_found';
    end if;
    select max(award_number) + 1 into v_award_number from voucher_awards where completion_id = v.completion_id;
    insert into voucher_awards (voucher_id, completion_id, award_number, amount_paise)
    values (replace_voucher.voucher_id, v.completion_id, v_award_number, v.amount_paise);
  exception when no_data_found then
    -- PostgreSQL has rolled back the block, so the winner keeps the old voucher.
    problem := 'out_of_stock';
    voucher_id := null;
    return;
  end;
  update vouchers set notice = 'replaced', notice_at = now() where id = replace_voucher.voucher_id;
  perform write_audit(p_actor, 'vouchers.replace', v.id::text, jsonb_build_object('status', v.status),
    jsonb_build_object('status', 'expired', 'replaced_by', replace_voucher.voucher_id,
      'completion_id', v.completion_id), p_reason);
end $$;

-- Expires at most p_most free vouchers past their last day and returns how many. Skips rows that a spin has locked.
create or replace function expire_due_vouchers(p_most integer) returns integer language plpgsql as $$
declare
  moved integer;
begin
  with due as (
    select voucher_id from free_vouchers where expiry_date < ist_day(now()) limit p_most for update skip locked
  ),
  gone as (
    delete from free_vouchers f using due where f.voucher_id = due.voucher_id returning f.voucher_id
  )
  update vouchers v set expired_at = now() from gone where v.id = gone.voucher_id;
  get diagnostics moved = row_count;
  return moved;
end $$;

-- Moves a free voucher to its new place in the queue when the last day of the voucher changes.
create or replace function sync_free_voucher() returns trigger language plpgsql as $$
begin
  update free_vouchers set expiry_date = new.expiry_date where voucher_id = new.id;
  if found then
    update voucher_stock_positions set additions = additions + 1, from_expiry_date = '-infinity', from_voucher_id = 0
    where amount_paise = new.amount_paise;
  end if;
  return null;
end $$;

create or replace trigger vouchers_free_synced after update of expiry_date on vouchers for each row
  when (old.expiry_date <> new.expiry_date) execute function sync_free_voucher();
