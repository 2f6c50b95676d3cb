-- concurrently
-- accepted: concurrently: of the catalogue alone, for no row is rewritten, and it is skipped where it is done
-- Before messages become partitioned by month (infra/docs/decisions/0056-messages-by-month.md): what the rows of before
-- need to become a partition without being read under a lock. All of them get -infinity as their month.
ALTER TABLE "messages" ADD COLUMN IF NOT EXISTS "month" date DEFAULT '-infinity' NOT NULL;
--> statement-breakpoint
-- accepted: concurrently: of the catalogue alone; the next one makes it again
ALTER TABLE "messages" DROP CONSTRAINT IF EXISTS "messages_history_month";
--> statement-breakpoint
-- accepted: concurrently: of the catalogue alone: no row is looked at yet
ALTER TABLE "messages" ADD CONSTRAINT "messages_history_month" CHECK ("messages"."month" = '-infinity') NOT VALID;
--> statement-breakpoint
-- accepted: concurrently: reads every row while others read and write
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_history_month";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "messages_history_pkey" ON "messages" USING btree ("id","month");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "messages_history_fact_key"
	ON "messages" USING btree ("kind","fact_key","recipient","month");
