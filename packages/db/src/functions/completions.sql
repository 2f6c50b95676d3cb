-- Completions: a network reports that a user did what an offer asks for, or an admin credits the user.

-- Completions are inserted and not changed. A later report adds an event.
create or replace trigger completions_append_only before update or delete or truncate on completions
  for each statement execute function reject_change();

create or replace trigger completion_events_append_only before update or delete or truncate on completion_events
  for each statement execute function reject_change();

-- The spin status of a completion by its confirmation: 'pending' before it, 'held' during its hold, then 'ready'. A
-- reversal withholds the spin in any status, see reverse_completion. Only this function and get_spin_change_time decide
-- it: other code reads completion_states.
create or replace function spin_status(p_approved_at timestamptz, p_held_until timestamptz) returns text
language sql stable as $$
  select case when p_approved_at is null then 'pending' when p_held_until > now() then 'held' else 'ready' end
$$;

-- The time when spin_status changes without a new event; null if it does not.
create or replace function get_spin_change_time(p_approved_at timestamptz, p_held_until timestamptz) returns timestamptz
language sql stable as $$
  select case when p_held_until > now() then p_held_until end
$$;

-- Completions with their events: spin status, winnings and network payout. A reversed completion stays reversed, also
-- after a later confirmation. An 'adopted' event (see adopt_transaction and reach_awaited_goal) replaces the
-- transaction with which the completion was inserted. The payout is that of the 'approved' event, else of the 'adopted'
-- event, else of the completion. An event without a payout is skipped.
-- The planner skips tables whose columns a statement does not read. The view joins few tables: with more than eight,
-- the planner would join them in the written order.
create or replace view completion_states as
  select f.*, spin_status(f.approved_at, f.held_until) as spin_status,
    case when f.reversed_at is null then get_spin_change_time(f.approved_at, f.held_until) end as spin_changes_at,
    case when f.reversed_at is null and spin_status(f.approved_at, f.held_until) = 'held'
      then get_spin_change_time(f.approved_at, f.held_until) end as on_hold_until,
    -- A win stays won after a reversal.
    case when f.won_paise is not null
        then case when exists (select from owed_wins w where w.completion_id = f.id) then 'owed' else 'won' end
      when f.spun_at is not null then 'no_win' when f.reversed_at is not null then 'withheld'
      when spin_status(f.approved_at, f.held_until) <> 'ready' then 'pending' else 'not_spun' end as state,
    -- The payout counts while the completion is confirmed and not reversed. Further goals count separately.
    case f.status when 'approved' then f.payout_paise else 0 end
      -- Most completions have no further goals, and the function call would dominate the cost of a row.
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
      -- Until the goal that gives the spin is reached, the completion only carries the payments of earlier goals.
      case when d.completion_id is null then c.awaited_goal end as awaited_goal,
      s.spun_at, s.amount_paise::bigint as won_paise
    from completions c
    left join completion_events p on p.completion_id = c.id and p.kind = 'approved'
    left join completion_events d on d.completion_id = c.id and d.kind = 'adopted'
    left join completion_events r on r.completion_id = c.id and r.kind = 'reversed'
    left join spins s on s.completion_id = c.id and s.roll is not null
  ) f;

-- Confirms a completion with the network's current values. A reversed completion stays reversed, but counts as approved
-- from now on, as if the confirmation had come before the reversal. Returns false if the completion was confirmed
-- before or does not exist.
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

-- Records that the goal that gives the spin was reached after earlier goals of the offer. The network's values replace
-- the expected ones. Returns false if the goal or an adopted transaction was recorded before.
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

-- Reverses a completion. A concurrent spin either commits first and keeps its win, or is refused: both insert a row
-- into spins, and its primary key lets only the first in. Returns false if the completion was reversed before or does
-- not exist.
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
  insert into spins (completion_id, landing_permille, wheel_layout, client_seed, client_seed_status)
  values (p_completion, 0, 0, '', 'open') on conflict (completion_id) do nothing;
  perform write_audit(p_actor, 'completions.reverse', p_completion::text, jsonb_build_object('status', was.status),
    '{"status":"reversed"}', p_note);
  return true;
end $$;

-- Adopts the network's own transaction for a completion credited by hand: the network's id and payout replace the
-- admin's, so revenue counts once. Returns false if a transaction was adopted before.
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

-- Why the user cannot be credited a completion of the offer: 'user_not_found', 'offer_not_found', 'no_network',
-- 'already_completed', or null. A completion that awaits the goal that gives its spin can still be credited.
create or replace function find_credit_problem(p_user bigint, p_offer bigint) returns text language sql stable as $$
  select case when u.id is null then 'user_not_found' when o.id is null or n.slug = 'house' then 'offer_not_found'
    when c.id is null and o.network_id is null then 'no_network'
    when c.id is not null and c.awaited_goal is null then 'already_completed' end
  from (values (p_user, p_offer)) asked (user_id, offer_id)
  left join users u on u.id = asked.user_id and u.deleted_at is null
  left join offers o on o.id = asked.offer_id
  left join networks n on n.id = o.network_id
  left join completion_states c on c.user_id = asked.user_id and c.offer_id = asked.offer_id
$$;

-- Credits a completion that no postback reported, and closes the user's case about it. The completion counts like any
-- other. Its transaction id is 'manual-' and the click id.
-- p_click_id: the id of the click to record if the user has no click of the offer.
-- p_seed: see get_sealed_seed. The seed identifies a retry. A credit to a completion that awaits a goal does not store
-- p_seed, so credit_completion_once recognises its retry.
-- problem: as find_credit_problem.
create or replace function credit_completion(p_actor jsonb, p_user bigint, p_offer bigint, p_reason text,
  p_payout bigint, p_seed bytea, p_click_id text, out problem text, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  o offers;
  k clicks;
  c completions;
begin
  -- Of two concurrent credits to a user, the second waits here, then sees the result of the first and records no click.
  -- Inserts that reference the user do not wait.
  perform 1 from users where id = p_user for no key update;
  select * into o from offers where id = p_offer;
  select * into c from completions where user_id = p_user and offer_id = p_offer;
  -- Checked after the row was read: if a postback comes in between, this finds 'already_completed'.
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
    -- For an offer with goals this credits the goal that gives the spin.
    insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, goal_id,
      payout_paise, currency, rate_micros, source, seed, commitment)
    values (p_user, p_offer, o.odds_version, k.id, o.network_id, 'manual-' || k.click_id,
      (select nullif(e ->> 'goal_id', '') from jsonb_array_elements(o.goals) e where (e ->> 'gives_spin')::boolean),
      p_payout, 'INR', 1000000, 'admin', get_sealed_seed(p_seed), get_seed_commitment(p_seed))
    -- The network's postback may arrive between the check above and this insert. Then the postback counts.
    on conflict do nothing
    returning * into c;
    if c.id is null then
      problem := 'already_completed';
      return;
    end if;
    -- Closes the user's open case in the same transaction.
    update credit_cases set status = 'credited', resolution = 'Credited by hand', closed_at = now(),
      closed_by_admin_id = case when p_actor ->> 'kind' = 'admin' then (p_actor ->> 'id')::bigint end
    where user_id = p_user and offer_id = p_offer and status = 'open';
    perform write_audit(p_actor, 'completions.credit', c.id::text, null, jsonb_build_object('user_id', p_user,
      'offer_id', p_offer, 'click_id', k.click_id, 'payout_paise', c.payout_paise), p_reason);
  else
    -- Earlier goals were paid, but the one that gives the spin never came: it counts as reached from now on.
    insert into completion_events (completion_id, kind, network_id, transaction_id, goal_id, payout_paise, currency,
      rate_micros)
    select c.id, 'adopted', c.network_id, 'manual-' || k.click_id, c.awaited_goal, p_payout, 'INR', 1000000
    from clicks k where k.id = c.click_id
    on conflict do nothing;
    -- If the network reported the goal after the check above, only the network can confirm it.
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

-- Like credit_completion, and stores the result under the key p_once in the same transaction. A retry returns the
-- stored result, also if the completion had awaited its goal.
create or replace function credit_completion_once(p_once text, p_actor jsonb, p_user bigint, p_offer bigint,
  p_reason text, p_payout bigint, p_seed bytea, p_click_id text, out problem text, out completion_id bigint)
language plpgsql as $$
declare
  earlier jsonb;
begin
  -- Waits for a concurrent call with the same key. If that call commits, its result is found below; if not, this call
  -- stores one.
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

-- The maximum cost of a credit in paise: the payout or the most that its spin can win, whichever is higher. A
-- completion that awaits its goal may have older odds, which count, too.
create or replace function get_credit_cost(p_user bigint, p_offer bigint, p_payout bigint) returns bigint
language sql stable as $$
  select greatest(p_payout, (
    select max(t.amount_paise) from offers o
    left join completions c on c.offer_id = o.id and c.user_id = p_user
    join offer_odds_outcomes t on t.offer_id = o.id and t.version in (o.odds_version, c.odds_version)
    where o.id = p_offer))
$$;

-- The payout in paise that counts if the postback of the goal that gives the spin names no payout.
create or replace function get_default_payout(p_offer offers) returns bigint language sql immutable as $$
  select coalesce((
    select (e ->> 'payout_paise')::bigint from jsonb_array_elements(p_offer.goals) e
    where (e ->> 'gives_spin')::boolean limit 1
  ), p_offer.reward_paise)
$$;

-- The cost of the credits that a person and the person's keys gave in the last 24 hours, in paise. Call lock_person
-- first: otherwise concurrent calls do not see each other.
create or replace function get_credited_paise(p_actor jsonb) returns bigint language sql stable as $$
  select coalesce(sum(get_credit_cost(c.user_id, c.offer_id, (a.after ->> 'payout_paise')::bigint)), 0)::bigint
  from audit_log a join completions c on c.id = a.subject::bigint
  where a.action = 'completions.credit' and a.at > now() - interval '24 hours'
    and (a.actor_kind, a.actor_id) in (select kind, id from list_callers_of_person(p_actor))
$$;

-- Like credit_completion_once, but refuses a credit that costs more than the actor's limits. Locks the rows that decide
-- the cost.
-- p_payout: null for the offer's default. payout_paise: the payout that counts.
-- p_role_limit: the most in paise that the actor's role may credit at once; null: no limit.
-- p_alone_limit: the most in paise that a person may credit in 24 hours without a second person; null: no limit.
-- p_when: as for is_second_person_needed.
-- p_approved: the cost in paise that a second person approved; p_alone_limit then does not apply. Null: not approved.
-- problem: as find_credit_problem; 'beyond_role', 'beyond_one_person', or 'out_of_date': the cost is not p_approved.
create or replace function credit_within_limits(p_once text, p_actor jsonb, p_user bigint, p_offer bigint,
  p_reason text, p_payout bigint, p_seed bytea, p_click_id text, p_role_limit bigint, p_alone_limit bigint,
  p_when text, p_approved bigint, out problem text, out completion_id bigint, out cost_paise bigint,
  out payout_paise bigint)
language plpgsql as $$
begin
  -- The same lock as in credit_completion. Once it is held, a concurrent call with the same key has stored its result.
  perform 1 from users where id = p_user for no key update;
  -- The odds that decide the cost stay until the commit.
  perform 1 from offers where id = p_offer for share;
  payout_paise := coalesce(p_payout, (select get_default_payout(o) from offers o where o.id = p_offer), 0);
  if not exists (select from idempotency_keys where principal = 'once:completions.credit' and key = p_once) then
    cost_paise := get_credit_cost(p_user, p_offer, payout_paise);
    problem := case when cost_paise > p_role_limit then 'beyond_role' else find_credit_problem(p_user, p_offer) end;
    if problem is null and p_approved is not null and cost_paise <> p_approved then
      problem := 'out_of_date';
    elsif problem is null and p_approved is null and p_alone_limit is not null and is_second_person_needed(p_when) then
      perform lock_person(p_actor);
      if cost_paise + get_credited_paise(p_actor) > p_alone_limit then
        problem := 'beyond_one_person';
      end if;
    end if;
    if problem is not null then
      return;
    end if;
  end if;
  select c.problem, c.completion_id into problem, completion_id
  from credit_completion_once(p_once, p_actor, p_user, p_offer, p_reason, payout_paise, p_seed, p_click_id) c;
  -- The network has reported an earlier goal in the meantime, and its completion has odds with a higher cost. The
  -- caller retries.
  if problem is null and get_credit_cost(p_user, p_offer, payout_paise) > cost_paise then
    raise exception 'the cost of a credit has changed' using errcode = 'serialization_failure';
  end if;
end $$;
