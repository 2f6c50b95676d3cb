-- Offers, and the version of their list.

-- Gives the list a new version, which becomes visible together with the change. The row is locked until then, so two
-- changes are two versions, whichever commits first. A rehearsal says that it is one: nobody will ever see what it makes,
-- and it must not make others wait.
create or replace function note_offer_change() returns trigger language plpgsql as $$
begin
  insert into offer_catalogue as c (version) values (pg_current_xact_id()::text::bigint)
  on conflict (id) do update set version = excluded.version where c.version <> excluded.version;
  return null;
end $$;

create or replace trigger offers_changed after insert or update or delete or truncate on offers
  for each statement when (current_setting('inaam.rehearsal', true) is distinct from 'on') execute function note_offer_change();
