-- What support does: credits a completion by hand, resends a voucher's code, replaces one that did not work.

-- A voucher moves available → assigned → used and available ↔ expired. Support moves it back from used, telling its
-- winner, or takes it back from its winner for good. There is no other way. What was won is not changed.
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
    if (new.status, new.completion_id, new.withdrawn_at, new.withdrawn_from, new.withdrawn_reason, new.code, new.amount_paise)
      is distinct from
      (old.status, old.completion_id, old.withdrawn_at, old.withdrawn_from, old.withdrawn_reason, old.code, old.amount_paise) then
      raise exception 'a voucher that was taken back never goes out again' using errcode = 'check_violation';
    end if;
  end if;
  -- now() is the transaction's: the notice was given together with the move.
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
--> statement-breakpoint
-- An admin's move: available → expired, or expired → available. What was taken back from a winner stays where it is.
-- problem: 'not_found', 'not_allowed', 'date_passed', or null.
create or replace function move_voucher(p_actor jsonb, p_voucher bigint, p_status text, out problem text)
language plpgsql as $$
declare
  v vouchers;
begin
  select * into v from vouchers where id = p_voucher;
  if v.id is not null and p_status = 'available' then
    -- Before the row's own lock, in the order that every other holder takes them.
    perform lock_stock(v.amount_paise);
  end if;
  select * into v from vouchers where id = p_voucher for update;
  if v.id is null then
    problem := 'not_found';
  elsif v.status = p_status then
    problem := null;
  elsif v.withdrawn_at is not null or (v.status, p_status) not in (('available', 'expired'), ('expired', 'available')) then
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
--> statement-breakpoint
-- problem: 'not_found', 'not_allowed', or null.
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
--> statement-breakpoint
-- Shows the winner the code again; a used voucher goes back to assigned, because it was marked by mistake.
-- p_call is drawn for each call: run again with the same one, it does nothing more. problem: 'not_found', 'not_won', or null.
create function resend_voucher(p_actor jsonb, p_voucher bigint, p_reason text, p_call text, out problem text)
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
--> statement-breakpoint
-- Takes a voucher that did not work back from its winner, for good, and gives another of the amount in its place.
-- voucher_id: the one that the winner has now; for a voucher that was replaced before, what it was replaced by, so that
-- running it again replaces nothing twice. problem: 'not_found', 'not_won', 'out_of_stock', or null.
create function replace_voucher(p_actor jsonb, p_voucher bigint, p_reason text, out problem text, out voucher_id bigint)
language plpgsql as $$
declare
  v vouchers;
begin
  select * into v from vouchers where id = p_voucher;
  if v.id is null then
    problem := 'not_found';
    return;
  end if;
  -- Before the row's own lock, in the order that every other holder takes them.
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
    -- One spin has one voucher: the old one is let go before the new one is taken.
    update vouchers set status = 'expired', completion_id = null, assigned_at = null, used_at = null, notice = null,
      notice_at = null, notice_seen_at = null, withdrawn_at = now(), withdrawn_from = v.completion_id,
      withdrawn_reason = p_reason
    where id = p_voucher;
    voucher_id := take_voucher(v.amount_paise, v.completion_id);
    if voucher_id is null then
      raise exception 'nothing to replace it with' using errcode = 'no_data_found';
    end if;
  exception when no_data_found then
    -- The winner keeps what there is: the block has undone itself.
    problem := 'out_of_stock';
    return;
  end;
  update vouchers set notice = 'replaced', notice_at = now() where id = voucher_id;
  perform write_audit(p_actor, 'vouchers.replace', v.id::text, jsonb_build_object('status', v.status),
    jsonb_build_object('status', 'expired', 'replaced_by', voucher_id, 'completion_id', v.completion_id), p_reason);
end $$;
--> statement-breakpoint
-- Credits a completion that the network did not tell of. It counts as any other does; its transaction id is
-- 'manual-' and the click id. p_click_id names the click that is recorded when the user has none of the offer;
-- p_seed, 32 random bytes, also tells a call that is run again from another one.
-- problem: 'user_not_found', 'offer_not_found', 'no_network', 'already_completed', or null.
create function credit_completion(p_actor jsonb, p_user bigint, p_offer bigint, p_reason text, p_payout bigint,
  p_seed bytea, p_click_id text, out problem text, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  o offers;
  k clicks;
  c completions;
begin
  -- Two admins at once: the second finds what the first did, and records no click.
  perform pg_advisory_xact_lock(hashtextextended('credit:' || p_user || ':' || p_offer, 0));
  if not exists (select 1 from users where id = p_user) then
    problem := 'user_not_found';
    return;
  end if;
  select * into o from offers where id = p_offer;
  if o.id is null then
    problem := 'offer_not_found';
    return;
  end if;
  select * into c from completions where user_id = p_user and offer_id = p_offer;
  if c.id is null and o.network_id is null then
    problem := 'no_network';
    return;
  end if;
  if c.id is null then
    select * into k from clicks where user_id = p_user and offer_id = p_offer order by created_at desc, id desc limit 1;
    if k.id is null then
      insert into clicks (click_id, user_id, offer_id) values (p_click_id, p_user, p_offer) returning * into k;
      perform count_offer_day(p_offer, k.created_at, 1, 0, 0, 0, 0, 0);
    end if;
    insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, currency, rate_micros,
      source)
    values (p_user, p_offer, k.id, o.network_id, 'manual-' || k.click_id, p_payout, 'INR', 1000000, 'admin')
    -- The network's postback may arrive in this very moment; then it counts.
    on conflict do nothing
    returning * into c;
    if c.id is null then
      problem := 'already_completed';
      return;
    end if;
    insert into spins (completion_id, seed, odds) values (c.id, p_seed, o.odds);
    update user_stats set completions = completions + 1, revenue_paise = revenue_paise + c.payout_paise,
      last_completion_at = greatest(last_completion_at, c.completed_at) where user_id = p_user;
    perform count_offer_day(p_offer, c.completed_at, 0, 1, 0, 0, 0, c.payout_paise);
    perform write_audit(p_actor, 'completions.credit', c.id::text, null, jsonb_build_object('user_id', p_user,
      'offer_id', p_offer, 'click_id', k.click_id, 'payout_paise', c.payout_paise), p_reason);
  elsif not exists (select 1 from spins s where s.completion_id = c.id and s.seed = p_seed) then
    problem := 'already_completed';
    return;
  end if;
  completion_id := c.id;
end $$;
--> statement-breakpoint
-- The way from a completion to the calls about it.
create index postbacks_completion_id_idx on postbacks (completion_id) where completion_id is not null;
--> statement-breakpoint
-- Search everywhere looks for people by how they begin, whatever the database's collation.
create index users_email_begins_idx on users (email text_pattern_ops);
--> statement-breakpoint
create index users_name_begins_idx on users (lower(first_name || ' ' || last_name) text_pattern_ops);
