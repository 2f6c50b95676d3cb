-- concurrently, for speed alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "completion_rows_unapproved_offer_idx"
	ON "completion_rows" USING btree ("offer_id","completed_at","completion_id")
	WHERE not "completion_rows"."approved";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "completion_rows_withheld_idx"
	ON "completion_rows" USING btree ("completed_at","completion_id","offer_id")
	WHERE not "completion_rows"."spun" and "completion_rows"."reversed";
--> statement-breakpoint
-- In place of those without the columns that lists filter by.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_stats_spins_filters_idx"
	ON "user_stats" USING btree ("spins","user_id","completions","vouchers_won");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_stats_revenue_filters_idx"
	ON "user_stats" USING btree ("revenue_paise","user_id","completions","vouchers_won");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_stats_spins_idx";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_stats_revenue_idx";
