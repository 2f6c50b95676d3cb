-- Completions: a network says that a user did what an offer asks for, or an admin credits it.

-- What is known of a completion is inserted and stays; a network that says more later adds an event.
create or replace trigger completions_append_only before update or delete or truncate on completions
  for each statement execute function reject_change();

create or replace trigger completion_events_append_only before update or delete or truncate on completion_events
  for each statement execute function reject_change();

-- When a completion may be spun, by its confirmation: 'pending' while there is none, 'held' during its hold, 'ready'
-- after that. A reversal withholds the spin whatever this says, see reverse_completion. This and get_spin_change_time
-- alone decide so: what needs it reads completion_states.
create or replace function spin_status(p_approved_at timestamptz, p_held_until timestamptz) returns text
language sql stable as $$
  select case when p_approved_at is null then 'pending' when p_held_until > now() then 'held' else 'ready' end
$$;

-- When spin_status changes by itself; null for never.
create or replace function get_spin_change_time(p_approved_at timestamptz, p_held_until timestamptz) returns timestamptz
language sql stable as $$
  select case when p_held_until > now() then p_held_until end
$$;

-- Completions with what followed them: whether they may be spun, what their spins won, what the network pays. One that
-- was reversed stays so, also when it is confirmed later. What a network says last of its transaction and its payout
-- counts: with the confirmation, before that with the adoption, else with the completion itself. A statement that
-- leaves columns out does not look into the tables that only those need. There are few of them on purpose: beyond eight
-- the server joins the tables of a statement in the order in which they are written.
create or replace view completion_states as
  select f.*, spin_status(f.approved_at, f.held_until) as spin_status,
    case when f.reversed_at is null then get_spin_change_time(f.approved_at, f.held_until) end as get_spin_change_time,
    case when f.reversed_at is null and spin_status(f.approved_at, f.held_until) = 'held'
      then get_spin_change_time(f.approved_at, f.held_until) end as on_hold_until,
    -- What was won stays won, whatever the network does afterwards.
    case when f.won_paise is not null
        then case when exists (select from owed_wins w where w.completion_id = f.id) then 'owed' else 'won' end
      when f.spun_at is not null then 'no_win' when f.reversed_at is not null then 'withheld'
      when spin_status(f.approved_at, f.held_until) <> 'ready' then 'pending' else 'not_spun' end as state,
    -- Its payout counts while it is confirmed and not reversed; further goals count each by itself.
    case f.status when 'approved' then f.payout_paise else 0 end
      -- Most have no further goals; calling the function to find that out would be most of what a row costs.
      + case when exists (select from payments m where m.completion_id = f.id)
        then sum_payment_revenue(f.id) else 0 end as revenue_paise
  from (
    select c.id, c.user_id, c.offer_id, c.odds_version, c.click_id, c.network_id,
      coalesce(d.transaction_id, c.transaction_id) as transaction_id,
      case when d.completion_id is null then c.goal_id else d.goal_id end as goal_id,
      coalesce(p.payout_paise, d.payout_paise, c.payout_paise) as payout_paise,
      case when p.payout_paise is not null then p.payout_micros when d.payout_paise is not null then d.payout_micros
        else c.payout_micros end as payout_micros,
      coalesce(p.currency, d.currency, c.currency) as currency,
      coalesce(p.rate_micros, d.rate_micros, c.rate_micros) as rate_micros,
      case when r.completion_id is not null then 'reversed'
        when c.approved_at is not null or p.completion_id is not null then 'approved' else 'pending' end as status,
      coalesce(c.approved_at, p.at) as approved_at, coalesce(c.held_until, p.held_until) as held_until,
      c.source, c.completed_at, r.at as reversed_at,
      -- Until the goal that gives the spin is reached, the completion's row holds the money of earlier goals.
      case when d.completion_id is null then c.awaited_goal end as awaited_goal,
      s.spun_at, s.amount_paise::bigint as won_paise
    from completions c
    left join completion_events p on p.completion_id = c.id and p.kind = 'approved'
    left join completion_events d on d.completion_id = c.id and d.kind = 'adopted'
    left join completion_events r on r.completion_id = c.id and r.kind = 'reversed'
    left join spins s on s.completion_id = c.id and s.roll is not null
  ) f;

-- Confirms a completion with what the network says now. One that was reversed before stays reversed, but counts among
-- the completed from now on, as if the confirmation had come first. False when it was confirmed before.
create or replace function approve_completion(p_completion bigint, v postback_verdict, p_actor jsonb)
returns boolean language plpgsql as $$
declare
  was completion_states;
  now_is completion_states;
  is_paid boolean := v.payout_paise is not null;
begin
  select * into was from completion_states where id = p_completion;
  if was.id is null or was.approved_at is not null then
    return false;
  end if;
  insert into completion_events (completion_id, kind, held_until, payout_paise, payout_micros, currency, rate_micros)
  values (p_completion, 'approved', now() + make_interval(secs => nullif(v.hold_seconds, 0)),
    v.payout_paise, case when is_paid then coalesce(v.payout_micros, was.payout_micros) end,
    case when is_paid then v.currency end, case when is_paid then v.rate_micros end)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  select * into now_is from completion_states where id = p_completion;
  perform write_audit(p_actor, 'completions.approve', p_completion::text,
    jsonb_build_object('status', was.status, 'payout_paise', was.payout_paise),
    jsonb_build_object('status', now_is.status, 'payout_paise', now_is.payout_paise), null);
  return true;
end $$;

-- The goal that gives the spin is reached, after others of the offer: what the network says of it takes the place of
-- what was expected. False when another transaction did so before.
create or replace function reach_awaited_goal(p_completion bigint, p_network bigint, v postback_verdict, p_paise bigint,
  p_actor jsonb) returns boolean language plpgsql as $$
declare
  is_paid boolean := v.payout_paise is not null;
begin
  insert into completion_events (completion_id, kind, network_id, transaction_id, goal_id, payout_paise, payout_micros,
    currency, rate_micros)
  values (p_completion, 'adopted', p_network, v.transaction_id, v.goal_id, p_paise, v.payout_micros,
    case when is_paid then v.currency else 'INR' end, case when is_paid then v.rate_micros else 1000000 end)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  if v.kind = 'approve' then
    perform approve_completion(p_completion, v, p_actor);
  end if;
  return true;
end $$;

-- Reverses a completion. A spin at once comes either before the reversal, and what was won stays, or after, and is
-- refused: the spin's primary key decides. False when it was reversed before.
create or replace function reverse_completion(p_completion bigint, p_actor jsonb, p_note text)
returns boolean language plpgsql as $$
declare
  was completion_states;
begin
  select * into was from completion_states where id = p_completion;
  if was.id is null then
    return false;
  end if;
  insert into completion_events (completion_id, kind) values (p_completion, 'reversed') on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into spins (completion_id, landing_part, wheel_layout, client_seed, share)
  values (p_completion, 0, 0, '', 'open') on conflict (completion_id) do nothing;
  perform write_audit(p_actor, 'completions.reverse', p_completion::text, jsonb_build_object('status', was.status),
    '{"status":"reversed"}', p_note);
  return true;
end $$;

-- The network's own transaction for what an admin had credited by hand: its id and its payout take the place of the
-- admin's, and the revenue stays counted once. False when another transaction did so before.
create or replace function adopt_transaction(p_completion bigint, p_network bigint, v postback_verdict, p_actor jsonb)
returns boolean language plpgsql as $$
declare
  was completion_states;
  now_is completion_states;
  is_paid boolean := v.payout_paise is not null;
begin
  select * into was from completion_states where id = p_completion;
  insert into completion_events (completion_id, kind, network_id, transaction_id, goal_id, payout_paise, payout_micros,
    currency, rate_micros)
  values (p_completion, 'adopted', p_network, v.transaction_id, v.goal_id, v.payout_paise,
    case when is_paid then v.payout_micros end, case when is_paid then v.currency end,
    case when is_paid then v.rate_micros end)
  on conflict do nothing;
  if not found then
    return false;
  end if;
  select * into now_is from completion_states where id = p_completion;
  perform write_audit(p_actor, 'completions.adopt', p_completion::text,
    jsonb_build_object('transaction_id', was.transaction_id, 'payout_paise', was.payout_paise),
    jsonb_build_object('transaction_id', now_is.transaction_id, 'payout_paise', now_is.payout_paise), null);
  return true;
end $$;

-- Why a completion of the offer cannot be credited to the user by hand: 'user_not_found', 'offer_not_found',
-- 'no_network', 'already_completed', or null. One that awaits the goal that gives its spin can be.
create or replace function find_credit_problem(p_user bigint, p_offer bigint) returns text language sql stable as $$
  select case when u.id is null then 'user_not_found' when o.id is null then 'offer_not_found'
    when c.id is null and o.network_id is null then 'no_network'
    when c.id is not null and c.awaited_goal is null then 'already_completed' end
  from (values (p_user, p_offer)) asked (user_id, offer_id)
  left join users u on u.id = asked.user_id and u.deleted_at is null
  left join offers o on o.id = asked.offer_id
  left join completion_states c on c.user_id = asked.user_id and c.offer_id = asked.offer_id
$$;

-- Credits a completion that no postback reported, and closes the user's case about it. It counts as any other does. Its
-- transaction id is 'manual-' and the click id.
-- p_click_id: names the click that is recorded when the user has none of the offer.
-- p_seed: as apply_to_new_completion takes it. A call that is run again is recognised by it, but for one that reached
-- an awaited goal: that keeps no seed, see credit_completion_once.
-- problem: as find_credit_problem says.
create or replace function credit_completion(p_actor jsonb, p_user bigint, p_offer bigint, p_reason text,
  p_payout bigint, p_seed bytea, p_click_id text, out problem text, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  o offers;
  k clicks;
  c completions;
begin
  -- Two admins at once: the second finds what the first did, and records no click. What refers to the user meanwhile
  -- does not wait.
  perform 1 from users where id = p_user for no key update;
  select * into o from offers where id = p_offer;
  select * into c from completions where user_id = p_user and offer_id = p_offer;
  -- After the row was read: what the network reports meanwhile is a problem, and no row to credit.
  problem := find_credit_problem(p_user, p_offer);
  if problem = 'already_completed' and c.commitment = get_seed_commitment(p_seed) then
    problem := null;
    completion_id := c.id;
  end if;
  if problem is not null or completion_id is not null then
    return;
  end if;
  if c.id is null then
    select * into k from clicks where user_id = p_user and offer_id = p_offer order by created_at desc, id desc limit 1;
    if k.id is null then
      insert into clicks (click_id, user_id, offer_id) values (p_click_id, p_user, p_offer) returning * into k;
    end if;
    -- Of an offer with goals it is the one that gives the spin: what the network says of another is not meant.
    insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, goal_id,
      payout_paise, currency, rate_micros, source, seed, commitment)
    values (p_user, p_offer, o.odds_version, k.id, o.network_id, 'manual-' || k.click_id,
      (select nullif(e ->> 'goal_id', '') from jsonb_array_elements(o.goals) e where (e ->> 'gives_spin')::boolean),
      p_payout, 'INR', 1000000, 'admin', get_sealed_seed(p_seed), get_seed_commitment(p_seed))
    -- The network's postback may arrive between the look above and here: then that one counts.
    on conflict do nothing
    returning * into c;
    if c.id is null then
      problem := 'already_completed';
      return;
    end if;
    -- The user's open case is answered in the same statement.
    update credit_cases set status = 'credited', resolution = 'Credited by hand', closed_at = now(),
      closed_by_admin_id = case when p_actor ->> 'kind' = 'admin' then (p_actor ->> 'id')::bigint end
    where user_id = p_user and offer_id = p_offer and status = 'open';
    perform write_audit(p_actor, 'completions.credit', c.id::text, null, jsonb_build_object('user_id', p_user,
      'offer_id', p_offer, 'click_id', k.click_id, 'payout_paise', c.payout_paise), p_reason);
  else
    -- Earlier goals were paid, and the one that gives the spin never came: from now on it counts as reached.
    insert into completion_events (completion_id, kind, network_id, transaction_id, goal_id, payout_paise, currency,
      rate_micros)
    select c.id, 'adopted', c.network_id, 'manual-' || k.click_id, c.awaited_goal, p_payout, 'INR', 1000000
    from clicks k where k.id = c.click_id
    on conflict do nothing;
    -- The network told of the goal between the look above and here: it alone confirms what it announced.
    if not found then
      problem := 'already_completed';
      return;
    end if;
    insert into completion_events (completion_id, kind) values (c.id, 'approved') on conflict do nothing;
    update credit_cases set status = 'credited', resolution = 'Credited by hand', closed_at = now(),
      closed_by_admin_id = case when p_actor ->> 'kind' = 'admin' then (p_actor ->> 'id')::bigint end
    where user_id = p_user and offer_id = p_offer and status = 'open';
    perform write_audit(p_actor, 'completions.credit', c.id::text, null, jsonb_build_object('user_id', p_user,
      'offer_id', p_offer, 'goal_id', c.awaited_goal, 'payout_paise', p_payout), p_reason);
  end if;
  completion_id := c.id;
end $$;

-- As credit_completion, and the result is kept under the key p_once in the same statement: run again, it gives what it
-- gave, also where the completion awaited its goal.
create or replace function credit_completion_once(p_once text, p_actor jsonb, p_user bigint, p_offer bigint,
  p_reason text, p_payout bigint, p_seed bytea, p_click_id text, out problem text, out completion_id bigint)
language plpgsql as $$
declare
  earlier jsonb;
begin
  -- Waits for the same call if it is still running: after that there is either its result or nothing.
  insert into idempotency_keys (principal, key, request_hash, locked_until, status, answer)
  values ('once:completions.credit', p_once, '', now(), 200, '{}') on conflict (principal, key) do nothing;
  if not found then
    select answer::jsonb into earlier from idempotency_keys
    where principal = 'once:completions.credit' and key = p_once;
    problem := earlier ->> 'problem';
    completion_id := earlier ->> 'completion_id';
    return;
  end if;
  select c.problem, c.completion_id into problem, completion_id
  from credit_completion(p_actor, p_user, p_offer, p_reason, p_payout, p_seed, p_click_id) c;
  update idempotency_keys
  set answer = jsonb_build_object('problem', problem, 'completion_id', completion_id)::text
  where principal = 'once:completions.credit' and key = p_once;
end $$;

-- What a credit may cost, in paise: the payout, or the most that its spin can win. A completion that awaits its goal
-- spins by the odds of its own day.
create or replace function get_credit_cost(p_user bigint, p_offer bigint, p_payout bigint) returns bigint
language sql stable as $$
  select greatest(p_payout, (
    select max(t.amount_paise) from offers o
    left join completions c on c.offer_id = o.id and c.user_id = p_user
    join offer_odds_outcomes t on t.offer_id = o.id and t.version in (o.odds_version, c.odds_version)
    where o.id = p_offer))
$$;

-- As credit_completion_once, but only within the limits of the actor, by the cost of the credit on locked rows.
-- p_role_limit, p_alone_limit: the most in paise that the actor's role and that one person may credit; null: no limit.
-- p_when: as is_second_person_needed takes it.
-- p_approved: the cost in paise that a second person has approved, in place of p_alone_limit.
-- problem: as find_credit_problem says; 'beyond_role', 'beyond_one_person', or 'out_of_date': another cost than
-- p_approved.
create or replace function credit_within_limits(p_once text, p_actor jsonb, p_user bigint, p_offer bigint,
  p_reason text, p_payout bigint, p_seed bytea, p_click_id text, p_role_limit bigint, p_alone_limit bigint,
  p_when text, p_approved bigint, out problem text, out completion_id bigint, out cost_paise bigint)
language plpgsql as $$
begin
  -- As credit_completion locks it. The same call that still runs has left its result afterwards.
  perform 1 from users where id = p_user for no key update;
  -- The odds that the credit is judged by stay until it is committed.
  perform 1 from offers where id = p_offer for share;
  if not exists (select from idempotency_keys where principal = 'once:completions.credit' and key = p_once) then
    cost_paise := get_credit_cost(p_user, p_offer, p_payout);
    problem := case when cost_paise > p_role_limit then 'beyond_role' else find_credit_problem(p_user, p_offer) end;
    if problem is null and p_approved is not null and cost_paise <> p_approved then
      problem := 'out_of_date';
    elsif problem is null and p_approved is null and cost_paise > p_alone_limit and is_second_person_needed(p_when) then
      problem := 'beyond_one_person';
    end if;
    if problem is not null then
      return;
    end if;
  end if;
  select c.problem, c.completion_id into problem, completion_id
  from credit_completion_once(p_once, p_actor, p_user, p_offer, p_reason, p_payout, p_seed, p_click_id) c;
  -- The network reported an earlier goal meanwhile, from a click of other odds: the caller tries again.
  if problem is null and get_credit_cost(p_user, p_offer, p_payout) > cost_paise then
    raise exception 'the cost of a credit has changed' using errcode = 'serialization_failure';
  end if;
end $$;
