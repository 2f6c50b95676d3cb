-- Idempotency keys: a call that is repeated under its key gets the answer of the first.

-- Takes a key for a call. p_claim: what the call drew; when it asks again, because its first answer was lost, it finds
-- that the key is its own. p_seconds: how long the caller may hold it.
-- outcome: 'mine' (run the call), 'answered' (with what was recorded), 'other' (the key was used for another request),
-- 'busy' (the first call is under way). A key that was not answered in time belonged to a process that died: the next
-- caller takes it over.
create or replace function take_idempotency_key(p_principal text, p_key text, p_request text, p_claim text,
  p_seconds int, out outcome text, out recorded_status int, out recorded_answer text)
language plpgsql as $$
declare
  k idempotency_keys;
begin
  delete from idempotency_keys i
  where i.principal = p_principal and i.key = p_key and i.created_at < now() - interval '24 hours';
  insert into idempotency_keys (principal, key, request_hash, claim, locked_until)
  values (p_principal, p_key, p_request, p_claim, now() + make_interval(secs => p_seconds))
  on conflict (principal, key) do nothing;
  if found then
    outcome := 'mine';
    return;
  end if;
  select * into k from idempotency_keys i where i.principal = p_principal and i.key = p_key for update;
  if k.key is null then
    -- It was freed between the two statements: the caller asks again.
    outcome := 'busy';
  elsif k.request_hash <> p_request then
    outcome := 'other';
  elsif k.status is not null then
    outcome := 'answered';
    recorded_status := k.status;
    recorded_answer := k.answer;
  elsif k.claim = p_claim then
    outcome := 'mine';
  elsif k.locked_until > clock_timestamp() then
    outcome := 'busy';
  else
    update idempotency_keys i
    set claim = p_claim, locked_until = clock_timestamp() + make_interval(secs => p_seconds)
    where i.principal = p_principal and i.key = p_key;
    outcome := 'mine';
  end if;
end $$;
