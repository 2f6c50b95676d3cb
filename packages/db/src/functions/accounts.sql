-- Account deletion: removes personal data, keeps earnings and payments without a name.

-- Replaces text in JSON with p_instead: each match of p_pattern in a string, and each value of `device` or `search`
-- that equals one of p_whole. Ignores case; p_whole must be in lower case. A null pattern matches nothing. Keys and the
-- structure stay, so the result is always valid JSON.
create or replace function redact_words(p_value jsonb, p_pattern text, p_whole text[], p_instead text)
returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(p_value)
    when 'string' then
      return coalesce(to_jsonb(regexp_replace(p_value #>> '{}', p_pattern, p_instead, 'gi')), p_value);
    when 'array' then
      return (
        select coalesce(jsonb_agg(redact_words(value, p_pattern, p_whole, p_instead) order by place), '[]')
        from jsonb_array_elements(p_value) with ordinality each (value, place));
    when 'object' then
      return (
        select coalesce(jsonb_object_agg(key, case
          when key in ('device', 'search') and lower(value #>> '{}') = any(p_whole) then to_jsonb(p_instead)
          else redact_words(value, p_pattern, p_whole, p_instead) end), '{}')
        from jsonb_each(p_value));
    else
      return p_value;
  end case;
end $$;

-- A pattern that matches any of the words, but no part of a longer word or address. Null if there are no words.
create or replace function build_words_pattern(p_words text[]) returns text language sql immutable as $$
  select '(?<![[:alnum:]])(?<![[:alnum:]][._%+-])('
    || string_agg(regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g'), '|')
    || ')(?![[:alnum:]])(?![.:-][[:alnum:]])'
  from unnest(p_words) word where word <> ''
$$;

-- Erases a person whose deletion grace period has ended. packages/core/src/people/account/personal-data.ts lists the
-- columns with personal data and what happens to each; a test compares this function with it. Returns the former
-- e-mail address, for the last mail; null if there is no such user, if it is too early, or during a legal hold.
create or replace function erase_account(p_user bigint) returns text language plpgsql as $$
declare
  u users;
  v_addresses text[];
  v_devices text[];
  v_word text;
  v_entries jsonb;
  v_gone_addresses text[];
  v_gone_devices text[];
  v_words text[];
  v_whole text[];
  v_pattern text;
  v_own_pattern text;
  v_instead text := 'deleted user ' || p_user;
  v_system jsonb := '{"kind":"system","name":"system"}';
begin
  select * into u from users
  where id = p_user and deleted_at is null and deletion_due_at <= now() and legal_hold_at is null for update;
  if u.id is null then
    return null;
  end if;
  select array_agg(distinct s.ip), array_agg(distinct s.device) into v_addresses, v_devices from (
    select u.registration_ip as ip, u.registration_device as device
    union all select ip, device from user_sessions where user_id = p_user
    union all select ip, device from suspended_sessions where user_id = p_user
    union all select ip, device from clicks where user_id = p_user
    union all select null, device from known_devices where user_id = p_user) s;

  -- Postbacks may repeat what our links sent, plain or percent-encoded. What a postback caused is stored in other
  -- columns and tables, and judging a redacted postback again never undoes it. Device ids are not redacted: no link
  -- carries one. And any text can be a device id, so redacting it could remove the network's own words.
  for v_word in
    select distinct word from unnest(v_addresses || u.email) plain,
      lateral (values (plain), (replace(replace(plain, '@', '%40'), ':', '%3A'))) each (word)
    where length(plain) >= 4
  loop
    update postbacks p set raw_url = replace(raw_url, v_word, 'deleted'),
      raw_query = replace(raw_query, v_word, 'deleted'), raw_body = replace(raw_body, v_word, 'deleted'),
      headers = redact_words(headers, regexp_replace(v_word, '([^[:alnum:]])', '\\\1', 'g'), null, 'deleted')
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
  delete from notification_preferences where user_id = p_user;
  delete from consents where user_id = p_user;
  delete from account_tokens where user_id = p_user or email = u.email;
  delete from messages where user_id = p_user or recipient = u.email;
  delete from user_traffic_sources where user_id = p_user;
  delete from idempotency_keys where principal = 'user:' || p_user;
  -- Removes name, IP address and device. The event itself stays.
  delete from security_event_details d using security_events e
  where e.id = d.event_id and d.at = e.at and e.actor_kind = 'user' and e.actor_id = p_user;
  update credit_cases set message = '' where user_id = p_user;

  perform set_config('inaam.erasing', 'on', true);
  update clicks set ip = null, device = null, user_agent = null, country = null where user_id = p_user;
  perform set_config('inaam.erasing', 'off', true);

  -- The trigger updates user_search.
  update users set email = 'deleted-' || p_user || '@deleted.invalid', email_verified_at = null,
    first_name = 'Deleted', last_name = 'user', password_hash = null, provider_uid = null, registration_ip = null,
    registration_device = null, registration_user_agent = null, suspended_note = null, deletion_due_at = null,
    deletion_notice_at = null, deleted_at = now()
  where id = p_user;
  -- IP addresses and devices that another account uses, or that are blocked, stay without a link to this account.
  delete from ip_addresses a where a.address = any(v_addresses) and a.blocked_at is null
    and not exists (select 1 from users x where x.registration_ip = a.address)
    and not exists (select 1 from user_sessions x where x.ip = a.address);
  delete from devices d where d.fingerprint = any(v_devices) and d.blocked_at is null
    and not exists (select 1 from users x where x.registration_device = d.fingerprint)
    and not exists (select 1 from user_sessions x where x.device = d.fingerprint);
  -- In the audit log, removes what identifies the user from entries of the user's own actions, and the note and the
  -- personal values from entries about the user. The user's id stays. From all other entries, removes only values that
  -- cannot mean anything else: the e-mail address, unless an admin has it, too, and the IP addresses deleted above.
  -- Names and device fingerprints can be any text, so other entries lose them only where they are the whole subject,
  -- `device` or `search`.
  select array_agg(k) into v_gone_addresses from unnest(v_addresses) k
  where k <> '' and not exists (select from ip_addresses x where x.address = k);
  select array_agg(k) into v_gone_devices from unnest(v_devices) k
  where k <> '' and not exists (select from devices x where x.fingerprint = k);
  v_words := v_gone_addresses;
  if not exists (select from admins x where u.email in (lower(x.email), lower(x.username))) then
    v_words := v_words || u.email;
  end if;
  -- Keeps only device ids in the app's own form: 6 to 11 characters in base36 with digits and letters. No ordinary word
  -- has this form.
  select array_agg(k) into v_whole from unnest(v_gone_devices) k where k ~ '^(?=.*[0-9])(?=.*[a-z])[0-9a-z]{6,11}$';
  if not exists (
    select from users x where x.id <> p_user and x.deleted_at is null
      and lower(x.first_name) = lower(u.first_name) and lower(x.last_name) = lower(u.last_name)
  ) then
    v_whole := v_whole || lower(btrim(u.first_name || ' ' || u.last_name));
  end if;
  v_pattern := build_words_pattern(v_words);
  v_own_pattern := build_words_pattern(v_words || v_whole || u.email);
  with own as (
    select a.id, a.actor_kind = 'user' and a.actor_id = p_user as is_actor,
      a.action like 'users.%' and a.subject = p_user::text as is_subject
    from audit_log a
    where a.actor_kind = 'user' and a.actor_id = p_user or a.subject = p_user::text and a.action like 'users.%'
  ), mentioned as (
    -- Uses the trigram index of notes.
    select d.entry_id from unnest(v_words) word, audit_details d where d.note ilike '%' || word || '%'
    union
    select d.entry_id from audit_details d join audit_log a on a.id = d.entry_id
    where a.action like 'addresses.%' and d.subject = any(v_gone_addresses)
      or a.action like 'devices.%' and d.subject = any(v_gone_devices)
    union
    select d.entry_id from audit_details d
    where d.actor_name = u.email and u.email = any(v_words)
    union
    select d.entry_id from audit_details d
    where (d.before is not null or d.after is not null)
      and (concat_ws(' ', d.before, d.after) ilike any (select '%' || word || '%' from unnest(v_words) word)
        or lower(d.before ->> 'search') = any(v_whole) or lower(d.after ->> 'search') = any(v_whole)
        or lower(d.before ->> 'device') = any(v_whole) or lower(d.after ->> 'device') = any(v_whole))
  ), found as (
    select d.*, coalesce(own.is_actor, false) as is_actor, coalesce(own.is_subject, false) as is_subject,
      case when own.is_actor then v_own_pattern else v_pattern end as pattern
    from audit_details d left join own on own.id = d.entry_id
    where d.entry_id in (select id from own union select entry_id from mentioned)
  ), erased as (
    select f.entry_id,
      case when f.is_actor or f.actor_name = u.email and u.email = any(v_words) then v_instead
        else f.actor_name end as actor_name,
      case when not f.is_actor then f.ip end as ip,
      case when (a.action like 'addresses.%' and f.subject = any(v_gone_addresses)
        or a.action like 'devices.%' and f.subject = any(v_gone_devices)) is not true then f.subject end as subject,
      case when not f.is_subject then coalesce(regexp_replace(f.note, f.pattern, v_instead, 'gi'), f.note) end as note,
      case when not f.is_subject then redact_words(f.before, f.pattern, v_whole, v_instead) end as before,
      case when not f.is_subject then redact_words(f.after, f.pattern, v_whole, v_instead) end as after
    from found f join audit_log a on a.id = f.entry_id
  ), changed as (
    update audit_details d set salt = null, actor_name = e.actor_name, ip = e.ip, subject = e.subject, note = e.note,
      before = e.before, after = e.after
    from erased e
    where e.entry_id = d.entry_id and (d.actor_name, d.ip, d.subject, d.note, d.before, d.after)
      is distinct from (e.actor_name, e.ip, e.subject, e.note, e.before, e.after)
    returning d.entry_id
  )
  select coalesce(jsonb_agg(entry_id order by entry_id), '[]') into v_entries from changed;
  -- This entry records which entries were redacted.
  perform write_audit(v_system, 'users.erase', p_user::text, null,
    jsonb_build_object('entries', v_entries), null);
  -- Rate limits expire within a day, but their keys contain IP addresses, so they are deleted now.
  delete from rate_limits r using unnest(v_addresses) a where r.key like '%:' || a;
  -- Deletes the details of failed sign-ins to the account, and of events from those of its IP addresses that were
  -- deleted above.
  delete from security_event_details d where d.actor_name = u.email
    or d.ip = any(v_addresses) and not exists (select 1 from ip_addresses a where a.address = d.ip);
  return u.email;
end $$;

-- Removes IP address, device, user agent and country from clicks older than p_days days, except clicks of accounts
-- under a legal hold. Checks at most p_most clicks in id order, from where the last call ended, and returns how many it
-- checked. Concurrent calls run one after the other.
create or replace function erase_old_click_origins(p_days int, p_most int) returns int language plpgsql as $$
declare
  v_from bigint;
  v_to bigint;
  v_seen int;
begin
  insert into retention_progress (name, up_to) values ('clicks', 0) on conflict (name) do nothing;
  select up_to into v_from from retention_progress where name = 'clicks' for update;
  select max(id), count(*) into v_to, v_seen from (
    select id from clicks
    where id > v_from and created_at < now() - make_interval(days => p_days)
    order by id limit p_most) old;
  if v_seen = 0 then
    return 0;
  end if;
  perform set_config('inaam.erasing', 'on', true);
  update clicks set ip = null, device = null, user_agent = null, country = null
  where id > v_from and id <= v_to and created_at < now() - make_interval(days => p_days)
    and num_nonnulls(ip, device, user_agent, country) > 0
    and user_id not in (select u.id from users u where u.legal_hold_at is not null);
  perform set_config('inaam.erasing', 'off', true);
  -- Ids are only nearly in time order. Progress stops before the first click that is too recent, so old clicks with
  -- higher ids wait for it.
  update retention_progress set up_to = coalesce((
    select min(id) - 1 from clicks
    where id > v_from and id <= v_to and created_at >= now() - make_interval(days => p_days)), v_to)
  where name = 'clicks';
  return v_seen;
end $$;

-- Places a legal hold on an account, or lifts the hold if p_reason is null. An account under a hold is not erased, and
-- its sessions, devices, notifications and the origin of its clicks are kept. Returns whether anything changed; null
-- for an unknown or erased account.
create or replace function set_legal_hold(p_user bigint, p_reason text) returns boolean language plpgsql as $$
declare
  u users;
begin
  select * into u from users where id = p_user and deleted_at is null for update;
  if u.id is null then
    return null;
  end if;
  if (u.legal_hold_at is null) = (p_reason is null) then
    return false;
  end if;
  update users set legal_hold_at = case when p_reason is not null then now() end, legal_hold_reason = p_reason
  where id = p_user;
  if p_reason is null then
    -- erase_old_click_origins checks the clicks of this account again.
    update retention_progress
    set up_to = least(up_to, coalesce((select min(c.id) - 1 from clicks c where c.user_id = p_user), up_to))
    where name = 'clicks';
  end if;
  return true;
end $$;
