-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_stats_completions_idx"
	ON "user_stats" USING btree ("completions","user_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_stats_spins_idx"
	ON "user_stats" USING btree ("spins","user_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_stats_won_idx"
	ON "user_stats" USING btree ("vouchers_won","user_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_stats_revenue_idx"
	ON "user_stats" USING btree ("revenue_paise","user_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_used_id_idx"
	ON "vouchers" USING btree ("id") WHERE "vouchers"."used_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "vouchers_ended_id_idx"
	ON "vouchers" USING btree ("id") WHERE "vouchers"."expired_at" is not null or "vouchers"."withdrawn_at" is not null;
