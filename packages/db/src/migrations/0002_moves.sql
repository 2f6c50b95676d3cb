-- What must never happen, kept by the database itself ---------------------------------------------------------------

-- A voucher moves available → assigned → used and available ↔ expired, and no other way. What was won is not changed.
create function vouchers_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'available' then
      raise exception 'a voucher starts as available, not as %', new.status using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.status in ('assigned', 'used') then
      raise exception 'a voucher that was won cannot be deleted' using errcode = 'check_violation';
    end if;
    return old;
  end if;
  if new.status <> old.status and (old.status, new.status) not in
    (('available', 'assigned'), ('available', 'expired'), ('expired', 'available'), ('assigned', 'used')) then
    raise exception 'a voucher cannot move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if old.completion_id is not null and (new.completion_id is distinct from old.completion_id
    or new.code <> old.code or new.amount_paise <> old.amount_paise) then
    raise exception 'a voucher that was won belongs to its winner' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger vouchers_guard before insert or update or delete on vouchers
  for each row execute function vouchers_guard();
--> statement-breakpoint
-- A draw stays as it was: the seed and the odds from the completion on, the rest from the spin on.
create function spins_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a spin is never deleted' using errcode = 'check_violation';
  end if;
  if new.completion_id <> old.completion_id or new.seed <> old.seed or new.odds <> old.odds then
    raise exception 'the seed and the odds of a completion are fixed' using errcode = 'check_violation';
  end if;
  if old.spun_at is not null and ((new.spun_at, new.client_seed, new.roll, new.landing_part, new.amount_paise)
    is distinct from (old.spun_at, old.client_seed, old.roll, old.landing_part, old.amount_paise)
    or (new.outcome <> old.outcome and (old.outcome, new.outcome) <> ('owed', 'won'))) then
    raise exception 'a completion is spun once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger spins_guard before update or delete on spins for each row execute function spins_guard();
--> statement-breakpoint
-- A completion is a fact: all that can happen to it is its reversal.
create function completions_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a completion is never deleted' using errcode = 'check_violation';
  end if;
  if (new.user_id, new.offer_id, new.click_id, new.network_id, new.transaction_id, new.payout_paise, new.completed_at)
    is distinct from
    (old.user_id, old.offer_id, old.click_id, old.network_id, old.transaction_id, old.payout_paise, old.completed_at)
    or (new.status <> old.status and (old.status, new.status) <> ('approved', 'reversed')) then
    raise exception 'a completion is a fact' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger completions_guard before update or delete on completions
  for each row execute function completions_guard();
--> statement-breakpoint
-- Hot tables leave room for updates in place.
alter table user_stats set (fillfactor = 85);
--> statement-breakpoint
alter table offer_days set (fillfactor = 85);
--> statement-breakpoint
alter table spins set (fillfactor = 85);
--> statement-breakpoint
alter table vouchers set (fillfactor = 85);
--> statement-breakpoint

-- Helpers of the moves ----------------------------------------------------------------------------------------------

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

-- The moves -----------------------------------------------------------------------------------------------------------

-- Records a click. problem: 'offer_not_found', 'already_completed', or null.
create function record_click(p_user bigint, p_offer bigint, p_click_id text, p_ip text, p_device text, p_agent text,
  out problem text, out offer_url text, out click_param text, out external_offer_id text)
language plpgsql as $$
begin
  select o.offer_url, n.click_param, o.external_offer_id
  into offer_url, click_param, external_offer_id
  from offers o left join networks n on n.id = o.network_id
  where o.id = p_offer and o.active;
  if not found then
    problem := 'offer_not_found';
    return;
  end if;
  if exists (select 1 from completions where user_id = p_user and offer_id = p_offer) then
    problem := 'already_completed';
    return;
  end if;
  insert into clicks (click_id, user_id, offer_id, ip, device, user_agent)
  values (p_click_id, p_user, p_offer, p_ip, p_device, p_agent)
  -- A retry of a call whose answer was lost brings the same id.
  on conflict (click_id) do nothing;
  if found then
    perform count_offer_day(p_offer, now(), 1, 0, 0, 0, 0, 0);
    update users set last_activity_at = now() where id = p_user;
  end if;
end $$;
--> statement-breakpoint
-- Takes a completion's revenue out of the figures. False when it was reversed before.
create function reverse_completion(p_completion bigint, p_actor jsonb, p_note text) returns boolean language plpgsql as $$
declare
  c completions;
begin
  update completions set status = 'reversed', reversed_at = now()
  where id = p_completion and status = 'approved' returning * into c;
  if not found then
    return false;
  end if;
  update user_stats set revenue_paise = revenue_paise - c.payout_paise where user_id = c.user_id;
  perform count_offer_day(c.offer_id, c.completed_at, 0, 0, 0, 0, 0, -c.payout_paise);
  perform write_audit(p_actor, 'completions.reverse', c.id::text, '{"status":"approved"}', '{"status":"reversed"}', p_note);
  return true;
end $$;
--> statement-breakpoint
-- Judges a stored postback and, where it is good, credits it: one move.
-- p_verdict: what was understood of it. Either {"outcome": "refused"|"parked", "reason", …} or
-- {"kind": "approve"|"reverse", "click_id", "transaction_id", "payout_micros", "payout_paise", "currency", "rate_micros"}.
-- p_seed: 32 random bytes for the draw, used only when a completion is made.
-- Judging the same postback again answers what was found the first time.
create function judge_postback(p_postback bigint, p_verdict jsonb, p_seed bytea,
  out outcome text, out reason text, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  p postbacks;
  c completions;
  k clicks;
  o offers;
  early bigint;
  v_kind text := p_verdict ->> 'kind';
  v_transaction text := p_verdict ->> 'transaction_id';
  v_click text := p_verdict ->> 'click_id';
  v_actor jsonb;
begin
  select * into p from postbacks where id = p_postback for update;
  if p.outcome is not null then
    outcome := p.outcome;
    reason := p.reason;
    completion_id := p.completion_id;
    return;
  end if;
  v_actor := jsonb_build_object('kind', 'network', 'id', p.network_id, 'name', p.slug, 'ip', p.ip);
  outcome := p_verdict ->> 'outcome';
  reason := p_verdict ->> 'reason';

  if outcome is null then
    -- A completion and its reversal may arrive at once, in either order; each must see the other.
    perform pg_advisory_xact_lock(hashtextextended('transaction:' || p.network_id || ':' || v_transaction, 0));
    select * into c from completions where network_id = p.network_id and transaction_id = v_transaction;

    if v_kind = 'reverse' then
      if c.id is null then
        outcome := 'parked';
        reason := 'No completion with this transaction yet';
      elsif reverse_completion(c.id, v_actor, 'Reversed by the network') then
        outcome := 'reversed';
      else
        outcome := 'repeat';
      end if;

    elsif c.id is not null then
      outcome := 'repeat';
      select * into k from clicks where id = c.click_id;
      if k.click_id is distinct from v_click then
        reason := 'This transaction was counted for another click';
      end if;

    else
      select * into k from clicks where click_id = v_click;
      select * into o from offers where id = k.offer_id;
      if k.id is null then
        outcome := 'parked';
        reason := 'Click not found';
      elsif o.network_id <> p.network_id then
        outcome := 'refused';
        reason := 'The offer belongs to another network';
      else
        insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, payout_micros,
          currency, rate_micros)
        values (k.user_id, k.offer_id, k.id, p.network_id, v_transaction,
          coalesce((p_verdict ->> 'payout_paise')::bigint, o.reward_paise), (p_verdict ->> 'payout_micros')::bigint,
          p_verdict ->> 'currency', (p_verdict ->> 'rate_micros')::bigint)
        on conflict (user_id, offer_id) do nothing
        returning * into c;
        if c.id is null then
          select * into c from completions where user_id = k.user_id and offer_id = k.offer_id;
          outcome := 'repeat';
          reason := 'This user has completed the offer before';
        else
          outcome := 'accepted';
          insert into spins (completion_id, seed, odds) values (c.id, p_seed, o.odds);
          update user_stats set completions = completions + 1, revenue_paise = revenue_paise + c.payout_paise,
            last_completion_at = now() where user_id = c.user_id;
          perform count_offer_day(c.offer_id, c.completed_at, 0, 1, 0, 0, 0, c.payout_paise);
          update postbacks set outcome = 'reversed', reason = 'Matched when its completion arrived',
            completion_id = c.id, judged_at = now()
          where id = (
            select w.id from postbacks w
            where w.network_id = p.network_id and w.transaction_id = v_transaction and w.outcome = 'parked'
              and w.kind = 'reverse'
            order by w.id limit 1
          ) returning id into early;
          if early is not null then
            perform reverse_completion(c.id, v_actor, 'The reversal had arrived before the completion');
          end if;
        end if;
      end if;
    end if;
  end if;

  completion_id := c.id;
  update postbacks set outcome = judge_postback.outcome, reason = judge_postback.reason, judged_at = now(),
    kind = v_kind, click_id = v_click, transaction_id = v_transaction, completion_id = c.id
  where id = p_postback;
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
--> statement-breakpoint
-- Makes the counters anew from the facts. Locks them for the time it takes.
create function recount() returns void language plpgsql as $$
begin
  lock table user_stats, offer_days in share row exclusive mode;
  delete from offer_days;
  insert into offer_days (day, offer_id, shard, clicks, completions, spins, wins, won_paise, revenue_paise)
  select day, offer_id, 0, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won), sum(revenue) from (
    select ist_day(created_at) as day, offer_id, 1 as clicks, 0 as completions, 0 as spins, 0 as wins, 0 as won, 0 as revenue
    from clicks
    union all
    select ist_day(completed_at), offer_id, 0, 1, 0, 0, 0, case when status = 'approved' then payout_paise else 0 end
    from completions
    union all
    select ist_day(s.spun_at), c.offer_id, 0, 0, 1, (s.amount_paise is not null)::int, coalesce(s.amount_paise, 0), 0
    from spins s join completions c on c.id = s.completion_id where s.spun_at is not null
  ) facts group by day, offer_id;
  insert into user_stats (user_id, completions, spins, vouchers_won, voucher_value_paise, revenue_paise, last_completion_at)
  select u.id, count(c.id), count(s.spun_at), count(s.amount_paise), coalesce(sum(s.amount_paise), 0),
    coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0), max(c.completed_at)
  from users u left join completions c on c.user_id = u.id left join spins s on s.completion_id = c.id
  group by u.id
  on conflict (user_id) do update set completions = excluded.completions, spins = excluded.spins,
    vouchers_won = excluded.vouchers_won, voucher_value_paise = excluded.voucher_value_paise,
    revenue_paise = excluded.revenue_paise, last_completion_at = excluded.last_completion_at;
end $$;
