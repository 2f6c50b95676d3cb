-- Leaving: what names a person goes, what was earned and paid stays without a name.

-- Forgets a person in place, whose wish to be deleted has run its grace. The list of columns that hold a person's data,
-- and what becomes of each, is packages/core/src/account/personal-data.ts; a test holds this function to it.
-- Answers the address that they had, for the last mail; null when there is nobody to forget, or not yet.
create or replace function erase_account(p_user bigint) returns text language plpgsql as $$
declare
  u users;
  v_addresses text[];
  v_devices text[];
  v_word text;
  v_entries jsonb;
  v_system jsonb := '{"kind":"system","name":"system"}';
begin
  select * into u from users where id = p_user and deleted_at is null and deletion_due_at <= now() for update;
  if u.id is null then
    return null;
  end if;
  select array_agg(distinct s.ip), array_agg(distinct s.device) into v_addresses, v_devices from (
    select u.registration_ip as ip, u.registration_device as device
    union all select ip, device from user_sessions where user_id = p_user
    union all select ip, device from suspended_sessions where user_id = p_user
    union all select ip, device from clicks where user_id = p_user
    union all select null, device from known_devices where user_id = p_user) s;

  -- Networks may repeat to us what our links told them, plain or percent-encoded. What such a call came to is kept in
  -- columns, and judging it again takes nothing from it.
  for v_word in
    select distinct word from unnest(v_addresses || v_devices || u.email) plain,
      lateral (values (plain), (replace(replace(plain, '@', '%40'), ':', '%3A'))) each (word)
    where length(plain) >= 4
  loop
    update postbacks p set raw_url = replace(raw_url, v_word, 'deleted'),
      raw_query = replace(raw_query, v_word, 'deleted'), raw_body = replace(raw_body, v_word, 'deleted'),
      headers = replace(headers::text, v_word, 'deleted')::jsonb
    where p.click_id in (select c.click_id from clicks c where c.user_id = p_user)
      and position(v_word in concat(raw_url, ' ', raw_query, ' ', raw_body, ' ', headers)) > 0;
  end loop;

  delete from user_sessions where user_id = p_user;
  delete from suspended_sessions where user_id = p_user;
  delete from known_devices where user_id = p_user;
  delete from known_browsers where user_id = p_user;
  delete from passkeys where user_id = p_user;
  delete from push_subscriptions where user_id = p_user;
  delete from notifications where user_id = p_user;
  delete from message_choices where user_id = p_user;
  delete from consents where user_id = p_user;
  delete from account_tokens where user_id = p_user or email = u.email;
  delete from messages where user_id = p_user or recipient = u.email;
  delete from user_sources where user_id = p_user;
  delete from idempotency_keys where principal = 'user:' || p_user;
  -- Who and from where; that it happened stays.
  delete from security_event_details d using security_events e
  where e.id = d.event_id and e.actor_kind = 'user' and e.actor_id = p_user;
  update credit_cases set message = '' where user_id = p_user;

  perform set_config('inaam.erasing', 'on', true);
  update clicks set ip = null, device = null, user_agent = null, country = null where user_id = p_user;
  update audit_log set actor_name = 'deleted user ' || p_user, ip = null
  where actor_kind = 'user' and actor_id = p_user;
  with changed as (
    update audit_log set before = replace(before::text, u.email, 'deleted user ' || p_user)::jsonb,
      after = replace(after::text, u.email, 'deleted user ' || p_user)::jsonb,
      note = replace(note, u.email, 'deleted user ' || p_user)
    where position(u.email in concat(before::text, after::text, note)) > 0
    returning id
  )
  select coalesce(jsonb_agg(id order by id), '[]') into v_entries from changed;
  perform set_config('inaam.erasing', 'off', true);

  -- The trigger keeps user_search equal.
  update users set email = 'deleted-' || p_user || '@deleted.invalid', email_verified_at = null,
    first_name = 'Deleted', last_name = 'user', password_hash = null, provider_uid = null, registration_ip = null,
    registration_device = null, registration_user_agent = null, suspended_note = null, deletion_due_at = null,
    deleted_at = now()
  where id = p_user;
  -- What is sealed does not say any more what it said: this entry is why.
  perform write_audit(v_system, 'users.erase', p_user::text, null,
    jsonb_build_object('entries', v_entries), null);

  -- Keys that another account has, or that are blocked, stay; they are linked to nobody who has gone.
  delete from ip_addresses a where a.address = any(v_addresses) and a.blocked_at is null
    and not exists (select 1 from users x where x.registration_ip = a.address)
    and not exists (select 1 from user_sessions x where x.ip = a.address);
  delete from devices d where d.fingerprint = any(v_devices) and d.blocked_at is null
    and not exists (select 1 from users x where x.registration_device = d.fingerprint)
    and not exists (select 1 from user_sessions x where x.device = d.fingerprint);
  -- Limits end within a day by themselves; their keys end with what they count by.
  delete from rate_limits r using unnest(v_addresses) a where r.key like '%:' || a;
  -- What strangers did at their account, or nobody known from their address.
  delete from security_event_details d where d.actor_name = u.email
    or d.ip = any(v_addresses) and not exists (select 1 from ip_addresses a where a.address = d.ip);
  return u.email;
end $$;

-- Takes from clicks that are older than p_days where they came from: at most p_most, by their ids, from where it ended
-- last. Answers how many it looked at. Two at once take turns.
create or replace function forget_click_origins(p_days int, p_most int) returns int language plpgsql as $$
declare
  v_from bigint;
  v_to bigint;
  v_seen int;
begin
  insert into retention_marks (name, up_to) values ('clicks', 0) on conflict (name) do nothing;
  select up_to into v_from from retention_marks where name = 'clicks' for update;
  select max(id), count(*) into v_to, v_seen from (
    select id from clicks
    where id > v_from and created_at < now() - make_interval(days => p_days)
    order by id limit p_most) old;
  if v_seen = 0 then
    return 0;
  end if;
  perform set_config('inaam.erasing', 'on', true);
  update clicks set ip = null, device = null, user_agent = null, country = null
  where id > v_from and id <= v_to and created_at < now() - make_interval(days => p_days);
  perform set_config('inaam.erasing', 'off', true);
  -- Ids come nearly in the order of time. What is behind one that is too young yet waits for it.
  update retention_marks set up_to = coalesce((
    select min(id) - 1 from clicks
    where id > v_from and id <= v_to and created_at >= now() - make_interval(days => p_days)), v_to)
  where name = 'clicks';
  return v_seen;
end $$;
