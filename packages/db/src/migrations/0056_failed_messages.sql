-- accepted: blocking index: of partitions, which cannot be built concurrently by their parent; it has few entries, so
-- that a month is read once, and whoever is told something meanwhile is told it a moment later
CREATE INDEX "messages_failed_idx" ON "messages" USING btree ("settled_at") WHERE status = 'failed';
