-- Idempotency keys: a repeated call with the same key gets the first call's answer.

-- Claims a key for a call. p_claim: random for each request to the server. If the connection breaks and this statement
-- is repeated, the repeat recognises its own claim.
-- p_seconds: the lease of the claim, which is how long the process may take to run the call.
-- outcome: 'claimed' (run the call), 'completed' (with the recorded answer), 'mismatch' (the key was used for another
-- request), 'in_progress' (the first call is running). If the lease ends without an answer, the process counts as dead,
-- and the next caller claims the key.
create or replace function claim_idempotency_key(p_principal text, p_key text, p_request text, p_claim text,
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
    outcome := 'claimed';
    return;
  end if;
  select * into k from idempotency_keys i where i.principal = p_principal and i.key = p_key for update;
  if k.key is null then
    -- The key was released between the two statements, so a retry can claim it.
    outcome := 'in_progress';
  elsif k.request_hash <> p_request then
    outcome := 'mismatch';
  elsif k.status is not null then
    outcome := 'completed';
    recorded_status := k.status;
    recorded_answer := k.answer;
  elsif k.claim = p_claim then
    outcome := 'claimed';
  elsif k.locked_until > clock_timestamp() then
    outcome := 'in_progress';
  else
    update idempotency_keys i
    set claim = p_claim, locked_until = clock_timestamp() + make_interval(secs => p_seconds)
    where i.principal = p_principal and i.key = p_key;
    outcome := 'claimed';
  end if;
end $$;
