-- accepted: blocking index: made in a second, and the feed alone writes the table
CREATE INDEX "completion_rows_high_value_idx" ON "completion_rows" USING btree ("user_id")
	WHERE "completion_rows"."won_paise" >= 10000;
