-- Payments: what a network pays for further goals or transactions of a completion. Payments add to the completion's
-- revenue and give no spin. Each payment is confirmed and reversed separately.

create or replace trigger payments_append_only before update or delete or truncate on payments
  for each statement execute function reject_change();

create or replace trigger payment_events_append_only before update or delete or truncate on payment_events
  for each statement execute function reject_change();

-- Payments with their events applied. A reversed payment stays reversed.
create or replace view payment_states as
  select m.id, m.completion_id, m.click_id, m.network_id, m.transaction_id, m.goal_id,
    coalesce(a.payout_paise, m.payout_paise) as payout_paise,
    coalesce(a.payout_micros, m.payout_micros) as payout_micros,
    coalesce(a.currency, m.currency) as currency, coalesce(a.rate_micros, m.rate_micros) as rate_micros,
    case when r.payment_id is not null then 'reversed'
      when m.approved_at is not null or a.payment_id is not null then 'approved' else 'pending' end as status,
    coalesce(m.approved_at, a.at) as approved_at, m.at, r.at as reversed_at
  from payments m
  left join payment_events a on a.payment_id = m.id and a.kind = 'approved'
  left join payment_events r on r.payment_id = m.id and r.kind = 'reversed';

-- Revenue that a completion's payments add.
create or replace function sum_payment_revenue(p_completion bigint) returns bigint language sql stable as $$
  select coalesce(sum(payout_paise), 0)::bigint from payment_states
  where completion_id = p_completion and status = 'approved'
$$;

-- Reverses one payment. Returns false if the payment is already reversed.
create or replace function reverse_payment(p_payment bigint, p_actor jsonb, p_note text) returns boolean
language plpgsql as $$
declare
  was payment_states;
begin
  select * into was from payment_states where id = p_payment;
  insert into payment_events (payment_id, kind) values (p_payment, 'reversed') on conflict do nothing;
  if not found then
    return false;
  end if;
  perform write_audit(p_actor, 'completions.reverse_goal', was.completion_id::text,
    jsonb_build_object('goal_id', was.goal_id, 'status', was.status),
    jsonb_build_object('goal_id', was.goal_id, 'status', 'reversed'), p_note);
  return true;
end $$;

-- Part of judge_call: handles a postback about a user who already has a completion of the offer, under another
-- transaction. A new goal becomes a payment if it has a payout or if the offer lists it. A repeated transaction of a
-- payment has the outcome 'accepted' if it confirms the payment, else 'repeat'. In all other cases the result has the
-- outcome null.
-- p_is_listed: the offer lists the goal. p_is_default: the payout is the offer's, not the postback's.
create or replace function apply_goal(c completion_states, p_network bigint, v postback_verdict, p_click clicks,
  p_actor jsonb, p_is_listed boolean, p_is_default boolean) returns postback_result language plpgsql as $$
declare
  r postback_result;
  m payment_states;
  -- Null if the postback names no payout: a confirmation then confirms the announced payout.
  v_reported_micros bigint := case when not p_is_default then v.payout_micros end;
  v_id bigint;
begin
  r.completion_id := c.id;
  r.is_changed := false;
  select * into m from payment_states s where s.network_id = p_network and s.transaction_id = v.transaction_id;
  if m.id is not null then
    r.outcome := 'repeat';
    if v.kind = 'approve' and m.approved_at is null then
      insert into payment_events (payment_id, kind, payout_paise, payout_micros, currency, rate_micros)
      values (m.id, 'approved', case when v_reported_micros is not null then v.payout_paise end,
        v_reported_micros, case when v_reported_micros is not null then v.currency end,
        case when v_reported_micros is not null then v.rate_micros end)
      on conflict do nothing;
      if found then
        r.outcome := 'accepted';
        r.is_changed := true;
        r.reason := case when m.status = 'reversed' then 'It had been reversed before'
          when m.goal_id is not null then format('Goal %s', m.goal_id) end;
      end if;
    elsif v_reported_micros is distinct from m.payout_micros and v_reported_micros is not null then
      r.reason := 'This transaction was counted with another payout';
      r.alert := r.reason;
    end if;
    return r;
  end if;
  -- The completion's own goal under another transaction is a repeat. A goal without money is ignored unless the offer
  -- lists it.
  if v.goal_id is null or v.goal_id is not distinct from c.goal_id or c.network_id <> p_network
    or coalesce(v.payout_micros, 0) <= 0 and not p_is_listed
  then
    return r;
  end if;
  insert into payments (completion_id, click_id, network_id, transaction_id, goal_id, payout_paise, payout_micros,
    currency, rate_micros, approved_at)
  values (c.id, p_click.id, p_network, v.transaction_id, v.goal_id, v.payout_paise, v.payout_micros, v.currency,
    v.rate_micros, case when v.kind = 'approve' then now() end)
  on conflict do nothing
  returning id into v_id;
  if v_id is null then
    return r;
  end if;
  r.outcome := case when v.kind = 'approve' then 'accepted' else 'pending' end;
  r.reason := case when v.goal_id = '' then 'A postback without a goal' else format('Goal %s', v.goal_id) end;
  r.is_changed := true;
  return r;
end $$;

-- Part of judge_call: handles a further transaction of a completion, for an offer without goals. Its payout counts as a
-- payment without a spin, whether or not the first transaction was confirmed, so that the order of postbacks does not
-- matter. A postback without a payout counts with the offer's payout, as for the first transaction, unless the postback
-- names another goal. The result has the outcome null if the transaction pays nothing, or if the completion belongs to
-- another network or was credited by hand.
-- p_reward: the offer's payout.
create or replace function add_transaction(c completion_states, p_network bigint, v postback_verdict, p_click clicks,
  p_reward bigint) returns postback_result language plpgsql as $$
declare
  r postback_result;
  is_default boolean := v.payout_paise is null and (v.goal_id is null or v.goal_id = c.goal_id);
  v_paise bigint := case when is_default then p_reward else v.payout_paise end;
begin
  r.completion_id := c.id;
  r.is_changed := false;
  if c.network_id <> p_network or c.transaction_id like 'manual-%' or coalesce(v_paise, 0) <= 0 then
    return r;
  end if;
  insert into payments (completion_id, click_id, network_id, transaction_id, payout_paise, payout_micros, currency,
    rate_micros, approved_at)
  values (c.id, p_click.id, p_network, v.transaction_id, v_paise,
    case when is_default then v_paise * 10000 else v.payout_micros end,
    case when is_default then 'INR' else v.currency end, case when is_default then 1000000 else v.rate_micros end,
    case when v.kind = 'approve' then now() end);
  r.outcome := case when v.kind = 'approve' then 'accepted' else 'pending' end;
  r.is_changed := true;
  return r;
end $$;

-- The offer's goal that a postback names; null if there is none. Ignores case, because networks vary it.
create or replace function find_goal(p_goals jsonb, p_id text) returns jsonb language sql immutable as $$
  select g from jsonb_array_elements(p_goals) g where lower(g ->> 'goal_id') = lower(coalesce(p_id, '')) limit 1
$$;

-- The first goal before p_id that the user has not reached; null if the user has reached all of them, or if p_id is no
-- goal of the offer.
create or replace function find_missing_goal(p_user bigint, p_offer bigint, p_goals jsonb, p_id text) returns text
language sql stable as $$
  select e.g ->> 'goal_id'
  from jsonb_array_elements(p_goals) with ordinality e (g, place)
  where e.place < (
      select min(x.place) from jsonb_array_elements(p_goals) with ordinality x (g, place)
      where lower(x.g ->> 'goal_id') = lower(coalesce(p_id, '')))
    and not exists (
      select from completion_states c
      where c.user_id = p_user and c.offer_id = p_offer
        and (c.awaited_goal is null and lower(coalesce(c.goal_id, '')) = lower(e.g ->> 'goal_id')
          or exists (select from payments m
            where m.completion_id = c.id and lower(m.goal_id) = lower(e.g ->> 'goal_id'))))
  order by e.place limit 1
$$;

-- Part of judge_call, for an offer with goals: handles a goal that gives no spin, and a repeated transaction of a
-- payment. If the user has no completion of the offer yet, the function inserts a completion that awaits the goal that
-- gives the spin.
-- p_paise: the goal's payout, from the postback or the offer.
create or replace function apply_step(p_network bigint, v postback_verdict, p_click clicks, o offers, p_paise bigint,
  p_seed bytea, p_actor jsonb) returns postback_result language plpgsql as $$
declare
  r postback_result;
  v_given text := coalesce(v.goal_id, '');
  v_goal jsonb := find_goal(o.goals, v_given);
  v_last jsonb := (select e from jsonb_array_elements(o.goals) e where (e ->> 'gives_spin')::boolean limit 1);
  is_default boolean := v.payout_paise is null;
  c completion_states;
begin
  -- A postback without a payout can confirm a payment that was announced with a payout.
  if v_goal is null and p_paise = 0 and not exists (
      select from payments m where m.network_id = p_network and m.transaction_id = v.transaction_id)
  then
    return row('ignored', 'The offer has no such goal, and it pays nothing', null, false, null)::postback_result;
  end if;
  insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, goal_id, payout_paise,
    currency, rate_micros, approved_at, seed, commitment, client_seed_hash, awaited_goal)
  values (p_click.user_id, p_click.offer_id, o.odds_version, p_click.id, p_network, 'awaiting-' || p_click.click_id,
    v_last ->> 'goal_id', coalesce((v_last ->> 'payout_paise')::bigint, o.reward_paise), 'INR', 1000000, null,
    get_sealed_seed(p_seed), get_seed_commitment(p_seed), p_click.client_seed_hash, v_last ->> 'goal_id')
  on conflict (user_id, offer_id) do nothing;
  select * into c from completion_states s where s.user_id = p_click.user_id and s.offer_id = p_click.offer_id;
  v.goal_id := coalesce(v_goal ->> 'goal_id', v_given);
  if is_default then
    v.payout_paise := p_paise;
    v.payout_micros := p_paise * 10000;
    v.currency := 'INR';
    v.rate_micros := 1000000;
  end if;
  r := apply_goal(c, p_network, v, p_click, p_actor, v_goal is not null, is_default);
  if r.outcome is null then
    r.outcome := 'repeat';
    r.reason := 'This goal was counted before';
  elsif r.is_changed then
    perform match_early_reversals(c.id, p_network, v.transaction_id, p_actor);
    if v_goal is null then
      r.alert := case when v_given = '' then 'A postback names no goal, and its offer has goals'
        else format('Goal %s is not a goal of the offer', left(v_given, 40)) end;
    end if;
  end if;
  return r;
end $$;

-- Finds the completion or payment that a reversal applies to. Some networks give a reversal an id of its own (p_own)
-- and name the reversed transaction separately (p_transaction); otherwise both are the transaction. Searches by p_own,
-- then by p_transaction, then by the click if the click earned exactly one completion or payment at the network. Does
-- not search by the click if a parked or refused postback of the click reported the transaction: the reversal then
-- waits for that postback.
create or replace function find_reversed(p_network bigint, p_own text, p_transaction text, p_click text, p_goal text,
  out completion_id bigint, out payment_id bigint, out found_by text)
language plpgsql stable as $$
#variable_conflict use_variable
declare
  v_try text;
  v_completions bigint[];
  v_payments bigint[];
begin
  foreach v_try in array array_remove(array[p_own, p_transaction], null) loop
    completion_id := find_transaction(p_network, v_try);
    if completion_id is null then
      select m.id, m.completion_id into payment_id, completion_id
      from payments m where m.network_id = p_network and m.transaction_id = v_try;
    end if;
    if completion_id is not null then
      found_by := 'transaction';
      return;
    end if;
  end loop;
  if p_click is null or exists (
    select from postbacks where network_id = p_network and transaction_id in (p_own, p_transaction)
      and coalesce(assigned_click_id, click_id) = p_click
      and kind in ('approve', 'pending') and outcome in ('parked', 'refused'))
  then
    return;
  end if;
  select array_agg(c.id) into v_completions
  from clicks k join completion_states c on c.user_id = k.user_id and c.offer_id = k.offer_id and c.click_id = k.id
  -- A transaction that replaced a credit by hand may name no goal. Then the goal of the credit counts.
  join completions b on b.id = c.id
  where k.click_id = p_click and c.network_id = p_network and c.awaited_goal is null
    and coalesce(lower(coalesce(c.goal_id, b.goal_id)) = lower(p_goal), true);
  select array_agg(m.id) into v_payments
  from clicks k join payments m on m.click_id = k.id
  where k.click_id = p_click and m.network_id = p_network
    and (p_goal is null or m.goal_id is null or lower(m.goal_id) = lower(p_goal));
  if coalesce(cardinality(v_completions), 0) + coalesce(cardinality(v_payments), 0) <> 1 then
    return;
  end if;
  found_by := 'click';
  completion_id := v_completions[1];
  if completion_id is null then
    payment_id := v_payments[1];
    select m.completion_id into completion_id from payments m where m.id = payment_id;
  end if;
end $$;
