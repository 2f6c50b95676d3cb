-- The audit log. Each function that changes something for somebody writes its row in the same statement.

-- actor: {"kind", "id", "name", "ip"}, as the kernel's Actor. before and after: what changed, as JSON.
create or replace function write_audit(actor jsonb, action text, subject text, before jsonb, after jsonb, note text)
returns void language sql as $$
  insert into audit_log (actor_kind, actor_id, actor_name, ip, action, subject, before, after, note)
  values (
    actor ->> 'kind', (actor ->> 'id')::bigint, actor ->> 'name', actor ->> 'ip', action, subject, before, after, note
  )
$$;

-- Refuses the statement that a trigger calls it for. Only erase_account and forget_click_origins take from a click
-- where it came from, and only seal_seeds seals the seed of a completion.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'clicks' and current_setting('inaam.erasing', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'completions' and current_setting('inaam.sealing', true) = 'on' then
    return null;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'check_violation';
end $$;

-- The audit log is appended to and read. Only erase_account takes the names of those who have gone out of it.
create or replace function guard_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('inaam.erasing', true) = 'on' then
    return null;
  end if;
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'check_violation';
end $$;

create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function guard_audit_log();

create or replace trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

create or replace trigger audit_links_append_only before update or delete or truncate on audit_links
  for each statement execute function refuse_change();

create or replace trigger fairness_days_append_only before update or delete or truncate on fairness_days
  for each statement execute function refuse_change();
