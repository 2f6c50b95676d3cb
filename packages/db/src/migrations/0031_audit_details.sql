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
ALTER TABLE "audit_log" ALTER COLUMN "actor_name" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "details_hash" "bytea";
--> statement-breakpoint
CREATE INDEX "audit_details_trigrams" ON "audit_details" USING gin ("actor_name" gin_trgm_ops,"note" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "audit_details_subject_idx" ON "audit_details" USING btree ("subject")
  WHERE "audit_details"."subject" is not null;
--> statement-breakpoint
CREATE INDEX "audit_details_ip_idx" ON "audit_details" USING btree ("ip");
