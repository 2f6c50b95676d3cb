-- The schema of the first release: tables, constraints and indexes. Functions and triggers are in ../functions.

-- For the indexes of trigrams. A trusted extension: the owner of the database may create it.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- The functions that check constraints call come before the tables. They are immutable: a constraint is not checked
-- again for rows that are there when its function changes, so a change is a new function and a new constraint.

-- Odds are 1 to 5 rewards of whole rupees and whole tenths of a percent, together below 100 %.
create function odds_valid(odds jsonb) returns boolean language plpgsql immutable strict parallel safe as $$
declare
  reward jsonb;
  total numeric := 0;
begin
  if jsonb_typeof(odds) <> 'array' or jsonb_array_length(odds) not between 1 and 5 then
    return false;
  end if;
  for reward in select * from jsonb_array_elements(odds) loop
    if jsonb_typeof(reward -> 'amount') is distinct from 'number'
      or jsonb_typeof(reward -> 'tenths') is distinct from 'number' then
      return false;
    end if;
    if (reward ->> 'amount')::numeric < 1 or (reward ->> 'amount')::numeric % 1 <> 0
      or (reward ->> 'tenths')::numeric not between 0 and 990 or (reward ->> 'tenths')::numeric % 1 <> 0 then
      return false;
    end if;
    total := total + (reward ->> 'tenths')::numeric;
  end loop;
  return total < 1000;
end $$;
--> statement-breakpoint
-- What a roll wins, in paise. Null for 'Try Again' and for a spin that has no roll yet. The same walk over the odds as
-- rewardAt in packages/contracts: the draw is made there, and the check constraint refuses to store a different one.
create function reward_paise_at(odds jsonb, roll integer)
returns bigint language plpgsql immutable strict parallel safe as $$
declare
  reward jsonb;
  upto integer := 0;
begin
  for reward in select value from jsonb_array_elements(odds) with ordinality order by ordinality loop
    upto := upto + (reward ->> 'tenths')::integer;
    if roll < upto then
      return (reward ->> 'amount')::bigint * 100;
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz default now() not null,
  actor_kind text not null,
  actor_id bigint,
  actor_name text not null,
  ip text,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  note text,
  constraint audit_log_actor_kind check (actor_kind in ('user', 'admin', 'service', 'network', 'system'))
);
--> statement-breakpoint
create table clicks (
  id bigint primary key generated always as identity,
  click_id text not null,
  user_id bigint not null,
  offer_id bigint not null,
  created_at timestamptz default now() not null,
  ip text,
  device text,
  user_agent text
);
--> statement-breakpoint
create table completions (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  offer_id bigint not null,
  click_id bigint not null,
  network_id bigint not null,
  transaction_id text not null,
  payout_paise bigint not null,
  payout_micros bigint,
  currency text not null,
  rate_micros bigint not null,
  status text default 'approved' not null,
  approved_at timestamptz default now(),
  held_until timestamptz,
  goal_id text,
  source text default 'network' not null,
  completed_at timestamptz default now() not null,
  reversed_at timestamptz,
  constraint completions_source check (source in ('network', 'admin')),
  constraint completions_status check (status in ('pending', 'approved', 'reversed')),
  constraint completions_reversed check ((status = 'reversed') = (reversed_at is not null)),
  constraint completions_approved check ((status <> 'approved' or approved_at is not null)
    and (status <> 'pending' or approved_at is null)),
  constraint completions_held check (held_until is null or approved_at is not null),
  constraint completions_payout check (payout_paise >= 0)
);
--> statement-breakpoint
create table credit_cases (
  id bigint primary key generated always as identity,
  user_id bigint not null,
  offer_id bigint not null,
  click_id bigint not null,
  message text not null,
  status text default 'open' not null,
  resolution text,
  opened_at timestamptz default now() not null,
  closed_at timestamptz,
  closed_by_admin_id bigint,
  closed_by_postback_id bigint,
  constraint credit_cases_status check (status in ('open', 'credited', 'closed')),
  constraint credit_cases_closed check ((status = 'open') = (closed_at is null))
);
--> statement-breakpoint
create table devices (
  fingerprint text primary key not null,
  registration_count integer default 0 not null,
  first_registration timestamptz,
  last_registration timestamptz,
  blocked_at timestamptz,
  blocked_note text
);
--> statement-breakpoint
create table ip_addresses (
  address text primary key not null,
  registration_count integer default 0 not null,
  first_registration timestamptz,
  last_registration timestamptz,
  blocked_at timestamptz,
  blocked_note text
);
--> statement-breakpoint
create table admin_sessions (
  id text primary key not null,
  admin_id bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  ip text,
  user_agent text
);
--> statement-breakpoint
create table admins (
  id bigint primary key generated always as identity,
  username text not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz default now() not null,
  last_sign_in_at timestamptz,
  deactivated_at timestamptz,
  constraint admins_email_lower check (email = lower(email))
);
--> statement-breakpoint
create table api_keys (
  id bigint primary key generated always as identity,
  name text not null,
  prefix text not null,
  hash text not null,
  scope text not null,
  created_by bigint not null,
  created_at timestamptz default now() not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_scope check (scope in ('read', 'read_write'))
);
--> statement-breakpoint
create table idempotency_keys (
  principal text not null,
  key text not null,
  request_hash text not null,
  created_at timestamptz default now() not null,
  locked_until timestamptz not null,
  status integer,
  answer text,
  constraint idempotency_keys_pkey primary key (principal, key),
  constraint idempotency_keys_answered check ((status is null) = (answer is null))
);
--> statement-breakpoint
create table known_devices (
  user_id bigint not null,
  device text not null,
  last_seen_at timestamptz default now() not null
);
--> statement-breakpoint
create table rate_limits (
  key text primary key not null,
  points integer not null,
  expire timestamptz
);
--> statement-breakpoint
create table setup_tokens (
  hash text primary key not null,
  created_at timestamptz default now() not null
);
--> statement-breakpoint
create table suspended_sessions (
  id text primary key not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ip text,
  device text,
  user_agent text
);
--> statement-breakpoint
create table user_sessions (
  id text primary key not null,
  user_id bigint not null,
  expires_at timestamptz not null,
  created_at timestamptz default now() not null,
  from_provider boolean default false not null,
  ip text,
  device text,
  user_agent text
);
--> statement-breakpoint
create table users (
  id bigint primary key generated always as identity,
  email text not null,
  email_verified_at timestamptz,
  first_name text not null,
  last_name text not null,
  password_hash text,
  provider_uid text,
  registration_ip text,
  registration_device text,
  registration_user_agent text,
  suspended_at timestamptz,
  suspended_note text,
  last_activity_at timestamptz default now() not null,
  created_at timestamptz default now() not null,
  constraint users_email_lower check (email = lower(email)),
  constraint users_can_sign_in check (password_hash is not null or provider_uid is not null)
);
--> statement-breakpoint
create table conversion_days (
  day date not null,
  offer_id bigint not null,
  google boolean not null,
  shard smallint not null,
  completions integer default 0 not null,
  lost integer default 0 not null,
  won integer default 0 not null,
  revenue_paise bigint default 0 not null,
  lost_revenue_paise bigint default 0 not null,
  won_revenue_paise bigint default 0 not null,
  won_paise bigint default 0 not null,
  constraint conversion_days_pkey primary key (offer_id, day, google, shard)
);
--> statement-breakpoint
create table offer_days (
  day date not null,
  offer_id bigint not null,
  shard smallint not null,
  clicks integer default 0 not null,
  completions integer default 0 not null,
  spins integer default 0 not null,
  wins integer default 0 not null,
  won_paise bigint default 0 not null,
  revenue_paise bigint default 0 not null,
  constraint offer_days_pkey primary key (offer_id, day, shard)
);
--> statement-breakpoint
create table user_stats (
  user_id bigint primary key not null,
  completions integer default 0 not null,
  spins integer default 0 not null,
  vouchers_won integer default 0 not null,
  voucher_value_paise bigint default 0 not null,
  revenue_paise bigint default 0 not null,
  last_completion_at timestamptz
);
--> statement-breakpoint
create table conformance_runs (
  id bigint primary key generated always as identity,
  network_id bigint not null,
  at timestamptz default now() not null,
  admin_id bigint,
  score integer not null,
  report jsonb not null,
  constraint conformance_runs_score check (score between 0 and 100)
);
--> statement-breakpoint
create table feed_offers (
  network_id bigint not null,
  external_id text not null,
  snapshot jsonb not null,
  applied jsonb,
  offer_id bigint,
  first_seen timestamptz default now() not null,
  last_seen timestamptz default now() not null,
  gone_at timestamptz,
  constraint feed_offers_pkey primary key (network_id, external_id)
);
--> statement-breakpoint
create table networks (
  id bigint primary key generated always as identity,
  slug text not null,
  name text not null,
  active boolean default true not null,
  preset text,
  click_param text not null,
  link_params jsonb default '{}'::jsonb not null,
  link_macros jsonb default '{}'::jsonb not null,
  params jsonb not null,
  params_in text default 'query' not null,
  status_map jsonb not null,
  status_rules jsonb default '[]'::jsonb not null,
  signing jsonb not null,
  signing_secret text not null,
  previous_secret text,
  previous_until timestamptz,
  signed_url text,
  source_addresses text[] default '{}' not null,
  source_mode text default 'enforce' not null,
  currency text not null,
  rate_micros bigint not null,
  replies jsonb default '{}'::jsonb not null,
  hold_seconds integer default 0 not null,
  click_window_seconds integer,
  payout_ceiling_paise bigint,
  postback_query text default '' not null,
  feed jsonb,
  feed_secret text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint networks_currency check (currency ~ '^[A-Z]{3}$'),
  constraint networks_rate check (rate_micros > 0),
  constraint networks_params_in check (params_in in ('query', 'body', 'either')),
  constraint networks_source_mode check (source_mode in ('enforce', 'log')),
  constraint networks_previous check ((previous_secret is null) = (previous_until is null)),
  constraint networks_hold check (hold_seconds >= 0),
  constraint networks_limits check (click_window_seconds > 0 and payout_ceiling_paise >= 0),
  constraint networks_unsigned_limits
    check (signing ->> 'kind' not in ('path_secret', 'token') or (click_window_seconds is not null
    and payout_ceiling_paise is not null))
);
--> statement-breakpoint
create table offers (
  id bigint primary key generated always as identity,
  network_id bigint,
  external_offer_id text not null,
  title text not null,
  description text not null,
  offer_url text not null,
  preview_url text,
  category text not null,
  model text not null,
  targeting text not null,
  reward_paise bigint not null,
  odds jsonb not null,
  active boolean default true not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  constraint offers_category check (category in ('Survey', 'App', 'Game', 'Shopping')),
  constraint offers_model check (model in ('CPR', 'CPA', 'CPI')),
  constraint offers_reward check (reward_paise >= 0),
  constraint offers_odds check (odds_valid(odds))
);
--> statement-breakpoint
create table postback_judgements (
  id bigint primary key generated always as identity,
  postback_id bigint not null,
  at timestamptz default now() not null,
  cause text not null,
  actor_kind text not null,
  actor_name text not null,
  from_outcome text,
  from_reason text,
  to_outcome text not null,
  to_reason text,
  constraint postback_judgements_cause check (cause in ('call', 'replay', 'match', 'settings'))
);
--> statement-breakpoint
create table postbacks (
  id bigint primary key generated always as identity,
  network_id bigint,
  slug text not null,
  retry_key text not null,
  method text not null,
  raw_url text default '' not null,
  raw_query text not null,
  raw_body text not null,
  body_encoding text default 'text' not null,
  cut_from bigint,
  content_type text,
  headers jsonb default '{}'::jsonb not null,
  ip text,
  received_at timestamptz default now() not null,
  outcome text,
  reason text,
  alert text,
  judged_at timestamptz,
  kind text,
  click_id text,
  transaction_id text,
  goal_id text,
  payout_micros bigint,
  currency text,
  assigned_click_id text,
  completion_id bigint,
  constraint postbacks_outcome
    check (outcome in ('accepted', 'repeat', 'pending', 'reversed', 'parked', 'refused', 'ignored')),
  constraint postbacks_kind check (kind in ('pending', 'approve', 'reverse', 'ignore')),
  constraint postbacks_body_encoding check (body_encoding in ('text', 'base64'))
);
--> statement-breakpoint
create table saved_views (
  id bigint primary key generated always as identity,
  admin_id bigint not null,
  list text not null,
  name text not null,
  search text not null,
  is_default boolean default false not null,
  created_at timestamptz default now() not null
);
--> statement-breakpoint
create table spins (
  completion_id bigint primary key not null,
  seed bytea not null,
  odds jsonb not null,
  outcome text default 'waiting' not null,
  spun_at timestamptz,
  client_seed text,
  roll integer,
  landing_part integer,
  amount_paise bigint,
  constraint spins_seed check (length(seed) = 32),
  constraint spins_odds check (odds_valid(odds)),
  constraint spins_outcome check (outcome in ('waiting', 'lost', 'owed', 'won')),
  constraint spins_roll check (roll between 0 and 999 and landing_part between 0 and 999),
  constraint spins_complete check ((outcome = 'waiting') = (spun_at is null) and (spun_at is null) = (roll is null)
    and (roll is null) = (landing_part is null) and (roll is null) = (client_seed is null)),
  constraint spins_amount check (amount_paise is not distinct from reward_paise_at(odds, roll)),
  constraint spins_amount_outcome check ((outcome in ('owed', 'won')) = (amount_paise is not null))
);
--> statement-breakpoint
create table user_search (
  user_id bigint primary key not null,
  email text not null,
  name text not null,
  ip text,
  device text
);
--> statement-breakpoint
create table vouchers (
  id bigint primary key generated always as identity,
  code text not null,
  type text not null,
  brand text not null,
  amount_paise bigint not null,
  description text,
  terms text,
  expiry_date date not null,
  status text default 'available' not null,
  completion_id bigint,
  assigned_at timestamptz,
  used_at timestamptz,
  created_at timestamptz default now() not null,
  withdrawn_at timestamptz,
  withdrawn_from bigint,
  withdrawn_reason text,
  notice text,
  notice_at timestamptz,
  notice_seen_at timestamptz,
  constraint vouchers_type check (type in ('myntra', 'flipkart', 'amazon', 'swiggy', 'zomato', 'paytm', 'other')),
  constraint vouchers_status check (status in ('available', 'assigned', 'used', 'expired')),
  constraint vouchers_amount check (amount_paise > 0),
  constraint vouchers_winner check ((status in ('assigned', 'used')) = (completion_id is not null)
    and (completion_id is null) = (assigned_at is null)),
  constraint vouchers_withdrawn check ((withdrawn_at is null) = (withdrawn_from is null)
    and (withdrawn_at is null) = (withdrawn_reason is null) and (withdrawn_at is null or status = 'expired')),
  constraint vouchers_notice check ((notice is null or notice in ('resent', 'replaced'))
    and (notice is null) = (notice_at is null) and (notice is not null or notice_seen_at is null)),
  constraint vouchers_used check ((status = 'used') = (used_at is not null))
);
--> statement-breakpoint
alter table clicks add constraint clicks_user_id_users_id_fk foreign key (user_id) references users (id);
alter table clicks add constraint clicks_offer_id_offers_id_fk foreign key (offer_id) references offers (id);
alter table completions add constraint completions_user_id_users_id_fk foreign key (user_id) references users (id);
alter table completions add constraint completions_offer_id_offers_id_fk foreign key (offer_id) references offers (id);
alter table completions add constraint completions_click_id_clicks_id_fk foreign key (click_id) references clicks (id);
alter table completions add constraint completions_network_id_networks_id_fk foreign key (network_id)
  references networks (id);
alter table credit_cases add constraint credit_cases_user_id_users_id_fk foreign key (user_id) references users (id);
alter table credit_cases add constraint credit_cases_offer_id_offers_id_fk foreign key (offer_id)
  references offers (id);
alter table credit_cases add constraint credit_cases_click_id_clicks_id_fk foreign key (click_id)
  references clicks (id);
alter table credit_cases add constraint credit_cases_closed_by_admin_id_admins_id_fk foreign key (closed_by_admin_id)
  references admins (id);
alter table credit_cases add constraint credit_cases_closed_by_postback_id_postbacks_id_fk
  foreign key (closed_by_postback_id) references postbacks (id);
alter table admin_sessions add constraint admin_sessions_admin_id_admins_id_fk foreign key (admin_id)
  references admins (id) on delete cascade;
alter table api_keys add constraint api_keys_created_by_admins_id_fk foreign key (created_by) references admins (id);
alter table known_devices add constraint known_devices_user_id_users_id_fk foreign key (user_id)
  references users (id) on delete cascade;
alter table suspended_sessions add constraint suspended_sessions_user_id_users_id_fk foreign key (user_id)
  references users (id) on delete cascade;
alter table user_sessions add constraint user_sessions_user_id_users_id_fk foreign key (user_id)
  references users (id) on delete cascade;
alter table conversion_days add constraint conversion_days_offer_id_offers_id_fk foreign key (offer_id)
  references offers (id);
alter table offer_days add constraint offer_days_offer_id_offers_id_fk foreign key (offer_id) references offers (id);
alter table user_stats add constraint user_stats_user_id_users_id_fk foreign key (user_id)
  references users (id) on delete cascade;
alter table conformance_runs add constraint conformance_runs_network_id_networks_id_fk foreign key (network_id)
  references networks (id);
alter table conformance_runs add constraint conformance_runs_admin_id_admins_id_fk foreign key (admin_id)
  references admins (id);
alter table feed_offers add constraint feed_offers_network_id_networks_id_fk foreign key (network_id)
  references networks (id);
alter table feed_offers add constraint feed_offers_offer_id_offers_id_fk foreign key (offer_id) references offers (id);
alter table offers add constraint offers_network_id_networks_id_fk foreign key (network_id) references networks (id);
alter table postback_judgements add constraint postback_judgements_postback_id_postbacks_id_fk
  foreign key (postback_id) references postbacks (id);
alter table postbacks add constraint postbacks_network_id_networks_id_fk foreign key (network_id)
  references networks (id);
alter table saved_views add constraint saved_views_admin_id_admins_id_fk foreign key (admin_id)
  references admins (id) on delete cascade;
alter table spins add constraint spins_completion_id_completions_id_fk foreign key (completion_id)
  references completions (id);
alter table user_search add constraint user_search_user_id_users_id_fk foreign key (user_id)
  references users (id) on delete cascade;
alter table vouchers add constraint vouchers_completion_id_spins_completion_id_fk foreign key (completion_id)
  references spins (completion_id);
alter table vouchers add constraint vouchers_withdrawn_from_spins_completion_id_fk foreign key (withdrawn_from)
  references spins (completion_id);
--> statement-breakpoint
-- Lists that show the newest first read an ascending index backwards. It serves ORDER BY … DESC as well as … ASC,
-- which an index of DESC NULLS LAST does not: the nulls of ORDER BY … DESC come first.
create index audit_log_at_idx on audit_log (at, id);
create index audit_log_action_idx on audit_log (action, at, id);
create index audit_log_trigrams on audit_log using gin (actor_name gin_trgm_ops, note gin_trgm_ops);
create index audit_log_subject_idx on audit_log (subject, action);
create unique index clicks_click_id_key on clicks (click_id);
create index clicks_click_id_trigrams on clicks using gin (click_id gin_trgm_ops);
create index clicks_user_offer_idx on clicks (user_id, offer_id, created_at);
create unique index completions_transaction_key on completions (network_id, transaction_id);
create unique index completions_user_offer_key on completions (user_id, offer_id);
create index completions_completed_at_idx on completions (completed_at, id);
create index completions_offer_idx on completions (offer_id, completed_at);
create index completions_payout_idx on completions (payout_paise, id);
create index completions_unapproved_idx on completions (offer_id, user_id) where approved_at is null;
create unique index credit_cases_open_key on credit_cases (user_id, offer_id) where status = 'open';
create index credit_cases_list_idx on credit_cases ((status = 'open'), opened_at, id);
create index credit_cases_status_idx on credit_cases (status, opened_at);
create index credit_cases_offer_idx on credit_cases (offer_id, opened_at);
create index devices_trigrams on devices using gin (fingerprint gin_trgm_ops);
create index devices_suspicious_idx on devices (registration_count)
  where registration_count > 1 or blocked_at is not null;
create index ip_addresses_trigrams on ip_addresses using gin (address gin_trgm_ops);
create index ip_addresses_suspicious_idx on ip_addresses (registration_count)
  where registration_count > 1 or blocked_at is not null;
create index admin_sessions_admin_id_idx on admin_sessions (admin_id);
create index admin_sessions_expires_at_idx on admin_sessions (expires_at);
create unique index admins_username_key on admins (lower(username));
create unique index admins_email_key on admins (email);
create unique index api_keys_hash_key on api_keys (hash);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);
create unique index known_devices_key on known_devices (user_id, device);
create index rate_limits_expire_idx on rate_limits (expire);
create index suspended_sessions_user_id_idx on suspended_sessions (user_id);
create index user_sessions_user_id_idx on user_sessions (user_id);
create index user_sessions_expires_at_idx on user_sessions (expires_at);
create index user_sessions_ip_idx on user_sessions (ip);
create index user_sessions_device_idx on user_sessions (device);
create unique index users_email_key on users (email);
create unique index users_provider_uid_key on users (provider_uid);
create index users_created_at_idx on users (created_at, id);
create index users_registration_ip_idx on users (registration_ip);
create index users_registration_device_idx on users (registration_device);
create index conformance_runs_network_idx on conformance_runs (network_id, at);
create index feed_offers_offer_id_idx on feed_offers (offer_id);
create unique index networks_slug_key on networks (slug);
create index offers_created_at_idx on offers (created_at, id);
create index offers_external_offer_id_idx on offers (external_offer_id);
create index postback_judgements_postback_idx on postback_judgements (postback_id, id);
create unique index postbacks_retry_key on postbacks (retry_key);
create index postbacks_received_at_idx on postbacks (received_at, id);
create index postbacks_unjudged_idx on postbacks (received_at) where outcome is null;
create index postbacks_parked_idx on postbacks (network_id, transaction_id) where outcome = 'parked';
create index postbacks_network_idx on postbacks (network_id, received_at, id);
create index postbacks_click_idx on postbacks (click_id);
create index postbacks_transaction_idx on postbacks (transaction_id);
create index postbacks_trigrams on postbacks using gin (click_id gin_trgm_ops, transaction_id gin_trgm_ops,
  ip gin_trgm_ops);
create index postbacks_outcome_idx on postbacks (outcome, received_at, id);
create index postbacks_alert_idx on postbacks (network_id, id) where alert is not null;
create index postbacks_unknown_network_idx on postbacks (received_at) where network_id is null;
create index postbacks_refused_idx on postbacks (received_at) where outcome = 'refused';
create unique index saved_views_name_key on saved_views (admin_id, list, lower(name));
create unique index saved_views_default_key on saved_views (admin_id, list) where is_default;
create index saved_views_admin_id_idx on saved_views (admin_id);
create index spins_owed_idx on spins (amount_paise, spun_at, completion_id) where outcome = 'owed';
create index user_search_trigrams on user_search using gin (email gin_trgm_ops, name gin_trgm_ops, ip gin_trgm_ops,
  device gin_trgm_ops);
create unique index vouchers_code_key on vouchers (code);
create unique index vouchers_completion_id_key on vouchers (completion_id);
create index vouchers_pick_idx on vouchers (amount_paise, expiry_date, id) where status = 'available';
create index vouchers_withdrawn_from_idx on vouchers (withdrawn_from) where withdrawn_from is not null;
create index vouchers_trigrams on vouchers using gin (code gin_trgm_ops, brand gin_trgm_ops);
create index vouchers_stock_idx on vouchers (type, brand, amount_paise, status);
create index vouchers_expiry_idx on vouchers (expiry_date, id);
create index vouchers_created_at_idx on vouchers (created_at, id);
--> statement-breakpoint
-- Indexes that the schema in TypeScript does not name.

-- A revoked key's name may be given again: that is how keys are replaced.
create unique index api_keys_live_name_key on api_keys (lower(name)) where revoked_at is null;
-- Evidence: which accounts were ever signed in to from a device, also after their sessions have ended.
create index known_devices_device_idx on known_devices (device);
-- Flagged users are few among many: listed, newest registration first, and counted.
create index users_suspended_idx on users (created_at desc, id desc) where suspended_at is not null;
-- The search over all nouns looks for people by how they begin, whatever the database's collation.
create index users_email_begins_idx on users (email text_pattern_ops);
create index users_name_begins_idx on users (lower(first_name || ' ' || last_name) text_pattern_ops);
create index users_first_name_idx on users (lower(first_name), id);
-- Google's users, told from the others without a look at their rows.
create index users_provider_idx on users (id) where provider_uid is not null;
-- The postbacks about a completion, and those that an admin assigned to a click.
create index postbacks_completion_id_idx on postbacks (completion_id) where completion_id is not null;
create index postbacks_assigned_click_idx on postbacks (assigned_click_id) where assigned_click_id is not null;
-- The cases of one user, newest first.
create index credit_cases_user_idx on credit_cases (user_id, opened_at desc);
-- What an Undo takes back: the rows of the audit log that one call wrote.
create index audit_log_call_idx on audit_log ((after ->> 'call')) where after ->> 'call' is not null;
-- Wins of ₹100 and more, few among many.
create index spins_high_value_idx on spins (completion_id) where amount_paise >= 10000;
-- What was won of late, for the forecast of the stock.
create index spins_won_idx on spins (spun_at) include (amount_paise) where amount_paise is not null;
-- What the figures of lists are summed from, without the wide rows: the two are merged by completion.
create index completions_figures_idx on completions (id)
  include (user_id, offer_id, completed_at, status, payout_paise);
create index spins_figures_idx on spins (completion_id) include (spun_at, amount_paise);
--> statement-breakpoint
-- Tables that are updated often leave room in their pages, so that an update stays in its page (PostgreSQL's HOT).
alter table user_stats set (fillfactor = 85);
alter table offer_days set (fillfactor = 85);
alter table conversion_days set (fillfactor = 85);
alter table spins set (fillfactor = 85);
alter table vouchers set (fillfactor = 85);
