ALTER TABLE "offers" ADD COLUMN "archived_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_archived" CHECK ("offers"."archived_at" is null or not "offers"."active");
