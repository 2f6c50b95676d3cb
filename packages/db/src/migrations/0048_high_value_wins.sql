-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "completion_rows_high_value_idx"
	ON "completion_rows" USING btree ("user_id") WHERE "completion_rows"."won_paise" >= 10000;
