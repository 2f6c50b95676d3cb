ALTER TABLE "offers" ADD COLUMN "daily_cap" integer;
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "starts_on" date;
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "ends_on" date;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_daily_cap" CHECK ("offers"."daily_cap" > 0);
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_dates" CHECK ("offers"."starts_on" <= "offers"."ends_on");
