-- 'Didn''t get it?': a user's case about a completion that did not arrive.

-- Opens it about the user's newest click of the offer; there is one open case for each offer of a user, and asking again
-- finds it. problem: 'no_click', 'completed', or null.
create function open_credit_case(p_user bigint, p_offer bigint, p_message text, out problem text, out case_id bigint)
language plpgsql as $$
declare
  k clicks;
begin
  -- A completion refers to one of these clicks, so it is stored either before this, and seen below, or after, and finds
  -- the case: a credited offer never has an open one.
  perform 1 from clicks where user_id = p_user and offer_id = p_offer order by id for update;
  select * into k from clicks where user_id = p_user and offer_id = p_offer order by created_at desc, id desc limit 1;
  if k.id is null then
    problem := 'no_click';
    return;
  end if;
  if exists (select 1 from completions where user_id = p_user and offer_id = p_offer) then
    problem := 'completed';
    return;
  end if;
  select id into case_id from credit_cases where user_id = p_user and offer_id = p_offer and status = 'open';
  if case_id is null then
    insert into credit_cases (user_id, offer_id, click_id, message) values (p_user, p_offer, k.id, p_message)
    returning id into case_id;
  end if;
end $$;
--> statement-breakpoint
-- An admin's no, with the reason that the user reads. Closing it twice is the same as once. problem: 'not_found',
-- 'credited', or null.
create function close_credit_case(p_actor jsonb, p_case bigint, p_reason text, out problem text) language plpgsql as $$
declare
  c credit_cases;
begin
  select * into c from credit_cases where id = p_case for update;
  if c.id is null then
    problem := 'not_found';
  elsif c.status = 'credited' then
    problem := 'credited';
  elsif c.status = 'open' then
    update credit_cases set status = 'closed', resolution = p_reason, closed_at = now(),
      closed_by_admin_id = case when p_actor ->> 'kind' = 'admin' then (p_actor ->> 'id')::bigint end
    where id = p_case;
    perform write_audit(p_actor, 'cases.close', p_case::text, jsonb_build_object('status', 'open'),
      jsonb_build_object('status', 'closed', 'user_id', c.user_id, 'offer_id', c.offer_id), p_reason);
  end if;
end $$;
--> statement-breakpoint
-- The cases of one user, newest first.
create index credit_cases_user_idx on credit_cases (user_id, opened_at desc);
--> statement-breakpoint
-- As before, and it answers the user's case.
create or replace function credit_completion(p_actor jsonb, p_user bigint, p_offer bigint, p_reason text, p_payout bigint,
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
    -- What the user asked about is answered in the same move.
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
--> statement-breakpoint
-- Calls that an admin gave a click of the case.
create index postbacks_assigned_click_idx on postbacks (assigned_click_id) where assigned_click_id is not null;
