-- User flags, and blocks of IP addresses and devices.

-- Flags (p_suspended) or unflags users. A flag ends all sessions of the user. The IP addresses and devices of the ended
-- sessions are kept as evidence.
-- Writes one audit row per changed user. p_call is the id by which an Undo finds this call.
-- known: existing users of p_users. changed: those whose flag changed.
-- Opening a session locks the user's row "for share" (packages/core/src/people/sessions/sessions.ts). So a session is
-- either opened before the flag and ended here, or requested after the flag and refused.
create or replace function set_suspended(p_actor jsonb, p_action text, p_users bigint[], p_suspended boolean,
  p_note text, p_call text default null, out known bigint[], out changed bigint[])
language plpgsql as $$
declare
  ended jsonb;
  notes jsonb;
begin
  -- Locks in id order, so that calls cannot deadlock.
  select coalesce(array_agg(id order by id), '{}'),
    coalesce(array_agg(id order by id) filter (where (suspended_at is not null) <> p_suspended), '{}'),
    jsonb_object_agg(id, suspended_note)
  into known, changed, notes
  from (select id, suspended_at, suspended_note from users where id = any(p_users) order by id for no key update) held;
  update users set suspended_at = case when p_suspended then now() end,
    suspended_note = case when p_suspended then p_note end
  where id = any(changed);
  -- A separate statement, so that it sees sessions that were committed while the first statement waited for its locks.
  if p_suspended then
    with gone as (
      delete from user_sessions where user_id = any(known)
      returning id, user_id, expires_at, created_at, ip, device, user_agent
    ),
    kept as (
      insert into suspended_sessions (id, user_id, expires_at, created_at, ip, device, user_agent)
      select id, user_id, expires_at, created_at, ip, device, user_agent from gone
    )
    select jsonb_object_agg(user_id, sessions) into ended
    from (select user_id, count(*) as sessions from gone group by user_id) counted;
  else
    delete from suspended_sessions where user_id = any(known);
  end if;
  -- The note of a lifted flag stays in the log.
  insert into audit_log (actor_kind, actor_id, actor_name, ip, action, subject, before, after, note)
  select p_actor ->> 'kind', (p_actor ->> 'id')::bigint, p_actor ->> 'name', p_actor ->> 'ip', p_action, id::text,
    jsonb_strip_nulls(jsonb_build_object('suspended', not p_suspended, 'note', notes -> id::text)),
    jsonb_strip_nulls(jsonb_build_object('suspended', p_suspended, 'call', p_call))
      || case when p_suspended
        then jsonb_build_object('sessions_ended', coalesce((ended ->> id::text)::int, 0)) else '{}' end,
    p_note
  from unnest(changed) as id;
end $$;

-- Blocks (p_blocked) or unblocks an IP address (p_kind 'ip') or a device ('device'). Blocking an unknown address or
-- device creates its row. p_call is the id by which an Undo finds this call. Returns whether anything changed.
create or replace function set_blocked(p_actor jsonb, p_kind text, p_key text, p_blocked boolean, p_note text,
  p_call text default null)
returns boolean language plpgsql as $$
declare
  list text := case p_kind when 'ip' then 'ip_addresses' when 'device' then 'devices' end;
  name text := case p_kind when 'ip' then 'address' when 'device' then 'fingerprint' end;
  was boolean;
  was_note text;
begin
  if p_blocked then
    execute format('insert into %I (%I) values ($1) on conflict do nothing', list, name) using p_key;
  end if;
  execute format('select blocked_at is not null, blocked_note from %I where %I = $1 for no key update', list, name)
  into was, was_note using p_key;
  -- If `was` is null, there is no such row, so nothing is blocked.
  if was is null or was = p_blocked then
    return false;
  end if;
  execute format('update %I set blocked_at = $1, blocked_note = $2 where %I = $3', list, name)
  using case when p_blocked then now() end, case when p_blocked then p_note end, p_key;
  perform write_audit(p_actor, case p_kind when 'ip' then 'addresses.' else 'devices.' end
      || case when p_blocked then 'block' else 'unblock' end, p_key,
    jsonb_strip_nulls(jsonb_build_object('blocked', was, 'note', was_note)),
    jsonb_strip_nulls(jsonb_build_object('blocked', p_blocked, 'call', p_call)), p_note);
  return true;
end $$;
