-- The outbox of mail and push: see packages/db/src/schema/messages.ts.

-- Notes that a user is to be told a fact: by mail, under the bell, and in each browser that asked to be told. Called in
-- the fact's own transaction, or in that of whoever reads the ledger's feed; called again for the same fact it does
-- nothing. p_kind: one of packages/contracts/src/messages/messages.ts, which also says what its payload holds; nothing
-- secret. Who has gone is told nothing.
create or replace function enqueue_message(p_kind text, p_fact_key text, p_user bigint, p_payload jsonb) returns void
language sql as $$
  insert into messages (kind, fact_key, user_id, recipient, payload)
  select p_kind, p_fact_key, u.id, u.email, p_payload from users u where u.id = p_user and u.deleted_at is null
  on conflict (kind, fact_key, recipient) do nothing;

  with told as (
    insert into notifications (user_id, kind, fact_key, payload)
    select u.id, p_kind, p_fact_key, p_payload from users u where u.id = p_user and u.deleted_at is null
    on conflict (user_id, kind, fact_key) do nothing
    returning user_id)
  -- A browser that asks later is not told of what was told before.
  insert into messages (kind, fact_key, user_id, recipient, payload, channel, subscription_id)
  select p_kind, p_fact_key, s.user_id, 'push:' || s.id, p_payload, 'push', s.id
  from told join push_subscriptions s on s.user_id = told.user_id
  on conflict (kind, fact_key, recipient) do nothing;

  -- The bell keeps the last 50.
  delete from notifications where user_id = p_user and id <= (
    select id from notifications where user_id = p_user order by id desc offset 50 limit 1);
$$;

-- Takes messages that are due, for p_lease_seconds: several processes never hold the same one at once, and those of a
-- process that died come due again when the lease ends. The Message-ID is drawn with the first claim and stays.
create or replace function claim_messages(p_limit int, p_lease_seconds int, p_domain text) returns setof messages
language sql as $$
  update messages m set
    attempts = m.attempts + 1,
    due_at = clock_timestamp() + make_interval(secs => p_lease_seconds),
    message_id = coalesce(m.message_id, gen_random_uuid() || '@' || p_domain)
  where m.id in (
    select d.id from messages d where d.status = 'queued' and d.due_at <= clock_timestamp()
    order by d.due_at, d.id limit p_limit for update skip locked)
  returning m.*;
$$;

-- The answer to a case is told when the case leaves the state 'open', whatever made it do so.
create or replace function tell_case_answer() returns trigger language plpgsql as $$
begin
  perform enqueue_message('case_answered', new.id::text, new.user_id, jsonb_build_object(
    'credited', new.status = 'credited',
    'offer', (select title from offers where id = new.offer_id),
    'answer', new.resolution,
    -- On hold: the spin is not ready, and is told when it is (told.sql).
    'held_until', (select held_until from completion_states
      where user_id = new.user_id and offer_id = new.offer_id and held_until > now())));
  return null;
end $$;

create or replace trigger credit_cases_told
  after update of status on credit_cases
  for each row when (old.status = 'open' and new.status <> 'open') execute function tell_case_answer();
