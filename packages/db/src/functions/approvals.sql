-- Approvals: some actions need the approval of another owner.

-- Whether an action needs a second person. The answer holds until the end of the transaction: role changes wait for the
-- lock. A removed owner still counts for three days, so removing the other owner does not bypass the rule.
-- p_when: 'off', 'always', or 'two_owners' (only while there are two owners or more).
create or replace function is_second_person_needed(p_when text) returns boolean language plpgsql as $$
begin
  if p_when <> 'two_owners' then
    return p_when = 'always';
  end if;
  perform 1 from named_locks where name = 'admins' for share;
  if not found then
    raise exception 'there is no lock named admins in named_locks';
  end if;
  return (select count(*) >= 2 from (
    select id::text from admins where role = 'owner' and deactivated_at is null
    union
    select subject from audit_log
    where action in ('admins.deactivate', 'admins.set_role') and before ->> 'role' = 'owner'
      and at > now() - interval '72 hours') owners);
end $$;

-- The admin whose limits a call counts against: the caller, or the admin who issued the caller's key. A transferred key
-- still counts for its issuer, who knows the key. Null for other callers.
create or replace function get_person(p_actor jsonb) returns bigint language sql stable as $$
  select case p_actor ->> 'kind'
    when 'admin' then (p_actor ->> 'id')::bigint
    when 'service' then (select created_by from api_keys where id = (p_actor ->> 'id')::bigint)
  end
$$;

-- The admin and all their keys. They share one limit: otherwise each further key would raise the limit.
create or replace function list_callers_of_person(p_actor jsonb) returns table (kind text, id bigint)
language sql stable as $$
  select 'admin', get_person(p_actor)
  union all
  select 'service', k.id from api_keys k where k.created_by = get_person(p_actor)
$$;

-- Makes further calls of a person wait until the transaction ends, so that each call counts the earlier ones against
-- the limit. Must be called after is_second_person_needed, because rows of admins are locked last.
create or replace function lock_person(p_actor jsonb) returns void language sql as $$
  select from admins where id = get_person(p_actor) for no key update
$$;
