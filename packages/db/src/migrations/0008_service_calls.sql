-- Calls of internal services.
-- A revoked key's name may be given again: keys are replaced that way.
create unique index api_keys_live_name_key on api_keys (lower(name)) where revoked_at is null;
--> statement-breakpoint
-- Takes an idempotency key for a call. outcome: 'mine' (run it), 'answered' (with what was recorded), 'other' (the key was
-- used for another request), 'busy' (the first call is under way). A row that nobody answered in time belonged to a process
-- that died: whoever comes next takes it over.
create function claim_idempotency_key(p_principal text, p_key text, p_request text, p_seconds int,
  out outcome text, out recorded_status int, out recorded_answer text) language plpgsql as $$
declare
  k idempotency_keys;
begin
  delete from idempotency_keys i
  where i.principal = p_principal and i.key = p_key and i.created_at < now() - interval '24 hours';
  insert into idempotency_keys (principal, key, request_hash, locked_until)
  values (p_principal, p_key, p_request, now() + make_interval(secs => p_seconds))
  on conflict (principal, key) do nothing;
  if found then
    outcome := 'mine';
    return;
  end if;
  select * into k from idempotency_keys i where i.principal = p_principal and i.key = p_key for update;
  if k.key is null then
    -- Freed this very moment: the caller asks again.
    outcome := 'busy';
  elsif k.request_hash <> p_request then
    outcome := 'other';
  elsif k.status is not null then
    outcome := 'answered';
    recorded_status := k.status;
    recorded_answer := k.answer;
  elsif k.locked_until > clock_timestamp() then
    outcome := 'busy';
  else
    update idempotency_keys i set locked_until = clock_timestamp() + make_interval(secs => p_seconds)
    where i.principal = p_principal and i.key = p_key;
    outcome := 'mine';
  end if;
end $$;
--> statement-breakpoint
-- import_vouchers, whose result is kept under a key in the same move: run again, it gives what it gave. A call that was sent
-- twice over a lost connection would otherwise find its own codes and say that they exist.
create function import_vouchers_once(p_once text, p_actor jsonb, p_type text, p_brand text, p_amount bigint,
  p_description text, p_terms text, p_expiry date, p_codes text[], out problem text, out created integer, out skipped integer)
language plpgsql as $$
declare
  earlier jsonb;
begin
  -- Waits for a twin that is under way: it has either left its result then, or nothing.
  insert into idempotency_keys (principal, key, request_hash, locked_until, status, answer)
  values ('once:vouchers.import', p_once, '', now(), 200, '{}') on conflict (principal, key) do nothing;
  if not found then
    select answer::jsonb into earlier from idempotency_keys where principal = 'once:vouchers.import' and key = p_once;
    problem := earlier ->> 'problem';
    created := earlier -> 'created';
    skipped := earlier -> 'skipped';
    return;
  end if;
  select i.problem, i.created, i.skipped into problem, created, skipped
  from import_vouchers(p_actor, p_type, p_brand, p_amount, p_description, p_terms, p_expiry, p_codes) i;
  update idempotency_keys
  set answer = jsonb_build_object('problem', problem, 'created', created, 'skipped', skipped)::text
  where principal = 'once:vouchers.import' and key = p_once;
end $$;
--> statement-breakpoint
-- Takes points out of a budget that many processes share; the window begins with the first points. taken_before: points that
-- were taken in this window before these.
create function take_points(p_key text, p_points int, p_window_seconds int, out taken_before int, out ms_left int)
language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  insert into rate_limits as r (key, points, expire)
  values (p_key, p_points, v_now + make_interval(secs => p_window_seconds))
  on conflict (key) do update set
    points = case when r.expire > v_now then r.points + p_points else p_points end,
    expire = case when r.expire > v_now then r.expire else v_now + make_interval(secs => p_window_seconds) end
  returning points - p_points, ceil(extract(epoch from expire - v_now) * 1000)::int into taken_before, ms_left;
end $$;
