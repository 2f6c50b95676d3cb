-- Postbacks: storing and judging what networks send.
--
-- Before any lock, TypeScript decides what follows from the postback and the network's settings alone: signature,
-- IP address, kind, payout in rupees, limits (readPostback in packages/core). readPostback is a pure function, because
-- replays and dry runs read the same postback again. Under locks, judge_call decides what depends on rows that a
-- concurrent postback may change: the click, the offer, its goals, the transaction, waiting reversals. judge_call
-- judges all postbacks: those that arrive, and those that are judged again.

-- Stores and judges postbacks in one transaction. Returns a row for each stored postback. place: the index in p_calls,
-- from 1.
-- A single postback waits for its locks. A batch takes only free locks, so batches never wait for each other's locks. A
-- batch also skips reversals: reversals insert spins, which batches of spins lock in another order. If no row is
-- returned for a postback, it was not stored: the caller passes that postback again in a call of its own.
-- For a retry with the same retry_key, the function returns the recorded outcome. It inserts each postback together
-- with the outcome, because a later update of the outcome would write each index twice.
-- p_calls: an array of postback_call as JSON.
-- Uses the generic plan: otherwise each execution would plan the statements over the array again.
create or replace function receive_postbacks(p_calls jsonb)
returns table (place int, outcome text, reason text, completion_id bigint)
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_calls postback_call[] := array(select a from jsonb_populate_recordset(null::postback_call, p_calls) a);
  is_single boolean := cardinality(v_calls) = 1;
  v_free int[];
  c postback_call;
  v postback_verdict;
  p postbacks;
  r postback_result;
  v_id bigint;
begin
  -- This statement takes all locks, so the later statements see what earlier holders of the locks committed. Batches
  -- can wait for each other at the unique key of completions. So each batch inserts its completions in order of users
  -- and offers: otherwise batches could deadlock.
  v_free := array(
    select a.ordinality from unnest(v_calls) with ordinality a
    left join clicks k on k.click_id = case when not is_single then (a.verdict).click_id end
    where (a.verdict).outcome is not null
      or (is_single or (a.verdict).kind <> 'reverse')
        and lock_postback_call(a.network_id, (a.verdict).transaction_id, (a.verdict).click_id, is_single)
    order by k.user_id, k.offer_id, (a.verdict).transaction_id, a.ordinality);
  foreach place in array v_free loop
    c := v_calls[place];
    v := c.verdict;
    v_id := null;
    if not exists (select from postbacks w where w.retry_key = c.retry_key) then
      p := null;
      p.network_id := c.network_id;
      p.slug := c.slug;
      p.ip := c.ip;
      p.received_at := now();
      r := judge_call(p, v, c.seed);
      insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding,
        truncated_from_bytes,
        content_type, headers, ip, outcome, reason, alert, judged_at, kind, click_id, transaction_id, goal_id,
        payout_micros, currency, completion_id, call_hash)
      values (c.network_id, c.slug, c.retry_key, c.method, c.raw_url, c.raw_query, c.raw_body, c.body_encoding,
        c.truncated_from_bytes, c.content_type, c.headers, c.ip, r.outcome, r.reason, r.alert, now(), v.kind,
          v.click_id,
        v.transaction_id, v.goal_id, v.payout_micros, v.currency, r.completion_id,
        case when is_final_outcome(r.outcome, r.reason) then v.call_hash end)
      on conflict (retry_key) do nothing
      returning id into v_id;
    end if;
    if v_id is null then
      -- The postback was stored before, by a call whose connection closed before the answer.
      r := (select judge_postback(w.id, v, c.seed) from postbacks w where w.retry_key = c.retry_key);
    elsif r.outcome = 'accepted' then
      perform credit_open_case(r.completion_id, v_id);
    end if;
    outcome := r.outcome;
    reason := r.reason;
    completion_id := r.completion_id;
    return next;
  end loop;
end $$;

-- Lock keys of a transaction and of a click at a network; null without a transaction or click. The functions are
-- immutable and call only immutable functions, so that the planner inlines them.
create or replace function transaction_lock(p_network bigint, p_transaction text) returns bigint
language sql immutable as $$
  select hashtextextended('transaction:' || p_network::text || ':' || p_transaction, 0)
$$;

create or replace function click_lock(p_network bigint, p_click text) returns bigint language sql immutable as $$
  select hashtextextended('click:' || p_network::text || ':' || p_click, 0)
$$;

-- Locks a network's transaction and click, in this order. Returns false if p_waits is false and one of them is locked.
-- A completion and its reversal may arrive at the same time, and the later one must see the earlier one. A reversal
-- with its own transaction id is matched by its click, so the click is locked as well.
create or replace function lock_postback_call(p_network bigint, p_transaction text, p_click text, p_waits boolean)
returns boolean language plpgsql as $$
begin
  if p_waits then
    perform pg_advisory_xact_lock(transaction_lock(p_network, p_transaction)),
      pg_advisory_xact_lock(click_lock(p_network, p_click));
    return true;
  end if;
  return coalesce(pg_try_advisory_xact_lock(transaction_lock(p_network, p_transaction)), true)
    and coalesce(pg_try_advisory_xact_lock(click_lock(p_network, p_click)), true);
end $$;

-- Judges a postback and applies the result. Every postback is judged here. The caller holds the postback's locks.
-- p: the postback, stored or not. v: the postback's verdict, with the click that an admin assigned, if any.
-- p_seed: used only for a new completion.
create or replace function judge_call(p postbacks, v postback_verdict, p_seed bytea) returns postback_result
language plpgsql as $$
declare
  r postback_result;
  c completion_states;
  v_known bigint;
  v_actor jsonb;
begin
  if v.outcome is not null then
    return row(v.outcome, v.reason, v.alert, false, p.completion_id)::postback_result;
  end if;
  v_actor := jsonb_build_object('kind', 'network', 'id', p.network_id, 'name', p.slug, 'ip', p.ip);
  if v.kind = 'reverse' then
    r := apply_reversal(p.network_id, v, v_actor);
  else
    v_known := find_transaction(p.network_id, v.transaction_id);
    if v_known is null then
      r := apply_to_new_completion(p.network_id, p.received_at, v, p_seed, v_actor);
    else
      select * into c from completion_states where id = v_known;
      r := apply_to_known_completion(c, v, v_actor);
    end if;
  end if;
  r.alert := coalesce(r.alert, v.alert);
  return r;
end $$;

-- Whether an identical repeat of a postback with this outcome changes nothing. Two other outcomes look final, but are
-- not. A repeat of a pending postback can raise an alert if the completion was confirmed with another payout. A repeat
-- of a reversal that was matched by its click (a reason is recorded) can match another completion, because the
-- reversal's transaction may count for another click by now.
create or replace function is_final_outcome(p_outcome text, p_reason text) returns boolean language sql immutable as $$
  select p_outcome = 'accepted' or p_outcome = 'reversed' and p_reason is null
$$;

-- Answers the user's open case about a completion that a postback confirmed.
create or replace function credit_open_case(p_completion bigint, p_postback bigint) returns void language plpgsql as $$
begin
  -- Most users have no open case, and this check costs a fraction of an update that finds nothing. No case is opened in
  -- between: open_credit_case waits for the transaction that inserts this completion.
  if exists (
    select from completions c join credit_cases k on k.user_id = c.user_id and k.offer_id = c.offer_id
    where c.id = p_completion and k.status = 'open')
  then
    update credit_cases k set status = 'credited', resolution = 'The network confirmed it', closed_at = now(),
      closed_by_postback_id = p_postback
    from completions c
    where c.id = p_completion and k.user_id = c.user_id and k.offer_id = c.offer_id and k.status = 'open'
      and exists (select from completion_states d where d.id = p_completion and d.status = 'approved');
  end if;
end $$;

-- Judges a stored postback.
-- v: the verdict of readPostback. p_seed: as for judge_call.
-- p_again: null judges the postback unless an outcome is recorded; {"cause", "actor"} judges it again. Judging again
-- may add facts but never removes any.
create or replace function judge_postback(p_postback bigint, v postback_verdict, p_seed bytea,
  p_again jsonb default null) returns postback_result language plpgsql as $$
declare
  p postbacks;
  r postback_result;
  recorded postback_result;
  assigned postback_verdict := v;
  is_same_settings boolean;
begin
  if v.outcome is null then
    -- Takes these locks before the lock of the postback's own row, because holders of these locks also lock parked
    -- postbacks.
    perform lock_postback_call(w.network_id, v.transaction_id, coalesce(w.assigned_click_id, v.click_id), true)
    from postbacks w where w.id = p_postback;
  end if;
  select * into p from postbacks where id = p_postback for update;
  recorded := row(p.outcome, p.reason, p.alert, false, p.completion_id)::postback_result;
  if p.outcome is not null and p_again is null then
    return recorded;
  end if;
  is_same_settings := p_again ->> 'cause' = 'replay'
    and p.judged_at > (select updated_at from networks where id = p.network_id);
  -- While the settings are the same, a reversal keeps its match. It may have been matched by its click, and its own
  -- transaction may have arrived since.
  if p.kind = 'reverse' and p.outcome in ('reversed', 'repeat') and is_same_settings then
    return recorded;
  end if;
  assigned.click_id := coalesce(p.assigned_click_id, v.click_id);
  r := judge_call(p, assigned, p_seed);

  -- If nothing changed, these four outcomes stay. While the settings are the same, every outcome stays.
  if not r.is_changed and (p.outcome in ('accepted', 'repeat', 'pending', 'reversed') or is_same_settings) then
    return recorded;
  end if;
  if p.outcome is not null
    and (p.outcome, p.reason, p.completion_id) is not distinct from (r.outcome, r.reason, r.completion_id) then
    -- Same result under the current settings: the job that judges parked postbacks again skips it from now on.
    if p_again ->> 'cause' = 'settings' then
      update postbacks set judged_at = now() where id = p_postback;
    end if;
    return r;
  end if;
  if p.outcome is not null then
    r.is_changed := true;
    insert into postback_judgements (postback_id, cause, actor_kind, actor_name, from_outcome, from_reason, to_outcome,
      to_reason)
    values (p.id, p_again ->> 'cause', p_again -> 'actor' ->> 'kind', p_again -> 'actor' ->> 'name', p.outcome,
      p.reason, r.outcome, r.reason);
    perform write_audit(p_again -> 'actor', 'postbacks.judge', p.id::text,
      jsonb_build_object('outcome', p.outcome, 'reason', p.reason),
      jsonb_build_object('outcome', r.outcome, 'reason', r.reason), p_again ->> 'cause');
  end if;
  update postbacks set outcome = r.outcome, reason = r.reason, alert = r.alert, judged_at = now(), kind = v.kind,
    click_id = v.click_id, transaction_id = v.transaction_id, goal_id = v.goal_id, payout_micros = v.payout_micros,
    currency = v.currency, completion_id = r.completion_id,
    call_hash = case when is_final_outcome(r.outcome, r.reason) then v.call_hash end
  where id = p_postback;
  if r.outcome = 'accepted' then
    perform credit_open_case(r.completion_id, p_postback);
  end if;
  return r;
end $$;

-- Part of judge_call: refuses a transaction that was counted for another click. The result names no completion, because
-- the reply to the network would show another user's completion.
create or replace function refuse_other_click() returns postback_result language sql immutable as $$
  select row('refused', r.reason, r.reason, false, null)::postback_result
  from (values ('This transaction was counted for another click')) r (reason)
$$;

-- Whether a payout is so far above what the offer pays that the settings may read the wrong parameter, such as points
-- instead of money. p_ratio: 0 turns the check off.
create or replace function is_far_above(p_paise bigint, p_ratio int, p_expected bigint) returns boolean
language sql immutable as $$
  select coalesce(p_ratio > 0 and p_expected > 0 and p_paise > p_ratio * p_expected, false)
$$;

-- Parks a postback whose payout is far above the expected payout. A manager can count the postback with a replay: see
-- replayPostbacks in packages/core.
create or replace function park_far_above(p_completion bigint) returns postback_result language sql immutable as $$
  select row('parked', r.reason, r.reason, false, p_completion)::postback_result
  from (values ('The payout is far above the offer''s reward amount')) r (reason)
$$;

-- Part of judge_call: handles a repeat or a confirmation of a transaction that a completion already counts.
create or replace function apply_to_known_completion(c completion_states, v postback_verdict, p_actor jsonb)
  returns postback_result
language plpgsql as $$
declare
  r postback_result;
  other_payout boolean := v.payout_micros is not null and v.payout_micros is distinct from c.payout_micros;
begin
  if not is_click_of_completion(c, v.click_id) then
    return refuse_other_click();
  end if;
  r.outcome := 'repeat';
  r.is_changed := false;
  r.completion_id := c.id;
  if c.approved_at is null and v.payout_paise > v.payout_ceiling_paise then
    r.outcome := 'refused';
    r.reason := 'The payout is above the ceiling';
    r.alert := r.reason;
  elsif c.approved_at is null and other_payout and is_far_above(v.payout_paise, v.payout_ratio,
    (select greatest(o.reward_paise, (find_goal(o.goals, c.goal_id) ->> 'payout_paise')::bigint)
      from offers o where o.id = c.offer_id))
  then
    return park_far_above(c.id);
  elsif v.kind = 'approve' and approve_completion(c.id, v, p_actor) then
    r.outcome := 'accepted';
    r.is_changed := true;
    if c.status = 'reversed' then
      r.reason := 'It had been reversed before';
    elsif other_payout then
      r.reason := 'Confirmed with a different payout than when pending';
    end if;
    r.alert := case when other_payout then 'Confirmed with a different payout than when pending' end;
  elsif other_payout then
    r.reason := 'This transaction was counted with another payout';
    r.alert := r.reason;
  end if;
  return r;
end $$;

-- Part of judge_call: handles the first postback of a transaction.
create or replace function apply_to_new_completion(p_network bigint, p_received timestamptz, v postback_verdict,
  p_seed bytea,
  p_actor jsonb) returns postback_result language plpgsql as $$
declare
  r postback_result;
  f record;
  k clicks;
  o offers;
  c completion_states;
  v_id bigint;
  v_paise bigint;
  v_goal jsonb;
  v_missing text;
  is_step boolean := false;
  is_foreign boolean;
begin
  r.is_changed := false;
  -- A reversal takes the same locks. So an early reversal is stored by now and is found here, and a later one will find
  -- the completion.
  select n.click, n.offer,
    exists (select from postbacks w where w.network_id = p_network and w.transaction_id = v.transaction_id
      and w.outcome = 'parked' and w.kind = 'reverse')
    or exists (select from postbacks w where w.click_id = v.click_id and w.network_id = p_network
      and w.outcome = 'parked' and w.kind = 'reverse') as is_reversed,
    -- The click of the payment with this transaction.
    (select m.click_id from payments m where m.network_id = p_network and m.transaction_id = v.transaction_id)
      as payment_click
  into f
  from (select a as click, b as offer from clicks a join offers b on b.id = a.offer_id where a.click_id = v.click_id) n;
  if f.click is null then
    if exists (select from payments where network_id = p_network and transaction_id = v.transaction_id) then
      return refuse_other_click();
    end if;
    r.outcome := 'parked';
    r.reason := 'Click not found';
    return r;
  end if;
  k := f.click;
  o := f.offer;
  v_paise := coalesce(v.payout_paise, o.reward_paise);
  if o.goals <> '[]' then
    v_goal := find_goal(o.goals, v.goal_id);
    is_step := not coalesce((v_goal ->> 'gives_spin')::boolean, false);
    v_paise := coalesce(v.payout_paise, (v_goal ->> 'payout_paise')::bigint,
      case when is_step then 0 else o.reward_paise end);
    if v_goal is not null then
      -- Written as in the offer, because networks vary upper and lower case.
      v.goal_id := nullif(v_goal ->> 'goal_id', '');
    end if;
  end if;
  if f.payment_click <> k.id then
    return refuse_other_click();
  end if;
  -- A network that does not sign its postbacks must not complete an offer without a network.
  is_foreign := o.network_id is null and v.unsigned;
  if o.network_id <> p_network then
    is_foreign := not exists (
      select from offer_network_history m where m.offer_id = o.id and m.network_id = p_network
        and m.replaced_at >= k.created_at);
  end if;
  if is_foreign then
    r.outcome := 'refused';
    r.reason := 'The offer belongs to another network';
  elsif k.created_at < p_received - make_interval(secs => v.click_window_seconds) then
    r.outcome := 'refused';
    r.reason := 'The click is too old';
  elsif v_paise > v.payout_ceiling_paise then
    r.outcome := 'refused';
    r.reason := 'The payout is above the ceiling';
    r.alert := r.reason;
  elsif f.payment_click is null and is_far_above(v.payout_paise, v.payout_ratio,
    greatest(o.reward_paise, (v_goal ->> 'payout_paise')::bigint))
  then
    return park_far_above(null);
  elsif o.goals_in_order and v_goal is not null and f.payment_click is null then
    v_missing := find_missing_goal(k.user_id, k.offer_id, o.goals, v_goal ->> 'goal_id');
    if v_missing is not null then
      -- Judged again once the missing goal is there: see rejudgeParked.
      r.outcome := 'parked';
      r.reason := 'A goal that comes before it is missing';
      r.alert := format('Goal %s came before %s', v_goal ->> 'goal_id', v_missing);
    end if;
  end if;
  if r.outcome is not null then
    return r;
  end if;
  -- A payment of an offer without goals belongs to an existing completion. The insert below conflicts with that
  -- completion, and then apply_goal finds the payment.
  if is_step or o.goals <> '[]' and f.payment_click is not null then
    return apply_step(p_network, v, k, o, v_paise, p_seed, p_actor);
  end if;

  insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, goal_id, payout_paise,
    payout_micros, currency, rate_micros, approved_at, held_until, seed, commitment, client_seed_hash)
  values (k.user_id, k.offer_id, o.odds_version, k.id, p_network, v.transaction_id, v.goal_id, v_paise,
    v.payout_micros, v.currency, v.rate_micros, case when v.kind = 'approve' then now() end,
    case when v.kind = 'approve' then now() + make_interval(secs => nullif(v.hold_seconds, 0)) end,
    get_sealed_seed(p_seed), get_seed_commitment(p_seed), k.client_seed_hash)
  on conflict (user_id, offer_id) do nothing
  returning id into v_id;

  if v_id is not null then
    r.outcome := case when v.kind = 'approve' then 'accepted' else 'pending' end;
    r.is_changed := true;
    r.completion_id := v_id;
    if f.is_reversed then
      perform match_early_reversals(v_id, p_network, v.transaction_id, p_actor);
    end if;
    return r;
  end if;

  select * into c from completion_states where user_id = k.user_id and offer_id = k.offer_id;
  r.outcome := 'repeat';
  r.completion_id := c.id;
  -- A payment's own transaction is handled by apply_goal below, even if the offer's goals were removed since.
  if f.payment_click is null and c.awaited_goal is not null and c.network_id = p_network
    and reach_awaited_goal(c.id, p_network, v, v_paise, p_actor) then
    r.outcome := case when v.kind = 'approve' then 'accepted' else 'pending' end;
    r.is_changed := true;
  elsif f.payment_click is null and c.source = 'admin' and c.transaction_id like 'manual-%'
    and c.network_id = p_network
  then
    r.reason := 'Credited by hand before';
    if v.kind = 'approve' and adopt_transaction(c.id, p_network, v, p_actor) then
      r.outcome := 'accepted';
      r.is_changed := true;
    end if;
  else
    r := apply_goal(c, p_network, v, k, p_actor, false, false);
    if r.outcome is null and o.goals = '[]' then
      r := add_transaction(c, p_network, v, k, o.reward_paise);
    end if;
    if r.outcome is null then
      r.outcome := 'repeat';
      r.reason := 'This user has completed the offer before';
      if v.kind = 'approve' and c.status = 'pending' then
        r.alert := 'Confirmed with a different transaction than the pending one';
      elsif v.kind = 'approve' and c.transaction_id like 'manual-%' and c.network_id = p_network then
        -- Other goals were paid before the credit by hand. The credit was recorded as the only 'adopted' event that a
        -- completion can have, so this transaction cannot be adopted.
        r.alert := 'This goal was credited by hand, and the payout that the postback names is not counted';
      end if;
    elsif o.goals = '[]' and r.outcome = 'accepted' then
      r.alert := case when c.status = 'pending' and coalesce(v.goal_id = c.goal_id, true)
        then 'Confirmed with a different transaction than the pending one'
        else 'A further transaction of this completion was counted' end;
    end if;
  end if;
  if r.is_changed then
    perform match_early_reversals(c.id, p_network, v.transaction_id, p_actor);
  end if;
  return r;
end $$;

-- The completion that a network's transaction counts for; null if there is none.
create or replace function find_transaction(p_network bigint,
  p_transaction text) returns bigint language sql stable as $$
  select completion_id from completion_events where network_id = p_network and transaction_id = p_transaction
  union all
  select id from completions where network_id = p_network and transaction_id = p_transaction
  limit 1
$$;

-- Whether the completion counted for this click, or an admin assigned the click to it.
create or replace function is_click_of_completion(c completion_states, p_click text) returns boolean
  language plpgsql stable as $$
begin
  return exists (select 1 from clicks where id = c.click_id and click_id = p_click)
    or exists (
      select 1 from postbacks where completion_id = c.id and click_id = p_click and assigned_click_id is not null
    )
    -- The user may have started the offer again between two goals. A credit by hand uses the last click, whichever one
    -- the network counts.
    or exists (
      select 1 from completions b join clicks k on k.user_id = b.user_id and k.offer_id = b.offer_id
      where b.id = c.id and (b.awaited_goal is not null or b.source = 'admin') and k.click_id = p_click);
end $$;

-- Part of judge_call: handles a reversal. A reversal without a match is parked, and raises an alert at once.
create or replace function apply_reversal(p_network bigint, v postback_verdict, p_actor jsonb) returns postback_result
language plpgsql as $$
declare
  r postback_result;
  f record;
  c completion_states;
  is_of_click boolean;
begin
  r.is_changed := false;
  select * into f from find_reversed(p_network, coalesce(v.reversal_id, v.transaction_id), v.transaction_id, v.click_id,
    v.goal_id);
  if f.found_by is null then
    r.outcome := 'parked';
    r.reason := 'No completion with this transaction yet';
    r.alert := 'Reversal without a known completion';
    return r;
  end if;
  r.completion_id := f.completion_id;
  select * into c from completion_states where id = f.completion_id;
  if f.found_by = 'click' or v.click_id is null then
    is_of_click := true;
  elsif f.payment_id is null then
    is_of_click := is_click_of_completion(c, v.click_id);
  else
    is_of_click := exists (
      select 1 from clicks k where k.click_id = v.click_id and k.user_id = c.user_id and k.offer_id = c.offer_id);
  end if;
  if not is_of_click then
    r.outcome := 'parked';
    r.reason := 'This transaction was counted for another click';
    r.alert := 'A reversal of this transaction names another click';
    return r;
  end if;
  r.is_changed := case when f.payment_id is null then reverse_completion(c.id, p_actor, 'Reversed by the network')
    else reverse_payment(f.payment_id, p_actor, 'Reversed by the network') end;
  r.outcome := case when r.is_changed then 'reversed' else 'repeat' end;
  r.reason := case when f.found_by = 'click' then 'Found by its click' end;
  return r;
end $$;

-- Applies parked reversals of p_transaction after it was recorded as a completion or payment. A reversal is matched by
-- the transaction, or by the click if the click earned nothing but this transaction. A reversal that names another
-- click stays parked.
-- The caller holds the locks of the transaction and the click (see lock_postback_call).
create or replace function match_early_reversals(p_completion bigint, p_network bigint, p_transaction text,
  p_actor jsonb)
returns void language plpgsql as $$
declare
  -- A payment counts for its own click: the user may have started the offer again after the first click.
  v_click text := (select k.click_id from clicks k where k.id = coalesce(
    (select m.click_id from payments m where m.network_id = p_network and m.transaction_id = p_transaction),
    (select c.click_id from completions c where c.id = p_completion)));
  w postbacks;
  f record;
  v postback_verdict;
  r postback_result;
begin
  for w in
    select * from postbacks
    where (network_id = p_network and transaction_id = p_transaction or click_id = v_click and network_id = p_network)
      and outcome = 'parked' and kind = 'reverse'
    order by id for update
  loop
    select * into f from find_reversed(p_network, w.transaction_id, w.transaction_id,
      coalesce(w.assigned_click_id, w.click_id), w.goal_id);
    continue when f.found_by = 'click' and p_transaction is distinct from (case
      when f.payment_id is null then (select d.transaction_id from completion_states d where d.id = f.completion_id)
      else (select m.transaction_id from payments m where m.id = f.payment_id) end);
    v.transaction_id := w.transaction_id;
    v.goal_id := w.goal_id;
    v.click_id := coalesce(w.assigned_click_id, w.click_id);
    r := apply_reversal(p_network, v, p_actor);
    if r.completion_id is null then
      continue;
    elsif r.outcome = 'parked' then
      update postbacks set reason = r.reason, alert = r.alert, completion_id = r.completion_id where id = w.id;
    else
      update postbacks set outcome = r.outcome, reason = 'Matched when its completion arrived', alert = null,
        completion_id = r.completion_id, judged_at = now() where id = w.id;
      insert into postback_judgements (postback_id, cause, actor_kind, actor_name, from_outcome, from_reason,
        to_outcome, to_reason)
      values (w.id, 'call', p_actor ->> 'kind', p_actor ->> 'name', w.outcome, w.reason, r.outcome,
        'Matched when its completion arrived');
    end if;
  end loop;
end $$;

-- Moves recent postbacks from the pending list of the inbox's search index (GIN) into the index itself. A job calls it
-- every few seconds. Otherwise the insert that fills the list would move thousands of entries while other postbacks
-- wait up to half a second. Searches read the pending list, too, so they miss nothing. Returns how many pages were
-- pending; 0 if the index is not a GIN index. Runs with the owner's rights, as PostgreSQL requires.
create or replace function flush_postback_search_index() returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(gin_clean_pending_list(i.oid)), 0)::bigint
  from pg_class i join pg_am m on m.oid = i.relam
  where i.relnamespace = 'public'::regnamespace and i.relname = 'postbacks_trigrams' and m.amname = 'gin'
$$;
