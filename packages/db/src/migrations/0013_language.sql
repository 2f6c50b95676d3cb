ALTER TABLE "notifications" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "push_keys" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" DISABLE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP TABLE "notifications" CASCADE;
--> statement-breakpoint
DROP TABLE "push_keys" CASCADE;
--> statement-breakpoint
DROP TABLE "push_subscriptions" CASCADE;
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_channel";
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_subscription_id_push_subscriptions_id_fk";

--> statement-breakpoint
DROP INDEX "messages_subscription_id_idx";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;
--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "channel";
--> statement-breakpoint
ALTER TABLE "messages" DROP COLUMN "subscription_id";
