-- Approvals: what one person may not do alone waits for another owner.

-- Whether two people are needed by the number of owners. It stays the same until the end of the transaction: changes of
-- roles wait for the lock. An owner who was removed still counts for three days, so that removing the other owner at
-- once is possible and is no way around the rule.
-- p_when: 'off', 'always', or 'two_owners' (while there are two).
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
