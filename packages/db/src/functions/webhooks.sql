-- Outgoing events: facts become rows of an outbox, which processes send. See packages/db/src/schema/webhooks.ts.

create or replace trigger domain_events_append_only before update or delete or truncate on domain_events
  for each statement execute function reject_change();

-- The next two triggers record changes of columns as facts that the feed reads. Statements that move money do not fire
-- these triggers.
create or replace function record_voucher_used() returns trigger language plpgsql as $$
begin
  insert into domain_events (kind, subject) values ('voucher_used', new.id);
  return null;
end $$;

create or replace trigger vouchers_used_recorded after update of used_at on vouchers
  for each row when (old.used_at is null and new.used_at is not null) execute function record_voucher_used();

create or replace function record_user_suspended() returns trigger language plpgsql as $$
begin
  insert into domain_events (kind, subject) values ('user_suspended', new.id);
  return null;
end $$;

create or replace trigger users_suspension_recorded after update of suspended_at on users
  for each row when (old.suspended_at is null and new.suspended_at is not null)
  execute function record_user_suspended();

-- Records amounts whose stock became low (stock_forecast) since the last call. Returns how many.
create or replace function record_low_stock(p_days int) returns integer language plpgsql as $$
declare
  noted integer;
begin
  -- Only one process works at a time; concurrent processes return 0.
  perform 1 from named_locks where name = 'low stock' for update skip locked;
  if not found then
    return 0;
  end if;
  with low as materialized (
    select * from stock_forecast(p_days) where is_low
  ),
  over as (
    delete from low_stock l where not exists (select 1 from low where low.amount_paise = l.amount_paise)
  ),
  began as (
    insert into low_stock (amount_paise) select amount_paise from low on conflict do nothing returning amount_paise
  ),
  facts as (
    insert into domain_events (kind, subject, detail)
    select 'stock_low', l.amount_paise, jsonb_build_object('available', l.available, 'owed', l.owed,
      'per_day', l.per_day)
    from low l join began b on b.amount_paise = l.amount_paise
    returning id
  )
  select count(*) into noted from facts;
  return noted;
end $$;

-- Rupees as a short JSON number: 12.5, not 12.5000000000000000.
create or replace function build_rupees_json(p_paise bigint) returns jsonb language sql immutable as $$
  select to_jsonb(trim_scale(p_paise / 100.0))
$$;

-- The common fields of completion events.
create or replace function build_completion_json(p_completion bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('completion_id', c.id, 'user_id', c.user_id, 'offer_id', c.offer_id,
    'external_offer_id', o.external_offer_id, 'network', n.slug, 'click_id', k.click_id,
    'transaction_id', c.transaction_id, 'goal_id', c.goal_id, 'currency', 'INR')
  from completion_states c
  join offers o on o.id = c.offer_id
  join networks n on n.id = c.network_id
  join clicks k on k.id = c.click_id
  where c.id = p_completion
$$;

-- Fields for the event of a further goal's payment. They overwrite the fields of the same names in
-- build_completion_json, and add payment_id.
create or replace function build_payment_json(p_payment bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('payment_id', m.id, 'transaction_id', m.transaction_id, 'goal_id', m.goal_id,
    'click_id', k.click_id)
  from payments m join clicks k on k.id = m.click_id where m.id = p_payment
$$;

-- The events of transactions from p_from up to but not including p_to. Skips facts with xid 0: repair_change_feed()
-- sets xid 0 on facts that were read before. Each event has the payout of its own fact. To compute the revenue, a
-- receiver adds the payout of each confirmation, adds payout - previous_payout of each completion.adopted, and
-- subtracts the payout of each reversal with was_confirmed.
create or replace function list_webhook_events(p_from xid8, p_to xid8)
returns table (kind text, event_key text, at timestamptz, user_id bigint, data jsonb) language sql stable as $$
  -- A confirmation after a reversal is no event, and a reversal says whether a confirmation came before it. Facts are
  -- ordered by their transactions, and by their times if one transaction made both.
  -- The product itself completes milestones (source 'house'), so their confirmations and reversals are no events. Their
  -- spins, wins and vouchers are.
  select 'completion.confirmed', c.id::text, c.approved_at, c.user_id,
    build_completion_json(c.id) || jsonb_build_object('payout', build_rupees_json(c.payout_paise))
  from completions c
  where c.xid >= p_from and c.xid < p_to and c.xid > '0' and c.approved_at is not null and c.source <> 'house'
  union all
  select 'completion.confirmed', c.id::text, e.at, c.user_id,
    build_completion_json(c.id)
      || jsonb_build_object('payout', build_rupees_json(coalesce(e.payout_paise, d.payout_paise, c.payout_paise)))
  from completion_events e join completions c on c.id = e.completion_id
  left join completion_events d on d.completion_id = c.id and d.kind = 'adopted'
  where e.xid >= p_from and e.xid < p_to and e.xid > '0' and e.kind = 'approved'
    and not exists (select 1 from completion_events r
      where r.completion_id = e.completion_id and r.kind = 'reversed' and (r.xid, r.at) < (e.xid, e.at))
  union all
  select 'completion.adopted', c.id::text, e.at, c.user_id,
    build_completion_json(c.id) || jsonb_build_object(
      'payout', build_rupees_json(coalesce(e.payout_paise, a.payout_paise, c.payout_paise)),
      'previous_payout', build_rupees_json(coalesce(a.payout_paise, c.payout_paise)))
  from completion_events e join completions c on c.id = e.completion_id
  left join completion_events a on a.completion_id = c.id and a.kind = 'approved'
  where e.xid >= p_from and e.xid < p_to and e.xid > '0' and e.kind = 'adopted' and c.awaited_goal is null
    and not exists (select 1 from completion_events r
      where r.completion_id = e.completion_id and r.kind = 'reversed' and (r.xid, r.at) < (e.xid, e.at))
  union all
  select 'completion.reversed', c.id::text, e.at, c.user_id,
    build_completion_json(c.id) || jsonb_build_object(
      'payout', build_rupees_json(coalesce(
        case when (a.xid, a.at) <= (e.xid, e.at) then a.payout_paise end,
        case when (d.xid, d.at) <= (e.xid, e.at) then d.payout_paise end, c.payout_paise)),
      'was_confirmed', c.approved_at is not null or coalesce((a.xid, a.at) <= (e.xid, e.at), false))
  from completion_events e join completions c on c.id = e.completion_id
  left join completion_events a on a.completion_id = c.id and a.kind = 'approved'
  left join completion_events d on d.completion_id = c.id and d.kind = 'adopted'
  where e.xid >= p_from and e.xid < p_to and e.xid > '0' and e.kind = 'reversed' and c.source <> 'house'
  union all
  select 'goal.confirmed', m.id::text, m.approved_at, c.user_id,
    build_completion_json(c.id) || build_payment_json(m.id) || jsonb_build_object('payout',
      build_rupees_json(m.payout_paise))
  from payments m join completions c on c.id = m.completion_id
  where m.xid >= p_from and m.xid < p_to and m.xid > '0' and m.approved_at is not null
  union all
  select 'goal.confirmed', m.id::text, e.at, c.user_id,
    build_completion_json(c.id) || build_payment_json(m.id)
      || jsonb_build_object('payout', build_rupees_json(coalesce(e.payout_paise, m.payout_paise)))
  from payment_events e join payments m on m.id = e.payment_id join completions c on c.id = m.completion_id
  where e.xid >= p_from and e.xid < p_to and e.xid > '0' and e.kind = 'approved'
    and not exists (select 1 from payment_events r
      where r.payment_id = m.id and r.kind = 'reversed' and (r.xid, r.at) < (e.xid, e.at))
  union all
  select 'goal.reversed', m.id::text, e.at, c.user_id,
    build_completion_json(c.id) || build_payment_json(m.id) || jsonb_build_object(
      'payout', build_rupees_json(coalesce(case when (a.xid, a.at) <= (e.xid, e.at) then a.payout_paise end,
        m.payout_paise)),
      'was_confirmed', m.approved_at is not null or coalesce((a.xid, a.at) <= (e.xid, e.at), false))
  from payment_events e join payments m on m.id = e.payment_id join completions c on c.id = m.completion_id
  left join payment_events a on a.payment_id = m.id and a.kind = 'approved'
  where e.xid >= p_from and e.xid < p_to and e.xid > '0' and e.kind = 'reversed'
  union all
  select 'spin.settled', s.completion_id::text, s.spun_at, c.user_id,
    jsonb_build_object('completion_id', c.id, 'user_id', c.user_id, 'offer_id', c.offer_id,
      'outcome', case when s.amount_paise is null then 'lost' else 'won' end, 'amount',
        build_rupees_json(s.amount_paise))
  from spins s join completions c on c.id = s.completion_id
  where s.xid >= p_from and s.xid < p_to and s.xid > '0' and s.roll is not null
  union all
  -- A win that got a voucher at once has the same xid and time as its award. All other wins are owed. The times are
  -- compared, too, because repair_change_feed() can give two transactions the same xid.
  select 'win.owed', s.completion_id::text, s.spun_at, c.user_id,
    jsonb_build_object('completion_id', c.id, 'user_id', c.user_id, 'offer_id', c.offer_id,
      'amount', build_rupees_json(s.amount_paise))
  from spins s join completions c on c.id = s.completion_id
  where s.xid >= p_from and s.xid < p_to and s.xid > '0' and s.amount_paise is not null
    and not exists (select 1 from voucher_awards a
      where a.completion_id = s.completion_id and a.award_number = 1 and (a.xid, a.awarded_at) = (s.xid, s.spun_at))
  union all
  select 'win.filled', a.completion_id::text, a.awarded_at, c.user_id,
    jsonb_build_object('completion_id', c.id, 'user_id', c.user_id, 'offer_id', c.offer_id,
      'voucher_id', v.id, 'voucher_brand', v.brand, 'amount', build_rupees_json(a.amount_paise))
  from voucher_awards a
  join spins s on s.completion_id = a.completion_id
  join completions c on c.id = a.completion_id
  join vouchers v on v.id = a.voucher_id
  where a.xid >= p_from and a.xid < p_to and a.xid > '0' and a.award_number = 1
    and (a.xid, a.awarded_at) <> (s.xid, s.spun_at)
  union all
  select 'voucher.used', h.id::text, h.at, c.user_id,
    jsonb_build_object('voucher_id', v.id, 'voucher_brand', v.brand, 'amount', build_rupees_json(v.amount_paise),
      'completion_id', c.id, 'user_id', c.user_id)
  from domain_events h
  join vouchers v on v.id = h.subject
  join voucher_awards a on a.voucher_id = v.id
  join completions c on c.id = a.completion_id
  where h.xid >= p_from and h.xid < p_to and h.xid > '0' and h.kind = 'voucher_used'
  union all
  select 'user.suspended', h.id::text, h.at, h.subject, jsonb_build_object('user_id', h.subject)
  from domain_events h
  where h.xid >= p_from and h.xid < p_to and h.xid > '0' and h.kind = 'user_suspended'
  union all
  select 'stock.low', h.id::text, h.at, null, h.detail || jsonb_build_object('amount', build_rupees_json(h.subject))
  from domain_events h
  where h.xid >= p_from and h.xid < p_to and h.xid > '0' and h.kind = 'stock_low'
$$;

-- The feed's consumer 'webhooks': adds events to the outbox, once per endpoint that subscribes to them. Events are also
-- added for endpoints that were disabled after failures, but not for endpoints that an admin switched off.
create or replace function consume_changes_for_webhooks(p_from xid8, p_to xid8) returns void language plpgsql as $$
begin
  if not exists (select 1 from webhook_endpoints where active) then
    return;
  end if;
  insert into webhook_deliveries (endpoint_id, kind, event_key, at, data)
  select w.id, e.kind, e.event_key, e.at,
    case when w.kind = 'tracker' then e.data || jsonb_build_object('source_click', s.source_click) else e.data end
  from list_webhook_events(p_from, p_to) e
  cross join webhook_endpoints w
  left join user_traffic_sources s on s.user_id = e.user_id and s.source = w.source
  where w.active and (w.events = '{}' or e.kind = any(w.events))
    -- A tracker gets only conversions of its own traffic.
    and (w.kind = 'webhook' or s.user_id is not null and split_part(e.kind, '.', 1) in ('completion', 'goal'))
  order by e.at, e.event_key::bigint, e.kind, w.id
  on conflict (endpoint_id, kind, event_key) do nothing;
end $$;

-- Leases an endpoint with due first attempts to one process. Other processes do not send this endpoint's first
-- attempts.
create or replace function lease_webhook_endpoint(p_lease text, p_seconds int) returns setof webhook_endpoints
language sql as $$
  update webhook_endpoints set lease = p_lease, leased_until = clock_timestamp() + make_interval(secs => p_seconds)
  where id = (
    select w.id from webhook_endpoints w
    where w.active and w.disabled_at is null and (w.leased_until is null or w.leased_until <= clock_timestamp())
      and exists (select 1 from webhook_deliveries d
        where d.endpoint_id = w.id and d.status = 'queued' and d.attempts = 0
          and d.due_at <= clock_timestamp())
    order by w.leased_until nulls first, w.id limit 1 for update skip locked)
  returning *
$$;

-- Claims due retries, at most p_each per endpoint, so that a slow endpoint does not block others. Retries that a dead
-- process claimed become due again after p_seconds.
-- p_busy: the endpoints of the attempts that the caller is making now, one entry per attempt. These attempts count
-- towards p_each.
create or replace function claim_webhook_retries(p_each int, p_seconds int, p_busy bigint[] default '{}')
returns setof webhook_deliveries language sql as $$
  update webhook_deliveries d set due_at = clock_timestamp() + make_interval(secs => p_seconds)
  from (
    select t.id from webhook_endpoints w
    cross join lateral (
      select q.id from webhook_deliveries q
      where q.endpoint_id = w.id and q.status = 'queued' and q.attempts > 0 and q.due_at <= clock_timestamp()
      order by q.due_at, q.id
      limit greatest(0, p_each - (select count(*) from unnest(p_busy) b where b = w.id)) for update skip locked
    ) t
    where w.active and w.disabled_at is null
  ) due
  where d.id = due.id
  returning d.*
$$;

-- Records the result of an attempt and returns whether it was recorded. If two processes made the same attempt, only
-- the first result is recorded. Disables the endpoint if it answers 410 (gone), or if a delivery fails for good and
-- every attempt of the last p_days has failed.
-- p_attempts: the number of earlier attempts. p_pause: seconds until the next attempt; null if there is none.
create or replace function record_webhook_attempt(p_delivery bigint, p_attempts int, p_took_ms int, p_status int,
  p_problem text, p_answer text, p_pause int, p_days int) returns boolean language plpgsql as $$
declare
  d webhook_deliveries;
begin
  update webhook_deliveries set attempts = attempts + 1, last_status = p_status, problem = p_problem,
    status = case when p_problem is null then 'delivered' when p_pause is null then 'failed' else 'queued' end,
    settled_at = case when p_problem is null or p_pause is null then clock_timestamp() end,
    due_at = clock_timestamp() + make_interval(secs => coalesce(p_pause, 0))
  where id = p_delivery and attempts = p_attempts and status = 'queued'
  returning * into d;
  if d.id is null then
    return false;
  end if;
  insert into webhook_attempts (delivery_id, number, at, took_ms, status, problem, answer)
  values (d.id, d.attempts, clock_timestamp(), p_took_ms, p_status, p_problem, p_answer);
  if p_problem is null then
    update webhook_endpoints set delivered_at = clock_timestamp(), failing_since = null
    where id = d.endpoint_id
      and (failing_since is not null or delivered_at is null or delivered_at < clock_timestamp() - interval '10 s');
  else
    update webhook_endpoints set failing_since = coalesce(failing_since, clock_timestamp()),
      disabled_at = case when p_status = 410
        or p_pause is null and failing_since < clock_timestamp() - make_interval(days => p_days)
        then clock_timestamp() end,
      disabled_reason = case when p_status = 410 then 'It answered that it is gone (410)'
        when p_pause is null and failing_since < clock_timestamp() - make_interval(days => p_days)
        then 'Nothing has arrived for days: ' || p_problem end
    where id = d.endpoint_id and disabled_at is null;
  end if;
  return true;
end $$;

-- Records the traffic source that brought a user. Only a user's first source counts, and only if a tracker exists for
-- it.
create or replace function record_user_traffic_source(p_user bigint, p_source text, p_source_click text) returns void
language sql as $$
  insert into user_traffic_sources (user_id, source, source_click)
  select p_user, p_source, p_source_click
  where exists (select 1 from webhook_endpoints where kind = 'tracker' and source = p_source)
  on conflict (user_id) do nothing
$$;
