-- Completions that wait for confirmation, and the judging of postbacks in its final form.

-- A completion is a fact. What may still happen to it: its confirmation, its reversal, and, where an admin credited it by
-- hand, the network's own transaction that arrives late.
create or replace function completions_guard() returns trigger language plpgsql as $$
declare
  confirmed boolean := old.approved_at is null and new.approved_at is not null;
  adopted boolean := old.source = 'admin' and old.transaction_id like 'manual-%' and new.transaction_id not like 'manual-%';
begin
  if tg_op = 'DELETE' then
    raise exception 'a completion is never deleted' using errcode = 'check_violation';
  end if;
  if (new.user_id, new.offer_id, new.click_id, new.network_id, new.completed_at, new.source)
    is distinct from (old.user_id, old.offer_id, old.click_id, old.network_id, old.completed_at, old.source)
    or ((new.transaction_id, new.goal_id) is distinct from (old.transaction_id, old.goal_id) and not adopted)
    -- What a network says while it has not confirmed is not final.
    or ((new.payout_paise, new.payout_micros, new.currency, new.rate_micros)
      is distinct from (old.payout_paise, old.payout_micros, old.currency, old.rate_micros) and not adopted and not confirmed)
    or ((new.approved_at, new.held_until) is distinct from (old.approved_at, old.held_until) and not confirmed)
    or (new.status <> old.status
      and (old.status, new.status) not in (('pending', 'approved'), ('pending', 'reversed'), ('approved', 'reversed'))) then
    raise exception 'a completion is a fact' using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Settles a spin with the roll that was drawn for it. Does nothing when it is spun already, when the completion was
-- reversed, or while it is being confirmed: the caller reads what is recorded either way.
create or replace function settle_spin(p_completion bigint, p_client_seed text, p_roll integer, p_part integer)
returns void language plpgsql as $$
declare
  c completions;
  won bigint;
begin
  -- Reversals lock the same row: a spin is either before or after one.
  select * into c from completions
  where id = p_completion and status = 'approved' and (held_until is null or held_until <= now()) for no key update;
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
-- Adds to what the figures hold of a completion's user and offer, on the day on which it was first heard of.
create function count_completion(c completions, p_completions int, p_revenue bigint) returns void language sql as $$
  update user_stats set completions = completions + p_completions, revenue_paise = revenue_paise + p_revenue,
    -- Two completions at once may be counted in the other order than they began.
    last_completion_at = case when p_completions > 0 then greatest(last_completion_at, c.completed_at) else last_completion_at end
  where user_id = c.user_id;
  select count_offer_day(c.offer_id, c.completed_at, 0, p_completions, 0, 0, 0, p_revenue)
$$;
--> statement-breakpoint
-- Takes a completion back, and its revenue out of the figures if it was in them. False when it was reversed before.
create or replace function reverse_completion(p_completion bigint, p_actor jsonb, p_note text) returns boolean language plpgsql as $$
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
--> statement-breakpoint
-- Confirms a completion with what the network says now, and counts it. One that was reversed before stays reversed, but
-- counts among the completed from here on, as if the confirmation had come first. False when it was confirmed before.
create function approve_completion(p_completion bigint, p_verdict jsonb, p_actor jsonb) returns boolean language plpgsql as $$
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
    rate_micros = case when p_verdict ->> 'payout_paise' is null then rate_micros else (p_verdict ->> 'rate_micros')::bigint end
  where id = p_completion returning * into c;
  perform count_completion(c, 1, case when c.status = 'approved' then c.payout_paise else 0 end);
  perform write_audit(p_actor, 'completions.approve', c.id::text,
    jsonb_build_object('status', was.status, 'payout_paise', was.payout_paise),
    jsonb_build_object('status', c.status, 'payout_paise', c.payout_paise), null);
  return true;
end $$;
--> statement-breakpoint
-- The network's own transaction for what an admin had credited by hand: its id and its payout take the place of the
-- admin's, and the revenue stays counted once.
create function adopt_completion(p_completion bigint, p_verdict jsonb, p_actor jsonb) returns void language plpgsql as $$
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
--> statement-breakpoint
-- Is it the click that the completion was counted for, or the one that an admin took for it?
create function is_click_of(c completions, p_click text) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from clicks where id = c.click_id and click_id = p_click)
    or exists (select 1 from postbacks where completion_id = c.id and click_id = p_click and assigned_click_id is not null);
end $$;
--> statement-breakpoint
-- Gives a completion the reversals of its transaction that had come before it. One that names another click stays parked.
create function match_early_reversals(c completions, p_network bigint, p_transaction text, p_actor jsonb)
returns void language plpgsql as $$
declare
  w postbacks;
  v_outcome text;
begin
  for w in
    select * from postbacks
    where network_id = p_network and transaction_id = p_transaction and outcome = 'parked' and kind = 'reverse'
    order by id for update
  loop
    if w.click_id is not null and not is_click_of(c, w.click_id) then
      update postbacks set reason = 'This transaction was counted for another click',
        alert = 'A reversal of this transaction names another click', completion_id = c.id where id = w.id;
    else
      v_outcome := case when reverse_completion(c.id, p_actor, 'The reversal had arrived before the completion')
        then 'reversed' else 'repeat' end;
      update postbacks set outcome = v_outcome, reason = 'Matched when its completion arrived', completion_id = c.id,
        judged_at = now() where id = w.id;
      insert into postback_judgements (postback_id, cause, actor_kind, actor_name, from_outcome, from_reason, to_outcome, to_reason)
      values (w.id, 'call', p_actor ->> 'kind', p_actor ->> 'name', w.outcome, w.reason, v_outcome, 'Matched when its completion arrived');
    end if;
  end loop;
end $$;
--> statement-breakpoint
-- A completion or a confirmation whose transaction is known already.
create function apply_known(c completions, p_verdict jsonb, p_click text, p_actor jsonb,
  out outcome text, out reason text, out alert text, out changed boolean)
language plpgsql as $$
declare
  v_payout bigint := (p_verdict ->> 'payout_micros')::bigint;
  other_payout boolean := v_payout is not null and v_payout is distinct from c.payout_micros;
begin
  outcome := 'repeat';
  changed := false;
  if not is_click_of(c, p_click) then
    reason := 'This transaction was counted for another click';
    alert := reason;
  elsif c.approved_at is null and (p_verdict ->> 'payout_paise')::bigint > (p_verdict ->> 'payout_ceiling_paise')::bigint then
    outcome := 'refused';
    reason := 'The payout is above the ceiling';
    alert := reason;
  elsif p_verdict ->> 'kind' = 'approve' and approve_completion(c.id, p_verdict, p_actor) then
    outcome := 'accepted';
    changed := true;
    if c.status = 'reversed' then
      reason := 'It had been reversed before';
    elsif other_payout then
      reason := 'Confirmed with another payout than was announced';
    end if;
    alert := case when other_payout then 'Confirmed with another payout than was announced' end;
  elsif other_payout then
    reason := 'This transaction was counted with another payout';
    alert := reason;
  end if;
end $$;
--> statement-breakpoint
-- The first that is heard of a transaction.
create function apply_new(p postbacks, p_verdict jsonb, p_click text, p_seed bytea, p_actor jsonb,
  out outcome text, out reason text, out alert text, out changed boolean, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  k clicks;
  o offers;
  c completions;
  v_kind text := p_verdict ->> 'kind';
  v_paise bigint;
begin
  changed := false;
  select * into k from clicks where click_id = p_click;
  select * into o from offers where id = k.offer_id;
  v_paise := coalesce((p_verdict ->> 'payout_paise')::bigint, o.reward_paise);
  if k.id is null then
    outcome := 'parked';
    reason := 'Click not found';
    return;
  end if;
  -- Where nothing is signed, an offer of no network is not anybody's.
  if o.network_id <> p.network_id or (o.network_id is null and (p_verdict ->> 'unsigned')::boolean) then
    outcome := 'refused';
    reason := 'The offer belongs to another network';
  elsif k.created_at < p.received_at - make_interval(secs => (p_verdict ->> 'click_window_seconds')::int) then
    outcome := 'refused';
    reason := 'The click is too old';
  elsif v_paise > (p_verdict ->> 'payout_ceiling_paise')::bigint then
    outcome := 'refused';
    reason := 'The payout is above the ceiling';
    alert := reason;
  end if;
  if outcome is not null then
    return;
  end if;

  insert into completions (user_id, offer_id, click_id, network_id, transaction_id, goal_id, payout_paise, payout_micros,
    currency, rate_micros, status, approved_at, held_until)
  values (k.user_id, k.offer_id, k.id, p.network_id, p_verdict ->> 'transaction_id', p_verdict ->> 'goal_id', v_paise,
    (p_verdict ->> 'payout_micros')::bigint, p_verdict ->> 'currency', (p_verdict ->> 'rate_micros')::bigint,
    case when v_kind = 'approve' then 'approved' else 'pending' end, case when v_kind = 'approve' then now() end,
    case when v_kind = 'approve' then now() + make_interval(secs => nullif((p_verdict ->> 'hold_seconds')::int, 0)) end)
  on conflict (user_id, offer_id) do nothing
  returning * into c;

  if c.id is not null then
    outcome := case when v_kind = 'approve' then 'accepted' else 'pending' end;
    changed := true;
    insert into spins (completion_id, seed, odds) values (c.id, p_seed, o.odds);
    if v_kind = 'approve' then
      perform count_completion(c, 1, c.payout_paise);
    end if;
    perform match_early_reversals(c, p.network_id, c.transaction_id, p_actor);
  else
    select * into c from completions where user_id = k.user_id and offer_id = k.offer_id for no key update;
    if c.source = 'admin' and c.transaction_id like 'manual-%' and c.network_id = p.network_id then
      reason := 'Credited by hand before';
      outcome := 'repeat';
      if v_kind = 'approve' then
        perform adopt_completion(c.id, p_verdict, p_actor);
        perform match_early_reversals(c, p.network_id, p_verdict ->> 'transaction_id', p_actor);
        outcome := 'accepted';
        changed := true;
      end if;
    else
      outcome := 'repeat';
      reason := 'This user has completed the offer before';
      if v_kind = 'approve' and c.status = 'pending' then
        alert := 'Confirmed under another transaction than is pending';
      end if;
    end if;
  end if;
  completion_id := c.id;
end $$;
--> statement-breakpoint
drop function judge_postback(bigint, jsonb, bytea);
--> statement-breakpoint
-- Judges a stored postback and, where it is good, credits it: one move.
-- p_verdict: what was understood of it. Either {"outcome": "refused"|"parked"|"ignored", "reason", …} or
-- {"kind": "pending"|"approve"|"reverse", "click_id", "transaction_id", "goal_id", "payout_micros", "payout_paise",
-- "currency", "rate_micros", "hold_seconds", "unsigned", "click_window_seconds", "payout_ceiling_paise"}; "alert" in both.
-- p_seed: 32 random bytes for the draw, used only when a completion is made.
-- p_again: null for a call's first judgement, which is found again when it is asked for twice; {"cause", "actor"} judges
-- anew. What had its effect keeps it: judging anew can add to the facts, never take from them.
create function judge_postback(p_postback bigint, p_verdict jsonb, p_seed bytea, p_again jsonb default null,
  out outcome text, out reason text, out completion_id bigint, out alert text, out changed boolean)
language plpgsql as $$
#variable_conflict use_variable
declare
  p postbacks;
  c completions;
  r record;
  v_network bigint;
  v_kind text := p_verdict ->> 'kind';
  v_transaction text := p_verdict ->> 'transaction_id';
  v_click text;
  v_actor jsonb;
  had_effect boolean;
begin
  if p_verdict ->> 'outcome' is null then
    -- A completion and its reversal may arrive at once, in either order; each must see the other. Before the call's own
    -- row, because whoever holds this looks for parked rows.
    select network_id into v_network from postbacks where id = p_postback;
    perform pg_advisory_xact_lock(hashtextextended('transaction:' || v_network || ':' || v_transaction, 0));
  end if;
  select * into p from postbacks where id = p_postback for update;
  changed := false;
  if p.outcome is not null and p_again is null then
    outcome := p.outcome;
    reason := p.reason;
    alert := p.alert;
    completion_id := p.completion_id;
    return;
  end if;
  v_click := coalesce(p.assigned_click_id, p_verdict ->> 'click_id');
  v_actor := jsonb_build_object('kind', 'network', 'id', p.network_id, 'name', p.slug, 'ip', p.ip);
  had_effect := p.outcome in ('accepted', 'repeat', 'pending', 'reversed');
  outcome := p_verdict ->> 'outcome';
  reason := p_verdict ->> 'reason';
  completion_id := p.completion_id;

  if outcome is null then
    select * into c from completions where network_id = p.network_id and transaction_id = v_transaction;
    completion_id := c.id;
    if v_kind = 'reverse' then
      if c.id is null then
        outcome := 'parked';
        reason := 'No completion with this transaction yet';
      elsif v_click is not null and not is_click_of(c, v_click) then
        outcome := 'parked';
        reason := 'This transaction was counted for another click';
        alert := 'A reversal of this transaction names another click';
      else
        changed := reverse_completion(c.id, v_actor, 'Reversed by the network');
        outcome := case when changed then 'reversed' else 'repeat' end;
      end if;
    elsif c.id is not null then
      select * into r from apply_known(c, p_verdict, v_click, v_actor);
      outcome := r.outcome;
      reason := r.reason;
      alert := r.alert;
      changed := r.changed;
    else
      select * into r from apply_new(p, p_verdict, v_click, p_seed, v_actor);
      outcome := r.outcome;
      reason := r.reason;
      alert := r.alert;
      changed := r.changed;
      completion_id := r.completion_id;
    end if;
  end if;
  alert := coalesce(alert, p_verdict ->> 'alert');

  -- Under the settings of its last judgement a call is what it was, whatever has come since.
  if not changed and (had_effect or p_again ->> 'cause' = 'replay'
    and p.judged_at > (select updated_at from networks where id = p.network_id)) then
    outcome := p.outcome;
    reason := p.reason;
    alert := p.alert;
    completion_id := p.completion_id;
    return;
  end if;
  if p.outcome is not null and (p.outcome, p.reason, p.completion_id) is not distinct from (outcome, reason, completion_id) then
    -- Looked at under the settings of now: the sweep need not come back to it.
    if p_again ->> 'cause' = 'settings' then
      update postbacks set judged_at = now() where id = p_postback;
    end if;
    return;
  end if;
  if p.outcome is not null then
    changed := true;
    insert into postback_judgements (postback_id, cause, actor_kind, actor_name, from_outcome, from_reason, to_outcome, to_reason)
    values (p.id, p_again ->> 'cause', p_again -> 'actor' ->> 'kind', p_again -> 'actor' ->> 'name', p.outcome, p.reason, outcome, reason);
    perform write_audit(p_again -> 'actor', 'postbacks.judge', p.id::text,
      jsonb_build_object('outcome', p.outcome, 'reason', p.reason), jsonb_build_object('outcome', outcome, 'reason', reason),
      p_again ->> 'cause');
  end if;
  update postbacks set outcome = judge_postback.outcome, reason = judge_postback.reason, alert = judge_postback.alert,
    judged_at = now(), kind = v_kind, click_id = p_verdict ->> 'click_id', transaction_id = v_transaction,
    goal_id = p_verdict ->> 'goal_id', payout_micros = (p_verdict ->> 'payout_micros')::bigint,
    currency = p_verdict ->> 'currency', completion_id = judge_postback.completion_id
  where id = p_postback;
  if outcome = 'accepted' then
    -- Somebody may have asked where it is.
    update credit_cases k set status = 'credited', resolution = 'The network confirmed it', closed_at = now(),
      closed_by_postback_id = p_postback
    from completions d where d.id = judge_postback.completion_id and k.user_id = d.user_id and k.offer_id = d.offer_id
      and k.status = 'open' and d.status = 'approved';
  end if;
end $$;
--> statement-breakpoint
-- Makes the counters anew from the facts. Locks them for the time it takes. A completion counts once it is confirmed, on
-- the day on which it was first heard of; its revenue, while it is not reversed.
create or replace function recount() returns void language plpgsql as $$
begin
  lock table user_stats, offer_days in share row exclusive mode;
  delete from offer_days;
  insert into offer_days (day, offer_id, shard, clicks, completions, spins, wins, won_paise, revenue_paise)
  select day, offer_id, 0, sum(clicks), sum(completions), sum(spins), sum(wins), sum(won), sum(revenue) from (
    select ist_day(created_at) as day, offer_id, 1 as clicks, 0 as completions, 0 as spins, 0 as wins, 0 as won, 0 as revenue
    from clicks
    union all
    select ist_day(completed_at), offer_id, 0, 1, 0, 0, 0, case when status = 'approved' then payout_paise else 0 end
    from completions where approved_at is not null
    union all
    select ist_day(s.spun_at), c.offer_id, 0, 0, 1, (s.amount_paise is not null)::int, coalesce(s.amount_paise, 0), 0
    from spins s join completions c on c.id = s.completion_id where s.spun_at is not null
  ) facts group by day, offer_id;
  insert into user_stats (user_id, completions, spins, vouchers_won, voucher_value_paise, revenue_paise, last_completion_at)
  select u.id, count(c.id) filter (where c.approved_at is not null), count(s.spun_at), count(s.amount_paise),
    coalesce(sum(s.amount_paise), 0), coalesce(sum(c.payout_paise) filter (where c.status = 'approved'), 0),
    max(c.completed_at) filter (where c.approved_at is not null)
  from users u left join completions c on c.user_id = u.id left join spins s on s.completion_id = c.id
  group by u.id
  on conflict (user_id) do update set completions = excluded.completions, spins = excluded.spins,
    vouchers_won = excluded.vouchers_won, voucher_value_paise = excluded.voucher_value_paise,
    revenue_paise = excluded.revenue_paise, last_completion_at = excluded.last_completion_at;
end $$;
