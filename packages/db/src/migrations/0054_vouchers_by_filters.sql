-- concurrently, for speed alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "voucher_awards_awarded_at_idx"
	ON "voucher_awards" USING btree ("awarded_at","voucher_id","amount_paise");
--> statement-breakpoint
-- In its place: how fast an amount goes is read from awards. A spin writes as many indexes as before.
DROP INDEX CONCURRENTLY IF EXISTS "spins_won_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_created_at_filters_idx"
	ON "vouchers" USING btree ("created_at","id","expiry_date","type","amount_paise","used_at","withdrawn_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_expiry_filters_idx"
	ON "vouchers" USING btree ("expiry_date","id","type","amount_paise","used_at","withdrawn_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_amount_filters_idx"
	ON "vouchers" USING btree ("amount_paise","id","expiry_date","type","used_at","withdrawn_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_type_filters_idx"
	ON "vouchers" USING btree ("type","id","expiry_date","amount_paise","used_at","withdrawn_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_used_created_at_expiry_idx"
	ON "vouchers" USING btree ("created_at","id","expiry_date")
	WHERE "vouchers"."used_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_used_expiry_idx"
	ON "vouchers" USING btree ("expiry_date","id")
	WHERE "vouchers"."used_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_used_brand_idx"
	ON "vouchers" USING btree (lower("brand"),"id")
	WHERE "vouchers"."used_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_ended_expiry_idx"
	ON "vouchers" USING btree ("expiry_date","id")
	WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_ended_amount_idx"
	ON "vouchers" USING btree ("amount_paise","id")
	WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_ended_type_idx"
	ON "vouchers" USING btree ("type","id")
	WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_ended_brand_idx"
	ON "vouchers" USING btree (lower("brand"),"id")
	WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "vouchers_expiry_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "vouchers_created_at_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "vouchers_amount_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "vouchers_type_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "vouchers_used_created_at_idx";
