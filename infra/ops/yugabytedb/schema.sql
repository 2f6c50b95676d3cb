-- The tables on YugabyteDB, each where packages/db/src/placement.ts has it. Made by `npm run engine -- --write`:
-- a change of either is made there. After transactions.sql, in an empty database; see README.md.

create extension if not exists pg_trgm;
create domain ordinal as smallint CHECK ((VALUE > 0));
create domain positive_paise as bigint CHECK ((VALUE > 0));
create domain seed_share as text CHECK ((VALUE = ANY (ARRAY['open'::text, 'committed'::text, 'lost'::text])));
create domain thousandth as integer CHECK (((VALUE >= 0) AND (VALUE <= 999)));
CREATE OR REPLACE FUNCTION public.odds_valid(odds jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
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
end $function$;

create table account_tokens (
  "id" bigint generated always as identity not null,
  "purpose" text not null,
  "hash" text not null,
  "code" text,
  "email" text,
  "user_id" bigint,
  "data" jsonb default '{}'::jsonb not null,
  "wrong_codes" integer default 0 not null,
  "created_at" timestamp with time zone default now() not null,
  "expires_at" timestamp with time zone not null,
  "used_at" timestamp with time zone,
  constraint account_tokens_email_lower CHECK ((email = lower(email))),
  constraint account_tokens_pkey primary key (id hash)
) with (colocation = false) split into 6 tablets;

create table activity_hours (
  "user_id" bigint not null,
  "hour" timestamp with time zone not null,
  constraint activity_hours_pkey primary key (user_id hash)
) with (colocation = false) split into 6 tablets;

create table admin_challenges (
  "hash" text not null,
  "admin_id" bigint,
  "expires_at" timestamp with time zone not null,
  constraint admin_challenges_pkey primary key (hash asc)
);

create table admin_passkeys (
  "id" text not null,
  "admin_id" bigint not null,
  "public_key" text not null,
  "counter" bigint not null,
  "transports" text not null,
  "name" text not null,
  "created_at" timestamp with time zone default now() not null,
  "last_used_at" timestamp with time zone,
  constraint admin_passkeys_pkey primary key (id asc)
);

create table admin_preferences (
  "admin_id" bigint not null,
  "preferences" jsonb default '{}'::jsonb not null,
  constraint admin_preferences_pkey primary key (admin_id asc)
);

create table admin_recovery_codes (
  "admin_id" bigint not null,
  "hash" text not null,
  "used_at" timestamp with time zone,
  constraint admin_recovery_codes_pkey primary key (admin_id asc, hash asc)
);

create table admin_sessions (
  "id" text not null,
  "admin_id" bigint not null,
  "expires_at" timestamp with time zone not null,
  "created_at" timestamp with time zone default now() not null,
  "ip" text,
  "user_agent" text,
  "proved_at" timestamp with time zone default now() not null,
  constraint admin_sessions_pkey primary key (id asc)
);

create table admin_totp (
  "admin_id" bigint not null,
  "secret" text,
  "pending" text,
  "last_step" bigint default 0 not null,
  "created_at" timestamp with time zone default now() not null,
  constraint admin_totp_pkey primary key (admin_id asc)
);

create table admins (
  "id" bigint generated always as identity not null,
  "username" text not null,
  "email" text not null,
  "password_hash" text not null,
  "created_at" timestamp with time zone default now() not null,
  "last_sign_in_at" timestamp with time zone,
  "deactivated_at" timestamp with time zone,
  "role" text default 'manager'::text not null,
  constraint admins_email_lower CHECK ((email = lower(email))),
  constraint admins_pkey primary key (id asc),
  constraint admins_role CHECK ((role = ANY (ARRAY['analyst'::text, 'support'::text, 'manager'::text, 'owner'::text])))
);

create table api_keys (
  "id" bigint generated always as identity not null,
  "name" text not null,
  "prefix" text not null,
  "hash" text not null,
  "scope" text,
  "created_by" bigint not null,
  "created_at" timestamp with time zone default now() not null,
  "last_used_at" timestamp with time zone,
  "revoked_at" timestamp with time zone,
  "scopes" text[],
  "held_by" bigint,
  "expires_at" timestamp with time zone,
  "addresses" text[] default '{}'::text[] not null,
  "last_ip" text,
  constraint api_keys_pkey primary key (id asc),
  constraint api_keys_reach CHECK (((scope IS NULL) <> (scopes IS NULL))),
  constraint api_keys_scope CHECK ((scope = ANY (ARRAY['read'::text, 'read_write'::text])))
);

create table approvals (
  "id" bigint generated always as identity not null,
  "kind" text not null,
  "summary" jsonb not null,
  "sealed_input" text not null,
  "same_as" text not null,
  "reason" text,
  "asked_by" bigint not null,
  "key_id" bigint,
  "asked_at" timestamp with time zone default now() not null,
  "expires_at" timestamp with time zone not null,
  "status" text default 'waiting'::text not null,
  "acting_since" timestamp with time zone,
  "decided_by" bigint,
  "decided_at" timestamp with time zone,
  "answer" text,
  constraint approvals_pkey primary key (id asc),
  constraint approvals_status CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text]))),
  constraint approvals_two_people CHECK (((decided_by IS NULL) OR (decided_by <> asked_by) OR (status = 'withdrawn'::text)))
);

create table audit_details (
  "entry_id" bigint not null,
  "salt" bytea,
  "actor_name" text,
  "ip" text,
  "subject" text,
  "note" text,
  "before" jsonb,
  "after" jsonb,
  constraint audit_details_pkey primary key (entry_id hash)
) with (colocation = false) split into 24 tablets;

create table audit_head_receivers (
  "receiver" bytea not null,
  "taken_seal" bigint,
  "taken_at" timestamp with time zone,
  "next_post_at" timestamp with time zone not null,
  "failing_since" timestamp with time zone,
  constraint audit_head_receivers_pkey primary key (receiver asc)
);

create table audit_links (
  "position" bigint not null,
  "entry_id" bigint not null,
  "seal_id" bigint not null,
  "link" bytea not null,
  constraint audit_links_pkey primary key ("position" asc)
) with (colocation = false);

create table audit_log (
  "id" bigint generated always as identity not null,
  "at" timestamp with time zone default now() not null,
  "actor_kind" text not null,
  "actor_id" bigint,
  "actor_name" text,
  "ip" text,
  "action" text not null,
  "subject" text,
  "before" jsonb,
  "after" jsonb,
  "note" text,
  "xid" xid8 default pg_current_xact_id() not null,
  "details_hash" bytea,
  constraint audit_log_actor_kind CHECK ((actor_kind = ANY (ARRAY['user'::text, 'admin'::text, 'service'::text, 'network'::text, 'system'::text]))),
  constraint audit_log_pkey primary key (id hash)
) with (colocation = false) split into 24 tablets;

create table audit_seals (
  "id" bigint not null,
  "at" timestamp with time zone default now() not null,
  "entries" integer not null,
  "head" bytea not null,
  "signature" bytea not null,
  "public_key" bytea not null,
  "until_xid" text not null,
  constraint audit_seals_pkey primary key (id asc)
);

create table brands (
  "type" text not null,
  "brand" text not null,
  "use_url" text,
  "mark_id" text,
  "updated_at" timestamp with time zone default now() not null,
  constraint brands_pkey primary key (type asc, brand asc)
);

create table click_search (
  "id" bigint not null,
  "click_id" text not null,
  constraint click_search_pkey primary key (id hash)
) with (colocation = false) split into 24 tablets;

create table click_totals (
  "offer_id" bigint not null,
  "clicks" integer default 0 not null,
  constraint click_totals_pkey primary key (offer_id asc)
);

create table clicks (
  "id" bigint generated always as identity not null,
  "click_id" text not null,
  "user_id" bigint not null,
  "offer_id" bigint not null,
  "created_at" timestamp with time zone default now() not null,
  "ip" text,
  "device" text,
  "user_agent" text,
  "client_seed_hash" bytea,
  "xid" xid8 default pg_current_xact_id() not null,
  "country" text,
  constraint clicks_pkey primary key (id hash)
) with (colocation = false) split into 24 tablets;

create table code_keys (
  "id" smallint default 1 not null,
  "sealed" text not null,
  "codes_under" text,
  constraint code_keys_one CHECK ((id = 1)),
  constraint code_keys_pkey primary key (id asc)
);

create table completion_events (
  "completion_id" bigint not null,
  "kind" text not null,
  "at" timestamp with time zone default now() not null,
  "held_until" timestamp with time zone,
  "network_id" bigint,
  "transaction_id" text,
  "goal_id" text,
  "payout_paise" bigint,
  "payout_micros" bigint,
  "currency" text,
  "rate_micros" bigint,
  "xid" xid8 default pg_current_xact_id() not null,
  constraint completion_events_held CHECK (((held_until IS NULL) OR (kind = 'approved'::text))),
  constraint completion_events_kind CHECK ((kind = ANY (ARRAY['approved'::text, 'adopted'::text, 'reversed'::text]))),
  constraint completion_events_payout CHECK ((((payout_paise IS NULL) OR (payout_paise >= 0)) AND ((payout_paise IS NULL) = (currency IS NULL)) AND ((payout_paise IS NULL) = (rate_micros IS NULL)) AND ((kind <> 'reversed'::text) OR (payout_paise IS NULL)))),
  constraint completion_events_pkey primary key (completion_id hash, kind asc),
  constraint completion_events_transaction CHECK ((((kind = 'adopted'::text) = (transaction_id IS NOT NULL)) AND ((transaction_id IS NULL) = (network_id IS NULL))))
) with (colocation = false) split into 24 tablets;

create table completion_rows (
  "completion_id" bigint not null,
  "user_id" bigint not null,
  "offer_id" bigint not null,
  "google" boolean not null,
  "completed_at" timestamp with time zone not null,
  "payout_paise" bigint not null,
  "revenue_paise" bigint not null,
  "spun" boolean not null,
  "won_paise" bigint,
  "approved" boolean default true not null,
  "reversed" boolean default false not null,
  "clicked_at" timestamp with time zone,
  constraint completion_rows_pkey primary key (completion_id hash)
) with (colocation = false) split into 24 tablets;

create table completions (
  "id" bigint generated always as identity not null,
  "user_id" bigint not null,
  "offer_id" bigint not null,
  "click_id" bigint not null,
  "network_id" bigint not null,
  "transaction_id" text not null,
  "payout_paise" bigint not null,
  "payout_micros" bigint,
  "currency" text not null,
  "rate_micros" bigint not null,
  "approved_at" timestamp with time zone default now(),
  "held_until" timestamp with time zone,
  "goal_id" text,
  "source" text default 'network'::text not null,
  "completed_at" timestamp with time zone default now() not null,
  "odds_version" integer not null,
  "seed" bytea not null,
  "commitment" bytea not null,
  "client_seed_hash" bytea,
  "xid" xid8 default pg_current_xact_id() not null,
  "awaited_goal" text,
  constraint completions_client_seed_hash CHECK ((length(client_seed_hash) = 32)),
  constraint completions_held CHECK (((held_until IS NULL) OR (approved_at IS NOT NULL))),
  constraint completions_payout CHECK ((payout_paise >= 0)),
  constraint completions_pkey primary key (id hash),
  constraint completions_seed CHECK ((length(commitment) = 32)),
  constraint completions_source CHECK ((source = ANY (ARRAY['network'::text, 'admin'::text])))
) with (colocation = false) split into 24 tablets;

create table conformance_runs (
  "id" bigint generated always as identity not null,
  "network_id" bigint not null,
  "at" timestamp with time zone default now() not null,
  "admin_id" bigint,
  "score" integer not null,
  "report" jsonb not null,
  constraint conformance_runs_pkey primary key (id asc),
  constraint conformance_runs_score CHECK (((score >= 0) AND (score <= 100)))
);

create table consents (
  "user_id" bigint not null,
  "document" text not null,
  "version" text not null,
  "accepted_at" timestamp with time zone default now() not null,
  constraint consents_pkey primary key (user_id hash, document asc, version asc)
) with (colocation = false) split into 6 tablets;

create table conversion_days (
  "day" date not null,
  "offer_id" bigint not null,
  "google" boolean not null,
  "completions" integer default 0 not null,
  "lost" integer default 0 not null,
  "won" integer default 0 not null,
  "revenue_paise" bigint default 0 not null,
  "lost_revenue_paise" bigint default 0 not null,
  "won_revenue_paise" bigint default 0 not null,
  "won_paise" bigint default 0 not null,
  constraint conversion_days_pkey primary key (offer_id asc, day asc, google asc)
);

create table conversion_totals (
  "offer_id" bigint not null,
  "google" boolean not null,
  "completions" integer default 0 not null,
  "approved" integer default 0 not null,
  "lost" integer default 0 not null,
  "won" integer default 0 not null,
  "revenue_paise" bigint default 0 not null,
  "lost_revenue_paise" bigint default 0 not null,
  "won_revenue_paise" bigint default 0 not null,
  "won_paise" bigint default 0 not null,
  constraint conversion_totals_pkey primary key (offer_id asc, google asc)
);

create table credit_cases (
  "id" bigint generated always as identity not null,
  "user_id" bigint not null,
  "offer_id" bigint not null,
  "click_id" bigint not null,
  "message" text not null,
  "status" text default 'open'::text not null,
  "resolution" text,
  "opened_at" timestamp with time zone default now() not null,
  "closed_at" timestamp with time zone,
  "closed_by_admin_id" bigint,
  "closed_by_postback_id" bigint,
  constraint credit_cases_closed CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint credit_cases_pkey primary key (id hash),
  constraint credit_cases_status CHECK ((status = ANY (ARRAY['open'::text, 'credited'::text, 'closed'::text])))
) with (colocation = false) split into 6 tablets;

create table devices (
  "fingerprint" text not null,
  "registration_count" integer default 0 not null,
  "first_registration" timestamp with time zone,
  "last_registration" timestamp with time zone,
  "blocked_at" timestamp with time zone,
  "blocked_note" text,
  constraint devices_pkey primary key (fingerprint hash)
) with (colocation = false) split into 6 tablets;

create table fairness_days (
  "day" date not null,
  "root" bytea not null,
  "count" integer not null,
  "published_at" timestamp with time zone default now() not null,
  constraint fairness_days_count CHECK ((count >= 0)),
  constraint fairness_days_pkey primary key (day asc),
  constraint fairness_days_root CHECK ((length(root) = 32))
);

create table fairness_since (
  "id" integer default 1 not null,
  "day" date not null,
  constraint fairness_since_one CHECK ((id = 1)),
  constraint fairness_since_pkey primary key (id asc)
);

create table feed_consumers (
  "name" text not null,
  "xid" xid8 not null,
  "folded_at" timestamp with time zone default now() not null,
  constraint feed_consumers_pkey primary key (name asc)
);

create table feed_offers (
  "network_id" bigint not null,
  "external_id" text not null,
  "snapshot" jsonb not null,
  "applied" jsonb,
  "offer_id" bigint,
  "first_seen" timestamp with time zone default now() not null,
  "last_seen" timestamp with time zone default now() not null,
  "gone_at" timestamp with time zone,
  "paused_at" timestamp with time zone,
  constraint feed_offers_pkey primary key (network_id asc, external_id asc)
);

create table forged_calls (
  "network_id" bigint not null,
  "ip" text not null,
  "hour" timestamp with time zone not null,
  "calls" bigint not null,
  "kept" bigint not null,
  constraint forged_calls_pkey primary key (network_id hash, hour asc, ip asc)
) with (colocation = false) split into 6 tablets;

create table free_vouchers (
  "amount_paise" bigint not null,
  "expiry_date" date not null,
  "voucher_id" bigint not null,
  constraint free_vouchers_pkey primary key (amount_paise hash, expiry_date asc, voucher_id asc)
) with (colocation = false) split into 6 tablets;

create table happenings (
  "id" bigint generated always as identity not null,
  "kind" text not null,
  "subject" bigint not null,
  "at" timestamp with time zone default now() not null,
  "detail" jsonb,
  "xid" xid8 default pg_current_xact_id() not null,
  constraint happenings_kind CHECK ((kind = ANY (ARRAY['voucher_used'::text, 'user_suspended'::text, 'stock_low'::text]))),
  constraint happenings_pkey primary key (id hash)
) with (colocation = false) split into 6 tablets;

create table held_spins (
  "completion_id" bigint not null,
  "held_until" timestamp with time zone not null,
  constraint held_spins_pkey primary key (completion_id hash)
) with (colocation = false) split into 6 tablets;

create table idempotency_keys (
  "principal" text not null,
  "key" text not null,
  "request_hash" text not null,
  "created_at" timestamp with time zone default now() not null,
  "locked_until" timestamp with time zone not null,
  "status" integer,
  "answer" text,
  "claim" text,
  constraint idempotency_keys_answered CHECK (((status IS NULL) = (answer IS NULL))),
  constraint idempotency_keys_pkey primary key (principal hash, key asc)
) with (colocation = false) split into 6 tablets;

create table ip_addresses (
  "address" text not null,
  "registration_count" integer default 0 not null,
  "first_registration" timestamp with time zone,
  "last_registration" timestamp with time zone,
  "blocked_at" timestamp with time zone,
  "blocked_note" text,
  constraint ip_addresses_pkey primary key (address hash)
) with (colocation = false) split into 6 tablets;

create table known_admin_browsers (
  "admin_id" bigint not null,
  "hash" text not null,
  "last_seen_at" timestamp with time zone default now() not null,
  constraint known_admin_browsers_pkey primary key (admin_id asc, hash asc)
);

create table known_browsers (
  "user_id" bigint not null,
  "hash" text not null,
  "last_seen_at" timestamp with time zone default now() not null,
  constraint known_browsers_pkey primary key (user_id hash, hash asc)
) with (colocation = false) split into 6 tablets;

create table known_devices (
  "user_id" bigint not null,
  "device" text not null,
  "last_seen_at" timestamp with time zone default now() not null
) with (colocation = false);

create table low_stock (
  "amount_paise" bigint not null,
  "since" timestamp with time zone default now() not null,
  constraint low_stock_pkey primary key (amount_paise asc)
);

create table message_choices (
  "user_id" bigint not null,
  "kind" text not null,
  "channel" text not null,
  "wanted" boolean not null,
  constraint message_choices_pkey primary key (user_id hash, kind asc, channel asc)
) with (colocation = false) split into 6 tablets;

create table messages (
  "id" bigint generated always as identity not null,
  "month" date default (date_trunc('month'::text, (now() AT TIME ZONE 'UTC'::text)))::date not null,
  "kind" text not null,
  "channel" text default 'mail'::text not null,
  "fact_key" text not null,
  "user_id" bigint,
  "recipient" text not null,
  "subscription_id" bigint,
  "payload" jsonb default '{}'::jsonb not null,
  "sealed" text,
  "status" text default 'queued'::text not null,
  "message_id" text,
  "attempts" integer default 0 not null,
  "due_at" timestamp with time zone default now() not null,
  "expires_at" timestamp with time zone,
  "problem" text,
  "created_at" timestamp with time zone default now() not null,
  "settled_at" timestamp with time zone,
  constraint messages_channel CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
  constraint messages_pkey primary key (id hash, month asc),
  constraint messages_settled CHECK (((status = 'queued'::text) = (settled_at IS NULL))),
  constraint messages_status CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'suppressed'::text])))
) with (colocation = false) split into 24 tablets;

create table named_locks (
  "name" text not null,
  constraint named_locks_pkey primary key (name asc)
);

create table network_users (
  "network_id" bigint not null,
  "user_id" bigint not null,
  "external_id" text not null,
  "created_at" timestamp with time zone default now() not null,
  constraint network_users_pkey primary key ((network_id, user_id) hash)
) with (colocation = false) split into 24 tablets;

create table networks (
  "id" bigint generated always as identity not null,
  "slug" text not null,
  "name" text not null,
  "active" boolean default true not null,
  "preset" text,
  "click_param" text not null,
  "link_params" jsonb default '{}'::jsonb not null,
  "link_macros" jsonb default '{}'::jsonb not null,
  "params" jsonb not null,
  "params_in" text default 'query'::text not null,
  "status_map" jsonb not null,
  "status_rules" jsonb default '[]'::jsonb not null,
  "signing" jsonb not null,
  "signing_secret" text not null,
  "previous_secret" text,
  "previous_until" timestamp with time zone,
  "signed_url" text,
  "source_addresses" text[] default '{}'::text[] not null,
  "source_mode" text default 'enforce'::text not null,
  "currency" text not null,
  "rate_micros" bigint not null,
  "replies" jsonb default '{}'::jsonb not null,
  "hold_seconds" integer default 0 not null,
  "click_window_seconds" integer,
  "payout_ceiling_paise" bigint,
  "postback_query" text default ''::text not null,
  "feed" jsonb,
  "feed_secret" text,
  "created_at" timestamp with time zone default now() not null,
  "updated_at" timestamp with time zone default now() not null,
  "link_signing" jsonb,
  "rates" jsonb default '[]'::jsonb not null,
  "call_timestamp" jsonb,
  "public_keys" jsonb,
  "feed_due_at" timestamp with time zone,
  "feed_checked_at" timestamp with time zone,
  "feed_error" text,
  constraint networks_currency CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint networks_hold CHECK ((hold_seconds >= 0)),
  constraint networks_limits CHECK (((click_window_seconds > 0) AND (payout_ceiling_paise >= 0))),
  constraint networks_params_in CHECK ((params_in = ANY (ARRAY['query'::text, 'body'::text, 'either'::text]))),
  constraint networks_pkey primary key (id asc),
  constraint networks_previous CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
  constraint networks_rate CHECK ((rate_micros > 0)),
  constraint networks_source_mode CHECK ((source_mode = ANY (ARRAY['enforce'::text, 'log'::text]))),
  constraint networks_unsigned_limits CHECK ((((signing ->> 'kind'::text) <> ALL (ARRAY['path_secret'::text, 'token'::text])) OR ((click_window_seconds IS NOT NULL) AND (payout_ceiling_paise IS NOT NULL))))
);

create table notifications (
  "id" bigint generated always as identity not null,
  "user_id" bigint not null,
  "kind" text not null,
  "fact_key" text not null,
  "payload" jsonb not null,
  "created_at" timestamp with time zone default now() not null,
  "read_at" timestamp with time zone,
  constraint notifications_pkey primary key (id hash)
) with (colocation = false) split into 24 tablets;

create table offer_catalogue (
  "id" boolean default true not null,
  "version" bigint not null,
  constraint offer_catalogue_one_row CHECK (id),
  constraint offer_catalogue_pkey primary key (id asc)
);

create table offer_days (
  "day" date not null,
  "offer_id" bigint not null,
  "clicks" integer default 0 not null,
  "completions" integer default 0 not null,
  "spins" integer default 0 not null,
  "wins" integer default 0 not null,
  "won_paise" bigint default 0 not null,
  "revenue_paise" bigint default 0 not null,
  constraint offer_days_pkey primary key (offer_id asc, day asc)
);

create table offer_moves (
  "offer_id" bigint not null,
  "network_id" bigint not null,
  "moved_at" timestamp with time zone not null,
  constraint offer_moves_pkey primary key (offer_id asc, network_id asc, moved_at asc)
);

create table offer_odds (
  "offer_id" bigint not null,
  "version" integer not null,
  "odds" jsonb not null,
  "created_at" timestamp with time zone default now() not null,
  constraint offer_odds_odds CHECK (odds_valid(odds)),
  constraint offer_odds_pkey primary key (offer_id asc, version asc),
  constraint offer_odds_version CHECK ((version > 0))
);

create table offer_odds_outcomes (
  "offer_id" bigint not null,
  "version" integer not null,
  "first_roll" integer not null,
  "last_roll" integer not null,
  "amount_paise" bigint not null,
  constraint offer_odds_outcomes_amount CHECK ((amount_paise > 0)),
  constraint offer_odds_outcomes_pkey primary key (offer_id asc, version asc, first_roll asc),
  constraint offer_odds_outcomes_rolls CHECK (((0 <= first_roll) AND (first_roll <= last_roll) AND (last_roll < 1000)))
);

create table offer_rates (
  "offer_id" bigint not null,
  "experience" smallint not null,
  "familiar" boolean not null,
  "starts" integer not null,
  "finished" integer not null,
  constraint offer_rates_counts CHECK (((0 <= finished) AND (finished <= starts))),
  constraint offer_rates_pkey primary key (offer_id asc, experience asc, familiar asc)
);

create table offer_times (
  "offer_id" bigint not null,
  "usual_seconds" integer not null,
  constraint offer_times_pkey primary key (offer_id asc)
);

create table offers (
  "id" bigint generated always as identity not null,
  "network_id" bigint,
  "external_offer_id" text not null,
  "title" text not null,
  "description" text not null,
  "offer_url" text not null,
  "preview_url" text,
  "category" text not null,
  "model" text not null,
  "targeting" text not null,
  "reward_paise" bigint not null,
  "active" boolean default true not null,
  "created_at" timestamp with time zone default now() not null,
  "updated_at" timestamp with time zone default now() not null,
  "odds_version" integer default 1 not null,
  "daily_cap" integer,
  "starts_on" date,
  "ends_on" date,
  "goals" jsonb default '[]'::jsonb not null,
  "goals_in_order" boolean default false not null,
  "country_quotas" jsonb default '[]'::jsonb not null,
  "archived_at" timestamp with time zone,
  "steps" text[] default '{}'::text[] not null,
  "picture_url" text,
  constraint offers_archived CHECK (((archived_at IS NULL) OR (NOT active))),
  constraint offers_category CHECK ((category = ANY (ARRAY['Survey'::text, 'App'::text, 'Game'::text, 'Shopping'::text]))),
  constraint offers_country_quotas CHECK ((jsonb_typeof(country_quotas) = 'array'::text)),
  constraint offers_daily_cap CHECK ((daily_cap > 0)),
  constraint offers_dates CHECK ((starts_on <= ends_on)),
  constraint offers_goals CHECK ((jsonb_typeof(goals) = 'array'::text)),
  constraint offers_model CHECK ((model = ANY (ARRAY['CPR'::text, 'CPA'::text, 'CPI'::text]))),
  constraint offers_pkey primary key (id asc),
  constraint offers_reward CHECK ((reward_paise >= 0))
);

create table operator_alerts (
  "id" bigint generated always as identity not null,
  "kind" text not null,
  "entry_id" bigint not null,
  "completion_id" bigint not null,
  "at" timestamp with time zone default now() not null,
  constraint operator_alerts_pkey primary key (id asc)
);

create table owed_wins (
  "completion_id" bigint not null,
  "amount_paise" bigint not null,
  "number" bigint generated always as identity not null,
  "owed_since" timestamp with time zone default now() not null,
  constraint owed_wins_pkey primary key (completion_id hash)
) with (colocation = false) split into 6 tablets;

create table passkeys (
  "id" text not null,
  "user_id" bigint not null,
  "public_key" text not null,
  "counter" bigint not null,
  "transports" text not null,
  "name" text not null,
  "created_at" timestamp with time zone default now() not null,
  "last_used_at" timestamp with time zone,
  constraint passkeys_pkey primary key (id hash)
) with (colocation = false) split into 6 tablets;

create table payment_events (
  "payment_id" bigint not null,
  "kind" text not null,
  "at" timestamp with time zone default now() not null,
  "payout_paise" bigint,
  "payout_micros" bigint,
  "currency" text,
  "rate_micros" bigint,
  "xid" xid8 default pg_current_xact_id() not null,
  constraint payment_events_kind CHECK ((kind = ANY (ARRAY['approved'::text, 'reversed'::text]))),
  constraint payment_events_payout CHECK ((((payout_paise IS NULL) OR ((payout_paise >= 0) AND (kind = 'approved'::text))) AND ((payout_paise IS NULL) = (payout_micros IS NULL)) AND ((payout_paise IS NULL) = (currency IS NULL)) AND ((payout_paise IS NULL) = (rate_micros IS NULL)))),
  constraint payment_events_pkey primary key (payment_id hash, kind asc)
) with (colocation = false) split into 24 tablets;

create table payments (
  "id" bigint generated always as identity not null,
  "completion_id" bigint not null,
  "click_id" bigint not null,
  "network_id" bigint not null,
  "transaction_id" text not null,
  "goal_id" text not null,
  "payout_paise" bigint not null,
  "payout_micros" bigint not null,
  "currency" text not null,
  "rate_micros" bigint not null,
  "approved_at" timestamp with time zone,
  "at" timestamp with time zone default now() not null,
  "xid" xid8 default pg_current_xact_id() not null,
  constraint payments_payout CHECK ((payout_paise >= 0)),
  constraint payments_pkey primary key (id hash)
) with (colocation = false) split into 24 tablets;

create table picture_sources (
  "url" text not null,
  "picture_id" text,
  "problem" text,
  "tries" integer default 0 not null,
  "tried_at" timestamp with time zone default now() not null,
  constraint picture_sources_one CHECK (((picture_id IS NULL) OR (problem IS NULL))),
  constraint picture_sources_pkey primary key (url asc)
);

create table pictures (
  "id" text not null,
  "bytes" bytea not null,
  "width" integer not null,
  "height" integer not null,
  "placeholder" text not null,
  "created_at" timestamp with time zone default now() not null,
  constraint pictures_id CHECK ((id ~ '^[0-9a-f]{32}$'::text)),
  constraint pictures_pkey primary key (id asc)
);

create table postback_judgements (
  "id" bigint generated always as identity not null,
  "postback_id" bigint not null,
  "at" timestamp with time zone default now() not null,
  "cause" text not null,
  "actor_kind" text not null,
  "actor_name" text not null,
  "from_outcome" text,
  "from_reason" text,
  "to_outcome" text not null,
  "to_reason" text,
  constraint postback_judgements_cause CHECK ((cause = ANY (ARRAY['call'::text, 'replay'::text, 'match'::text, 'settings'::text]))),
  constraint postback_judgements_pkey primary key (id hash)
) with (colocation = false) split into 24 tablets;

create table postbacks (
  "id" bigint generated always as identity not null,
  "network_id" bigint,
  "slug" text not null,
  "retry_key" text not null,
  "method" text not null,
  "raw_url" text default ''::text not null,
  "raw_query" text not null,
  "raw_body" text not null,
  "body_encoding" text default 'text'::text not null,
  "cut_from" bigint,
  "content_type" text,
  "headers" jsonb default '{}'::jsonb not null,
  "ip" text,
  "received_at" timestamp with time zone default now() not null,
  "outcome" text,
  "reason" text,
  "alert" text,
  "judged_at" timestamp with time zone,
  "kind" text,
  "click_id" text,
  "transaction_id" text,
  "goal_id" text,
  "payout_micros" bigint,
  "currency" text,
  "assigned_click_id" text,
  "completion_id" bigint,
  "content_hash" text,
  "call_hash" bigint,
  "repeats" bigint default 0 not null,
  "repeated_at" timestamp with time zone,
  constraint postbacks_body_encoding CHECK ((body_encoding = ANY (ARRAY['text'::text, 'base64'::text]))),
  constraint postbacks_kind CHECK ((kind = ANY (ARRAY['pending'::text, 'approve'::text, 'reverse'::text, 'ignore'::text]))),
  constraint postbacks_outcome CHECK ((outcome = ANY (ARRAY['accepted'::text, 'repeat'::text, 'pending'::text, 'reversed'::text, 'parked'::text, 'refused'::text, 'ignored'::text]))),
  constraint postbacks_pkey primary key (id hash)
) with (colocation = false) split into 24 tablets;

create table push_keys (
  "id" smallint default 1 not null,
  "public_key" text not null,
  "private_key" text not null,
  "created_at" timestamp with time zone default now() not null,
  constraint push_keys_one CHECK ((id = 1)),
  constraint push_keys_pkey primary key (id asc)
);

create table push_subscriptions (
  "id" bigint generated always as identity not null,
  "user_id" bigint not null,
  "session_id" text not null,
  "endpoint_hash" text not null,
  "sealed" text not null,
  "created_at" timestamp with time zone default now() not null,
  constraint push_subscriptions_pkey primary key (id hash)
) with (colocation = false) split into 6 tablets;

create table rate_limits (
  "key" text not null,
  "points" integer not null,
  "expire" timestamp with time zone,
  constraint rate_limits_pkey primary key (key hash)
) with (colocation = false) split into 6 tablets;

create table retention_marks (
  "name" text not null,
  "up_to" bigint not null,
  constraint retention_marks_pkey primary key (name asc)
);

create table saved_views (
  "id" bigint generated always as identity not null,
  "admin_id" bigint not null,
  "list" text not null,
  "name" text not null,
  "search" text not null,
  "is_default" boolean default false not null,
  "created_at" timestamp with time zone default now() not null,
  constraint saved_views_pkey primary key (id asc)
);

create table sealing_marks (
  "what" text not null,
  "key_id" text not null,
  "upto" bigint not null,
  constraint sealing_marks_pkey primary key (what asc)
);

create table security_event_details (
  "event_id" bigint not null,
  "actor_name" text,
  "ip" text,
  "device" text,
  "at" timestamp with time zone default now() not null,
  constraint security_event_details_pkey primary key (event_id hash, at asc)
) with (colocation = false) split into 24 tablets;

create table security_events (
  "id" bigint generated always as identity not null,
  "at" timestamp with time zone default now() not null,
  "kind" text not null,
  "realm" text not null,
  "request_id" text,
  "actor_kind" text,
  "actor_id" bigint,
  "detail" text,
  "count" integer default 1 not null,
  constraint security_events_count CHECK ((count > 0)),
  constraint security_events_pkey primary key (id hash, at asc),
  constraint security_events_realm CHECK ((realm = ANY (ARRAY['user'::text, 'admin'::text])))
) with (colocation = false) split into 24 tablets;

create table setup_tokens (
  "hash" text not null,
  "created_at" timestamp with time zone default now() not null,
  constraint setup_tokens_pkey primary key (hash asc)
);

create table spins (
  "completion_id" bigint not null,
  "spun_at" timestamp with time zone default now() not null,
  "client_seed" text not null,
  "roll" thousandth,
  "landing_part" thousandth not null,
  "amount_paise" positive_paise,
  "wheel_layout" smallint not null,
  "share" seed_share not null,
  "xid" xid8 default pg_current_xact_id() not null,
  constraint spins_complete CHECK (
CASE
    WHEN (roll IS NULL) THEN (COALESCE((amount_paise)::bigint, (wheel_layout)::bigint) = 0)
    ELSE (wheel_layout > 0)
END),
  constraint spins_pkey primary key (completion_id hash)
) with (colocation = false) split into 24 tablets;

create table suspended_sessions (
  "id" text not null,
  "user_id" bigint not null,
  "expires_at" timestamp with time zone not null,
  "created_at" timestamp with time zone not null,
  "ip" text,
  "device" text,
  "user_agent" text,
  constraint suspended_sessions_pkey primary key (id hash)
) with (colocation = false) split into 6 tablets;

create table user_provider_changes (
  "user_id" bigint not null,
  "joined" boolean not null,
  "at" timestamp with time zone default now() not null,
  "xid" xid8 default pg_current_xact_id() not null,
  constraint user_provider_changes_pkey primary key (user_id hash, xid asc)
) with (colocation = false) split into 6 tablets;

create table user_search (
  "user_id" bigint not null,
  "email" text not null,
  "name" text not null,
  "ip" text,
  "device" text,
  constraint user_search_pkey primary key (user_id hash)
) with (colocation = false) split into 6 tablets;

create table user_sessions (
  "id" text not null,
  "user_id" bigint not null,
  "expires_at" timestamp with time zone not null,
  "created_at" timestamp with time zone default now() not null,
  "from_provider" boolean default false not null,
  "ip" text,
  "device" text,
  "user_agent" text,
  "last_seen_at" timestamp with time zone default now() not null,
  constraint user_sessions_pkey primary key (id hash)
) with (colocation = false) split into 6 tablets;

create table user_sources (
  "user_id" bigint not null,
  "source" text not null,
  "source_click" text not null,
  "at" timestamp with time zone default now() not null,
  constraint user_sources_pkey primary key (user_id hash)
) with (colocation = false) split into 6 tablets;

create table user_stats (
  "user_id" bigint not null,
  "completions" integer default 0 not null,
  "spins" integer default 0 not null,
  "vouchers_won" integer default 0 not null,
  "voucher_value_paise" bigint default 0 not null,
  "revenue_paise" bigint default 0 not null,
  "last_completion_at" timestamp with time zone,
  "last_activity_at" timestamp with time zone default now() not null,
  "unapproved" integer default 0 not null,
  "lost_revenue_paise" bigint default 0 not null,
  "won_revenue_paise" bigint default 0 not null,
  "clicks" integer default 0 not null,
  constraint user_stats_pkey primary key (user_id hash)
) with (colocation = false) split into 6 tablets;

create table users (
  "id" bigint generated always as identity not null,
  "email" text not null,
  "email_verified_at" timestamp with time zone,
  "first_name" text not null,
  "last_name" text not null,
  "password_hash" text,
  "provider_uid" text,
  "registration_ip" text,
  "registration_device" text,
  "registration_user_agent" text,
  "suspended_at" timestamp with time zone,
  "suspended_note" text,
  "created_at" timestamp with time zone default now() not null,
  "verification_waived" boolean default false not null,
  "deletion_due_at" timestamp with time zone,
  "deleted_at" timestamp with time zone,
  "language" text,
  constraint users_can_sign_in CHECK (((password_hash IS NOT NULL) OR (provider_uid IS NOT NULL) OR (deleted_at IS NOT NULL))),
  constraint users_email_lower CHECK ((email = lower(email))),
  constraint users_pkey primary key (id hash)
) with (colocation = false) split into 6 tablets;

create table voucher_amounts (
  "amount_paise" bigint not null,
  "from_expiry_date" date default '-infinity'::date not null,
  "from_voucher_id" bigint default 0 not null,
  "additions" bigint default 0 not null,
  constraint voucher_amounts_pkey primary key (amount_paise asc)
);

create table voucher_awards (
  "voucher_id" bigint not null,
  "completion_id" bigint not null,
  "turn" ordinal default 1 not null,
  "amount_paise" bigint not null,
  "awarded_at" timestamp with time zone default now() not null,
  "xid" xid8 default pg_current_xact_id() not null,
  constraint voucher_awards_pkey primary key (voucher_id hash)
) with (colocation = false) split into 24 tablets;

create table voucher_counts (
  "type" text not null,
  "brand" text not null,
  "amount_paise" bigint not null,
  "total" integer default 0 not null,
  "expired" integer default 0 not null,
  "used" integer default 0 not null,
  "withdrawn" integer default 0 not null,
  "awarded" integer default 0 not null,
  constraint voucher_counts_pkey primary key (type asc, brand asc, amount_paise asc)
);

create table vouchers (
  "id" bigint generated always as identity not null,
  "code" text not null,
  "type" text not null,
  "brand" text not null,
  "amount_paise" bigint not null,
  "description" text,
  "terms" text,
  "expiry_date" date not null,
  "used_at" timestamp with time zone,
  "created_at" timestamp with time zone default now() not null,
  "withdrawn_at" timestamp with time zone,
  "withdrawn_reason" text,
  "notice" text,
  "notice_at" timestamp with time zone,
  "notice_seen_at" timestamp with time zone,
  "expired_at" timestamp with time zone,
  "code_hash" bytea,
  "code_end" text default ''::text not null,
  constraint vouchers_amount CHECK ((amount_paise > 0)),
  constraint vouchers_id_amount_key UNIQUE (id, amount_paise),
  constraint vouchers_notice CHECK ((((notice IS NULL) OR (notice = ANY (ARRAY['resent'::text, 'replaced'::text]))) AND ((notice IS NULL) = (notice_at IS NULL)) AND ((notice IS NOT NULL) OR (notice_seen_at IS NULL)) AND ((notice IS NULL) OR ((expired_at IS NULL) AND (withdrawn_at IS NULL))))),
  constraint vouchers_one_end CHECK ((num_nonnulls(expired_at, used_at, withdrawn_at) < 2)),
  constraint vouchers_pkey primary key (id hash),
  constraint vouchers_type CHECK ((type = ANY (ARRAY['myntra'::text, 'flipkart'::text, 'amazon'::text, 'swiggy'::text, 'zomato'::text, 'paytm'::text, 'other'::text]))),
  constraint vouchers_withdrawn CHECK (((withdrawn_at IS NULL) = (withdrawn_reason IS NULL)))
) with (colocation = false) split into 24 tablets;

create table webhook_attempts (
  "delivery_id" bigint not null,
  "number" integer not null,
  "at" timestamp with time zone default now() not null,
  "took_ms" integer not null,
  "status" integer,
  "problem" text,
  "answer" text,
  constraint webhook_attempts_pkey primary key (delivery_id hash, number asc)
) with (colocation = false) split into 24 tablets;

create table webhook_deliveries (
  "id" bigint generated always as identity not null,
  "endpoint_id" bigint not null,
  "kind" text not null,
  "fact_key" text not null,
  "at" timestamp with time zone not null,
  "data" jsonb not null,
  "status" text default 'queued'::text not null,
  "attempts" integer default 0 not null,
  "due_at" timestamp with time zone default now() not null,
  "last_status" integer,
  "problem" text,
  "created_at" timestamp with time zone default now() not null,
  "settled_at" timestamp with time zone,
  constraint webhook_deliveries_pkey primary key (id hash),
  constraint webhook_deliveries_status CHECK (((status = ANY (ARRAY['queued'::text, 'delivered'::text, 'failed'::text])) AND ((status = 'queued'::text) = (settled_at IS NULL))))
) with (colocation = false) split into 24 tablets;

create table webhook_endpoints (
  "id" bigint generated always as identity not null,
  "kind" text not null,
  "name" text not null,
  "url" text not null,
  "events" text[] default '{}'::text[] not null,
  "source" text,
  "secret" text,
  "previous_secret" text,
  "previous_until" timestamp with time zone,
  "active" boolean default true not null,
  "disabled_at" timestamp with time zone,
  "disabled_reason" text,
  "failing_since" timestamp with time zone,
  "delivered_at" timestamp with time zone,
  "lease" text,
  "leased_until" timestamp with time zone,
  "created_at" timestamp with time zone default now() not null,
  "updated_at" timestamp with time zone default now() not null,
  constraint webhook_endpoints_disabled CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint webhook_endpoints_kind CHECK ((((kind = 'webhook'::text) AND (secret IS NOT NULL) AND (source IS NULL)) OR ((kind = 'tracker'::text) AND (secret IS NULL) AND (source IS NOT NULL)))),
  constraint webhook_endpoints_pkey primary key (id asc),
  constraint webhook_endpoints_previous CHECK (((previous_secret IS NULL) = (previous_until IS NULL)))
);

create index account_tokens_email_idx on account_tokens (email hash, purpose asc);
create index account_tokens_expires_at_idx on account_tokens (expires_at asc);
create unique index account_tokens_hash_key on account_tokens (hash hash);
create index account_tokens_user_id_idx on account_tokens (user_id hash);
create index activity_hours_hour_idx on activity_hours (hour asc);
create index admin_challenges_expires_at_idx on admin_challenges (expires_at asc);
create index admin_passkeys_admin_id_idx on admin_passkeys (admin_id asc);
create index admin_sessions_admin_id_idx on admin_sessions (admin_id asc);
create index admin_sessions_expires_at_idx on admin_sessions (expires_at asc);
create unique index admins_email_key on admins (email asc);
create unique index admins_username_key on admins (lower(username) asc);
create unique index api_keys_hash_key on api_keys (hash asc);
create unique index api_keys_live_name_key on api_keys (lower(name) asc) where (revoked_at IS NULL);
create index approvals_asked_by_idx on approvals (asked_by asc, kind asc, decided_at asc);
create index approvals_status_idx on approvals (status asc, expires_at asc);
create unique index approvals_waiting_key on approvals (asked_by asc, same_as asc) where (status = 'waiting'::text);
create index audit_details_ip_idx on audit_details (ip hash);
create index audit_details_subject_idx on audit_details (subject hash) where (subject IS NOT NULL);
create index audit_details_trigrams_1 on audit_details using gin (actor_name gin_trgm_ops);
create index audit_details_trigrams_2 on audit_details using gin (note gin_trgm_ops);
create unique index audit_links_entry_key on audit_links (entry_id hash);
create index audit_links_seal_idx on audit_links (seal_id hash, "position" asc);
create index audit_log_action_idx on audit_log (action asc, at asc, id asc);
create index audit_log_at_idx on audit_log (at asc, id asc);
create index audit_log_call_idx on audit_log ((after ->> 'call'::text) hash) where ((after ->> 'call'::text) IS NOT NULL);
create index audit_log_subject_idx on audit_log (subject hash, action asc);
create index audit_log_unmoved_idx on audit_log (id asc) where (actor_name IS NOT NULL);
create index audit_log_user_idx on audit_log (actor_id hash, at asc, id asc) where (actor_kind = 'user'::text);
create index audit_log_xid_idx on audit_log (xid asc);
create index click_search_trigrams on click_search using gin (click_id gin_trgm_ops);
create unique index clicks_click_id_key on clicks (click_id hash);
create index clicks_created_at_idx on clicks (created_at asc, id asc);
create index clicks_offer_idx on clicks (offer_id hash, created_at asc, id asc);
create index clicks_user_offer_idx on clicks (user_id hash, offer_id asc, created_at asc);
create index clicks_xid_idx on clicks (xid asc);
create index completion_events_adopted_idx on completion_events (completion_id hash) where (kind = 'adopted'::text);
create index completion_events_reversed_idx on completion_events (at asc, completion_id asc) where (kind = 'reversed'::text);
create unique index completion_events_transaction_key on completion_events ((network_id, transaction_id) hash) where (transaction_id IS NOT NULL);
create index completion_events_xid_idx on completion_events (xid asc);
create index completion_rows_completed_at_idx on completion_rows (completed_at asc, completion_id asc);
create index completion_rows_high_value_idx on completion_rows (user_id hash) where (won_paise >= 10000);
create index completion_rows_offer_idx on completion_rows (offer_id hash, completed_at asc, completion_id asc);
create index completion_rows_payout_idx on completion_rows (payout_paise asc, completion_id asc);
create index completion_rows_reversed_idx on completion_rows (offer_id hash) where (reversed AND approved);
create index completion_rows_unapproved_idx on completion_rows (google asc, completed_at asc, completion_id asc) where (NOT approved);
create index completion_rows_unapproved_offer_idx on completion_rows (offer_id hash, completed_at asc, completion_id asc) where (NOT approved);
create index completion_rows_unspun_idx on completion_rows (completed_at asc, completion_id asc) where (NOT spun);
create index completion_rows_unspun_payout_idx on completion_rows (payout_paise asc, completion_id asc) where (NOT spun);
create index completion_rows_user_idx on completion_rows (user_id hash, completion_id asc);
create index completion_rows_withheld_idx on completion_rows (completed_at asc, completion_id asc, offer_id asc) where (NOT spun AND reversed);
create index completion_rows_won_idx on completion_rows (completed_at asc, completion_id asc) where (won_paise IS NOT NULL);
create index completion_rows_won_payout_idx on completion_rows (payout_paise asc, completion_id asc) where (won_paise IS NOT NULL);
create index completions_completed_at_idx on completions (completed_at asc, id asc);
create index completions_in_clear_idx on completions (id asc) where (length(seed) = 32);
create unique index completions_transaction_key on completions ((network_id, transaction_id) hash);
create index completions_unapproved_idx on completions (offer_id hash, user_id asc) where (approved_at IS NULL);
create unique index completions_user_offer_key on completions (user_id hash, offer_id asc);
create index completions_xid_idx on completions (xid asc);
create index conformance_runs_network_idx on conformance_runs (network_id asc, at asc);
create index conversion_days_day_idx on conversion_days (day asc);
create index credit_cases_list_idx on credit_cases ((status = 'open'::text) asc, opened_at asc, id asc);
create index credit_cases_offer_idx on credit_cases (offer_id hash, opened_at asc);
create unique index credit_cases_open_key on credit_cases (user_id hash, offer_id asc) where (status = 'open'::text);
create index credit_cases_status_idx on credit_cases (status asc, opened_at asc);
create index credit_cases_user_idx on credit_cases (user_id hash, opened_at asc);
create index devices_blocked_idx on devices (last_registration asc, fingerprint asc) where (blocked_at IS NOT NULL);
create index devices_shared_idx on devices (registration_count asc, fingerprint asc) where (registration_count > 1 OR blocked_at IS NOT NULL);
create index devices_shared_recent_idx on devices (last_registration asc, fingerprint asc) where (registration_count > 1 OR blocked_at IS NOT NULL);
create index devices_trigrams on devices using gin (fingerprint gin_trgm_ops);
create index feed_offers_offer_id_idx on feed_offers (offer_id asc);
create index forged_calls_hour_idx on forged_calls (hour asc);
create unique index free_vouchers_voucher_key on free_vouchers (voucher_id hash);
create index happenings_xid_idx on happenings (xid asc);
create index held_spins_due_idx on held_spins (held_until asc);
create index idempotency_keys_created_at_idx on idempotency_keys (created_at asc);
create index ip_addresses_blocked_idx on ip_addresses (last_registration asc, address asc) where (blocked_at IS NOT NULL);
create index ip_addresses_shared_idx on ip_addresses (registration_count asc, address asc) where (registration_count > 1 OR blocked_at IS NOT NULL);
create index ip_addresses_shared_recent_idx on ip_addresses (last_registration asc, address asc) where (registration_count > 1 OR blocked_at IS NOT NULL);
create index ip_addresses_trigrams on ip_addresses using gin (address gin_trgm_ops);
create index known_admin_browsers_last_seen_at_idx on known_admin_browsers (last_seen_at asc);
create index known_browsers_last_seen_at_idx on known_browsers (last_seen_at asc);
create index known_devices_device_idx on known_devices (device hash);
create unique index known_devices_key on known_devices (user_id hash, device asc);
create index messages_created_at_idx on messages (created_at asc, id asc);
create index messages_due_idx on messages (due_at asc) where (status = 'queued'::text);
create unique index messages_fact_key on messages (kind hash, fact_key asc, recipient asc, month asc);
create index messages_failed_idx on messages (settled_at hash) where (status = 'failed'::text);
create index messages_user_id_idx on messages (user_id hash);
create unique index network_users_external_key on network_users ((network_id, external_id) hash);
create index network_users_user_idx on network_users (user_id hash);
create unique index networks_slug_key on networks (slug asc);
create unique index notifications_fact_key on notifications (user_id hash, kind asc, fact_key asc);
create index notifications_user_id_idx on notifications (user_id hash, id asc);
create index offers_created_at_idx on offers (created_at asc, id asc);
create unique index offers_external_key on offers (COALESCE(network_id, 0::bigint) asc, external_offer_id asc);
create index offers_external_offer_id_idx on offers (external_offer_id asc);
create unique index operator_alerts_entry_key on operator_alerts (kind asc, entry_id asc);
create unique index owed_wins_order_key on owed_wins (amount_paise hash, number asc);
create index passkeys_user_id_idx on passkeys (user_id hash);
create index payment_events_xid_idx on payment_events (xid asc);
create index payments_click_idx on payments (click_id hash);
create unique index payments_goal_key on payments (completion_id hash, goal_id asc);
create unique index payments_transaction_key on payments ((network_id, transaction_id) hash);
create index payments_xid_idx on payments (xid asc);
create index postback_judgements_postback_idx on postback_judgements (postback_id hash, id asc);
create index postbacks_alert_idx on postbacks (network_id hash, id asc) where (alert IS NOT NULL);
create index postbacks_assigned_click_idx on postbacks (assigned_click_id hash) where (assigned_click_id IS NOT NULL);
create index postbacks_call_hash_idx on postbacks ((network_id, call_hash) hash) where (call_hash IS NOT NULL);
create index postbacks_click_idx on postbacks (click_id hash);
create index postbacks_completion_id_idx on postbacks (completion_id hash) where (completion_id IS NOT NULL);
create index postbacks_kind_idx on postbacks (kind hash, received_at asc, id asc) where (kind <> 'approve'::text);
create index postbacks_network_idx on postbacks (network_id hash, received_at asc, id asc);
create index postbacks_outcome_idx on postbacks (outcome asc, received_at asc, id asc);
create index postbacks_parked_idx on postbacks ((network_id, transaction_id) hash) where (outcome = 'parked'::text);
create index postbacks_received_at_idx on postbacks (received_at asc, id asc);
create unique index postbacks_retry_key on postbacks (retry_key hash);
create index postbacks_transaction_idx on postbacks (transaction_id hash);
create index postbacks_trigrams_1 on postbacks using gin (click_id gin_trgm_ops);
create index postbacks_trigrams_2 on postbacks using gin (transaction_id gin_trgm_ops);
create index postbacks_trigrams_3 on postbacks using gin (ip gin_trgm_ops);
create unique index push_subscriptions_endpoint_hash_key on push_subscriptions (endpoint_hash hash);
create unique index push_subscriptions_session_id_key on push_subscriptions (session_id hash);
create index push_subscriptions_user_id_idx on push_subscriptions (user_id hash);
create index rate_limits_expire_idx on rate_limits (expire asc);
create index saved_views_admin_id_idx on saved_views (admin_id asc);
create unique index saved_views_default_key on saved_views (admin_id asc, list asc) where (is_default);
create unique index saved_views_name_key on saved_views (admin_id asc, list asc, lower(name) asc);
create index security_event_details_ip_idx on security_event_details (ip hash);
create index security_event_details_name_idx on security_event_details (actor_name hash);
create index security_events_actor_idx on security_events (actor_kind hash, actor_id asc, at asc);
create index security_events_at_idx on security_events (at asc, id asc);
create index security_events_kind_idx on security_events (kind asc, at asc, id asc);
create index spins_figures_idx on spins (completion_id asc);
create index spins_xid_idx on spins (xid asc);
create index suspended_sessions_user_id_idx on suspended_sessions (user_id hash);
create index user_provider_changes_xid_idx on user_provider_changes (xid asc);
create index user_search_trigrams_1 on user_search using gin (email gin_trgm_ops);
create index user_search_trigrams_2 on user_search using gin (name gin_trgm_ops);
create index user_search_trigrams_3 on user_search using gin (ip gin_trgm_ops);
create index user_search_trigrams_4 on user_search using gin (device gin_trgm_ops);
create index user_sessions_device_idx on user_sessions (device hash);
create index user_sessions_expires_at_idx on user_sessions (expires_at asc);
create index user_sessions_ip_idx on user_sessions (ip hash);
create index user_sessions_user_id_idx on user_sessions (user_id hash);
create index user_sources_source_idx on user_sources (source hash);
create index user_stats_completions_idx on user_stats (completions hash, user_id asc);
create index user_stats_revenue_filters_idx on user_stats (revenue_paise hash, user_id asc, completions asc, vouchers_won asc);
create index user_stats_spins_filters_idx on user_stats (spins hash, user_id asc, completions asc, vouchers_won asc);
create index user_stats_won_idx on user_stats (vouchers_won hash, user_id asc);
create index users_created_at_idx on users (created_at asc, id asc);
create index users_deletion_due_at_idx on users (deletion_due_at asc) where (deletion_due_at IS NOT NULL);
create index users_email_begins_idx on users (email text_pattern_ops asc);
create unique index users_email_key on users (email hash);
create index users_first_name_idx on users (lower(first_name) asc, id asc);
create index users_name_begins_idx on users (lower((first_name || ' '::text) || last_name) text_pattern_ops asc);
create index users_provider_idx on users (id asc) where (provider_uid IS NOT NULL);
create unique index users_provider_uid_key on users (provider_uid hash);
create index users_registration_device_idx on users (registration_device hash);
create index users_registration_ip_idx on users (registration_ip hash);
create index users_suspended_idx on users (created_at asc, id asc) where (suspended_at IS NOT NULL);
create index voucher_awards_awarded_at_idx on voucher_awards (awarded_at asc, voucher_id asc, amount_paise asc);
create unique index voucher_awards_turn_key on voucher_awards (completion_id hash, turn asc);
create index voucher_awards_xid_idx on voucher_awards (xid asc);
create index vouchers_amount_filters_idx on vouchers (amount_paise asc, id asc, expiry_date asc, type asc, used_at asc, withdrawn_at asc);
create index vouchers_brand_idx on vouchers (lower(brand) asc, id asc);
create index vouchers_brand_trigrams on vouchers using gin (brand gin_trgm_ops);
create index vouchers_code_end_idx on vouchers (code_end asc, id asc);
create unique index vouchers_code_hash_key on vouchers (code_hash hash);
create index vouchers_created_at_filters_idx on vouchers (created_at asc, id asc, expiry_date asc, type asc, amount_paise asc, used_at asc, withdrawn_at asc);
create index vouchers_ended_amount_idx on vouchers (amount_paise asc, id asc) where (expired_at IS NOT NULL OR withdrawn_at IS NOT NULL);
create index vouchers_ended_brand_idx on vouchers (lower(brand) asc, id asc) where (expired_at IS NOT NULL OR withdrawn_at IS NOT NULL);
create index vouchers_ended_expiry_idx on vouchers (expiry_date asc, id asc) where (expired_at IS NOT NULL OR withdrawn_at IS NOT NULL);
create index vouchers_ended_id_idx on vouchers (id hash) where (expired_at IS NOT NULL OR withdrawn_at IS NOT NULL);
create index vouchers_ended_idx on vouchers (created_at asc, id asc) where (expired_at IS NOT NULL OR withdrawn_at IS NOT NULL);
create index vouchers_ended_type_idx on vouchers (type asc, id asc) where (expired_at IS NOT NULL OR withdrawn_at IS NOT NULL);
create index vouchers_expired_idx on vouchers (expired_at asc, id asc) where (expired_at IS NOT NULL);
create index vouchers_expiry_filters_idx on vouchers (expiry_date asc, id asc, type asc, amount_paise asc, used_at asc, withdrawn_at asc);
create index vouchers_in_clear_idx on vouchers (id asc) where (code !~~ 'sealed:v1:%'::text);
create index vouchers_stock_idx on vouchers (type hash, brand asc, amount_paise asc);
create index vouchers_type_filters_idx on vouchers (type asc, id asc, expiry_date asc, amount_paise asc, used_at asc, withdrawn_at asc);
create index vouchers_used_brand_idx on vouchers (lower(brand) asc, id asc) where (used_at IS NOT NULL);
create index vouchers_used_created_at_expiry_idx on vouchers (created_at asc, id asc, expiry_date asc) where (used_at IS NOT NULL);
create index vouchers_used_expiry_idx on vouchers (expiry_date asc, id asc) where (used_at IS NOT NULL);
create index vouchers_used_id_idx on vouchers (id hash) where (used_at IS NOT NULL);
create index vouchers_used_idx on vouchers (used_at asc, id asc) where (used_at IS NOT NULL);
create index vouchers_withdrawn_idx on vouchers (withdrawn_at asc, id asc) where (withdrawn_at IS NOT NULL);
create index webhook_deliveries_due_idx on webhook_deliveries (endpoint_id hash, due_at asc) where (status = 'queued'::text AND attempts > 0);
create unique index webhook_deliveries_fact_key on webhook_deliveries (endpoint_id hash, kind asc, fact_key asc);
create index webhook_deliveries_first_idx on webhook_deliveries (endpoint_id hash, id asc) where (status = 'queued'::text AND attempts = 0);
create index webhook_deliveries_settled_idx on webhook_deliveries (settled_at asc);
create unique index webhook_endpoints_name_key on webhook_endpoints (name asc);
create unique index webhook_endpoints_source_key on webhook_endpoints (source asc);

alter table account_tokens add constraint account_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table admin_challenges add constraint admin_challenges_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table admin_passkeys add constraint admin_passkeys_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table admin_preferences add constraint admin_preferences_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table admin_recovery_codes add constraint admin_recovery_codes_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table admin_sessions add constraint admin_sessions_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table admin_totp add constraint admin_totp_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table api_keys add constraint api_keys_created_by_admins_id_fk FOREIGN KEY (created_by) REFERENCES admins(id);
alter table api_keys add constraint api_keys_held_by_admins_id_fk FOREIGN KEY (held_by) REFERENCES admins(id);
alter table approvals add constraint approvals_asked_by_admins_id_fk FOREIGN KEY (asked_by) REFERENCES admins(id);
alter table approvals add constraint approvals_decided_by_admins_id_fk FOREIGN KEY (decided_by) REFERENCES admins(id);
alter table approvals add constraint approvals_key_id_api_keys_id_fk FOREIGN KEY (key_id) REFERENCES api_keys(id);
alter table brands add constraint brands_mark_id_pictures_id_fk FOREIGN KEY (mark_id) REFERENCES pictures(id);
alter table click_search add constraint click_search_id_clicks_id_fk FOREIGN KEY (id) REFERENCES clicks(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table click_totals add constraint click_totals_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id) DEFERRABLE INITIALLY DEFERRED;
alter table clicks add constraint clicks_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table clicks add constraint clicks_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table completion_events add constraint completion_events_completion_id_completions_id_fk FOREIGN KEY (completion_id) REFERENCES completions(id);
alter table completion_rows add constraint completion_rows_completion_id_completions_id_fk FOREIGN KEY (completion_id) REFERENCES completions(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table completions add constraint completions_click_id_clicks_id_fk FOREIGN KEY (click_id) REFERENCES clicks(id);
alter table completions add constraint completions_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table completions add constraint completions_odds_fk FOREIGN KEY (offer_id, odds_version) REFERENCES offer_odds(offer_id, version);
alter table completions add constraint completions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table conformance_runs add constraint conformance_runs_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id);
alter table conformance_runs add constraint conformance_runs_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table consents add constraint consents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table conversion_days add constraint conversion_days_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id) DEFERRABLE INITIALLY DEFERRED;
alter table conversion_totals add constraint conversion_totals_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id) DEFERRABLE INITIALLY DEFERRED;
alter table credit_cases add constraint credit_cases_click_id_clicks_id_fk FOREIGN KEY (click_id) REFERENCES clicks(id);
alter table credit_cases add constraint credit_cases_closed_by_admin_id_admins_id_fk FOREIGN KEY (closed_by_admin_id) REFERENCES admins(id);
alter table credit_cases add constraint credit_cases_closed_by_postback_id_postbacks_id_fk FOREIGN KEY (closed_by_postback_id) REFERENCES postbacks(id);
alter table credit_cases add constraint credit_cases_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table credit_cases add constraint credit_cases_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table feed_offers add constraint feed_offers_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table feed_offers add constraint feed_offers_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table forged_calls add constraint forged_calls_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table free_vouchers add constraint free_vouchers_voucher_fk FOREIGN KEY (voucher_id, amount_paise) REFERENCES vouchers(id, amount_paise);
alter table held_spins add constraint held_spins_completion_id_completions_id_fk FOREIGN KEY (completion_id) REFERENCES completions(id) DEFERRABLE INITIALLY DEFERRED;
alter table known_admin_browsers add constraint known_admin_browsers_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table known_browsers add constraint known_browsers_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table known_devices add constraint known_devices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table message_choices add constraint message_choices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table network_users add constraint network_users_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table network_users add constraint network_users_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table notifications add constraint notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table offer_days add constraint offer_days_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id) DEFERRABLE INITIALLY DEFERRED;
alter table offer_moves add constraint offer_moves_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table offer_moves add constraint offer_moves_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table offer_odds add constraint offer_odds_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table offer_rates add constraint offer_rates_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table offer_times add constraint offer_times_offer_id_offers_id_fk FOREIGN KEY (offer_id) REFERENCES offers(id);
alter table offers add constraint offers_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table owed_wins add constraint owed_wins_completion_id_spins_completion_id_fk FOREIGN KEY (completion_id) REFERENCES spins(completion_id);
alter table passkeys add constraint passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table payment_events add constraint payment_events_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table payments add constraint payments_click_id_clicks_id_fk FOREIGN KEY (click_id) REFERENCES clicks(id);
alter table payments add constraint payments_completion_id_completions_id_fk FOREIGN KEY (completion_id) REFERENCES completions(id);
alter table payments add constraint payments_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table picture_sources add constraint picture_sources_picture_id_pictures_id_fk FOREIGN KEY (picture_id) REFERENCES pictures(id);
alter table postback_judgements add constraint postback_judgements_postback_id_postbacks_id_fk FOREIGN KEY (postback_id) REFERENCES postbacks(id);
alter table postbacks add constraint postbacks_network_id_networks_id_fk FOREIGN KEY (network_id) REFERENCES networks(id);
alter table push_subscriptions add constraint push_subscriptions_session_id_user_sessions_id_fk FOREIGN KEY (session_id) REFERENCES user_sessions(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table saved_views add constraint saved_views_admin_id_admins_id_fk FOREIGN KEY (admin_id) REFERENCES admins(id) ON DELETE CASCADE;
alter table spins add constraint spins_completion_id_completions_id_fk FOREIGN KEY (completion_id) REFERENCES completions(id);
alter table suspended_sessions add constraint suspended_sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_provider_changes add constraint user_provider_changes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_search add constraint user_search_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_sessions add constraint user_sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_sources add constraint user_sources_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table user_stats add constraint user_stats_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table voucher_awards add constraint voucher_awards_completion_id_spins_completion_id_fk FOREIGN KEY (completion_id) REFERENCES spins(completion_id);
alter table voucher_awards add constraint voucher_awards_voucher_fk FOREIGN KEY (voucher_id, amount_paise) REFERENCES vouchers(id, amount_paise);
alter table webhook_attempts add constraint webhook_attempts_delivery_id_webhook_deliveries_id_fk FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE;
alter table webhook_deliveries add constraint webhook_deliveries_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
