-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "completion_rows_unapproved_idx"
	ON "completion_rows" USING btree ("google","completed_at","completion_id")
	WHERE not "completion_rows"."approved";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "devices_shared_idx"
	ON "devices" USING btree ("registration_count","fingerprint")
	WHERE "devices"."registration_count" > 1 or "devices"."blocked_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "devices_shared_recent_idx"
	ON "devices" USING btree ("last_registration" DESC NULLS LAST,"fingerprint" DESC NULLS LAST)
	WHERE "devices"."registration_count" > 1 or "devices"."blocked_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "devices_blocked_idx"
	ON "devices" USING btree ("last_registration" DESC NULLS LAST,"fingerprint" DESC NULLS LAST)
	WHERE "devices"."blocked_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ip_addresses_shared_idx"
	ON "ip_addresses" USING btree ("registration_count","address")
	WHERE "ip_addresses"."registration_count" > 1 or "ip_addresses"."blocked_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ip_addresses_shared_recent_idx"
	ON "ip_addresses" USING btree ("last_registration" DESC NULLS LAST,"address" DESC NULLS LAST)
	WHERE "ip_addresses"."registration_count" > 1 or "ip_addresses"."blocked_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ip_addresses_blocked_idx"
	ON "ip_addresses" USING btree ("last_registration" DESC NULLS LAST,"address" DESC NULLS LAST)
	WHERE "ip_addresses"."blocked_at" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "devices_suspicious_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "ip_addresses_suspicious_idx";
