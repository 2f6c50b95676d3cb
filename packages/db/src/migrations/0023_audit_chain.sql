CREATE TABLE "audit_links" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"seal_id" bigint NOT NULL,
	"link" "bytea" NOT NULL
);

--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"entries" integer NOT NULL,
	"head" "bytea" NOT NULL,
	"signature" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"until_xid" text NOT NULL
);

--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_links_entry_key" ON "audit_links" USING btree ("entry_id");
--> statement-breakpoint
CREATE INDEX "audit_links_seal_idx" ON "audit_links" USING btree ("seal_id","position");
--> statement-breakpoint
CREATE INDEX "audit_log_xid_idx" ON "audit_log" USING btree ("xid");
