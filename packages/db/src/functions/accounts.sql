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
  v_gone text[];
  v_words text[];
  v_pattern text;
  v_instead text := 'deleted user ' || p_user;
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
  where e.id = d.event_id and d.at in (e.at, '-infinity') and e.actor_kind = 'user' and e.actor_id = p_user;
  update credit_cases set message = '' where user_id = p_user;

  perform set_config('inaam.erasing', 'on', true);
  update clicks set ip = null, device = null, user_agent = null, country = null where user_id = p_user;
  perform set_config('inaam.erasing', 'off', true);

  -- The trigger keeps user_search equal.
  update users set email = 'deleted-' || p_user || '@deleted.invalid', email_verified_at = null,
    first_name = 'Deleted', last_name = 'user', password_hash = null, provider_uid = null, registration_ip = null,
    registration_device = null, registration_user_agent = null, suspended_note = null, deletion_due_at = null,
    deleted_at = now()
  where id = p_user;
  -- Keys that another account has, or that are blocked, stay; they are linked to nobody who has gone.
  delete from ip_addresses a where a.address = any(v_addresses) and a.blocked_at is null
    and not exists (select 1 from users x where x.registration_ip = a.address)
    and not exists (select 1 from user_sessions x where x.ip = a.address);
  delete from devices d where d.fingerprint = any(v_devices) and d.blocked_at is null
    and not exists (select 1 from users x where x.registration_device = d.fingerprint)
    and not exists (select 1 from user_sessions x where x.device = d.fingerprint);
  -- Who did it by number, and from where nowhere; nothing that was written about them; and in what was written about
  -- others no address or device that has gone with them, nor their name, where nobody living has the same one.
  select array_agg(k) into v_gone from unnest(v_addresses || v_devices) k
  where k <> '' and not exists (select from ip_addresses x where x.address = k)
    and not exists (select from devices x where x.fingerprint = k);
  v_words := v_gone || u.email;
  if not exists (
    select from users x where x.id <> p_user and x.deleted_at is null
      and lower(x.first_name) = lower(u.first_name) and lower(x.last_name) = lower(u.last_name)
  ) then
    v_words := v_words || (u.first_name || ' ' || u.last_name);
  end if;
  select '(?<![[:alnum:]])(' || string_agg(regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), '|')
    || ')(?![[:alnum:]])'
  into v_pattern from unnest(v_words) word;
  with own as (
    select a.id, a.actor_kind = 'user' and a.actor_id = p_user as is_actor,
      a.action like 'users.%' and a.subject = p_user::text as is_subject
    from audit_log a
    where a.actor_kind = 'user' and a.actor_id = p_user or a.subject = p_user::text and a.action like 'users.%'
  ), found as (
    select d.entry_id, coalesce(own.is_actor, false) as is_actor, coalesce(own.is_subject, false) as is_subject
    from audit_details d left join own on own.id = d.entry_id
    where own.id is not null or d.actor_name = u.email or d.subject = any(v_gone)
      or coalesce(d.note, d.before::text, d.after::text) is not null
        and concat_ws(' ', d.note, d.before, d.after) ~* v_pattern
  ), changed as (
    update audit_details d set salt = null,
      actor_name = case when f.is_actor or d.actor_name = u.email then v_instead else d.actor_name end,
      ip = case when not f.is_actor then d.ip end,
      subject = case when (d.subject = any(v_gone)) is not true then d.subject end,
      note = case when not f.is_subject then regexp_replace(d.note, v_pattern, v_instead, 'gi') end,
      before = case when not f.is_subject then regexp_replace(d.before::text, v_pattern, v_instead, 'gi')::jsonb end,
      after = case when not f.is_subject then regexp_replace(d.after::text, v_pattern, v_instead, 'gi')::jsonb end
    from found f where f.entry_id = d.entry_id
    returning d.entry_id
  )
  select coalesce(jsonb_agg(entry_id order by entry_id), '[]') into v_entries from changed;
  -- These do not say any more what they said: this entry is why.
  perform write_audit(v_system, 'users.erase', p_user::text, null,
    jsonb_build_object('entries', v_entries), null);
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
