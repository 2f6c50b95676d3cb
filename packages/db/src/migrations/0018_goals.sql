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
	CONSTRAINT "payment_events_payout" CHECK (
    ("payment_events"."payout_paise" is null or "payment_events"."payout_paise" >= 0
      and "payment_events"."kind" = 'approved')
    and ("payment_events"."payout_paise" is null) = ("payment_events"."payout_micros" is null)
    and ("payment_events"."payout_paise" is null) = ("payment_events"."currency" is null)
    and ("payment_events"."payout_paise" is null) = ("payment_events"."rate_micros" is null))
);

--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (
    sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1
    MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"completion_id" bigint NOT NULL,
	"click_id" bigint NOT NULL,
	"network_id" bigint NOT NULL,
	"transaction_id" text NOT NULL,
	"goal_id" text NOT NULL,
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
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_payments_id_fk"
  FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id")
  ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_completion_id_completions_id_fk"
  FOREIGN KEY ("completion_id") REFERENCES "public"."completions"("id")
  ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_click_id_clicks_id_fk"
  FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id")
  ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_network_id_networks_id_fk"
  FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id")
  ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payment_events_xid_idx" ON "payment_events" USING btree ("xid");
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_key" ON "payments" USING btree ("network_id","transaction_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_goal_key" ON "payments" USING btree ("completion_id","goal_id");
--> statement-breakpoint
CREATE INDEX "payments_click_idx" ON "payments" USING btree ("click_id");
--> statement-breakpoint
CREATE INDEX "payments_xid_idx" ON "payments" USING btree ("xid");
