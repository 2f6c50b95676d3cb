-- The moves of stock and spins, and what all moves share.

-- actor: {"kind", "id", "name", "ip"}
create function write_audit(actor jsonb, action text, subject text, before jsonb, after jsonb, note text)
returns void language sql as $$
  insert into audit_log (actor_kind, actor_id, actor_name, ip, action, subject, before, after, note)
  values (actor ->> 'kind', (actor ->> 'id')::bigint, actor ->> 'name', actor ->> 'ip', action, subject, before, after, note)
$$;
--> statement-breakpoint
-- One of eight rows of the offer's day: moves of different connections seldom meet.
create function count_offer_day(p_offer bigint, p_at timestamptz, p_clicks int, p_completions int, p_spins int,
  p_wins int, p_won bigint, p_revenue bigint)
returns void language sql as $$
  insert into offer_days as d (day, offer_id, shard, clicks, completions, spins, wins, won_paise, revenue_paise)
  values (ist_day(p_at), p_offer, pg_backend_pid() % 8, p_clicks, p_completions, p_spins, p_wins, p_won, p_revenue)
  on conflict (offer_id, day, shard) do update set
    clicks = d.clicks + excluded.clicks, completions = d.completions + excluded.completions,
    spins = d.spins + excluded.spins, wins = d.wins + excluded.wins,
    won_paise = d.won_paise + excluded.won_paise, revenue_paise = d.revenue_paise + excluded.revenue_paise
$$;
--> statement-breakpoint
-- Held by whoever adds stock of an amount, and by a winner who found none: so that a win becomes owed either before
-- the stock arrives, and is then filled with it, or after, and then finds it.
create function lock_stock(p_amount bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('stock:' || p_amount, 0))
$$;
--> statement-breakpoint
-- Gives the completion the available voucher of the amount that expires first; null when none is free at this moment.
create function pick_voucher(p_amount bigint, p_completion bigint) returns bigint language sql as $$
  update vouchers set status = 'assigned', completion_id = p_completion, assigned_at = now()
  where id = (
    select id from vouchers
    where status = 'available' and amount_paise = p_amount and expiry_date >= ist_day(now())
    order by expiry_date, id limit 1
    for update skip locked
  )
  returning id
$$;
--> statement-breakpoint
-- The same, but null only when there is truly no stock: rows that another spin holds at this moment may come back.
create function take_voucher(p_amount bigint, p_completion bigint) returns bigint language plpgsql as $$
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
    -- Waits for the holder of the first row. Found: the row is ours now. Not found: it was taken; look again.
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
--> statement-breakpoint
-- Gives stock of the amount to the wins that wait for it, oldest first. Call it with the amount's stock locked.
create function fill_owed(p_amount bigint) returns integer language plpgsql as $$
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
--> statement-breakpoint
-- Settles a spin with the roll that was drawn for it. Does nothing when it is spun already or when the completion was
-- reversed: the caller reads the recorded result either way.
create function settle_spin(p_completion bigint, p_client_seed text, p_roll integer, p_part integer)
returns void language plpgsql as $$
declare
  c completions;
  won bigint;
begin
  -- Reversals lock the same row: a spin is either before or after one.
  select * into c from completions where id = p_completion and status = 'approved' for no key update;
  if not found then
    return;
  end if;
  update spins set spun_at = now(), client_seed = p_client_seed, roll = p_roll, landing_part = p_part,
    amount_paise = reward_paise_at(odds, p_roll),
    outcome = case when reward_paise_at(odds, p_roll) is null then 'lost' else 'owed' end
  where completion_id = p_completion and spun_at is null
  returning amount_paise into won;
  if not found then
    return;
  end if;
  if won is not null and take_voucher(won, p_completion) is not null then
    update spins set outcome = 'won' where completion_id = p_completion;
  end if;
  update user_stats set spins = spins + 1, vouchers_won = vouchers_won + (won is not null)::int,
    voucher_value_paise = voucher_value_paise + coalesce(won, 0) where user_id = c.user_id;
  update users set last_activity_at = now() where id = c.user_id;
  perform count_offer_day(c.offer_id, now(), 0, 0, 1, (won is not null)::int, coalesce(won, 0), 0);
end $$;
--> statement-breakpoint
-- Adds voucher codes; codes that exist are skipped; owed wins of the amount are filled. problem: 'date_passed' or null.
create function import_vouchers(p_actor jsonb, p_type text, p_brand text, p_amount bigint, p_description text,
  p_terms text, p_expiry date, p_codes text[], out problem text, out created integer, out skipped integer, out filled integer)
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
--> statement-breakpoint
-- An admin's move: available → expired, or expired → available. problem: 'not_found', 'not_allowed', 'date_passed', or null.
create function move_voucher(p_actor jsonb, p_voucher bigint, p_status text, out problem text) language plpgsql as $$
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
  elsif (v.status, p_status) not in (('available', 'expired'), ('expired', 'available')) then
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
create function delete_voucher(p_actor jsonb, p_voucher bigint, out problem text) language plpgsql as $$
declare
  v vouchers;
begin
  select * into v from vouchers where id = p_voucher for update;
  if v.id is null then
    problem := 'not_found';
  elsif v.status in ('assigned', 'used') then
    problem := 'not_allowed';
  else
    delete from vouchers where id = p_voucher;
    perform write_audit(p_actor, 'vouchers.delete', v.id::text, jsonb_build_object('type', v.type, 'brand', v.brand,
      'amount_paise', v.amount_paise, 'status', v.status, 'expiry_date', v.expiry_date), null, null);
  end if;
end $$;
--> statement-breakpoint
-- The winner marks a voucher as used. problem: 'not_found' (also when it is somebody else's), or null.
create function use_voucher(p_actor jsonb, p_user bigint, p_voucher bigint, out problem text) language plpgsql as $$
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
--> statement-breakpoint
-- Available vouchers whose day has passed become expired; answers how many.
create function expire_vouchers() returns integer language plpgsql as $$
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
