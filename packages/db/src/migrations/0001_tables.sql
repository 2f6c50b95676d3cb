-- Generated from src/schema by npm run db:generate. Do not edit.

CREATE TABLE "account_tokens" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"hash" text NOT NULL,
	"code" text,
	"email" text,
	"user_id" bigint,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "account_tokens_email_lower" CHECK ("account_tokens"."email" = lower("account_tokens"."email"))
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"user_id" bigint NOT NULL,
	"document" text NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_pkey" PRIMARY KEY("user_id","document","version")
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"user_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_browsers_pkey" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "retention_progress" (
	"name" text PRIMARY KEY NOT NULL,
	"up_to" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_preferences" (
	"admin_id" bigint PRIMARY KEY NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"summary" jsonb NOT NULL,
	"sealed_input" text NOT NULL,
	"request_digest" text NOT NULL,
	"reason" text,
	"asked_by" bigint NOT NULL,
	"key_id" bigint,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"executing_since" timestamp with time zone,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"answer" text,
	CONSTRAINT "approvals_status" CHECK ("approvals"."status" in ('waiting', 'done', 'failed', 'refused', 'withdrawn', 'expired')),
	CONSTRAINT "approvals_two_people" CHECK ("approvals"."decided_by" is null or "approvals"."decided_by" <> "approvals"."asked_by" or "approvals"."status" = 'withdrawn')
);
--> statement-breakpoint
CREATE TABLE "operator_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"entry_id" bigint NOT NULL,
	"completion_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_chain_links" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"seal_id" bigint NOT NULL,
	"link" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_details" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"salt" "bytea",
	"actor_name" text,
	"ip" text,
	"subject" text,
	"note" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "audit_head_receivers" (
	"receiver" "bytea" PRIMARY KEY NOT NULL,
	"acknowledged_seal" bigint,
	"acknowledged_at" timestamp with time zone,
	"next_post_at" timestamp with time zone NOT NULL,
	"failing_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text,
	"ip" text,
	"action" text NOT NULL,
	"subject" text,
	"before" jsonb,
	"after" jsonb,
	"note" text,
	"details_hash" "bytea",
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "audit_log_actor_kind" CHECK ("audit_log"."actor_kind" in ('user', 'admin', 'service', 'network', 'system'))
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"entries" integer NOT NULL,
	"head" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"sealed_until_xid" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_checks" (
	"part" text NOT NULL,
	"first" bigint NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"differences" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "book_checks_pkey" PRIMARY KEY("part","first")
);
--> statement-breakpoint
CREATE TABLE "credit_cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"click_id" bigint NOT NULL,
	"message" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"resolution" text,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by_admin_id" bigint,
	"closed_by_postback_id" bigint,
	CONSTRAINT "credit_cases_status" CHECK ("credit_cases"."status" in ('open', 'credited', 'closed')),
	CONSTRAINT "credit_cases_closed" CHECK (("credit_cases"."status" = 'open') = ("credit_cases"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "change_feed_consumers" (
	"name" text PRIMARY KEY NOT NULL,
	"xid" "xid8" NOT NULL,
	"advanced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "click_search" (
	"id" bigint PRIMARY KEY NOT NULL,
	"click_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clicks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clicks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"click_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"device" text,
	"country" text,
	"user_agent" text,
	"client_seed_hash" "bytea",
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "completion_rows" (
	"completion_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"google" boolean NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	"clicked_at" timestamp with time zone,
	"payout_paise" bigint NOT NULL,
	"revenue_paise" bigint NOT NULL,
	"spun" boolean NOT NULL,
	"won_paise" bigint,
	"approved" boolean DEFAULT true NOT NULL,
	"reversed" boolean DEFAULT false NOT NULL,
	"spun_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "completion_events" (
	"completion_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone,
	"network_id" bigint,
	"transaction_id" text,
	"goal_id" text,
	"payout_paise" bigint,
	"payout_micros" bigint,
	"currency" text,
	"rate_micros" bigint,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "completion_events_pkey" PRIMARY KEY("completion_id","kind"),
	CONSTRAINT "completion_events_kind" CHECK ("completion_events"."kind" in ('approved', 'adopted', 'reversed')),
	CONSTRAINT "completion_events_held" CHECK ("completion_events"."held_until" is null or "completion_events"."kind" = 'approved'),
	CONSTRAINT "completion_events_transaction" CHECK (("completion_events"."kind" = 'adopted') = ("completion_events"."transaction_id" is not null) and ("completion_events"."transaction_id" is null) = ("completion_events"."network_id" is null)),
	CONSTRAINT "completion_events_payout" CHECK (("completion_events"."payout_paise" is null or "completion_events"."payout_paise" >= 0) and ("completion_events"."payout_paise" is null) = ("completion_events"."currency" is null) and ("completion_events"."payout_paise" is null) = ("completion_events"."rate_micros" is null) and ("completion_events"."kind" <> 'reversed' or "completion_events"."payout_paise" is null))
);
--> statement-breakpoint
CREATE TABLE "completions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "completions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"odds_version" integer NOT NULL,
	"click_id" bigint,
	"network_id" bigint NOT NULL,
	"transaction_id" text NOT NULL,
	"goal_id" text,
	"payout_paise" bigint NOT NULL,
	"payout_micros" bigint,
	"currency" text NOT NULL,
	"rate_micros" bigint NOT NULL,
	"approved_at" timestamp with time zone DEFAULT now(),
	"held_until" timestamp with time zone,
	"source" text DEFAULT 'network' NOT NULL,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seed" "bytea" NOT NULL,
	"commitment" "bytea" NOT NULL,
	"client_seed_hash" "bytea",
	"awaited_goal" text,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "completions_source" CHECK ("completions"."source" in ('network', 'admin', 'house')),
	CONSTRAINT "completions_click" CHECK (("completions"."source" = 'house') = ("completions"."click_id" is null)),
	CONSTRAINT "completions_held" CHECK ("completions"."held_until" is null or "completions"."approved_at" is not null),
	CONSTRAINT "completions_payout" CHECK ("completions"."payout_paise" >= 0),
	CONSTRAINT "completions_seed" CHECK (length("completions"."commitment") = 32),
	CONSTRAINT "completions_client_seed_hash" CHECK (length("completions"."client_seed_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "published_draws" (
	"day" date PRIMARY KEY NOT NULL,
	"root" "bytea" NOT NULL,
	"count" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "published_draws_root" CHECK (length("published_draws"."root") = 32),
	CONSTRAINT "published_draws_count" CHECK ("published_draws"."count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "published_draws_start" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "published_draws_start_one" CHECK ("published_draws_start"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "click_totals" (
	"offer_id" bigint PRIMARY KEY NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversion_days" (
	"day" date NOT NULL,
	"offer_id" bigint NOT NULL,
	"google" boolean NOT NULL,
	"completions" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"won" integer DEFAULT 0 NOT NULL,
	"revenue_paise" bigint DEFAULT 0 NOT NULL,
	"lost_revenue_paise" bigint DEFAULT 0 NOT NULL,
	"won_revenue_paise" bigint DEFAULT 0 NOT NULL,
	"won_paise" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "conversion_days_pkey" PRIMARY KEY("offer_id","day","google")
);
--> statement-breakpoint
CREATE TABLE "conversion_totals" (
	"offer_id" bigint NOT NULL,
	"google" boolean NOT NULL,
	"completions" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"won" integer DEFAULT 0 NOT NULL,
	"revenue_paise" bigint DEFAULT 0 NOT NULL,
	"lost_revenue_paise" bigint DEFAULT 0 NOT NULL,
	"won_revenue_paise" bigint DEFAULT 0 NOT NULL,
	"won_paise" bigint DEFAULT 0 NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "conversion_totals_pkey" PRIMARY KEY("offer_id","google")
);
--> statement-breakpoint
CREATE TABLE "offer_days" (
	"day" date NOT NULL,
	"offer_id" bigint NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"completions" integer DEFAULT 0 NOT NULL,
	"spins" integer DEFAULT 0 NOT NULL,
	"wins" integer DEFAULT 0 NOT NULL,
	"won_paise" bigint DEFAULT 0 NOT NULL,
	"revenue_paise" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "offer_days_pkey" PRIMARY KEY("offer_id","day")
);
--> statement-breakpoint
CREATE TABLE "user_activity_hours" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"hour" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_provider_changes" (
	"user_id" bigint NOT NULL,
	"joined" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "user_provider_changes_pkey" PRIMARY KEY("user_id","xid")
);
--> statement-breakpoint
CREATE TABLE "user_stats" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"completions" integer DEFAULT 0 NOT NULL,
	"unapproved" integer DEFAULT 0 NOT NULL,
	"spins" integer DEFAULT 0 NOT NULL,
	"vouchers_won" integer DEFAULT 0 NOT NULL,
	"voucher_value_paise" bigint DEFAULT 0 NOT NULL,
	"revenue_paise" bigint DEFAULT 0 NOT NULL,
	"lost_revenue_paise" bigint DEFAULT 0 NOT NULL,
	"won_revenue_paise" bigint DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"last_completion_at" timestamp with time zone,
	"last_activity_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"registration_count" integer DEFAULT 0 NOT NULL,
	"first_registration" timestamp with time zone,
	"last_registration" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"blocked_note" text
);
--> statement-breakpoint
CREATE TABLE "ip_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"registration_count" integer DEFAULT 0 NOT NULL,
	"first_registration" timestamp with time zone,
	"last_registration" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"blocked_note" text
);
--> statement-breakpoint
CREATE TABLE "held_spins" (
	"completion_id" bigint PRIMARY KEY NOT NULL,
	"held_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"verified_identity_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'manager' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"deactivated_at" timestamp with time zone,
	CONSTRAINT "admins_email_lower" CHECK ("admins"."email" = lower("admins"."email")),
	CONSTRAINT "admins_role" CHECK ("admins"."role" in ('analyst', 'support', 'manager', 'owner'))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"scope" text,
	"scopes" text[],
	"responsible_admin" bigint,
	"expires_at" timestamp with time zone,
	"addresses" text[] DEFAULT '{}' NOT NULL,
	"last_ip" text,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_scope" CHECK ("api_keys"."scope" in ('read', 'read_write')),
	CONSTRAINT "api_keys_reach" CHECK (("api_keys"."scope" is null) <> ("api_keys"."scopes" is null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"principal" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"claim" text,
	"status" integer,
	"answer" text,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("principal","key"),
	CONSTRAINT "idempotency_keys_answered" CHECK (("idempotency_keys"."status" is null) = ("idempotency_keys"."answer" is null))
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" bigint NOT NULL,
	"device" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "setup_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suspended_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ip" text,
	"device" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signed_in_by_provider" boolean DEFAULT false NOT NULL,
	"ip" text,
	"device" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"verification_waived" boolean DEFAULT false NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"language" text,
	"password_hash" text,
	"provider_uid" text,
	"registration_ip" text,
	"registration_device" text,
	"registration_user_agent" text,
	"suspended_at" timestamp with time zone,
	"suspended_note" text,
	"deletion_due_at" timestamp with time zone,
	"deletion_notice_at" timestamp with time zone,
	"legal_hold_at" timestamp with time zone,
	"legal_hold_reason" text,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_can_sign_in" CHECK ("users"."password_hash" is not null or "users"."provider_uid" is not null or "users"."deleted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"month" date DEFAULT (date_trunc('month', now() at time zone 'UTC'))::date NOT NULL,
	"kind" text NOT NULL,
	"channel" text DEFAULT 'mail' NOT NULL,
	"event_key" text NOT NULL,
	"user_id" bigint,
	"recipient" text NOT NULL,
	"subscription_id" bigint,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sealed" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"message_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "messages_pkey" PRIMARY KEY("id","month"),
	CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('mail', 'push')),
	CONSTRAINT "messages_status" CHECK ("messages"."status" in ('queued', 'sent', 'failed', 'suppressed')),
	CONSTRAINT "messages_settled" CHECK (("messages"."status" = 'queued') = ("messages"."settled_at" is null))
) PARTITION BY RANGE ("month");
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	CONSTRAINT "notification_preferences_pkey" PRIMARY KEY("user_id","kind","channel")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"event_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_one" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"session_id" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_milestones" (
	"user_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	CONSTRAINT "due_milestones_pkey" PRIMARY KEY("user_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "named_locks" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_offers" (
	"network_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"applied" jsonb,
	"offer_id" bigint,
	"first_seen" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen" timestamp with time zone DEFAULT now() NOT NULL,
	"gone_at" timestamp with time zone,
	"paused_at" timestamp with time zone,
	CONSTRAINT "feed_offers_pkey" PRIMARY KEY("network_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "network_test_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_test_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_id" bigint,
	"score" integer NOT NULL,
	"report" jsonb NOT NULL,
	CONSTRAINT "network_test_runs_score" CHECK ("network_test_runs"."score" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "network_users" (
	"network_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"external_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_users_pkey" PRIMARY KEY("network_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "networks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "networks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"preset" text,
	"click_param" text NOT NULL,
	"link_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link_macros" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"link_signing" jsonb,
	"params" jsonb NOT NULL,
	"params_in" text DEFAULT 'query' NOT NULL,
	"status_map" jsonb NOT NULL,
	"status_rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"signing" jsonb NOT NULL,
	"signing_secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp with time zone,
	"signed_url" text,
	"source_addresses" text[] DEFAULT '{}' NOT NULL,
	"source_mode" text DEFAULT 'enforce' NOT NULL,
	"currency" text NOT NULL,
	"rate_micros" bigint NOT NULL,
	"rates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"call_timestamp" jsonb,
	"public_keys" jsonb,
	"replies" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hold_seconds" integer DEFAULT 0 NOT NULL,
	"click_window_seconds" integer,
	"payout_ceiling_paise" bigint,
	"payout_ratio" integer DEFAULT 20 NOT NULL,
	"postback_query" text DEFAULT '' NOT NULL,
	"feed" jsonb,
	"feed_secret" text,
	"feed_due_at" timestamp with time zone,
	"feed_checked_at" timestamp with time zone,
	"feed_error" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "networks_currency" CHECK ("networks"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "networks_rate" CHECK ("networks"."rate_micros" > 0),
	CONSTRAINT "networks_params_in" CHECK ("networks"."params_in" in ('query', 'body', 'either')),
	CONSTRAINT "networks_source_mode" CHECK ("networks"."source_mode" in ('enforce', 'log')),
	CONSTRAINT "networks_previous" CHECK (("networks"."previous_secret" is null) = ("networks"."previous_until" is null)),
	CONSTRAINT "networks_hold" CHECK ("networks"."hold_seconds" >= 0),
	CONSTRAINT "networks_limits" CHECK ("networks"."click_window_seconds" > 0 and "networks"."payout_ceiling_paise" >= 0),
	CONSTRAINT "networks_payout_ratio" CHECK ("networks"."payout_ratio" >= 0),
	CONSTRAINT "networks_unsigned_limits" CHECK ("networks"."signing" ->> 'kind' not in ('path_secret', 'token') or ("networks"."click_window_seconds" is not null and "networks"."payout_ceiling_paise" is not null))
);
--> statement-breakpoint
CREATE TABLE "offer_completion_times" (
	"offer_id" bigint PRIMARY KEY NOT NULL,
	"usual_seconds" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_rates" (
	"offer_id" bigint NOT NULL,
	"experience" smallint NOT NULL,
	"familiar" boolean NOT NULL,
	"starts" integer NOT NULL,
	"finished" integer NOT NULL,
	CONSTRAINT "offer_rates_pkey" PRIMARY KEY("offer_id","experience","familiar"),
	CONSTRAINT "offer_rates_counts" CHECK (0 <= "offer_rates"."finished" and "offer_rates"."finished" <= "offer_rates"."starts")
);
--> statement-breakpoint
CREATE TABLE "offer_catalogue" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "offer_catalogue_one_row" CHECK ("offer_catalogue"."id")
);
--> statement-breakpoint
CREATE TABLE "offer_network_history" (
	"offer_id" bigint NOT NULL,
	"network_id" bigint NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "offer_network_history_pkey" PRIMARY KEY("offer_id","network_id","replaced_at")
);
--> statement-breakpoint
CREATE TABLE "offer_odds" (
	"offer_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"odds" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offer_odds_pkey" PRIMARY KEY("offer_id","version"),
	CONSTRAINT "offer_odds_odds" CHECK (odds_valid("offer_odds"."odds")),
	CONSTRAINT "offer_odds_version" CHECK ("offer_odds"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "offer_odds_outcomes" (
	"offer_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"first_roll" integer NOT NULL,
	"last_roll" integer NOT NULL,
	"amount_paise" bigint NOT NULL,
	CONSTRAINT "offer_odds_outcomes_pkey" PRIMARY KEY("offer_id","version","first_roll"),
	CONSTRAINT "offer_odds_outcomes_rolls" CHECK (0 <= "offer_odds_outcomes"."first_roll" and "offer_odds_outcomes"."first_roll" <= "offer_odds_outcomes"."last_roll" and "offer_odds_outcomes"."last_roll" < 1000),
	CONSTRAINT "offer_odds_outcomes_amount" CHECK ("offer_odds_outcomes"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" bigint,
	"external_offer_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"task" text,
	"title_hi" text,
	"description_hi" text,
	"task_hi" text,
	"offer_url" text NOT NULL,
	"preview_url" text,
	"steps" text[] DEFAULT '{}' NOT NULL,
	"picture_url" text,
	"category" text NOT NULL,
	"model" text NOT NULL,
	"targeting" text NOT NULL,
	"reward_paise" bigint NOT NULL,
	"odds_version" integer DEFAULT 1 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"daily_cap" integer,
	"starts_on" date,
	"ends_on" date,
	"archived_at" timestamp with time zone,
	"goals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"goals_in_order" boolean DEFAULT false NOT NULL,
	"country_quotas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offers_category" CHECK ("offers"."category" in ('Survey', 'App', 'Game', 'Shopping')),
	CONSTRAINT "offers_model" CHECK ("offers"."model" in ('CPR', 'CPA', 'CPI')),
	CONSTRAINT "offers_reward" CHECK ("offers"."reward_paise" >= 0),
	CONSTRAINT "offers_daily_cap" CHECK ("offers"."daily_cap" > 0),
	CONSTRAINT "offers_goals" CHECK (jsonb_typeof("offers"."goals") = 'array'),
	CONSTRAINT "offers_country_quotas" CHECK (jsonb_typeof("offers"."country_quotas") = 'array'),
	CONSTRAINT "offers_dates" CHECK ("offers"."starts_on" <= "offers"."ends_on"),
	CONSTRAINT "offers_archived" CHECK ("offers"."archived_at" is null or not "offers"."active")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"payment_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"payout_paise" bigint,
	"payout_micros" bigint,
	"currency" text,
	"rate_micros" bigint,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "payment_events_pkey" PRIMARY KEY("payment_id","kind"),
	CONSTRAINT "payment_events_kind" CHECK ("payment_events"."kind" in ('approved', 'reversed')),
	CONSTRAINT "payment_events_payout" CHECK (("payment_events"."payout_paise" is null or "payment_events"."payout_paise" >= 0 and "payment_events"."kind" = 'approved') and ("payment_events"."payout_paise" is null) = ("payment_events"."payout_micros" is null) and ("payment_events"."payout_paise" is null) = ("payment_events"."currency" is null) and ("payment_events"."payout_paise" is null) = ("payment_events"."rate_micros" is null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"completion_id" bigint NOT NULL,
	"click_id" bigint NOT NULL,
	"network_id" bigint NOT NULL,
	"transaction_id" text NOT NULL,
	"goal_id" text,
	"payout_paise" bigint NOT NULL,
	"payout_micros" bigint NOT NULL,
	"currency" text NOT NULL,
	"rate_micros" bigint NOT NULL,
	"approved_at" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "payments_payout" CHECK ("payments"."payout_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"type" text NOT NULL,
	"brand" text NOT NULL,
	"use_url" text,
	"how_to_use" text,
	"mark_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "brands_pkey" PRIMARY KEY("type","brand")
);
--> statement-breakpoint
CREATE TABLE "picture_fetches" (
	"url" text PRIMARY KEY NOT NULL,
	"picture_id" text,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_tried_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picture_fetches_one" CHECK ("picture_fetches"."picture_id" is null or "picture_fetches"."problem" is null)
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"placeholder" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_id" CHECK ("pictures"."id" ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
CREATE TABLE "postback_judgements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postback_judgements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"postback_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"cause" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_name" text NOT NULL,
	"from_outcome" text,
	"from_reason" text,
	"to_outcome" text NOT NULL,
	"to_reason" text,
	CONSTRAINT "postback_judgements_cause" CHECK ("postback_judgements"."cause" in ('call', 'replay', 'match', 'settings'))
);
--> statement-breakpoint
CREATE TABLE "postbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" bigint,
	"slug" text NOT NULL,
	"retry_key" text NOT NULL,
	"method" text NOT NULL,
	"raw_url" text DEFAULT '' NOT NULL,
	"raw_query" text NOT NULL,
	"raw_body" text NOT NULL,
	"body_encoding" text DEFAULT 'text' NOT NULL,
	"truncated_from_bytes" bigint,
	"content_hash" text,
	"content_type" text,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
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
	"call_hash" bigint,
	"repeats" bigint DEFAULT 0 NOT NULL,
	"repeated_at" timestamp with time zone,
	CONSTRAINT "postbacks_outcome" CHECK ("postbacks"."outcome" in ('accepted', 'repeat', 'pending', 'reversed', 'parked', 'refused', 'ignored')),
	CONSTRAINT "postbacks_kind" CHECK ("postbacks"."kind" in ('pending', 'approve', 'reverse', 'ignore')),
	CONSTRAINT "postbacks_body_encoding" CHECK ("postbacks"."body_encoding" in ('text', 'base64'))
);
--> statement-breakpoint
CREATE TABLE "unauthenticated_calls" (
	"network_id" bigint NOT NULL,
	"ip" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"calls" bigint NOT NULL,
	"kept" bigint NOT NULL,
	CONSTRAINT "unauthenticated_calls_pkey" PRIMARY KEY("network_id","hour","ip")
);
--> statement-breakpoint
CREATE TABLE "reseal_progress" (
	"what" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"upto" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"admin_id" bigint,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" bigint NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "admin_recovery_codes" (
	"admin_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "admin_recovery_codes_pkey" PRIMARY KEY("admin_id","hash")
);
--> statement-breakpoint
CREATE TABLE "admin_totp" (
	"admin_id" bigint PRIMARY KEY NOT NULL,
	"secret" text,
	"pending" text,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_admin_browsers" (
	"admin_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_admin_browsers_pkey" PRIMARY KEY("admin_id","hash")
);
--> statement-breakpoint
CREATE TABLE "security_event_details" (
	"event_id" bigint NOT NULL,
	"actor_name" text,
	"ip" text,
	"device" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_event_details_pkey" PRIMARY KEY("event_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"realm" text NOT NULL,
	"request_id" text,
	"actor_kind" text,
	"actor_id" bigint,
	"detail" text,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "security_events_pkey" PRIMARY KEY("id","at"),
	CONSTRAINT "security_events_realm" CHECK ("security_events"."realm" in ('user', 'admin')),
	CONSTRAINT "security_events_count" CHECK ("security_events"."count" > 0)
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "pauses" (
	"part" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"until" timestamp with time zone,
	"note" text,
	CONSTRAINT "pauses_part" CHECK ("pauses"."part" in ('spins', 'starts', 'sign_ups'))
);
--> statement-breakpoint
CREATE TABLE "spend_ceilings" (
	"offer_id" bigint NOT NULL,
	"period" text NOT NULL,
	"paise" bigint NOT NULL,
	"lifted_until" timestamp with time zone,
	CONSTRAINT "spend_ceilings_pkey" PRIMARY KEY("offer_id","period"),
	CONSTRAINT "spend_ceilings_period" CHECK ("spend_ceilings"."period" in ('hour', 'day')),
	CONSTRAINT "spend_ceilings_paise" CHECK ("spend_ceilings"."paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "spend_hours" (
	"hour" timestamp with time zone NOT NULL,
	"offer_id" bigint NOT NULL,
	"spins" integer DEFAULT 0 NOT NULL,
	"expected_paise" bigint DEFAULT 0 NOT NULL,
	"won_paise" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "spend_hours_pkey" PRIMARY KEY("hour","offer_id")
);
--> statement-breakpoint
CREATE TABLE "owed_wins" (
	"completion_id" bigint PRIMARY KEY NOT NULL,
	"amount_paise" bigint NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "owed_wins_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owed_since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spins" (
	"completion_id" bigint PRIMARY KEY NOT NULL,
	"spun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"roll" "roll_number",
	"landing_permille" "roll_number" NOT NULL,
	"wheel_layout" smallint NOT NULL,
	"client_seed" text NOT NULL,
	"client_seed_status" "client_seed_status" NOT NULL,
	"amount_paise" "positive_paise",
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "spins_complete" CHECK (case when "spins"."roll" is null then coalesce("spins"."amount_paise", "spins"."wheel_layout") = 0 else "spins"."wheel_layout" > 0 end)
);
--> statement-breakpoint
CREATE TABLE "accepted_differences" (
	"network_id" bigint NOT NULL,
	"month" text NOT NULL,
	"hash" text NOT NULL,
	"admin_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "accepted_differences_pkey" PRIMARY KEY("network_id","month","hash")
);
--> statement-breakpoint
CREATE TABLE "network_statement_lines" (
	"statement_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"day" date,
	"transaction_id" text NOT NULL,
	"goal_id" text NOT NULL,
	"click_id" text,
	"offer" text,
	"micros" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "network_statement_lines_pkey" PRIMARY KEY("statement_id","line"),
	CONSTRAINT "network_statement_lines_status" CHECK ("network_statement_lines"."status" in ('approved', 'reversed'))
);
--> statement-breakpoint
CREATE TABLE "network_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" bigint NOT NULL,
	"month" text NOT NULL,
	"file_name" text NOT NULL,
	"format" jsonb NOT NULL,
	"lines" integer NOT NULL,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_id" bigint NOT NULL,
	"compared_at" timestamp with time zone,
	"totals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "network_statements_month" CHECK ("network_statements"."month" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "statement_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"day" date NOT NULL,
	"line" integer,
	"transaction_id" text NOT NULL,
	"goal_id" text NOT NULL,
	"click_id" text,
	"offer_id" bigint,
	"offer" text NOT NULL,
	"their_micros" bigint,
	"their_currency" text,
	"their_paise" bigint,
	"their_status" text,
	"their_goal" text,
	"our_micros" bigint,
	"our_currency" text,
	"our_paise" bigint,
	"our_status" text,
	"our_goal" text,
	"our_at" timestamp with time zone,
	"completion_id" bigint,
	"postback_id" bigint,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "user_search" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"ip" text,
	"device" text
);
--> statement-breakpoint
CREATE TABLE "code_hash_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "code_hash_keys_one" CHECK ("code_hash_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "free_vouchers" (
	"amount_paise" bigint NOT NULL,
	"expiry_date" date NOT NULL,
	"voucher_id" bigint NOT NULL,
	CONSTRAINT "free_vouchers_pkey" PRIMARY KEY("amount_paise","expiry_date","voucher_id")
);
--> statement-breakpoint
CREATE TABLE "voucher_awards" (
	"voucher_id" bigint PRIMARY KEY NOT NULL,
	"completion_id" bigint NOT NULL,
	"award_number" "positive_smallint" DEFAULT 1 NOT NULL,
	"amount_paise" bigint NOT NULL,
	"awarded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "voucher_counts" (
	"type" text NOT NULL,
	"brand" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"withdrawn" integer DEFAULT 0 NOT NULL,
	"awarded" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "voucher_counts_pkey" PRIMARY KEY("type","brand","amount_paise")
);
--> statement-breakpoint
CREATE TABLE "voucher_stock_positions" (
	"amount_paise" bigint PRIMARY KEY NOT NULL,
	"from_expiry_date" date DEFAULT '-infinity' NOT NULL,
	"from_voucher_id" bigint DEFAULT 0 NOT NULL,
	"additions" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vouchers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"code_end" text DEFAULT '' NOT NULL,
	"pin" text,
	"pin_end" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"brand" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"description" text,
	"terms" text,
	"expiry_date" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expired_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_reason" text,
	"notice" text,
	"notice_at" timestamp with time zone,
	"notice_seen_at" timestamp with time zone,
	CONSTRAINT "vouchers_id_amount_key" UNIQUE("id","amount_paise"),
	CONSTRAINT "vouchers_type" CHECK ("vouchers"."type" in ('myntra', 'flipkart', 'amazon', 'swiggy', 'zomato', 'paytm', 'other')),
	CONSTRAINT "vouchers_amount" CHECK ("vouchers"."amount_paise" > 0),
	CONSTRAINT "vouchers_one_end" CHECK (num_nonnulls("vouchers"."expired_at", "vouchers"."used_at", "vouchers"."withdrawn_at") < 2),
	CONSTRAINT "vouchers_withdrawn" CHECK (("vouchers"."withdrawn_at" is null) = ("vouchers"."withdrawn_reason" is null)),
	CONSTRAINT "vouchers_notice" CHECK (("vouchers"."notice" is null or "vouchers"."notice" in ('resent', 'replaced')) and ("vouchers"."notice" is null) = ("vouchers"."notice_at" is null) and ("vouchers"."notice" is not null or "vouchers"."notice_seen_at" is null) and ("vouchers"."notice" is null or ("vouchers"."expired_at" is null and "vouchers"."withdrawn_at" is null)))
);
--> statement-breakpoint
CREATE TABLE "domain_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domain_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"detail" jsonb,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "domain_events_kind" CHECK ("domain_events"."kind" in ('voucher_used', 'user_suspended', 'stock_low'))
);
--> statement-breakpoint
CREATE TABLE "low_stock" (
	"amount_paise" bigint PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_traffic_sources" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"source_click" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"delivery_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"took_ms" integer NOT NULL,
	"status" integer,
	"problem" text,
	"answer" text,
	CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"event_key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_status" integer,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('queued', 'delivered', 'failed') and ("webhook_deliveries"."status" = 'queued') = ("webhook_deliveries"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] DEFAULT '{}' NOT NULL,
	"source" text,
	"secret" text,
	"previous_secret" text,
	"previous_until" timestamp with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp with time zone,
	"disabled_reason" text,
	"failing_since" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"lease" text,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_kind" CHECK ("webhook_endpoints"."kind" = 'webhook' and "webhook_endpoints"."secret" is not null and "webhook_endpoints"."source" is null
        or "webhook_endpoints"."kind" = 'tracker' and "webhook_endpoints"."secret" is null and "webhook_endpoints"."source" is not null),
	CONSTRAINT "webhook_endpoints_previous" CHECK (("webhook_endpoints"."previous_secret" is null) = ("webhook_endpoints"."previous_until" is null)),
	CONSTRAINT "webhook_endpoints_disabled" CHECK (("webhook_endpoints"."disabled_at" is null) = ("webhook_endpoints"."disabled_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_preferences" ADD CONSTRAINT "admin_preferences_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_admins_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_closed_by_admin_id_admins_id_fk" FOREIGN KEY ("closed_by_admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_closed_by_postback_id_postbacks_id_fk" FOREIGN KEY ("closed_by_postback_id") REFERENCES "public"."postbacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "click_search" ADD CONSTRAINT "click_search_id_clicks_id_fk" FOREIGN KEY ("id") REFERENCES "public"."clicks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completion_rows" ADD CONSTRAINT "completion_rows_completion_id_completions_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."completions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completion_events" ADD CONSTRAINT "completion_events_completion_id_completions_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."completions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_odds_fk" FOREIGN KEY ("offer_id","odds_version") REFERENCES "public"."offer_odds"("offer_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "click_totals" ADD CONSTRAINT "click_totals_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_days" ADD CONSTRAINT "conversion_days_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_totals" ADD CONSTRAINT "conversion_totals_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_days" ADD CONSTRAINT "offer_days_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_provider_changes" ADD CONSTRAINT "user_provider_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_stats" ADD CONSTRAINT "user_stats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_spins" ADD CONSTRAINT "held_spins_completion_id_completions_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."completions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_responsible_admin_admins_id_fk" FOREIGN KEY ("responsible_admin") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspended_sessions" ADD CONSTRAINT "suspended_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_user_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."user_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_milestones" ADD CONSTRAINT "due_milestones_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_milestones" ADD CONSTRAINT "due_milestones_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_offers" ADD CONSTRAINT "feed_offers_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_offers" ADD CONSTRAINT "feed_offers_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_test_runs" ADD CONSTRAINT "network_test_runs_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_test_runs" ADD CONSTRAINT "network_test_runs_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_users" ADD CONSTRAINT "network_users_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_users" ADD CONSTRAINT "network_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_completion_times" ADD CONSTRAINT "offer_completion_times_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_rates" ADD CONSTRAINT "offer_rates_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_network_history" ADD CONSTRAINT "offer_network_history_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_network_history" ADD CONSTRAINT "offer_network_history_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_odds" ADD CONSTRAINT "offer_odds_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_completion_id_completions_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."completions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "brands" ADD CONSTRAINT "brands_mark_id_pictures_id_fk" FOREIGN KEY ("mark_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_fetches" ADD CONSTRAINT "picture_fetches_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_judgements" ADD CONSTRAINT "postback_judgements_postback_id_postbacks_id_fk" FOREIGN KEY ("postback_id") REFERENCES "public"."postbacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unauthenticated_calls" ADD CONSTRAINT "unauthenticated_calls_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_challenges" ADD CONSTRAINT "admin_challenges_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_passkeys" ADD CONSTRAINT "admin_passkeys_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_recovery_codes" ADD CONSTRAINT "admin_recovery_codes_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_totp" ADD CONSTRAINT "admin_totp_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_admin_browsers" ADD CONSTRAINT "known_admin_browsers_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_hours" ADD CONSTRAINT "spend_hours_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_wins" ADD CONSTRAINT "owed_wins_completion_id_spins_completion_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."spins"("completion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spins" ADD CONSTRAINT "spins_completion_id_completions_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."completions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accepted_differences" ADD CONSTRAINT "accepted_differences_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accepted_differences" ADD CONSTRAINT "accepted_differences_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_statement_lines" ADD CONSTRAINT "network_statement_lines_statement_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."network_statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_statements" ADD CONSTRAINT "network_statements_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_statements" ADD CONSTRAINT "network_statements_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_differences" ADD CONSTRAINT "statement_differences_statement_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."network_statements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_search" ADD CONSTRAINT "user_search_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "free_vouchers" ADD CONSTRAINT "free_vouchers_voucher_fk" FOREIGN KEY ("voucher_id","amount_paise") REFERENCES "public"."vouchers"("id","amount_paise") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_awards" ADD CONSTRAINT "voucher_awards_completion_id_spins_completion_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."spins"("completion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_awards" ADD CONSTRAINT "voucher_awards_voucher_fk" FOREIGN KEY ("voucher_id","amount_paise") REFERENCES "public"."vouchers"("id","amount_paise") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_traffic_sources" ADD CONSTRAINT "user_traffic_sources_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_tokens_hash_key" ON "account_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "account_tokens_email_idx" ON "account_tokens" USING btree ("email","purpose");--> statement-breakpoint
CREATE INDEX "account_tokens_user_id_idx" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_browsers_last_seen_at_idx" ON "known_browsers" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_key" ON "approvals" USING btree ("asked_by","request_digest") WHERE "approvals"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_status_idx" ON "approvals" USING btree ("status","expires_at");--> statement-breakpoint
CREATE INDEX "approvals_asked_by_idx" ON "approvals" USING btree ("asked_by","kind","decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_alerts_entry_key" ON "operator_alerts" USING btree ("kind","entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_links_entry_key" ON "audit_chain_links" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "audit_chain_links_seal_idx" ON "audit_chain_links" USING btree ("seal_id","position");--> statement-breakpoint
CREATE INDEX "audit_details_trigrams" ON "audit_details" USING gin ("actor_name" gin_trgm_ops,"note" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_details_subject_idx" ON "audit_details" USING btree ("subject") WHERE "audit_details"."subject" is not null;--> statement-breakpoint
CREATE INDEX "audit_details_ip_idx" ON "audit_details" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "audit_log_xid_idx" ON "audit_log" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_user_idx" ON "audit_log" USING btree ("actor_id","at","id") WHERE "audit_log"."actor_kind" = 'user';--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject","action");--> statement-breakpoint
CREATE UNIQUE INDEX "credit_cases_open_key" ON "credit_cases" USING btree ("user_id","offer_id") WHERE "credit_cases"."status" = 'open';--> statement-breakpoint
CREATE INDEX "credit_cases_list_idx" ON "credit_cases" USING btree (("status" = 'open'),"opened_at","id");--> statement-breakpoint
CREATE INDEX "credit_cases_status_idx" ON "credit_cases" USING btree ("status","opened_at");--> statement-breakpoint
CREATE INDEX "credit_cases_offer_idx" ON "credit_cases" USING btree ("offer_id","opened_at");--> statement-breakpoint
CREATE INDEX "click_search_trigrams" ON "click_search" USING gin ("click_id" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "clicks_click_id_key" ON "clicks" USING btree ("click_id");--> statement-breakpoint
CREATE INDEX "clicks_user_offer_idx" ON "clicks" USING btree ("user_id","offer_id","created_at");--> statement-breakpoint
CREATE INDEX "clicks_created_at_idx" ON "clicks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "clicks_offer_idx" ON "clicks" USING btree ("offer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "clicks_xid_idx" ON "clicks" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "completion_rows_completed_at_idx" ON "completion_rows" USING btree ("completed_at","completion_id");--> statement-breakpoint
CREATE INDEX "completion_rows_payout_idx" ON "completion_rows" USING btree ("payout_paise","completion_id");--> statement-breakpoint
CREATE INDEX "completion_rows_offer_idx" ON "completion_rows" USING btree ("offer_id","completed_at","completion_id");--> statement-breakpoint
CREATE INDEX "completion_rows_user_idx" ON "completion_rows" USING btree ("user_id","completion_id");--> statement-breakpoint
CREATE INDEX "completion_rows_won_idx" ON "completion_rows" USING btree ("completed_at","completion_id") WHERE "completion_rows"."won_paise" is not null;--> statement-breakpoint
CREATE INDEX "completion_rows_won_payout_idx" ON "completion_rows" USING btree ("payout_paise","completion_id") WHERE "completion_rows"."won_paise" is not null;--> statement-breakpoint
CREATE INDEX "completion_rows_unspun_idx" ON "completion_rows" USING btree ("completed_at","completion_id") WHERE not "completion_rows"."spun";--> statement-breakpoint
CREATE INDEX "completion_rows_unspun_payout_idx" ON "completion_rows" USING btree ("payout_paise","completion_id") WHERE not "completion_rows"."spun";--> statement-breakpoint
CREATE INDEX "completion_rows_high_value_idx" ON "completion_rows" USING btree ("user_id") WHERE "completion_rows"."won_paise" >= 10000;--> statement-breakpoint
CREATE INDEX "completion_rows_unapproved_idx" ON "completion_rows" USING btree ("google","completed_at","completion_id") WHERE not "completion_rows"."approved";--> statement-breakpoint
CREATE INDEX "completion_rows_unapproved_offer_idx" ON "completion_rows" USING btree ("offer_id","completed_at","completion_id") WHERE not "completion_rows"."approved";--> statement-breakpoint
CREATE INDEX "completion_rows_reversed_idx" ON "completion_rows" USING btree ("offer_id") WHERE "completion_rows"."reversed" and "completion_rows"."approved";--> statement-breakpoint
CREATE INDEX "completion_rows_withheld_idx" ON "completion_rows" USING btree ("completed_at","completion_id","offer_id") WHERE not "completion_rows"."spun" and "completion_rows"."reversed";--> statement-breakpoint
CREATE UNIQUE INDEX "completion_events_transaction_key" ON "completion_events" USING btree ("network_id","transaction_id") WHERE "completion_events"."transaction_id" is not null;--> statement-breakpoint
CREATE INDEX "completion_events_xid_idx" ON "completion_events" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "completion_events_adopted_idx" ON "completion_events" USING btree ("completion_id") WHERE "completion_events"."kind" = 'adopted';--> statement-breakpoint
CREATE INDEX "completion_events_reversed_idx" ON "completion_events" USING btree ("at","completion_id") WHERE "completion_events"."kind" = 'reversed';--> statement-breakpoint
CREATE UNIQUE INDEX "completions_transaction_key" ON "completions" USING btree ("network_id","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "completions_user_offer_key" ON "completions" USING btree ("user_id","offer_id");--> statement-breakpoint
CREATE INDEX "completions_completed_at_idx" ON "completions" USING btree ("completed_at","id");--> statement-breakpoint
CREATE INDEX "completions_xid_idx" ON "completions" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "completions_unapproved_idx" ON "completions" USING btree ("offer_id","user_id") WHERE "completions"."approved_at" is null;--> statement-breakpoint
CREATE INDEX "completions_house_idx" ON "completions" USING btree ("user_id") WHERE "completions"."source" = 'house';--> statement-breakpoint
CREATE INDEX "conversion_days_day_idx" ON "conversion_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "user_activity_hours_hour_idx" ON "user_activity_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "user_provider_changes_xid_idx" ON "user_provider_changes" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "user_stats_completions_idx" ON "user_stats" USING btree ("completions","user_id");--> statement-breakpoint
CREATE INDEX "user_stats_spins_filters_idx" ON "user_stats" USING btree ("spins","user_id","completions","vouchers_won");--> statement-breakpoint
CREATE INDEX "user_stats_won_idx" ON "user_stats" USING btree ("vouchers_won","user_id");--> statement-breakpoint
CREATE INDEX "user_stats_revenue_filters_idx" ON "user_stats" USING btree ("revenue_paise","user_id","completions","vouchers_won");--> statement-breakpoint
CREATE INDEX "devices_trigrams" ON "devices" USING gin ("fingerprint" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "devices_shared_idx" ON "devices" USING btree ("registration_count","fingerprint") WHERE "devices"."registration_count" > 1 or "devices"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "devices_shared_recent_idx" ON "devices" USING btree ("last_registration" DESC NULLS LAST,"fingerprint" DESC NULLS LAST) WHERE "devices"."registration_count" > 1 or "devices"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "devices_blocked_idx" ON "devices" USING btree ("last_registration" DESC NULLS LAST,"fingerprint" DESC NULLS LAST) WHERE "devices"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "ip_addresses_trigrams" ON "ip_addresses" USING gin ("address" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ip_addresses_shared_idx" ON "ip_addresses" USING btree ("registration_count","address") WHERE "ip_addresses"."registration_count" > 1 or "ip_addresses"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "ip_addresses_shared_recent_idx" ON "ip_addresses" USING btree ("last_registration" DESC NULLS LAST,"address" DESC NULLS LAST) WHERE "ip_addresses"."registration_count" > 1 or "ip_addresses"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "ip_addresses_blocked_idx" ON "ip_addresses" USING btree ("last_registration" DESC NULLS LAST,"address" DESC NULLS LAST) WHERE "ip_addresses"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "held_spins_due_idx" ON "held_spins" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "admin_sessions_admin_id_idx" ON "admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_expires_at_idx" ON "admin_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username_key" ON "admins" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_key" ON "admins" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_key" ON "known_devices" USING btree ("user_id","device");--> statement-breakpoint
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "suspended_sessions_user_id_idx" ON "suspended_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_user_id_idx" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_expires_at_idx" ON "user_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_sessions_ip_idx" ON "user_sessions" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "user_sessions_device_idx" ON "user_sessions" USING btree ("device");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_provider_uid_key" ON "users" USING btree ("provider_uid");--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_registration_ip_idx" ON "users" USING btree ("registration_ip");--> statement-breakpoint
CREATE INDEX "users_registration_device_idx" ON "users" USING btree ("registration_device");--> statement-breakpoint
CREATE INDEX "users_legal_hold_at_idx" ON "users" USING btree ("legal_hold_at") WHERE legal_hold_at is not null;--> statement-breakpoint
CREATE INDEX "users_deletion_due_at_idx" ON "users" USING btree ("deletion_due_at") WHERE deletion_due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_fact_key" ON "messages" USING btree ("kind","event_key","recipient","month");--> statement-breakpoint
CREATE INDEX "messages_due_idx" ON "messages" USING btree ("due_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "messages_failed_idx" ON "messages" USING btree ("settled_at") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "messages_user_id_idx" ON "messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "messages_created_at_idx" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_fact_key" ON "notifications" USING btree ("user_id","kind","event_key");--> statement-breakpoint
CREATE INDEX "notifications_user_id_idx" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_session_id_key" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_hash_key" ON "push_subscriptions" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "feed_offers_offer_id_idx" ON "feed_offers" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "network_test_runs_network_idx" ON "network_test_runs" USING btree ("network_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "network_users_external_key" ON "network_users" USING btree ("network_id","external_id");--> statement-breakpoint
CREATE INDEX "network_users_user_idx" ON "network_users" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "networks_slug_key" ON "networks" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "offers_created_at_idx" ON "offers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "offers_external_offer_id_idx" ON "offers" USING btree ("external_offer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_external_key" ON "offers" USING btree (coalesce("network_id", 0),"external_offer_id");--> statement-breakpoint
CREATE INDEX "payment_events_xid_idx" ON "payment_events" USING btree ("xid");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_key" ON "payments" USING btree ("network_id","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_goal_key" ON "payments" USING btree ("completion_id","goal_id");--> statement-breakpoint
CREATE INDEX "payments_click_idx" ON "payments" USING btree ("click_id");--> statement-breakpoint
CREATE INDEX "payments_xid_idx" ON "payments" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "postback_judgements_postback_idx" ON "postback_judgements" USING btree ("postback_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "postbacks_retry_key" ON "postbacks" USING btree ("retry_key");--> statement-breakpoint
CREATE INDEX "postbacks_call_hash_idx" ON "postbacks" USING btree ("network_id","call_hash") WHERE "postbacks"."call_hash" is not null;--> statement-breakpoint
CREATE INDEX "postbacks_received_at_idx" ON "postbacks" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "postbacks_parked_idx" ON "postbacks" USING btree ("network_id","transaction_id") WHERE "postbacks"."outcome" = 'parked';--> statement-breakpoint
CREATE INDEX "postbacks_network_idx" ON "postbacks" USING btree ("network_id","received_at","id");--> statement-breakpoint
CREATE INDEX "postbacks_click_idx" ON "postbacks" USING btree ("click_id");--> statement-breakpoint
CREATE INDEX "postbacks_transaction_idx" ON "postbacks" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "postbacks_trigrams" ON "postbacks" USING gin ("click_id" gin_trgm_ops,"transaction_id" gin_trgm_ops,"ip" gin_trgm_ops) WITH (gin_pending_list_limit=65536);--> statement-breakpoint
CREATE INDEX "postbacks_outcome_idx" ON "postbacks" USING btree ("outcome","received_at","id");--> statement-breakpoint
CREATE INDEX "postbacks_kind_idx" ON "postbacks" USING btree ("kind","received_at","id") WHERE "postbacks"."kind" <> 'approve';--> statement-breakpoint
CREATE INDEX "postbacks_alert_idx" ON "postbacks" USING btree ("network_id","id") WHERE "postbacks"."alert" is not null;--> statement-breakpoint
CREATE INDEX "unauthenticated_calls_hour_idx" ON "unauthenticated_calls" USING btree ("hour");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("admin_id","list",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_default_key" ON "saved_views" USING btree ("admin_id","list") WHERE "saved_views"."is_default";--> statement-breakpoint
CREATE INDEX "saved_views_admin_id_idx" ON "saved_views" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_challenges_expires_at_idx" ON "admin_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "admin_passkeys_admin_id_idx" ON "admin_passkeys" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "known_admin_browsers_last_seen_at_idx" ON "known_admin_browsers" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "security_event_details_ip_idx" ON "security_event_details" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "security_event_details_name_idx" ON "security_event_details" USING btree ("actor_name");--> statement-breakpoint
CREATE INDEX "security_events_at_idx" ON "security_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "security_events_kind_idx" ON "security_events" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "security_events_actor_idx" ON "security_events" USING btree ("actor_kind","actor_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "owed_wins_order_key" ON "owed_wins" USING btree ("amount_paise","number");--> statement-breakpoint
CREATE INDEX "spins_xid_idx" ON "spins" USING btree ("xid");--> statement-breakpoint
CREATE UNIQUE INDEX "network_statements_month_key" ON "network_statements" USING btree ("network_id","month") WHERE "network_statements"."compared_at" is not null;--> statement-breakpoint
CREATE INDEX "network_statements_network_idx" ON "network_statements" USING btree ("network_id","month","id");--> statement-breakpoint
CREATE INDEX "statement_differences_day_idx" ON "statement_differences" USING btree ("statement_id","day","id");--> statement-breakpoint
CREATE INDEX "user_search_trigrams" ON "user_search" USING gin ("email" gin_trgm_ops,"name" gin_trgm_ops,"ip" gin_trgm_ops,"device" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "free_vouchers_voucher_key" ON "free_vouchers" USING btree ("voucher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "voucher_awards_number_key" ON "voucher_awards" USING btree ("completion_id","award_number");--> statement-breakpoint
CREATE INDEX "voucher_awards_xid_idx" ON "voucher_awards" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "voucher_awards_awarded_at_idx" ON "voucher_awards" USING btree ("awarded_at","voucher_id","amount_paise");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_code_key" ON "vouchers" USING btree ("code_hash","type",lower("brand"));--> statement-breakpoint
CREATE INDEX "vouchers_code_end_idx" ON "vouchers" USING btree ("code_end","id");--> statement-breakpoint
CREATE INDEX "vouchers_brand_trigrams" ON "vouchers" USING gin ("brand" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "vouchers_stock_idx" ON "vouchers" USING btree ("type","brand","amount_paise");--> statement-breakpoint
CREATE INDEX "vouchers_created_at_filters_idx" ON "vouchers" USING btree ("created_at","id","expiry_date","type","amount_paise","used_at","withdrawn_at");--> statement-breakpoint
CREATE INDEX "vouchers_expiry_filters_idx" ON "vouchers" USING btree ("expiry_date","id","type","amount_paise","used_at","withdrawn_at");--> statement-breakpoint
CREATE INDEX "vouchers_amount_filters_idx" ON "vouchers" USING btree ("amount_paise","id","expiry_date","type","used_at","withdrawn_at");--> statement-breakpoint
CREATE INDEX "vouchers_type_filters_idx" ON "vouchers" USING btree ("type","id","expiry_date","amount_paise","used_at","withdrawn_at");--> statement-breakpoint
CREATE INDEX "vouchers_brand_idx" ON "vouchers" USING btree (lower("brand"),"id");--> statement-breakpoint
CREATE INDEX "vouchers_used_created_at_expiry_idx" ON "vouchers" USING btree ("created_at","id","expiry_date") WHERE "vouchers"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_used_expiry_idx" ON "vouchers" USING btree ("expiry_date","id") WHERE "vouchers"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_used_brand_idx" ON "vouchers" USING btree (lower("brand"),"id") WHERE "vouchers"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_ended_expiry_idx" ON "vouchers" USING btree ("expiry_date","id") WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_ended_amount_idx" ON "vouchers" USING btree ("amount_paise","id") WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_ended_type_idx" ON "vouchers" USING btree ("type","id") WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_ended_brand_idx" ON "vouchers" USING btree (lower("brand"),"id") WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_ended_idx" ON "vouchers" USING btree ("created_at","id") WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_used_id_idx" ON "vouchers" USING btree ("id") WHERE "vouchers"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_ended_id_idx" ON "vouchers" USING btree ("id") WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_used_idx" ON "vouchers" USING btree ("used_at","id") WHERE "vouchers"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_expired_idx" ON "vouchers" USING btree ("expired_at","id") WHERE "vouchers"."expired_at" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_withdrawn_idx" ON "vouchers" USING btree ("withdrawn_at","id") WHERE "vouchers"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "domain_events_xid_idx" ON "domain_events" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "user_traffic_sources_source_idx" ON "user_traffic_sources" USING btree ("source");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_fact_key" ON "webhook_deliveries" USING btree ("endpoint_id","kind","event_key");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_first_idx" ON "webhook_deliveries" USING btree ("endpoint_id","id") WHERE "webhook_deliveries"."status" = 'queued' and "webhook_deliveries"."attempts" = 0;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("endpoint_id","due_at") WHERE "webhook_deliveries"."status" = 'queued' and "webhook_deliveries"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_settled_idx" ON "webhook_deliveries" USING btree ("settled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_name_key" ON "webhook_endpoints" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_source_key" ON "webhook_endpoints" USING btree ("source");
