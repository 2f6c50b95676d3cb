-- Searches and lists over large tables.

-- A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- "Newest first" was indexed as DESC NULLS LAST, which serves neither ORDER BY … DESC, whose nulls come first, nor
-- ORDER BY … ASC: every page sorted its whole table. An ascending index read backwards serves the one, forwards the other.
drop index audit_log_at_idx;
--> statement-breakpoint
create index audit_log_at_idx on audit_log (at, id);
--> statement-breakpoint
drop index clicks_user_offer_idx;
--> statement-breakpoint
create index clicks_user_offer_idx on clicks (user_id, offer_id, created_at);
--> statement-breakpoint
drop index completions_completed_at_idx;
--> statement-breakpoint
create index completions_completed_at_idx on completions (completed_at, id);
--> statement-breakpoint
drop index completions_offer_idx;
--> statement-breakpoint
create index completions_offer_idx on completions (offer_id, completed_at);
--> statement-breakpoint
drop index postbacks_received_at_idx;
--> statement-breakpoint
create index postbacks_received_at_idx on postbacks (received_at, id);
--> statement-breakpoint
drop index postbacks_network_idx;
--> statement-breakpoint
create index postbacks_network_idx on postbacks (network_id, received_at, id);
--> statement-breakpoint
drop index postbacks_alert_idx;
--> statement-breakpoint
create index postbacks_alert_idx on postbacks (network_id, id) where alert is not null;
--> statement-breakpoint
drop index devices_suspicious_idx;
--> statement-breakpoint
create index devices_suspicious_idx on devices (registration_count) where registration_count > 1 or blocked_at is not null;
--> statement-breakpoint
drop index ip_addresses_suspicious_idx;
--> statement-breakpoint
create index ip_addresses_suspicious_idx on ip_addresses (registration_count)
  where registration_count > 1 or blocked_at is not null;
--> statement-breakpoint
drop index users_created_at_idx;
--> statement-breakpoint
create index users_created_at_idx on users (created_at, id);
--> statement-breakpoint
drop index offers_created_at_idx;
--> statement-breakpoint
create index offers_created_at_idx on offers (created_at, id);
--> statement-breakpoint
drop index vouchers_created_at_idx;
--> statement-breakpoint
create index vouchers_created_at_idx on vouchers (created_at, id);
--> statement-breakpoint
drop index credit_cases_status_idx;
--> statement-breakpoint
create index credit_cases_status_idx on credit_cases (status, opened_at);
--> statement-breakpoint
drop index credit_cases_offer_idx;
--> statement-breakpoint
create index credit_cases_offer_idx on credit_cases (offer_id, opened_at);
--> statement-breakpoint
drop index conformance_runs_network_idx;
--> statement-breakpoint
create index conformance_runs_network_idx on conformance_runs (network_id, at);
--> statement-breakpoint
create table user_search (
  user_id bigint primary key constraint user_search_user_id_users_id_fk references users (id) on delete cascade,
  email text not null,
  name text not null,
  ip text,
  device text
);
--> statement-breakpoint
create function keep_user_search() returns trigger language plpgsql as $$
begin
  insert into user_search (user_id, email, name, ip, device)
  values (new.id, lower(new.email), lower(new.first_name || ' ' || new.last_name), new.registration_ip, new.registration_device)
  on conflict (user_id) do update
  set email = excluded.email, name = excluded.name, ip = excluded.ip, device = excluded.device;
  return null;
end $$;
--> statement-breakpoint
create trigger users_searched after insert or update of email, first_name, last_name, registration_ip, registration_device
  on users for each row execute function keep_user_search();
--> statement-breakpoint
insert into user_search (user_id, email, name, ip, device)
select id, lower(email), lower(first_name || ' ' || last_name), registration_ip, registration_device from users order by id;
--> statement-breakpoint
create index user_search_trigrams on user_search
  using gin (email gin_trgm_ops, name gin_trgm_ops, ip gin_trgm_ops, device gin_trgm_ops);
--> statement-breakpoint
create index clicks_click_id_trigrams on clicks using gin (click_id gin_trgm_ops);
--> statement-breakpoint
create index vouchers_trigrams on vouchers using gin (code gin_trgm_ops, brand gin_trgm_ops);
--> statement-breakpoint
create index audit_log_trigrams on audit_log using gin (actor_name gin_trgm_ops, note gin_trgm_ops);
--> statement-breakpoint
create index postbacks_trigrams on postbacks using gin (click_id gin_trgm_ops, transaction_id gin_trgm_ops, ip gin_trgm_ops);
--> statement-breakpoint
create index audit_log_action_idx on audit_log (action, at, id);
--> statement-breakpoint
create index postbacks_outcome_idx on postbacks (outcome, received_at, id);
--> statement-breakpoint
create index vouchers_stock_idx on vouchers (type, brand, amount_paise, status);
--> statement-breakpoint
create index completions_unapproved_idx on completions (offer_id, user_id) where approved_at is null;
--> statement-breakpoint
-- Google's users, told from the others without a look at their rows.
create index users_provider_idx on users (id) where provider_uid is not null;
--> statement-breakpoint
-- Wins of ₹100 and more, few among many.
create index spins_high_value_idx on spins (completion_id) where amount_paise >= 10000;
--> statement-breakpoint
-- What the figures of lists are summed from, without the wide rows: the two are merged by completion.
create index completions_figures_idx on completions (id) include (user_id, offer_id, completed_at, status, payout_paise);
--> statement-breakpoint
create index spins_figures_idx on spins (completion_id) include (spun_at, amount_paise);
--> statement-breakpoint
create index users_first_name_idx on users (lower(first_name), id);
--> statement-breakpoint
-- Those that wait for somebody first, then the newest.
create index credit_cases_list_idx on credit_cases ((status = 'open'), opened_at, id);
--> statement-breakpoint
-- Sorted by payout.
create index completions_payout_idx on completions (payout_paise, id);
--> statement-breakpoint
create index ip_addresses_trigrams on ip_addresses using gin (address gin_trgm_ops);
--> statement-breakpoint
create index devices_trigrams on devices using gin (fingerprint gin_trgm_ops);
--> statement-breakpoint
create index vouchers_expiry_idx on vouchers (expiry_date, id);
--> statement-breakpoint
-- What was won of late, for the forecast of the stock.
create index spins_won_idx on spins (spun_at) include (amount_paise) where amount_paise is not null;
--> statement-breakpoint
-- The figures of both lists of completions by what they filter by: the day of the completion, its offer, whose user it is
-- and how its spin went. Kept by triggers, so that it holds what the facts hold, whoever writes them.
create table conversion_days (
  day date not null,
  offer_id bigint not null constraint conversion_days_offer_id_offers_id_fk references offers (id),
  google boolean not null,
  shard smallint not null,
  completions integer not null default 0,
  lost integer not null default 0,
  won integer not null default 0,
  revenue_paise bigint not null default 0,
  lost_revenue_paise bigint not null default 0,
  won_revenue_paise bigint not null default 0,
  won_paise bigint not null default 0,
  constraint conversion_days_pkey primary key (offer_id, day, google, shard)
) with (fillfactor = 85);
--> statement-breakpoint
create function count_conversion(p_completion bigint, p_completions int, p_lost int, p_won int, p_won_paise bigint,
  p_revenue bigint, p_lost_revenue bigint, p_won_revenue bigint)
returns void language sql as $$
  insert into conversion_days as d (day, offer_id, google, shard, completions, lost, won, won_paise, revenue_paise,
    lost_revenue_paise, won_revenue_paise)
  select ist_day(c.completed_at), c.offer_id, u.provider_uid is not null, pg_backend_pid() % 4, p_completions, p_lost, p_won,
    p_won_paise, p_revenue, p_lost_revenue, p_won_revenue
  from completions c join users u on u.id = c.user_id where c.id = p_completion
  on conflict (offer_id, day, google, shard) do update set
    completions = d.completions + excluded.completions, lost = d.lost + excluded.lost, won = d.won + excluded.won,
    won_paise = d.won_paise + excluded.won_paise, revenue_paise = d.revenue_paise + excluded.revenue_paise,
    lost_revenue_paise = d.lost_revenue_paise + excluded.lost_revenue_paise,
    won_revenue_paise = d.won_revenue_paise + excluded.won_revenue_paise
$$;
--> statement-breakpoint
create function count_spin() returns trigger language plpgsql as $$
declare
  revenue bigint;
  lost int := (new.spun_at is not null and new.amount_paise is null)::int;
  won int := (new.amount_paise is not null)::int;
  won_paise bigint := coalesce(new.amount_paise, 0);
begin
  select case when status = 'approved' then payout_paise else 0 end into revenue from completions where id = new.completion_id;
  if tg_op = 'INSERT' then
    perform count_conversion(new.completion_id, 1, lost, won, won_paise, revenue, lost * revenue, won * revenue);
  else
    lost := lost - (old.spun_at is not null and old.amount_paise is null)::int;
    won := won - (old.amount_paise is not null)::int;
    won_paise := won_paise - coalesce(old.amount_paise, 0);
    perform count_conversion(new.completion_id, 0, lost, won, won_paise, 0, lost * revenue, won * revenue);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger spins_counted after insert on spins for each row execute function count_spin();
--> statement-breakpoint
create trigger spins_counted_again after update of spun_at, amount_paise on spins for each row
  when (old.spun_at is distinct from new.spun_at or old.amount_paise is distinct from new.amount_paise)
  execute function count_spin();
--> statement-breakpoint
-- A completion that is reversed, confirmed, or paid otherwise: its revenue is another one.
create function count_revenue() returns trigger language plpgsql as $$
declare
  s spins;
  more bigint := case when new.status = 'approved' then new.payout_paise else 0 end
    - case when old.status = 'approved' then old.payout_paise else 0 end;
begin
  select * into s from spins where completion_id = new.id;
  if found and more <> 0 then
    perform count_conversion(new.id, 0, 0, 0, 0, more, case when s.spun_at is not null and s.amount_paise is null then more else 0 end,
      case when s.amount_paise is not null then more else 0 end);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger completions_counted after update of status, payout_paise on completions for each row
  when (old.status <> new.status or old.payout_paise <> new.payout_paise) execute function count_revenue();
--> statement-breakpoint
-- p_user: whose; null for everybody's. p_sign: 1 or -1.
create function add_conversions(p_user bigint, p_google boolean, p_sign int) returns void language sql as $$
  insert into conversion_days as d (day, offer_id, google, shard, completions, lost, won, revenue_paise, lost_revenue_paise,
    won_revenue_paise, won_paise)
  select ist_day(c.completed_at), c.offer_id, coalesce(p_google, u.provider_uid is not null), 0, p_sign * count(*),
    p_sign * count(*) filter (where s.spun_at is not null and s.amount_paise is null), p_sign * count(s.amount_paise),
    coalesce(p_sign * sum(c.payout_paise) filter (where c.status = 'approved'), 0),
    coalesce(p_sign * sum(c.payout_paise) filter (where c.status = 'approved' and s.spun_at is not null and s.amount_paise is null), 0),
    coalesce(p_sign * sum(c.payout_paise) filter (where c.status = 'approved' and s.amount_paise is not null), 0),
    coalesce(p_sign * sum(s.amount_paise), 0)
  from completions c join spins s on s.completion_id = c.id join users u on u.id = c.user_id
  where p_user is null or c.user_id = p_user group by 1, 2, 3 order by 2, 1, 3
  on conflict (offer_id, day, google, shard) do update set
    completions = d.completions + excluded.completions, lost = d.lost + excluded.lost, won = d.won + excluded.won,
    won_paise = d.won_paise + excluded.won_paise, revenue_paise = d.revenue_paise + excluded.revenue_paise,
    lost_revenue_paise = d.lost_revenue_paise + excluded.lost_revenue_paise,
    won_revenue_paise = d.won_revenue_paise + excluded.won_revenue_paise
$$;
--> statement-breakpoint
-- Somebody who comes to sign in through the provider takes what was completed along.
create function count_user_anew() returns trigger language plpgsql as $$
begin
  perform add_conversions(new.id, old.provider_uid is not null, -1), add_conversions(new.id, new.provider_uid is not null, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger users_counted after update of provider_uid on users for each row
  when ((old.provider_uid is null) <> (new.provider_uid is null)) execute function count_user_anew();
--> statement-breakpoint
alter function recount() rename to recount_moves;
--> statement-breakpoint
create function recount() returns void language plpgsql as $$
begin
  -- What writes the one and then the others waits here, and not half-way.
  lock table conversion_days in share row exclusive mode;
  perform recount_moves();
  delete from conversion_days;
  perform add_conversions(null, null, 1);
end $$;
--> statement-breakpoint
select add_conversions(null, null, 1);
