-- Completions: a network says that a user did what an offer asks for, or an admin credits it.

-- A completion is a fact. It may still be confirmed and reversed, and one that an admin credited by hand may take over
-- the network's own transaction that arrives late.
create or replace function completions_guard() returns trigger language plpgsql as $$
declare
  confirmed boolean := old.approved_at is null and new.approved_at is not null;
  adopted boolean := old.source = 'admin' and old.transaction_id like 'manual-%'
    and new.transaction_id not like 'manual-%';
begin
  if tg_op = 'DELETE' then
    raise exception 'a completion is never deleted' using errcode = 'check_violation';
  end if;
  if (new.user_id, new.offer_id, new.click_id, new.network_id, new.completed_at, new.source)
    is distinct from (old.user_id, old.offer_id, old.click_id, old.network_id, old.completed_at, old.source)
    or ((new.transaction_id, new.goal_id) is distinct from (old.transaction_id, old.goal_id) and not adopted)
    -- What a network says while it has not confirmed is not final.
    or ((new.payout_paise, new.payout_micros, new.currency, new.rate_micros)
      is distinct from (old.payout_paise, old.payout_micros, old.currency, old.rate_micros)
      and not adopted and not confirmed)
    or ((new.approved_at, new.held_until) is distinct from (old.approved_at, old.held_until) and not confirmed)
    or (new.status <> old.status
      and (old.status, new.status) not in
        (('pending', 'approved'), ('pending', 'reversed'), ('approved', 'reversed'))) then
    raise exception 'a completion is a fact' using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger completions_guard before update or delete on completions
  for each row execute function completions_guard();

create or replace trigger completions_no_truncate before truncate on completions
  for each statement execute function refuse_change();

-- Confirms a completion with what the network says now, and counts it. One that was reversed before stays reversed, but
-- counts among the completed from now on, as if the confirmation had come first. False when it was confirmed before.
create or replace function approve_completion(p_completion bigint, p_verdict jsonb, p_actor jsonb)
returns boolean language plpgsql as $$
declare
  was completions;
  c completions;
begin
  select * into was from completions where id = p_completion for no key update;
  if not found or was.approved_at is not null then
    return false;
  end if;
  update completions set status = case when status = 'pending' then 'approved' else status end, approved_at = now(),
    held_until = now() + make_interval(secs => nullif((p_verdict ->> 'hold_seconds')::int, 0)),
    payout_paise = coalesce((p_verdict ->> 'payout_paise')::bigint, payout_paise),
    payout_micros = coalesce((p_verdict ->> 'payout_micros')::bigint, payout_micros),
    currency = case when p_verdict ->> 'payout_paise' is null then currency else p_verdict ->> 'currency' end,
    rate_micros =
      case when p_verdict ->> 'payout_paise' is null then rate_micros else (p_verdict ->> 'rate_micros')::bigint end
  where id = p_completion returning * into c;
  perform count_completion(c, 1, case when c.status = 'approved' then c.payout_paise else 0 end);
  perform write_audit(p_actor, 'completions.approve', c.id::text,
    jsonb_build_object('status', was.status, 'payout_paise', was.payout_paise),
    jsonb_build_object('status', c.status, 'payout_paise', c.payout_paise), null);
  return true;
end $$;

-- Reverses a completion and takes its revenue out of the figures, if it was in them. False when it was reversed before.
-- A spin locks the same row, so it comes either before the reversal, and what was won stays, or after, and is refused.
create or replace function reverse_completion(p_completion bigint, p_actor jsonb, p_note text)
returns boolean language plpgsql as $$
declare
  c completions;
begin
  select * into c from completions where id = p_completion for no key update;
  if not found or c.status = 'reversed' then
    return false;
  end if;
  update completions set status = 'reversed', reversed_at = now() where id = p_completion;
  if c.approved_at is not null then
    perform count_completion(c, 0, -c.payout_paise);
  end if;
  perform write_audit(p_actor, 'completions.reverse', c.id::text, jsonb_build_object('status', c.status),
    '{"status":"reversed"}', p_note);
  return true;
end $$;

-- The network's own transaction for what an admin had credited by hand: its id and its payout take the place of the
-- admin's, and the revenue stays counted once.
create or replace function adopt_completion(p_completion bigint, p_verdict jsonb, p_actor jsonb)
returns void language plpgsql as $$
declare
  was completions;
  c completions;
begin
  select * into was from completions where id = p_completion;
  update completions set transaction_id = p_verdict ->> 'transaction_id', goal_id = p_verdict ->> 'goal_id',
    payout_paise = coalesce((p_verdict ->> 'payout_paise')::bigint, payout_paise),
    payout_micros = (p_verdict ->> 'payout_micros')::bigint, currency = p_verdict ->> 'currency',
    rate_micros = (p_verdict ->> 'rate_micros')::bigint
  where id = p_completion returning * into c;
  if c.status = 'approved' then
    perform count_completion(c, 0, c.payout_paise - was.payout_paise);
  end if;
  perform write_audit(p_actor, 'completions.adopt', c.id::text,
    jsonb_build_object('transaction_id', was.transaction_id, 'payout_paise', was.payout_paise),
    jsonb_build_object('transaction_id', c.transaction_id, 'payout_paise', c.payout_paise), null);
end $$;

-- Credits a completion that no postback reported, and closes the user's case about it. It counts as any other does. Its
-- transaction id is 'manual-' and the click id.
-- p_click_id: names the click that is recorded when the user has none of the offer.
-- p_seed: 32 random bytes for the draw. A call that is run again is recognised by them.
-- problem: 'user_not_found', 'offer_not_found', 'no_network', 'already_completed', or null.
create or replace function credit_completion(p_actor jsonb, p_user bigint, p_offer bigint, p_reason text,
  p_payout bigint, p_seed bytea, p_click_id text, out problem text, out completion_id bigint)
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
    insert into completions (user_id, offer_id, click_id, network_id, transaction_id, payout_paise, currency,
      rate_micros, source)
    values (p_user, p_offer, k.id, o.network_id, 'manual-' || k.click_id, p_payout, 'INR', 1000000, 'admin')
    -- The network's postback may arrive between the look above and here: then that one counts.
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
    -- The user's open case is answered in the same statement.
    update credit_cases set status = 'credited', resolution = 'Credited by hand', closed_at = now(),
      closed_by_admin_id = case when p_actor ->> 'kind' = 'admin' then (p_actor ->> 'id')::bigint end
    where user_id = p_user and offer_id = p_offer and status = 'open';
    perform write_audit(p_actor, 'completions.credit', c.id::text, null, jsonb_build_object('user_id', p_user,
      'offer_id', p_offer, 'click_id', k.click_id, 'payout_paise', c.payout_paise), p_reason);
  elsif not exists (select 1 from spins s where s.completion_id = c.id and s.seed = p_seed) then
    problem := 'already_completed';
    return;
  end if;
  completion_id := c.id;
end $$;
