-- The outbox of mail and push: see packages/db/src/schema/messages.ts.

-- Queues a message about a fact: by mail, in the app, and in each subscribed browser. Called in the fact's own
-- transaction or by a feed consumer; a repeated call does nothing. p_kind: see
-- packages/contracts/src/messages/messages.ts, which also defines its payload. The payload holds no secrets. Deleted
-- users get nothing.
create or replace function enqueue_message(p_kind text, p_fact_key text, p_user bigint, p_payload jsonb) returns void
language sql as $$
  select enqueue_messages(p_kind, array[p_fact_key], array[p_user], array[p_payload])
$$;

-- Queues messages about many facts, like enqueue_message. The arrays of keys, users and payloads have the same order.
create or replace function enqueue_messages(p_kind text, p_fact_keys text[], p_users bigint[], p_payloads jsonb[])
returns void language sql as $$
  select enqueue_facts(p_kind, p_fact_keys, array_fill(now(), array[cardinality(p_fact_keys)]), p_users, p_payloads)
$$;

-- The first day of a time's month in UTC. Messages are partitioned by this day.
create or replace function get_utc_month(p_at timestamptz) returns date language sql immutable as $$
  select (date_trunc('month', p_at at time zone 'UTC'))::date
$$;

-- Queues messages about facts, some of which may have happened in an earlier month. p_facts_at: the times of the facts;
-- a repeated call must pass the same times. The unique key, which includes the month, rejects duplicates of concurrent
-- calls; a lookup over all months finds earlier messages.
create or replace function enqueue_facts(p_kind text, p_fact_keys text[], p_facts_at timestamptz[], p_users bigint[],
  p_payloads jsonb[]) returns void language sql as $$
  with facts as materialized (
    select f.event_key, get_utc_month(f.at) as month, u.id as user_id, u.email, f.payload
    from unnest(p_fact_keys, p_facts_at, p_users, p_payloads) f (event_key, at, user_id, payload)
    join users u on u.id = f.user_id and u.deleted_at is null
  ),
  mailed as (
    insert into messages (month, kind, event_key, user_id, recipient, payload)
    select f.month, p_kind, f.event_key, f.user_id, f.email, f.payload from facts f
    where not exists (
      select from messages m where m.kind = p_kind and m.event_key = f.event_key and m.recipient = f.email)
    on conflict do nothing
  ),
  mails as (
    insert into notifications (user_id, kind, event_key, payload)
    select f.user_id, p_kind, f.event_key, f.payload from facts f
    on conflict (user_id, kind, event_key) do nothing
    returning user_id, event_key
  )
  -- A browser that subscribes later gets no old messages.
  insert into messages (month, kind, event_key, user_id, recipient, payload, channel, subscription_id)
  select f.month, p_kind, f.event_key, f.user_id, 'push:' || s.id, f.payload, 'push', s.id
  from mails
  join facts f using (user_id, event_key)
  join push_subscriptions s on s.user_id = mails.user_id
  where not exists (
    select from messages m where m.kind = p_kind and m.event_key = mails.event_key and m.recipient = 'push:' || s.id)
  on conflict do nothing;

  -- The app keeps the last 50 notifications.
  with full_bells as materialized (
    select w.user_id, last.id
    from (select distinct unnest(p_users) as user_id) w
    cross join lateral (
      select n.id from notifications n where n.user_id = w.user_id order by n.id desc offset 50 limit 1
    ) last
  )
  delete from notifications n using full_bells b where n.user_id = b.user_id and n.id <= b.id;
$$;

-- Claims due messages for p_lease_seconds. No two processes claim the same message. Messages that a dead process
-- claimed become due again when the lease ends. The first claim generates the Message-ID; later claims keep it.
create or replace function claim_messages(p_limit int, p_lease_seconds int, p_domain text) returns setof messages
language sql as $$
  update messages m set
    attempts = m.attempts + 1,
    due_at = clock_timestamp() + make_interval(secs => p_lease_seconds),
    message_id = coalesce(m.message_id, gen_random_uuid() || '@' || p_domain)
  where (m.id, m.month) in (
    select d.id, d.month from messages d where d.status = 'queued' and d.due_at <= clock_timestamp()
    order by d.due_at, d.id limit p_limit for update skip locked)
  returning m.*;
$$;

-- Queues a message with the answer to a case when the case leaves the state 'open', for any reason.
create or replace function notify_case_answer() returns trigger language plpgsql as $$
begin
  perform enqueue_message('case_answered', new.id::text, new.user_id, jsonb_build_object(
    'credited', new.status = 'credited',
    'offer', (select title from offers where id = new.offer_id),
    'answer', new.resolution,
    -- During the hold the spin is not ready, so the message says when it will be.
    'held_until', (select on_hold_until from completion_states
      where user_id = new.user_id and offer_id = new.offer_id)));
  return null;
end $$;

create or replace trigger credit_cases_notified
  after update of status on credit_cases
  for each row when (old.status = 'open' and new.status <> 'open') execute function notify_case_answer();
