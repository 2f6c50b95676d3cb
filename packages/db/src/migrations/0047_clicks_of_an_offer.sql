-- concurrently
CREATE INDEX CONCURRENTLY IF NOT EXISTS "clicks_offer_idx"
	ON "clicks" USING btree ("offer_id","created_at","id");
