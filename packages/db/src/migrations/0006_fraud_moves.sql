-- Flags of users, blocks of addresses and devices.

-- Evidence: which accounts were ever signed in to from a device, also after their sessions have ended.
create index known_devices_device_idx on known_devices (device);
--> statement-breakpoint
-- Flagged users are few among many: listed, newest registration first, and counted.
create index users_suspended_idx on users (created_at desc, id desc) where suspended_at is not null;
--> statement-breakpoint
-- Flags (p_suspended) or unflags users; a flag ends all of their sessions. One audit row for each user that it changes.
-- known: those of p_users that there are. changed: those that were not so before.
-- Opening a session takes the user's row "for share" (core/identity/sessions.ts), so it is either before this move,
-- and then ended by it, or after, and then refused.
create function set_suspended(p_actor jsonb, p_action text, p_users bigint[], p_suspended boolean, p_note text,
  out known bigint[], out changed bigint[]) language plpgsql as $$
declare
  ended jsonb;
begin
  -- In the order of ids in every such move, so that two of them cannot wait for each other.
  select coalesce(array_agg(id order by id), '{}'),
    coalesce(array_agg(id order by id) filter (where (suspended_at is not null) <> p_suspended), '{}')
  into known, changed
  from (select id, suspended_at from users where id = any(p_users) order by id for no key update) held;
  update users set suspended_at = case when p_suspended then now() end,
    suspended_note = case when p_suspended then p_note end
  where id = any(changed);
  -- A statement of its own: it sees the sessions that were committed while the one above waited for their users.
  if p_suspended then
    with gone as (delete from user_sessions where user_id = any(known) returning user_id)
    select jsonb_object_agg(user_id, sessions) into ended
    from (select user_id, count(*) as sessions from gone group by user_id) counted;
  end if;
  insert into audit_log (actor_kind, actor_id, actor_name, ip, action, subject, before, after, note)
  select p_actor ->> 'kind', (p_actor ->> 'id')::bigint, p_actor ->> 'name', p_actor ->> 'ip', p_action, id::text,
    jsonb_build_object('suspended', not p_suspended),
    jsonb_build_object('suspended', p_suspended)
      || case when p_suspended then jsonb_build_object('sessions_ended', coalesce((ended ->> id::text)::int, 0)) else '{}' end,
    p_note
  from unnest(changed) as id;
end $$;
--> statement-breakpoint
-- Blocks (p_blocked) or unblocks an address ('ip') or a device; blocking one that nobody registered from makes its row.
-- Answers whether that changed anything.
create function set_blocked(p_actor jsonb, p_kind text, p_key text, p_blocked boolean, p_note text)
returns boolean language plpgsql as $$
declare
  list text := case p_kind when 'ip' then 'ip_addresses' when 'device' then 'devices' end;
  name text := case p_kind when 'ip' then 'address' when 'device' then 'fingerprint' end;
  was boolean;
begin
  if p_blocked then
    execute format('insert into %I (%I) values ($1) on conflict do nothing', list, name) using p_key;
  end if;
  execute format('select blocked_at is not null from %I where %I = $1 for no key update', list, name)
  into was using p_key;
  -- null: nobody knows it, so nothing blocks it.
  if was is null or was = p_blocked then
    return false;
  end if;
  execute format('update %I set blocked_at = $1, blocked_note = $2 where %I = $3', list, name)
  using case when p_blocked then now() end, case when p_blocked then p_note end, p_key;
  perform write_audit(p_actor, case p_kind when 'ip' then 'addresses.' else 'devices.' end
      || case when p_blocked then 'block' else 'unblock' end, p_key,
    jsonb_build_object('blocked', was), jsonb_build_object('blocked', p_blocked), p_note);
  return true;
end $$;
