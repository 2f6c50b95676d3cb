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
