-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "completion_rows_high_value_idx"
	ON "completion_rows" USING btree ("user_id") WHERE "completion_rows"."won_paise" >= 10000;
--> statement-breakpoint
-- Read no more since the index of rows is there.
DROP INDEX CONCURRENTLY IF EXISTS "spins_high_value_idx";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "postbacks_kind_idx"
	ON "postbacks" USING btree ("kind","received_at","id") WHERE "postbacks"."kind" <> 'approve';
