-- Approvals: some actions need a second owner.

-- Whether the number of owners requires two people. The answer holds until the end of the transaction: role changes
-- wait for the lock. A removed owner still counts for three days, so removing the other owner does not bypass the rule.
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
