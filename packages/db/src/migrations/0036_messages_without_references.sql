-- concurrently
-- accepted: concurrently: of the catalogue alone, and skipped where it is done
-- Before messages become partitioned by month: with a foreign key, each month that is made or dropped would lock the
-- table that it refers to. One by one, so that users are locked for no longer than this takes.
ALTER TABLE "messages" DROP CONSTRAINT IF EXISTS "messages_user_id_users_id_fk";
--> statement-breakpoint
-- accepted: concurrently: of the catalogue alone, and skipped where it is done
ALTER TABLE "messages" DROP CONSTRAINT IF EXISTS "messages_subscription_id_push_subscriptions_id_fk";
--> statement-breakpoint
-- It served that key alone.
DROP INDEX CONCURRENTLY IF EXISTS "messages_subscription_id_idx";
--> statement-breakpoint
-- Nobody looks for a Message-ID, and it is drawn at random.
DROP INDEX CONCURRENTLY IF EXISTS "messages_message_id_key";
