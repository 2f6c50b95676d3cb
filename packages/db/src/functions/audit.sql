-- The audit log. A function that carries out an audited action writes the audit entry in the same transaction.

-- actor: {"kind", "id", "name", "ip"}, as the kernel's Actor. before, after: what changed, as JSON.
create or replace function write_audit(actor jsonb, action text, subject text, before jsonb, after jsonb, note text)
returns void language sql as $$
  insert into audit_log (actor_kind, actor_id, actor_name, ip, action, subject, before, after, note)
  values (
    actor ->> 'kind', (actor ->> 'id')::bigint, actor ->> 'name', actor ->> 'ip', action, subject, before, after, note
  )
$$;

-- Rejects the statement that fired the trigger. Two exceptions: erase_account and erase_old_click_origins clear where a
-- click came from, and seal_seeds seals a completion's seed.
create or replace function reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'clicks' and current_setting('inaam.erasing', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'completions' and current_setting('inaam.sealing', true) = 'on' then
    return null;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'check_violation';
end $$;

-- The fields of an entry that identify people: actor, origin, typed text, and any value that contains an e-mail address
-- or an IPv4 address. Null if there is no such field.
create or replace function extract_audit_words(fields jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg(key, value)
  from jsonb_each(case jsonb_typeof(fields) when 'object' then fields else '{}' end)
  where key in ('actor', 'device', 'email', 'ip', 'note', 'search', 'subject', 'user_agent', 'username')
    or value::text ~ '[^[:space:]"]@[^[:space:]"]+\.[[:alpha:]]|\m[0-9]{1,3}(\.[0-9]{1,3}){3}\M'
$$;

-- The fields of an entry that do not identify people.
create or replace function extract_audit_facts(fields jsonb) returns jsonb language sql immutable as $$
  select case when extract_audit_words(fields) is null then fields
    else fields - array(select jsonb_object_keys(extract_audit_words(fields))) end
$$;

-- The personal data of an entry, with a new salt.
create or replace function make_audit_details(e audit_log) returns audit_details language sql volatile as $$
  select e.id, uuid_send(gen_random_uuid()), e.actor_name, e.ip,
    case when e.action like 'addresses.%' or e.action like 'devices.%' then e.subject end, e.note,
    extract_audit_words(e.before), extract_audit_words(e.after)
$$;

-- The hash that binds an entry to its details. Details can be erased, but changed details no longer match the hash.
create or replace function hash_audit_details(d audit_details) returns bytea language sql immutable as $$
  select sha256(d.salt || convert_to(
    jsonb_build_array(d.actor_name, d.ip, d.subject, d.note, d.before, d.after)::text, 'UTF8'))
$$;

-- Splits an inserted entry: ids and facts, which are chained, and details, which can be erased.
create or replace function split_audit_entry() returns trigger language plpgsql as $$
declare
  d audit_details := make_audit_details(new);
begin
  insert into audit_details select d.*;
  new.details_hash := hash_audit_details(d);
  new.actor_name := null;
  new.ip := null;
  new.note := null;
  new.subject := case when d.subject is null then new.subject end;
  new.before := extract_audit_facts(new.before);
  new.after := extract_audit_facts(new.after);
  return new;
end $$;

create or replace trigger audit_log_split before insert on audit_log
  for each row execute function split_audit_entry();

-- Complete audit entries. Erased people appear by id.
create or replace view audit_entries as
  select a.id, a.at, a.actor_kind, a.actor_id, coalesce(d.actor_name, a.actor_name, a.actor_kind) as actor_name,
    coalesce(d.ip, a.ip) as ip, a.action, coalesce(d.subject, a.subject) as subject,
    coalesce(a.before || d.before, a.before) as before, coalesce(a.after || d.after, a.after) as after,
    coalesce(d.note, a.note) as note
  from audit_log a left join audit_details d on d.entry_id = a.id;

create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function reject_change();

create or replace trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function reject_change();

create or replace trigger audit_chain_links_append_only before update or delete or truncate on audit_chain_links
  for each statement execute function reject_change();

create or replace trigger published_draws_append_only before update or delete or truncate on published_draws
  for each statement execute function reject_change();
