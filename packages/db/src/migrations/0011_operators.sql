-- Every admin so far could do everything: they are owners. Later ones get what their maker says.
ALTER TABLE "admins" ADD COLUMN "role" text DEFAULT 'owner' NOT NULL;
--> statement-breakpoint
ALTER TABLE "admins" ALTER COLUMN "role" SET DEFAULT 'manager';
--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_role" CHECK ("admins"."role" in ('analyst', 'support', 'manager', 'owner'));
