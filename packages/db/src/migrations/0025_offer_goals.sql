ALTER TABLE "clicks" ADD COLUMN "country" text;
--> statement-breakpoint
ALTER TABLE "completions" ADD COLUMN "awaited_goal" text;
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "goals" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "goals_in_order" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "country_quotas" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "call_hash" bigint;
--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "repeats" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "repeated_at" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "postbacks_call_hash_idx" ON "postbacks" USING btree ("network_id","call_hash")
  WHERE "postbacks"."call_hash" is not null;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_goals" CHECK (jsonb_typeof("offers"."goals") = 'array');
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_country_quotas" CHECK (jsonb_typeof("offers"."country_quotas") = 'array');
