-- Users: a copy of their details for searches.

-- Keeps user_search up to date: a copy of user details, which has the trigram index.
create or replace function sync_user_search() returns trigger language plpgsql as $$
begin
  insert into user_search (user_id, email, name, ip, device)
  values (new.id, search_text(new.email), ' ' || search_text(new.first_name || ' ' || new.last_name),
    new.registration_ip, new.registration_device)
  on conflict (user_id) do update
  set email = excluded.email, name = excluded.name, ip = excluded.ip, device = excluded.device;
  return null;
end $$;

create or replace trigger users_search_synced
  after insert or update of email, first_name, last_name, registration_ip, registration_device on users
  for each row execute function sync_user_search();
