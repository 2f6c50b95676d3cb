CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"ip" text,
	"action" text NOT NULL,
	"subject" text,
	"before" jsonb,
	"after" jsonb,
	"note" text,
	CONSTRAINT "audit_log_actor_kind" CHECK ("audit_log"."actor_kind" in ('user', 'admin', 'service', 'network', 'system'))
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
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "completions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "completions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"offer_id" bigint NOT NULL,
	"click_id" bigint NOT NULL,
	"network_id" bigint NOT NULL,
	"transaction_id" text NOT NULL,
	"payout_paise" bigint NOT NULL,
	"payout_micros" bigint,
	"currency" text NOT NULL,
	"rate_micros" bigint NOT NULL,
	"status" text DEFAULT 'approved' NOT NULL,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reversed_at" timestamp with time zone,
	CONSTRAINT "completions_status" CHECK ("completions"."status" in ('approved', 'reversed')),
	CONSTRAINT "completions_reversed" CHECK (("completions"."status" = 'reversed') = ("completions"."reversed_at" is not null)),
	CONSTRAINT "completions_payout" CHECK ("completions"."payout_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "postbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" bigint,
	"slug" text NOT NULL,
	"retry_key" text NOT NULL,
	"method" text NOT NULL,
	"raw_query" text NOT NULL,
	"raw_body" text NOT NULL,
	"content_type" text,
	"ip" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text,
	"reason" text,
	"judged_at" timestamp with time zone,
	"kind" text,
	"click_id" text,
	"transaction_id" text,
	"completion_id" bigint,
	CONSTRAINT "postbacks_outcome" CHECK ("postbacks"."outcome" in ('accepted', 'repeat', 'reversed', 'parked', 'refused')),
	CONSTRAINT "postbacks_kind" CHECK ("postbacks"."kind" in ('approve', 'reverse'))
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
CREATE TABLE "admin_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"admin_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"deactivated_at" timestamp with time zone,
	CONSTRAINT "admins_email_lower" CHECK ("admins"."email" = lower("admins"."email"))
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"scope" text NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_scope" CHECK ("api_keys"."scope" in ('read', 'read_write'))
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
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "setup_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"from_provider" boolean DEFAULT false NOT NULL,
	"ip" text,
	"device" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"password_hash" text,
	"provider_uid" text,
	"registration_ip" text,
	"registration_device" text,
	"suspended_at" timestamp with time zone,
	"suspended_note" text,
	"last_activity_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_can_sign_in" CHECK ("users"."password_hash" is not null or "users"."provider_uid" is not null)
);
--> statement-breakpoint
CREATE TABLE "offer_days" (
	"day" date NOT NULL,
	"offer_id" bigint NOT NULL,
	"shard" smallint NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"completions" integer DEFAULT 0 NOT NULL,
	"spins" integer DEFAULT 0 NOT NULL,
	"wins" integer DEFAULT 0 NOT NULL,
	"won_paise" bigint DEFAULT 0 NOT NULL,
	"revenue_paise" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "offer_days_pkey" PRIMARY KEY("offer_id","day","shard")
);
--> statement-breakpoint
CREATE TABLE "user_stats" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"completions" integer DEFAULT 0 NOT NULL,
	"spins" integer DEFAULT 0 NOT NULL,
	"vouchers_won" integer DEFAULT 0 NOT NULL,
	"voucher_value_paise" bigint DEFAULT 0 NOT NULL,
	"revenue_paise" bigint DEFAULT 0 NOT NULL,
	"last_completion_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "networks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "networks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"click_param" text NOT NULL,
	"params" jsonb NOT NULL,
	"status_map" jsonb NOT NULL,
	"signing" jsonb NOT NULL,
	"signing_secret" text NOT NULL,
	"source_addresses" text[] DEFAULT '{}' NOT NULL,
	"currency" text NOT NULL,
	"rate_micros" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "networks_currency" CHECK ("networks"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "networks_rate" CHECK ("networks"."rate_micros" > 0)
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" bigint,
	"external_offer_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"offer_url" text NOT NULL,
	"preview_url" text,
	"category" text NOT NULL,
	"model" text NOT NULL,
	"targeting" text NOT NULL,
	"reward_paise" bigint NOT NULL,
	"odds" jsonb NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offers_category" CHECK ("offers"."category" in ('Survey', 'App', 'Game', 'Shopping')),
	CONSTRAINT "offers_model" CHECK ("offers"."model" in ('CPR', 'CPA', 'CPI')),
	CONSTRAINT "offers_reward" CHECK ("offers"."reward_paise" >= 0),
	CONSTRAINT "offers_odds" CHECK (odds_valid("offers"."odds"))
);
--> statement-breakpoint
CREATE TABLE "spins" (
	"completion_id" bigint PRIMARY KEY NOT NULL,
	"seed" "bytea" NOT NULL,
	"odds" jsonb NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"spun_at" timestamp with time zone,
	"client_seed" text,
	"roll" integer,
	"landing_part" integer,
	"amount_paise" bigint,
	CONSTRAINT "spins_seed" CHECK (length("spins"."seed") = 32),
	CONSTRAINT "spins_odds" CHECK (odds_valid("spins"."odds")),
	CONSTRAINT "spins_outcome" CHECK ("spins"."outcome" in ('waiting', 'lost', 'owed', 'won')),
	CONSTRAINT "spins_roll" CHECK ("spins"."roll" between 0 and 999 and "spins"."landing_part" between 0 and 999),
	CONSTRAINT "spins_complete" CHECK (("spins"."outcome" = 'waiting') = ("spins"."spun_at" is null) and ("spins"."spun_at" is null) = ("spins"."roll" is null) and ("spins"."roll" is null) = ("spins"."landing_part" is null) and ("spins"."roll" is null) = ("spins"."client_seed" is null)),
	CONSTRAINT "spins_amount" CHECK ("spins"."amount_paise" is not distinct from reward_paise_at("spins"."odds", "spins"."roll")),
	CONSTRAINT "spins_amount_outcome" CHECK (("spins"."outcome" in ('owed', 'won')) = ("spins"."amount_paise" is not null))
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vouchers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"type" text NOT NULL,
	"brand" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"description" text,
	"terms" text,
	"expiry_date" date NOT NULL,
	"status" text DEFAULT 'available' NOT NULL,
	"completion_id" bigint,
	"assigned_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vouchers_type" CHECK ("vouchers"."type" in ('myntra', 'flipkart', 'amazon', 'swiggy', 'zomato', 'paytm', 'other')),
	CONSTRAINT "vouchers_status" CHECK ("vouchers"."status" in ('available', 'assigned', 'used', 'expired')),
	CONSTRAINT "vouchers_amount" CHECK ("vouchers"."amount_paise" > 0),
	CONSTRAINT "vouchers_winner" CHECK (("vouchers"."status" in ('assigned', 'used')) = ("vouchers"."completion_id" is not null) and ("vouchers"."completion_id" is null) = ("vouchers"."assigned_at" is null)),
	CONSTRAINT "vouchers_used" CHECK (("vouchers"."status" = 'used') = ("vouchers"."used_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_sessions" ADD CONSTRAINT "admin_sessions_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_admins_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_days" ADD CONSTRAINT "offer_days_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_stats" ADD CONSTRAINT "user_stats_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spins" ADD CONSTRAINT "spins_completion_id_completions_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."completions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_completion_id_spins_completion_id_fk" FOREIGN KEY ("completion_id") REFERENCES "public"."spins"("completion_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at_idx" ON "audit_log" USING btree ("at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_subject_idx" ON "audit_log" USING btree ("subject","action");--> statement-breakpoint
CREATE UNIQUE INDEX "clicks_click_id_key" ON "clicks" USING btree ("click_id");--> statement-breakpoint
CREATE INDEX "clicks_user_offer_idx" ON "clicks" USING btree ("user_id","offer_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "completions_transaction_key" ON "completions" USING btree ("network_id","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "completions_user_offer_key" ON "completions" USING btree ("user_id","offer_id");--> statement-breakpoint
CREATE INDEX "completions_completed_at_idx" ON "completions" USING btree ("completed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "completions_offer_idx" ON "completions" USING btree ("offer_id","completed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "postbacks_retry_key" ON "postbacks" USING btree ("retry_key");--> statement-breakpoint
CREATE INDEX "postbacks_received_at_idx" ON "postbacks" USING btree ("received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "postbacks_unjudged_idx" ON "postbacks" USING btree ("received_at") WHERE "postbacks"."outcome" is null;--> statement-breakpoint
CREATE INDEX "postbacks_parked_idx" ON "postbacks" USING btree ("network_id","transaction_id") WHERE "postbacks"."outcome" = 'parked';--> statement-breakpoint
CREATE INDEX "devices_suspicious_idx" ON "devices" USING btree ("registration_count" DESC NULLS LAST) WHERE "devices"."registration_count" > 1 or "devices"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "ip_addresses_suspicious_idx" ON "ip_addresses" USING btree ("registration_count" DESC NULLS LAST) WHERE "ip_addresses"."registration_count" > 1 or "ip_addresses"."blocked_at" is not null;--> statement-breakpoint
CREATE INDEX "admin_sessions_admin_id_idx" ON "admin_sessions" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "admin_sessions_expires_at_idx" ON "admin_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "admins_username_key" ON "admins" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "admins_email_key" ON "admins" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_key" ON "known_devices" USING btree ("user_id","device");--> statement-breakpoint
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "user_sessions_user_id_idx" ON "user_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_sessions_expires_at_idx" ON "user_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_provider_uid_key" ON "users" USING btree ("provider_uid");--> statement-breakpoint
CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_registration_ip_idx" ON "users" USING btree ("registration_ip");--> statement-breakpoint
CREATE INDEX "users_registration_device_idx" ON "users" USING btree ("registration_device");--> statement-breakpoint
CREATE UNIQUE INDEX "networks_slug_key" ON "networks" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "offers_created_at_idx" ON "offers" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "offers_external_offer_id_idx" ON "offers" USING btree ("external_offer_id");--> statement-breakpoint
CREATE INDEX "spins_owed_idx" ON "spins" USING btree ("amount_paise","spun_at","completion_id") WHERE "spins"."outcome" = 'owed';--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_code_key" ON "vouchers" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_completion_id_key" ON "vouchers" USING btree ("completion_id");--> statement-breakpoint
CREATE INDEX "vouchers_pick_idx" ON "vouchers" USING btree ("amount_paise","expiry_date","id") WHERE "vouchers"."status" = 'available';--> statement-breakpoint
CREATE INDEX "vouchers_created_at_idx" ON "vouchers" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);