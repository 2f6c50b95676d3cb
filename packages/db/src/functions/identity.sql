-- Users: the copy of their details that searches read, and the budgets that slow guessing down.

-- Keeps user_search, which the trigrams of searches are built on, equal to users.
create or replace function keep_user_search() returns trigger language plpgsql as $$
begin
  insert into user_search (user_id, email, name, ip, device)
  values (new.id, lower(new.email), lower(new.first_name || ' ' || new.last_name), new.registration_ip,
    new.registration_device)
  on conflict (user_id) do update
  set email = excluded.email, name = excluded.name, ip = excluded.ip, device = excluded.device;
  return null;
end $$;

create or replace trigger users_searched
  after insert or update of email, first_name, last_name, registration_ip, registration_device on users
  for each row execute function keep_user_search();

-- Takes points out of a rate limit that all processes share. The window begins with the first points.
-- taken_before: points that were taken in this window before these. ms_left: until the window ends.
create or replace function take_points(p_key text, p_points int, p_window_seconds int, out taken_before int,
  out ms_left int)
language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  insert into rate_limits as r (key, points, expire)
  values (p_key, p_points, v_now + make_interval(secs => p_window_seconds))
  on conflict (key) do update set
    points = case when r.expire > v_now then r.points + p_points else p_points end,
    expire = case when r.expire > v_now then r.expire else v_now + make_interval(secs => p_window_seconds) end
  returning points - p_points, ceil(extract(epoch from expire - v_now) * 1000)::int into taken_before, ms_left;
end $$;
