-- Parts of the schema that drizzle cannot express, and first rows.

-- An insert never fails because of a missing month: see functions/partitions.sql.
create table messages_default partition of messages default;
create table security_events_default partition of security_events default;
create table security_event_details_default partition of security_event_details default;
--> statement-breakpoint
-- A revoked key's name may be reused: that is how keys are replaced.
create unique index api_keys_live_name_key on api_keys (lower(name)) where revoked_at is null;
-- Evidence: the accounts that ever signed in from a device, also after their sessions ended.
create index known_devices_device_idx on known_devices (device);
-- Suspended users are rare: listed newest first, and counted.
create index users_suspended_idx on users (created_at desc, id desc) where suspended_at is not null;
-- The global search finds people by the start of a name or e-mail, in any collation.
create index users_email_begins_idx on users (email text_pattern_ops);
create index users_name_begins_idx on users (search_text(first_name || ' ' || last_name) text_pattern_ops);
-- Names sort as people expect, whatever their case: the database's own collation sorts by code points.
create index users_first_name_idx on users (lower(first_name) collate "und-x-icu", id);
-- Identifies users of the identity provider without reading their rows.
create index users_provider_idx on users (id) where provider_uid is not null;
-- Postbacks about a completion, and those that an admin assigned to a click.
create index postbacks_completion_id_idx on postbacks (completion_id) where completion_id is not null;
create index postbacks_assigned_click_idx on postbacks (assigned_click_id) where assigned_click_id is not null;
-- A user's cases, newest first.
create index credit_cases_user_idx on credit_cases (user_id, opened_at desc);
-- Audit rows of one call, for Undo.
create index audit_log_call_idx on audit_log ((after ->> 'call')) where after ->> 'call' is not null;
-- List figures are summed from this instead of the wide rows: both are merged by completion.
create index spins_figures_idx on spins (completion_id) include (spun_at, amount_paise);
--> statement-breakpoint
-- Feed consumers insert these rows. PostgreSQL plans an immediate check again for each row; at the commit it uses the
-- connection's cached plan.
alter table click_search alter constraint click_search_id_clicks_id_fk deferrable initially deferred;
alter table click_totals alter constraint click_totals_offer_id_offers_id_fk deferrable initially deferred;
alter table completion_rows alter constraint completion_rows_completion_id_completions_id_fk
  deferrable initially deferred;
alter table conversion_days alter constraint conversion_days_offer_id_offers_id_fk deferrable initially deferred;
alter table conversion_totals alter constraint conversion_totals_offer_id_offers_id_fk deferrable initially deferred;
alter table due_milestones alter constraint due_milestones_user_id_users_id_fk deferrable initially deferred;
alter table due_milestones alter constraint due_milestones_offer_id_offers_id_fk deferrable initially deferred;
alter table held_spins alter constraint held_spins_completion_id_completions_id_fk deferrable initially deferred;
alter table notifications alter constraint notifications_user_id_users_id_fk deferrable initially deferred;
alter table offer_days alter constraint offer_days_offer_id_offers_id_fk deferrable initially deferred;
alter table spend_hours alter constraint spend_hours_offer_id_offers_id_fk deferrable initially deferred;
alter table webhook_deliveries alter constraint webhook_deliveries_endpoint_id_webhook_endpoints_id_fk
  deferrable initially deferred;
--> statement-breakpoint
-- Frequently updated tables leave room in their pages, so that updates stay in the page (PostgreSQL's HOT).
alter table user_stats set (fillfactor = 85);
alter table offer_days set (fillfactor = 85);
alter table conversion_days set (fillfactor = 85);
alter table spins set (fillfactor = 85);
alter table vouchers set (fillfactor = 85);
--> statement-breakpoint
insert into offer_catalogue (version) values (0);
insert into named_locks (name)
values ('admins'), ('audit seals'), ('book checks'), ('demo'), ('first admin'), ('house'), ('low stock'),
  ('offer rates'), ('partitions');
insert into change_feed_consumers (name, xid)
select name, pg_snapshot_xmin(pg_current_snapshot())
from unnest(array['click_search', 'figures', 'messages', 'milestones', 'spend', 'webhooks']) name;
