-- Postbacks: what a network reported, and what followed from it.

-- Stores a postback as it came and judges it, in one transaction. p_key is drawn for each call; run again with the same
-- one it gives the recorded outcome. p_verdict and p_seed: as for judge_postback. Its row is inserted once, with its
-- outcome: written before and updated after, it would be written into each of its indexes twice.
create or replace function receive_postback(p_network bigint, p_slug text, p_key text, p_method text, p_url text,
  p_query text, p_body text, p_encoding text, p_cut bigint, p_content_type text, p_headers jsonb, p_ip text,
  p_verdict jsonb, p_seed bytea, out outcome text, out reason text, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  p postbacks;
  f record;
  r record;
  v_id bigint;
  v_transaction text := p_verdict ->> 'transaction_id';
  v_click text := p_verdict ->> 'click_id';
begin
  if p_verdict ->> 'outcome' is null then
    -- As lock_call, which would be a call of its own.
    perform pg_advisory_xact_lock(transaction_lock(p_network, v_transaction)),
      pg_advisory_xact_lock(click_lock(p_network, v_click));
    -- What the holders of the locks before have committed is seen from here on.
    select (select w.id from postbacks w where w.retry_key = p_key) as stored,
      -- As find_transaction, which would be a statement of its own.
      coalesce(
        (select e.completion_id from completion_events e
          where e.network_id = p_network and e.transaction_id = v_transaction),
        (select d.id from completions d where d.network_id = p_network and d.transaction_id = v_transaction)) as known
    into f;
    if f.stored is not null then
      select j.outcome, j.reason, j.completion_id into outcome, reason, completion_id
      from judge_postback(f.stored, p_verdict, p_seed) j;
      return;
    end if;
    p.network_id := p_network;
    p.slug := p_slug;
    p.ip := p_ip;
    p.received_at := now();
    r := judge_call(p, p_verdict, v_click, f.known, p_seed);
    outcome := r.outcome;
    reason := r.reason;
    completion_id := r.completion_id;
  else
    outcome := p_verdict ->> 'outcome';
    reason := p_verdict ->> 'reason';
  end if;
  insert into postbacks (network_id, slug, retry_key, method, raw_url, raw_query, raw_body, body_encoding, cut_from,
    content_type, headers, ip, outcome, reason, alert, judged_at, kind, click_id, transaction_id, goal_id,
    payout_micros, currency, completion_id, call_hash)
  values (p_network, p_slug, p_key, p_method, p_url, p_query, p_body, p_encoding, p_cut, p_content_type, p_headers,
    p_ip, outcome, reason, case when p_verdict ->> 'outcome' is null then coalesce(r.alert, p_verdict ->> 'alert')
      else p_verdict ->> 'alert' end,
    now(), p_verdict ->> 'kind', v_click, v_transaction, p_verdict ->> 'goal_id',
    (p_verdict ->> 'payout_micros')::bigint, p_verdict ->> 'currency', completion_id,
    case when has_said_all(outcome, reason) then (p_verdict ->> 'call_hash')::bigint end)
  on conflict (retry_key) do nothing
  returning id into v_id;
  if v_id is null then
    -- The same call, at once, of a connection that was given up.
    select j.outcome, j.reason, j.completion_id into outcome, reason, completion_id
    from postbacks w cross join judge_postback(w.id, p_verdict, p_seed) j where w.retry_key = p_key;
  elsif outcome = 'accepted' and exists (
    -- Few have one: to begin the update that answers it takes several times as long as to find that out. A case that is
    -- opened now waits for this completion (open_credit_case), so none appears in between.
    select from completions c join credit_cases k on k.user_id = c.user_id and k.offer_id = c.offer_id
    where c.id = completion_id and k.status = 'open'
  ) then
    perform answer_case(completion_id, v_id);
  end if;
end $$;

-- The keys of the locks of a transaction and of a click at a network; null for none. Immutable in every part, so that
-- the planner writes them out where they are called.
create or replace function transaction_lock(p_network bigint, p_transaction text) returns bigint
language sql immutable as $$
  select hashtextextended('transaction:' || p_network::text || ':' || p_transaction, 0)
$$;

create or replace function click_lock(p_network bigint, p_click text) returns bigint language sql immutable as $$
  select hashtextextended('click:' || p_network::text || ':' || p_click, 0)
$$;

-- A completion and its reversal may arrive at once, in either order, and each must see the other. A reversal with an id
-- of its own is found by its click, so the click is locked after it, too.
create or replace function lock_call(p_network bigint, p_transaction text, p_click text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(transaction_lock(p_network, p_transaction)),
    pg_advisory_xact_lock(click_lock(p_network, p_click));
end $$;

-- Part of judge_postback and of receive_postback: gives a call its effect. The caller holds its locks.
-- p_known: the completion that counts its transaction, if there is one.
create or replace function judge_call(p postbacks, p_verdict jsonb, p_click text, p_known bigint, p_seed bytea,
  out outcome text, out reason text, out alert text, out changed boolean, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  c completion_states;
  r record;
  v_actor jsonb := jsonb_build_object('kind', 'network', 'id', p.network_id, 'name', p.slug, 'ip', p.ip);
begin
  if p_verdict ->> 'kind' = 'reverse' then
    r := apply_reversal(p.network_id, p_verdict, p_click, v_actor);
    completion_id := r.completion_id;
  elsif p_known is not null then
    select * into c from completion_states where id = p_known;
    r := apply_known(c, p_verdict, p_click, v_actor);
    completion_id := c.id;
  else
    r := apply_new(p, p_verdict, p_click, p_seed, v_actor);
    completion_id := r.completion_id;
  end if;
  outcome := r.outcome;
  reason := r.reason;
  alert := r.alert;
  changed := r.changed;
end $$;

-- Whether a call that comes again, the very same, has nothing more to say. A pending one has: after a confirmation with
-- another payout, saying it again is an alert. So has a reversal that was found by its click alone: its transaction may
-- have been counted for another click since.
create or replace function has_said_all(p_outcome text, p_reason text) returns boolean language sql immutable as $$
  select p_outcome = 'accepted' or p_outcome = 'reversed' and p_reason is null
$$;

-- The user may have opened a case about a completion that a postback has confirmed.
create or replace function answer_case(p_completion bigint, p_postback bigint) returns void language plpgsql as $$
begin
  update credit_cases k set status = 'credited', resolution = 'The network confirmed it', closed_at = now(),
    closed_by_postback_id = p_postback
  from completions c
  where c.id = p_completion and k.user_id = c.user_id and k.offer_id = c.offer_id and k.status = 'open'
    and exists (select from completion_states d where d.id = p_completion and d.status = 'approved');
end $$;

-- Judges a stored postback and, where it is good, credits it, in one statement.
-- p_verdict: what was read in the postback. Either {"outcome": "refused"|"parked"|"ignored", "reason"} or
-- {"kind": "pending"|"approve"|"reverse", "click_id", "transaction_id", "goal_id", "payout_micros", "payout_paise",
-- "currency", "rate_micros", "hold_seconds", "unsigned", "click_window_seconds", "payout_ceiling_paise"}. Both may have
-- an "alert".
-- p_seed: for the draw, used only when a completion is made: see stored_seed.
-- p_again: null for the first judgement of a postback; asked for twice, it gives the recorded outcome. {"cause",
-- "actor"} judges again. What a postback has changed stays: judging again can add to the facts, never take from them.
-- changed: whether this call changed anything.
create or replace function judge_postback(p_postback bigint, p_verdict jsonb, p_seed bytea, p_again jsonb default null,
  out outcome text, out reason text, out completion_id bigint, out alert text, out changed boolean)
language plpgsql as $$
#variable_conflict use_variable
declare
  p postbacks;
  r record;
  v_network bigint;
  v_transaction text := p_verdict ->> 'transaction_id';
  v_click text;
  had_effect boolean;
begin
  if p_verdict ->> 'outcome' is null then
    -- These locks come before that of the postback's own row, because whoever holds them looks for parked rows and
    -- locks them.
    select network_id, coalesce(assigned_click_id, p_verdict ->> 'click_id') into v_network, v_click
    from postbacks where id = p_postback;
    perform lock_call(v_network, v_transaction, v_click);
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
  had_effect := p.outcome in ('accepted', 'repeat', 'pending', 'reversed');
  outcome := p_verdict ->> 'outcome';
  reason := p_verdict ->> 'reason';
  completion_id := p.completion_id;

  if outcome is null then
    r := judge_call(p, p_verdict, v_click,
      case when p_verdict ->> 'kind' <> 'reverse' then find_transaction(p.network_id, v_transaction) end, p_seed);
    outcome := r.outcome;
    reason := r.reason;
    alert := r.alert;
    changed := r.changed;
    completion_id := r.completion_id;
  end if;
  alert := coalesce(alert, p_verdict ->> 'alert');

  -- While the settings are those of the last judgement, its outcome stays.
  if not changed and (had_effect or p_again ->> 'cause' = 'replay'
    and p.judged_at > (select updated_at from networks where id = p.network_id)) then
    outcome := p.outcome;
    reason := p.reason;
    alert := p.alert;
    completion_id := p.completion_id;
    return;
  end if;
  if p.outcome is not null
    and (p.outcome, p.reason, p.completion_id) is not distinct from (outcome, reason, completion_id) then
    -- Judged under the present settings with the same result: the sweep over parked postbacks skips it from now on.
    if p_again ->> 'cause' = 'settings' then
      update postbacks set judged_at = now() where id = p_postback;
    end if;
    return;
  end if;
  if p.outcome is not null then
    changed := true;
    insert into postback_judgements (postback_id, cause, actor_kind, actor_name, from_outcome, from_reason, to_outcome,
      to_reason)
    values (p.id, p_again ->> 'cause', p_again -> 'actor' ->> 'kind', p_again -> 'actor' ->> 'name', p.outcome,
      p.reason, outcome, reason);
    perform write_audit(p_again -> 'actor', 'postbacks.judge', p.id::text,
      jsonb_build_object('outcome', p.outcome, 'reason', p.reason),
      jsonb_build_object('outcome', outcome, 'reason', reason), p_again ->> 'cause');
  end if;
  update postbacks set outcome = judge_postback.outcome, reason = judge_postback.reason, alert = judge_postback.alert,
    judged_at = now(), kind = p_verdict ->> 'kind', click_id = p_verdict ->> 'click_id', transaction_id = v_transaction,
    goal_id = p_verdict ->> 'goal_id', payout_micros = (p_verdict ->> 'payout_micros')::bigint,
    currency = p_verdict ->> 'currency', completion_id = judge_postback.completion_id,
    call_hash = case when has_said_all(judge_postback.outcome, judge_postback.reason)
      then (p_verdict ->> 'call_hash')::bigint end
  where id = p_postback;
  if outcome = 'accepted' then
    perform answer_case(completion_id, p_postback);
  end if;
end $$;

-- Part of judge_postback: a completion or a confirmation whose transaction is known already.
create or replace function apply_known(c completion_states, p_verdict jsonb, p_click text, p_actor jsonb,
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
  elsif c.approved_at is null
    and (p_verdict ->> 'payout_paise')::bigint > (p_verdict ->> 'payout_ceiling_paise')::bigint then
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

-- Part of judge_postback: the first postback of a transaction.
create or replace function apply_new(p postbacks, p_verdict jsonb, p_click text, p_seed bytea, p_actor jsonb,
  out outcome text, out reason text, out alert text, out changed boolean, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  f record;
  k clicks;
  o offers;
  c completion_states;
  v_id bigint;
  v_kind text := p_verdict ->> 'kind';
  v_paise bigint;
  v_goal jsonb;
  v_missing text;
  is_step boolean := false;
  is_foreign boolean;
  paid completions;
begin
  changed := false;
  -- A reversal that waits is there by now, or comes after this: it takes the same locks.
  select n.k, n.o,
    exists (select from postbacks w where w.network_id = p.network_id
      and w.transaction_id = p_verdict ->> 'transaction_id' and w.outcome = 'parked' and w.kind = 'reverse')
    or exists (select from postbacks w where w.click_id = p_click and w.network_id = p.network_id
      and w.outcome = 'parked' and w.kind = 'reverse') as is_reversed,
    -- What has counted the transaction as a payment: another goal of what somebody had completed.
    (select b from payments m join completions b on b.id = m.completion_id
      where m.network_id = p.network_id and m.transaction_id = p_verdict ->> 'transaction_id') as paid
  into f
  from (select a as k, b as o from clicks a join offers b on b.id = a.offer_id where a.click_id = p_click) n;
  k := f.k;
  o := f.o;
  paid := f.paid;
  v_paise := coalesce((p_verdict ->> 'payout_paise')::bigint, o.reward_paise);
  if o.goals <> '[]' then
    v_goal := goal_of(o.goals, p_verdict ->> 'goal_id');
    is_step := not coalesce((v_goal ->> 'gives_spin')::boolean, false);
    v_paise := coalesce((p_verdict ->> 'payout_paise')::bigint, (v_goal ->> 'payout_paise')::bigint,
      case when is_step then 0 else o.reward_paise end);
    if v_goal is not null then
      -- As the offer writes it: networks are not strict about capitals.
      p_verdict := p_verdict || jsonb_build_object('goal_id', nullif(v_goal ->> 'goal_id', ''));
    end if;
  end if;
  if k.id is null then
    outcome := 'parked';
    reason := 'Click not found';
    return;
  end if;
  if (paid.user_id, paid.offer_id) <> (k.user_id, k.offer_id) then
    outcome := 'repeat';
    reason := 'This transaction was counted for another click';
    alert := reason;
    completion_id := paid.id;
    return;
  end if;
  -- A network that does not sign its postbacks must not complete an offer that belongs to no network.
  is_foreign := o.network_id is null and (p_verdict ->> 'unsigned')::boolean;
  if o.network_id <> p.network_id then
    is_foreign := not exists (
      select from offer_moves m
      where m.offer_id = o.id and m.network_id = p.network_id and m.moved_at >= k.created_at);
  end if;
  if is_foreign then
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
  if outcome is null and o.goals_in_order and v_goal is not null and paid.id is null then
    v_missing := missing_goal(k.user_id, k.offer_id, o.goals, v_goal ->> 'goal_id');
    if v_missing is not null then
      -- Judged again once that one is there: see rejudgeParked.
      outcome := 'parked';
      reason := 'A goal that comes before it is missing';
      alert := format('Goal %s came before %s', v_goal ->> 'goal_id', v_missing);
    end if;
  end if;
  if outcome is not null then
    return;
  end if;
  -- Of an offer without goals the completion is there, and apply_goal below finds the payment.
  if is_step or o.goals <> '[]' and paid.id is not null then
    select s.outcome, s.reason, s.alert, s.changed, s.completion_id
    into outcome, reason, alert, changed, completion_id
    from apply_step(p, p_verdict, k, o, v_paise, p_seed, p_actor) s;
    return;
  end if;

  insert into completions (user_id, offer_id, odds_version, click_id, network_id, transaction_id, goal_id, payout_paise,
    payout_micros, currency, rate_micros, approved_at, held_until, seed, commitment, client_seed_hash)
  values (k.user_id, k.offer_id, o.odds_version, k.id, p.network_id, p_verdict ->> 'transaction_id',
    p_verdict ->> 'goal_id', v_paise, (p_verdict ->> 'payout_micros')::bigint, p_verdict ->> 'currency',
    (p_verdict ->> 'rate_micros')::bigint, case when v_kind = 'approve' then now() end,
    case when v_kind = 'approve' then now() + make_interval(secs => nullif((p_verdict ->> 'hold_seconds')::int, 0)) end,
    stored_seed(p_seed), seed_commitment(p_seed), k.client_seed_hash)
  on conflict (user_id, offer_id) do nothing
  returning id into v_id;

  if v_id is not null then
    outcome := case when v_kind = 'approve' then 'accepted' else 'pending' end;
    changed := true;
    if f.is_reversed then
      perform match_early_reversals(v_id, p.network_id, p_verdict ->> 'transaction_id', p_actor);
    end if;
    completion_id := v_id;
    return;
  end if;

  select * into c from completion_states where user_id = k.user_id and offer_id = k.offer_id;
  outcome := 'repeat';
  -- What was paid as a step is none of these, also where the offer's goals were taken away since.
  if paid.id is null and c.awaited_goal is not null and c.network_id = p.network_id
    and reach_awaited_goal(c.id, p.network_id, p_verdict, v_paise, p_actor) then
    outcome := case when v_kind = 'approve' then 'accepted' else 'pending' end;
    changed := true;
    perform match_early_reversals(c.id, p.network_id, p_verdict ->> 'transaction_id', p_actor);
  elsif paid.id is null and c.source = 'admin' and c.transaction_id like 'manual-%' and c.network_id = p.network_id then
    reason := 'Credited by hand before';
    if v_kind = 'approve' and adopt_transaction(c.id, p.network_id, p_verdict, p_actor) then
      perform match_early_reversals(c.id, p.network_id, p_verdict ->> 'transaction_id', p_actor);
      outcome := 'accepted';
      changed := true;
    end if;
  else
    select g.outcome, g.reason, g.alert, g.changed into outcome, reason, alert, changed
    from apply_goal(c, p.network_id, p_verdict, k, p_actor) g;
    if outcome is null then
      outcome := 'repeat';
      reason := 'This user has completed the offer before';
      if v_kind = 'approve' and c.status = 'pending' then
        alert := 'Confirmed under another transaction than is pending';
      elsif v_kind = 'approve' and c.transaction_id like 'manual-%' and c.network_id = p.network_id then
        -- Of a goal that was credited by hand after others were paid: its one adoption is the credit itself.
        alert := 'This goal was credited by hand, and the payout that the call names is not counted';
      end if;
    elsif changed then
      perform match_early_reversals(c.id, p.network_id, p_verdict ->> 'transaction_id', p_actor);
    end if;
  end if;
  completion_id := c.id;
end $$;

-- The completion that counts a network's transaction; null when there is none.
create or replace function find_transaction(p_network bigint,
  p_transaction text) returns bigint language sql stable as $$
  select completion_id from completion_events where network_id = p_network and transaction_id = p_transaction
  union all
  select id from completions where network_id = p_network and transaction_id = p_transaction
  limit 1
$$;

-- Whether it is the click that the completion was counted for, or one that an admin assigned to it.
create or replace function is_click_of(c completion_states, p_click text) returns boolean language plpgsql stable as $$
begin
  return exists (select 1 from clicks where id = c.click_id and click_id = p_click)
    or exists (
      select 1 from postbacks where completion_id = c.id and click_id = p_click and assigned_click_id is not null
    )
    -- Between two goals the user may have started the offer again; a credit by hand hangs on the last click, whichever
    -- of them the network then counts.
    or exists (
      select 1 from completions b join clicks k on k.user_id = b.user_id and k.offer_id = b.offer_id
      where b.id = c.id and (b.awaited_goal is not null or b.source = 'admin') and k.click_id = p_click);
end $$;

-- Part of judge_postback: a reversal. What finds nothing waits, and somebody is told at once.
create or replace function apply_reversal(p_network bigint, p_verdict jsonb, p_click text, p_actor jsonb,
  out outcome text, out reason text, out alert text, out changed boolean, out completion_id bigint)
language plpgsql as $$
#variable_conflict use_variable
declare
  f record;
  c completion_states;
  is_of_click boolean;
begin
  changed := false;
  select * into f from find_reversed(p_network, coalesce(p_verdict ->> 'reversal_id', p_verdict ->> 'transaction_id'),
    p_verdict ->> 'transaction_id', p_click, p_verdict ->> 'goal_id');
  if f.found_by is null then
    outcome := 'parked';
    reason := 'No completion with this transaction yet';
    alert := 'A reversal of which no completion is known';
    return;
  end if;
  completion_id := f.completion_id;
  select * into c from completion_states where id = completion_id;
  if f.found_by = 'click' or p_click is null then
    is_of_click := true;
  elsif f.payment_id is null then
    is_of_click := is_click_of(c, p_click);
  else
    is_of_click := exists (
      select 1 from clicks k where k.click_id = p_click and k.user_id = c.user_id and k.offer_id = c.offer_id);
  end if;
  if not is_of_click then
    outcome := 'parked';
    reason := 'This transaction was counted for another click';
    alert := 'A reversal of this transaction names another click';
    return;
  end if;
  changed := case when f.payment_id is null then reverse_completion(c.id, p_actor, 'Reversed by the network')
    else reverse_payment(f.payment_id, p_actor, 'Reversed by the network') end;
  outcome := case when changed then 'reversed' else 'repeat' end;
  reason := case when f.found_by = 'click' then 'Found by its click' end;
end $$;

-- Applies reversals that had arrived before what they take back, which has just come by p_transaction: of a completion
-- or of one of its payments, by the transaction, or by the click where that is all that the click has earned. One that
-- names another click stays parked. What else the click has earned they leave alone: it was there before, or an admin
-- has credited it since.
-- The caller holds the locks of the transaction and the click (see judge_postback).
create or replace function match_early_reversals(p_completion bigint, p_network bigint, p_transaction text,
  p_actor jsonb)
returns void language plpgsql as $$
declare
  v_click text := (select k.click_id from completions c join clicks k on k.id = c.click_id where c.id = p_completion);
  w postbacks;
  f record;
  r record;
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
    select * into r from apply_reversal(p_network, jsonb_build_object('transaction_id', w.transaction_id,
      'goal_id', w.goal_id), coalesce(w.assigned_click_id, w.click_id), p_actor);
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

-- Puts the postbacks that came since the last call into the index that the inbox is searched by. It is called every few
-- seconds, so that no postback does it for the thousands before it, for which those behind it waited up to half a
-- second. A search looks through what waits, too. Answers how many pages waited: 0 where the index is of another kind,
-- in which nothing waits. With the rights of the owner, as PostgreSQL asks for it.
create or replace function put_in_postback_search() returns bigint language sql
security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(gin_clean_pending_list(i.oid)), 0)::bigint
  from pg_class i join pg_am m on m.oid = i.relam
  where i.relnamespace = 'public'::regnamespace and i.relname = 'postbacks_trigrams' and m.amname = 'gin'
$$;
