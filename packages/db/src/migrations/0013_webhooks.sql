CREATE TABLE "happenings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (
    sequence name "happenings_id_seq" INCREMENT BY 1 MINVALUE 1
    MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"detail" jsonb,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "happenings_kind" CHECK ("happenings"."kind" in ('voucher_used', 'user_suspended', 'stock_low'))
);

--> statement-breakpoint
CREATE TABLE "low_stock" (
	"amount_paise" bigint PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "user_sources" (
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
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (
    sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1
    MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"fact_key" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_status" integer,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_status" CHECK (
    "webhook_deliveries"."status" in ('queued', 'delivered', 'failed')
    and ("webhook_deliveries"."status" = 'queued') = ("webhook_deliveries"."settled_at" is null))
);

--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (
    sequence name "webhook_endpoints_id_seq" INCREMENT BY 1 MINVALUE 1
    MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	CONSTRAINT "webhook_endpoints_kind" CHECK (
    "webhook_endpoints"."kind" = 'webhook' and "webhook_endpoints"."secret" is not null
      and "webhook_endpoints"."source" is null
    or "webhook_endpoints"."kind" = 'tracker' and "webhook_endpoints"."secret" is null
      and "webhook_endpoints"."source" is not null),
	CONSTRAINT "webhook_endpoints_previous" CHECK (
    ("webhook_endpoints"."previous_secret" is null) = ("webhook_endpoints"."previous_until" is null)),
	CONSTRAINT "webhook_endpoints_disabled" CHECK (
    ("webhook_endpoints"."disabled_at" is null) = ("webhook_endpoints"."disabled_reason" is null))
);

--> statement-breakpoint
ALTER TABLE "user_sources" ADD CONSTRAINT "user_sources_user_id_users_id_fk"
  FOREIGN KEY ("user_id") REFERENCES "public"."users"("id")
  ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk"
  FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id")
  ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk"
  FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id")
  ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "happenings_xid_idx" ON "happenings" USING btree ("xid");
--> statement-breakpoint
CREATE INDEX "user_sources_source_idx" ON "user_sources" USING btree ("source");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_fact_key" ON "webhook_deliveries" USING btree ("endpoint_id","kind","fact_key");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_first_idx" ON "webhook_deliveries"
  USING btree ("endpoint_id","id")
  WHERE "webhook_deliveries"."status" = 'queued' and "webhook_deliveries"."attempts" = 0;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"
  USING btree ("endpoint_id","due_at")
  WHERE "webhook_deliveries"."status" = 'queued' and "webhook_deliveries"."attempts" > 0;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_settled_idx" ON "webhook_deliveries" USING btree ("settled_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_name_key" ON "webhook_endpoints" USING btree ("name");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_endpoints_source_key" ON "webhook_endpoints" USING btree ("source");
--> statement-breakpoint
-- What happened before is no event: the consumer reads from here on.
INSERT INTO "feed_consumers" ("name", "xid") VALUES ('webhooks', pg_snapshot_xmin(pg_current_snapshot()));
