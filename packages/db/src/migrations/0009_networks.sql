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
CREATE TABLE "conformance_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conformance_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_id" bigint,
	"score" integer NOT NULL,
	"report" jsonb NOT NULL,
	CONSTRAINT "conformance_runs_score" CHECK ("conformance_runs"."score" between 0 and 100)
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
	CONSTRAINT "feed_offers_pkey" PRIMARY KEY("network_id","external_id")
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
ALTER TABLE "completions" DROP CONSTRAINT "completions_status";--> statement-breakpoint
ALTER TABLE "postbacks" DROP CONSTRAINT "postbacks_outcome";--> statement-breakpoint
ALTER TABLE "postbacks" DROP CONSTRAINT "postbacks_kind";--> statement-breakpoint
ALTER TABLE "completions" ADD COLUMN "approved_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "completions" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "completions" ADD COLUMN "goal_id" text;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "raw_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "body_encoding" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "headers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "alert" text;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "goal_id" text;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "payout_micros" bigint;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "assigned_click_id" text;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "preset" text;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "link_params" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "link_macros" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "params_in" text DEFAULT 'query' NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "status_rules" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "previous_secret" text;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "previous_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "signed_url" text;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "source_mode" text DEFAULT 'enforce' NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "replies" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "hold_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "click_window_seconds" integer;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "payout_ceiling_paise" bigint;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "postback_query" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "feed" jsonb;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "feed_secret" text;--> statement-breakpoint
ALTER TABLE "networks" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- What was completed so far was confirmed at once.
UPDATE "completions" SET "approved_at" = "completed_at";--> statement-breakpoint
-- One kind of signing so far, in its general form. "param" stays for processes of the release before.
UPDATE "networks" SET "signing" = "signing" || jsonb_build_object('kind', 'hmac', 'algorithm', 'sha256', 'over', 'query',
  'rewrite', 'as_received', 'in', 'param', 'name', "signing" ->> 'param', 'encoding', 'hex')
  WHERE "signing" ->> 'kind' = 'hmac_sha256_query';--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_closed_by_admin_id_admins_id_fk" FOREIGN KEY ("closed_by_admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_cases" ADD CONSTRAINT "credit_cases_closed_by_postback_id_postbacks_id_fk" FOREIGN KEY ("closed_by_postback_id") REFERENCES "public"."postbacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conformance_runs" ADD CONSTRAINT "conformance_runs_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conformance_runs" ADD CONSTRAINT "conformance_runs_admin_id_admins_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_offers" ADD CONSTRAINT "feed_offers_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_offers" ADD CONSTRAINT "feed_offers_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_judgements" ADD CONSTRAINT "postback_judgements_postback_id_postbacks_id_fk" FOREIGN KEY ("postback_id") REFERENCES "public"."postbacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_cases_open_key" ON "credit_cases" USING btree ("user_id","offer_id") WHERE "credit_cases"."status" = 'open';--> statement-breakpoint
CREATE INDEX "credit_cases_status_idx" ON "credit_cases" USING btree ("status","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "credit_cases_offer_idx" ON "credit_cases" USING btree ("offer_id","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conformance_runs_network_idx" ON "conformance_runs" USING btree ("network_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "feed_offers_offer_id_idx" ON "feed_offers" USING btree ("offer_id");--> statement-breakpoint
CREATE INDEX "postback_judgements_postback_idx" ON "postback_judgements" USING btree ("postback_id","id");--> statement-breakpoint
CREATE INDEX "postbacks_network_idx" ON "postbacks" USING btree ("network_id","received_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "postbacks_click_idx" ON "postbacks" USING btree ("click_id");--> statement-breakpoint
CREATE INDEX "postbacks_transaction_idx" ON "postbacks" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "postbacks_alert_idx" ON "postbacks" USING btree ("network_id","id" DESC NULLS LAST) WHERE "postbacks"."alert" is not null;--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_approved" CHECK (("completions"."status" <> 'approved' or "completions"."approved_at" is not null) and ("completions"."status" <> 'pending' or "completions"."approved_at" is null));--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_held" CHECK ("completions"."held_until" is null or "completions"."approved_at" is not null);--> statement-breakpoint
ALTER TABLE "completions" ADD CONSTRAINT "completions_status" CHECK ("completions"."status" in ('pending', 'approved', 'reversed'));--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_body_encoding" CHECK ("postbacks"."body_encoding" in ('text', 'base64'));--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_outcome" CHECK ("postbacks"."outcome" in ('accepted', 'repeat', 'pending', 'reversed', 'parked', 'refused', 'ignored'));--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_kind" CHECK ("postbacks"."kind" in ('pending', 'approve', 'reverse', 'ignore'));--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_params_in" CHECK ("networks"."params_in" in ('query', 'body', 'either'));--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_source_mode" CHECK ("networks"."source_mode" in ('enforce', 'log'));--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_previous" CHECK (("networks"."previous_secret" is null) = ("networks"."previous_until" is null));--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_hold" CHECK ("networks"."hold_seconds" >= 0);--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_limits" CHECK ("networks"."click_window_seconds" > 0 and "networks"."payout_ceiling_paise" >= 0);--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_unsigned_limits" CHECK ("networks"."signing" ->> 'kind' not in ('path_secret', 'token') or ("networks"."click_window_seconds" is not null and "networks"."payout_ceiling_paise" is not null));