-- concurrently, for speed alone
CREATE INDEX CONCURRENTLY IF NOT EXISTS "completion_events_adopted_idx"
	ON "completion_events" USING btree ("completion_id") WHERE "completion_events"."kind" = 'adopted';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "completion_rows_reversed_idx"
	ON "completion_rows" USING btree ("offer_id") WHERE "completion_rows"."reversed" and "completion_rows"."approved";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log_user_idx"
	ON "audit_log" USING btree ("actor_id","at","id") WHERE "audit_log"."actor_kind" = 'user';
