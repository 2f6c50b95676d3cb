-- Credit cases: a user reports a missing completion.

-- Opens a case about the user's newest click of the offer. Each user has at most one open case per offer: a second
-- request returns it. problem: 'no_click', 'completed', or null.
create or replace function open_credit_case(p_user bigint, p_offer bigint, p_message text, out problem text,
  out case_id bigint)
language plpgsql as $$
declare
  k clicks;
begin
  -- The insert of a completion locks one of these clicks by its foreign key. So a concurrent completion is either
  -- committed before this lock and is seen below, or it waits for this transaction and then sees the case. So a
  -- credited offer never has an open case.
  perform 1 from clicks where user_id = p_user and offer_id = p_offer order by id for update;
  select * into k from clicks where user_id = p_user and offer_id = p_offer order by created_at desc, id desc limit 1;
  if k.id is null then
    problem := 'no_click';
    return;
  end if;
  if exists (select 1 from completion_states c where c.user_id = p_user and c.offer_id = p_offer
      and c.awaited_goal is null) then
    problem := 'completed';
    return;
  end if;
  select id into case_id from credit_cases where user_id = p_user and offer_id = p_offer and status = 'open';
  if case_id is null then
    insert into credit_cases (user_id, offer_id, click_id, message) values (p_user, p_offer, k.id, p_message)
    returning id into case_id;
  end if;
end $$;

-- Closes a case without a credit, with a reason for the user. Idempotent. problem: 'not_found', 'credited', or null.
create or replace function close_credit_case(p_actor jsonb, p_case bigint, p_reason text, out problem text)
language plpgsql as $$
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
