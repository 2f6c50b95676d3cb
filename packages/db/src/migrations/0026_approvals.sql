CREATE TABLE "approvals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approvals_id_seq" INCREMENT BY 1
    MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"summary" jsonb NOT NULL,
	"sealed_input" text NOT NULL,
	"same_as" text NOT NULL,
	"reason" text,
	"asked_by" bigint NOT NULL,
	"key_id" bigint,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"acting_since" timestamp with time zone,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"answer" text,
	CONSTRAINT "approvals_status" CHECK ("approvals"."status" in ('waiting', 'done', 'failed', 'refused', 'withdrawn',
    'expired')),
	CONSTRAINT "approvals_two_people" CHECK ("approvals"."decided_by" is null
    or "approvals"."decided_by" <> "approvals"."asked_by" or "approvals"."status" = 'withdrawn')
);

--> statement-breakpoint
CREATE TABLE "operator_alerts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_alerts_id_seq" INCREMENT BY 1
    MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"entry_id" bigint NOT NULL,
	"completion_id" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_admins_id_fk" FOREIGN KEY ("asked_by")
  REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_key_id_api_keys_id_fk" FOREIGN KEY ("key_id")
  REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_admins_id_fk" FOREIGN KEY ("decided_by")
  REFERENCES "public"."admins"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting_key" ON "approvals" USING btree ("asked_by","same_as")
  WHERE "approvals"."status" = 'waiting';
--> statement-breakpoint
CREATE INDEX "approvals_status_idx" ON "approvals" USING btree ("status","expires_at");
--> statement-breakpoint
CREATE INDEX "approvals_asked_by_idx" ON "approvals" USING btree ("asked_by","kind","decided_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "operator_alerts_entry_key" ON "operator_alerts" USING btree ("kind","entry_id");
